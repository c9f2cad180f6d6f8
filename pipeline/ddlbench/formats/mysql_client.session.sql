-- Statements with their results. The results below a prompt or an echo belong to its statements in their order.
WITH entry AS (
    SELECT * EXCLUDE (statement_no), statement_no::INTEGER AS block_no FROM fold_session
    ORDER BY file_no, line
),
-- Below a result stand the next statements, of which the first lines can be missing.
answerable AS (
    SELECT
        *,
        max(CASE WHEN kind IN ('ok', 'rows', 'error') THEN (file_no::BIGINT << 32) + block_no END) OVER (
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) IS NOT DISTINCT FROM (file_no::BIGINT << 32) + block_no AS is_answered,
    FROM entry
),
statement_line AS (
    SELECT
        file_no,
        block_no,
        line,
        CASE kind WHEN 'ok' THEN 'bare' ELSE kind END AS origin,
        text,
        lag(file_no) OVER () = file_no AND lag(block_no) OVER () = block_no
            OR lead(file_no) OVER () = file_no AND lead(block_no) OVER () = block_no AS is_part,
    FROM answerable
    WHERE text IS NOT NULL AND NOT (kind = 'text' AND is_answered)
),
statement AS (
    SELECT * EXCLUDE (is_part) FROM statement_line
    WHERE is_part IS NOT TRUE
    UNION ALL BY NAME
    SELECT
        file_no,
        block_no,
        min(line) AS line,
        arg_min(origin, line) AS origin,
        string_agg(text, chr(10) ORDER BY line) AS text,
    FROM statement_line
    WHERE is_part
    GROUP BY file_no, block_no
),
-- What ends in `;`, `\g` or `\G`, with these inside of quotes and comments left alone.
split AS MATERIALIZED (
    SELECT
        *,
        list_filter(
            regexp_extract_all(
                text,
                '(?s)(?:/\*.*?\*/|--[ \t][^\n]*|#[^\n]*|''(?:[^''\\]|\\.)*''|"(?:[^"\\]|\\.)*"|`[^`]*`|[^;''"`\\]|\\[^Gg])+(?:;|\\[Gg])'
            ),
            lambda piece: regexp_matches(piece, '\w')
        ) AS pieces,
    FROM statement
),
-- A procedure under another delimiter (`//`) and an echoed statement hold semicolons of their own.
piece AS (
    SELECT
        * EXCLUDE (pieces),
        unnest(pieces) AS statement,
        generate_subscripts(pieces, 1) AS piece_no,
    FROM (
        SELECT * REPLACE (
            CASE
                WHEN origin = 'echo' OR len(pieces) = 0 OR regexp_matches(text, '(?://|\$\$)\s*$') THEN [text]
                ELSE pieces
            END AS pieces
        )
        FROM split
    )
),
followed AS (
    SELECT
        *,
        CASE WHEN lead(file_no) OVER () = file_no THEN lead(kind) OVER () END AS kind_below,
        lead(error_rest) OVER () AS error_rest_below,
        lead(records) OVER () AS records_below,
        lead(duplicates) OVER () AS duplicates_below,
        lead(warnings) OVER () AS warnings_below,
        lead(duration_s) OVER () AS duration_below,
    FROM entry
),
result AS (
    SELECT
        * REPLACE (
            CASE WHEN kind_below = 'error_text' THEN concat_ws(chr(10), error_message, error_rest_below)
                ELSE error_message END
                AS error_message,
            CASE WHEN kind_below = 'time' THEN duration_below ELSE duration_s END AS duration_s,
            CASE WHEN kind_below = 'records' THEN records_below ELSE records END AS records,
            CASE WHEN kind_below = 'records' THEN duplicates_below ELSE duplicates END AS duplicates,
            CASE WHEN kind_below = 'records' THEN warnings_below ELSE warnings END AS warnings
        ),
    FROM followed
    WHERE kind IN ('ok', 'rows', 'error', 'use') AND NOT (kind = 'error' AND kind_below IS NOT DISTINCT FROM 'reconnect')
),
-- Statements that were typed ahead stand below the prompt of a statement that still runs, and again at prompts of their
-- own: the first result below them is that of the running one. Behind the last of them, on its line, a result is so too.
run AS (
    SELECT
        file_no,
        block_no,
        origin,
        rtrim(text) AS text,
        max(CASE WHEN origin <> 'bare' THEN block_no END) OVER (
            PARTITION BY file_no
            ORDER BY block_no
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS running_no,
    FROM statement
),
first_result AS (
    SELECT
        file_no,
        running_no,
        min(block_no) AS block_no,
        bool_or(result.text IS NOT NULL) AS is_behind,
    FROM result
    JOIN run USING (file_no, block_no)
    GROUP BY ALL
),
running AS (
    SELECT ahead.file_no, ahead.block_no, ahead.running_no
    FROM first_result
    JOIN run AS ahead USING (file_no, running_no, block_no)
    JOIN run AS typed ON ahead.file_no = typed.file_no AND ahead.running_no = typed.block_no AND typed.origin = 'prompt'
    LEFT JOIN (SELECT file_no, text, max(block_no) AS again_no FROM run WHERE origin = 'prompt' GROUP BY ALL) AS again
    ON ahead.file_no = again.file_no AND ahead.text = again.text
    WHERE ahead.origin = 'bare' AND (is_behind OR again_no > ahead.block_no)
),
-- The errors of a batch go to stderr: in a common file they meet the echoed statements in any order. Where there are
-- as many as statements without a result, they are theirs, one by one.
late AS (
    SELECT
        file_no,
        line,
        row_number() OVER (PARTITION BY file_no ORDER BY line) AS late_no,
        count(*) OVER (PARTITION BY file_no) AS late_count,
    FROM result
    WHERE at_line IS NOT NULL
),
silent AS (
    SELECT
        file_no,
        block_no,
        row_number() OVER (PARTITION BY file_no ORDER BY block_no) AS late_no,
        count(*) OVER (PARTITION BY file_no) AS late_count,
    FROM statement
    ANTI JOIN (FROM result WHERE at_line IS NULL) AS direct USING (file_no, block_no)
    WHERE origin = 'echo'
),
placed AS (
    SELECT
        result.* REPLACE (coalesce(silent.block_no, running_no, result.block_no) AS block_no),
        row_number() OVER (
            PARTITION BY result.file_no, coalesce(silent.block_no, running_no, result.block_no)
            ORDER BY result.line
        ) AS piece_no,
    FROM result
    LEFT JOIN running USING (file_no, block_no)
    LEFT JOIN late USING (file_no, line)
    LEFT JOIN silent USING (file_no, late_no, late_count)
),
answered AS (
    SELECT
        piece.file_no,
        -- Later statements of one line are found at their results.
        CASE WHEN piece.piece_no = 1 THEN piece.line ELSE coalesce(placed.line, piece.line) END AS line,
        piece.block_no,
        piece.origin,
        trim(piece.statement, chr(10) || ' ') AS statement,
        placed.kind,
        placed.duration_s,
        placed.rows_affected,
        placed.records,
        placed.duplicates,
        placed.warnings,
        placed.error_code,
        placed.error_sqlstate,
        placed.error_message,
    FROM piece
    LEFT JOIN placed USING (file_no, block_no, piece_no)
),
-- With `-v` a prompt is followed by the echo, and what was typed ahead stands again at its prompt.
shown_once AS (
    FROM answered
    ANTI JOIN (SELECT file_no, block_no - 1 AS block_no, NULL AS kind FROM statement WHERE origin = 'echo') AS echo
    ON answered.file_no = echo.file_no
        AND answered.block_no = echo.block_no
        AND answered.origin = 'prompt'
        AND answered.kind IS NULL
),
told_once AS (
    FROM shown_once
    ANTI JOIN (
        SELECT DISTINCT file_no, statement, 'bare' AS origin
        FROM answered
        WHERE origin = 'prompt'
    ) AS typed
    ON shown_once.file_no = typed.file_no
        AND shown_once.statement = typed.statement
        AND shown_once.origin = typed.origin
        AND shown_once.kind IS NULL
),
-- Results of statements that the session does not show, as those of a script that `source` runs.
unnamed AS (
    SELECT placed.* EXCLUDE (text)
    FROM placed
    LEFT JOIN split USING (file_no, block_no)
    WHERE
        (
            split.text IS NULL
            OR regexp_matches(split.text, '(?i)(?:^|[;\n])\s*(?:source|\\\.)\s')
            AND placed.piece_no > len(
                list_filter(pieces, lambda piece: NOT regexp_matches(piece, '(?i)^\s*(?:source|\\\.)\s'))
            )
        )
        AND (
            -- Who is not let in has sent no statement.
            placed.kind = 'error' AND placed.error_code NOT IN (1045, 1130, 1698, 2002, 2003, 2005, 2026, 2059, 2061)
            OR placed.kind = 'ok' AND (placed.records IS NOT NULL OR coalesce(placed.rows_affected, 0) = 0)
        )
),
every AS (
    SELECT * FROM told_once
    WHERE regexp_matches(
        statement,
        '(?is)^\s*(?:/\*.*?\*/\s*|--[ \t][^\n]*\n\s*|#[^\n]*\n\s*)*(?:alter|create|drop|optimize|rename|truncate)\s'
    )
    -- What creates something has no rows as its result: it is what `show create` printed, without a frame.
    AND NOT (origin = 'bare' AND kind IS NOT DISTINCT FROM 'rows' AND regexp_matches(statement, '(?i)^\s*create\s'))
    UNION ALL BY NAME
    SELECT
        file_no,
        line,
        NULL::VARCHAR AS statement,
        kind,
        duration_s,
        rows_affected,
        records,
        duplicates,
        warnings,
        error_code,
        error_sqlstate,
        error_message,
    FROM unnamed
)
SELECT
    file_no,
    line,
    statement,
    NULL::VARCHAR AS command_tag,
    CASE WHEN kind = 'error' THEN 'failed' WHEN kind IS NULL THEN 'no_result' ELSE 'completed' END AS outcome,
    duration_s,
    NULL::DOUBLE AS execution_s,
    rows_affected,
    records,
    duplicates,
    warnings,
    error_code,
    error_sqlstate,
    error_message,
    NULL::VARCHAR AS void_reason,
FROM every;
