-- Statements with their results and times. A time belongs to the result above it, and the results below a statement
-- to its parts in their order.
WITH line_kind AS (
    SELECT
        *,
        lag(file_no) OVER () IS DISTINCT FROM file_no AS is_first,
        CASE WHEN lag(file_no) OVER () = file_no AND lag(line) OVER () = line - 1 THEN lag(kind) OVER () END AS kind_above,
        CASE WHEN lead(file_no) OVER () = file_no AND lead(line) OVER () = line + 1 THEN lead(kind) OVER () END AS kind_under,
        CASE
            WHEN lead(file_no) OVER () = file_no AND lead(kind) OVER () = 'sqlstate' THEN lead(error_sqlstate) OVER ()
        END AS sqlstate_below,
    FROM (
        SELECT
            file_no,
            line,
            kind,
            text,
            duration_s,
            execution_s,
            command_tag,
            rows_affected,
            error_sqlstate,
            error_message,
        FROM fold_session
        ORDER BY file_no, line
    )
),
-- Echoed in two lines, `DROP INDEX` looks like its own command tag; what goes on below is a statement.
named AS (
    SELECT
        * REPLACE (
            CASE WHEN is_echo THEN 'echo' ELSE kind END AS kind,
            CASE WHEN is_echo THEN command_tag ELSE text END AS text,
            CASE WHEN NOT is_echo THEN command_tag END AS command_tag
        ),
        is_echo
            OR kind IN ('prompt', 'echo', 'mark')
            OR kind = 'logged' AND kind_above IS DISTINCT FROM 'logged'
            AS opens,
    FROM (SELECT *, kind = 'tag' AND kind_under IS NOT DISTINCT FROM 'more' AS is_echo FROM line_kind)
),
-- The number of a block tells its first line; it is even for lines above the first statement of a file.
entry AS NOT MATERIALIZED (
    SELECT
        *,
        max(CASE WHEN opens OR is_first THEN ((file_no::BIGINT << 32) + line) * 2 + opens::BIGINT END) OVER (
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS block_no,
    FROM named
),
statement_line AS (
    SELECT
        file_no,
        block_no,
        line,
        text,
        lag(block_no) OVER () IS NOT DISTINCT FROM block_no OR lead(block_no) OVER () IS NOT DISTINCT FROM block_no AS is_part,
    FROM entry
    WHERE text IS NOT NULL AND block_no % 2 = 1
),
statement AS (
    SELECT * EXCLUDE (is_part) FROM statement_line
    WHERE NOT is_part
    UNION ALL BY NAME
    SELECT
        file_no,
        block_no,
        min(line) AS line,
        string_agg(text, chr(10) ORDER BY line) AS text,
    FROM statement_line
    WHERE is_part
    GROUP BY file_no, block_no
),
-- What a file or `\gexec` runs is not seen: results below them are not those of the line above.
seen AS (
    FROM statement
    WHERE
        NOT (starts_with(text, '\i') AND regexp_matches(text, '^\\(?:ir?|include(?:_relative)?)\s'))
        AND NOT ends_with(text, '\gexec')
),
-- What ends in `;` or `\g`, with these inside of quotes and comments left alone. `\;` ends a part of a statement.
-- Most statements end once and have nothing to leave alone.
split AS (
    SELECT
        *,
        CASE
            WHEN strpos(text, ';') = length(text) AND NOT regexp_matches(text, '[''"\\]') THEN [text]
            ELSE list_filter(
                regexp_extract_all(
                    text,
                    '(?s)(?:/\*.*?\*/|--[^\n]*|''(?:[^'']|'''')*''|"[^"]*"|\$\$.*?\$\$|[^;''"\\]|\\[^g])+(?:;|\\gx?)'
                ),
                lambda piece: regexp_matches(piece, '\w')
            )
        END AS pieces,
    FROM seen
),
piece AS (
    SELECT
        * EXCLUDE (pieces),
        unnest(pieces) AS statement,
        generate_subscripts(pieces, 1) AS piece_no,
    FROM (SELECT * REPLACE (CASE WHEN len(pieces) = 0 THEN [text] ELSE pieces END AS pieces) FROM split)
),
-- A quiet psql (`-q`) prints the time alone.
result AS (
    SELECT
        * REPLACE (
            CASE WHEN kind = 'time' THEN duration_s WHEN kind_next = 'time' THEN duration_next END AS duration_s,
            CASE WHEN kind = 'time' THEN execution_s WHEN kind_next = 'time' THEN execution_next END AS execution_s,
            coalesce(error_sqlstate, CASE WHEN kind = 'error' THEN sqlstate_below END) AS error_sqlstate
        ),
    FROM (
        SELECT
            *,
            CASE WHEN lead(file_no) OVER () = file_no THEN lead(kind) OVER () END AS kind_next,
            lead(duration_s) OVER () AS duration_next,
            lead(execution_s) OVER () AS execution_next,
            CASE WHEN lag(file_no) OVER () = file_no THEN lag(kind) OVER () END AS kind_last,
        FROM entry
        WHERE kind NOT IN ('sqlstate', 'more', 'text')
    )
    WHERE kind IN ('tag', 'error', 'rows') OR (kind = 'time' AND coalesce(kind_last NOT IN ('tag', 'error', 'rows'), true))
),
-- Several statements sent at once share the time below the last of their results, which may be the first since another
-- time or error.
neighbour AS (
    SELECT
        *,
        row_number() OVER () AS result_no,
        lag(block_no) OVER () IS DISTINCT FROM block_no AS is_first_result,
        lead(block_no) OVER () IS DISTINCT FROM block_no AS is_last_result,
        lag(duration_s IS NULL AND kind <> 'error') OVER () AS untimed_above,
        CASE
            WHEN kind IN ('error', 'time') THEN -1
            WHEN duration_s IS NOT NULL THEN block_no
        END AS timed_block_no,
    FROM result
),
timed AS (
    SELECT
        *,
        result_no + 1 - max(CASE WHEN is_first_result THEN result_no END) OVER (
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS piece_no,
        duration_s IS NOT NULL AND NOT is_first_result AND untimed_above
            OR duration_s IS NULL AND kind <> 'error' AND block_no = lead(timed_block_no IGNORE NULLS) OVER (ORDER BY result_no)
            AS shared,
    FROM neighbour
),
met AS (
    SELECT
        piece.* EXCLUDE (file_no, block_no, line),
        coalesce(piece.file_no, timed.file_no) AS file_no,
        coalesce(piece.block_no, timed.block_no) AS block_no,
        piece.line AS piece_line,
        timed.line AS timed_line,
        timed.* EXCLUDE (file_no, line, block_no, piece_no),
        -- The tag of a DDL below another statement: its own is not shown.
        coalesce(
            regexp_matches(command_tag, '^(?:ALTER|CREATE|DROP|REINDEX|CLUSTER|REFRESH|TRUNCATE)\b')
            AND NOT contains(statement, '\;')
            AND regexp_matches(statement, '(?i)^\s*(?:analyze|copy|delete|insert|select|set|show|update|vacuum|values)\s'),
            false
        ) AS is_other,
    FROM piece
    FULL JOIN timed
    ON piece.file_no = timed.file_no
        AND piece.block_no = timed.block_no
        AND CASE
            WHEN contains(piece.statement, '\;') THEN timed.is_last_result
            ELSE piece.piece_no = timed.piece_no
        END
),
answered AS (
    SELECT
        met.* REPLACE (
            CASE WHEN NOT is_other THEN trim(statement, chr(10) || ' ') END AS statement,
            coalesce(contains(statement, '\;') OR shared, false) AS shared
        ),
        CASE
            WHEN coalesce(piece_no, 1) = 1 AND NOT is_other THEN coalesce(piece_line, timed_line)
            ELSE coalesce(timed_line, piece_line)
        END AS line,
        seen.text IS NULL AS unseen,
    FROM met
    LEFT JOIN seen USING (file_no, block_no)
)
SELECT
    file_no,
    line,
    statement,
    command_tag,
    CASE WHEN kind = 'error' THEN 'failed' WHEN kind IS NULL THEN 'no_result' ELSE 'completed' END AS outcome,
    CASE WHEN NOT shared THEN duration_s END AS duration_s,
    CASE WHEN NOT shared THEN execution_s END AS execution_s,
    rows_affected,
    NULL::BIGINT AS records,
    NULL::BIGINT AS duplicates,
    NULL::BIGINT AS warnings,
    NULL::INTEGER AS error_code,
    error_sqlstate,
    error_message,
    CASE WHEN shared THEN 'several_statements' END AS void_reason,
FROM answered
WHERE
    regexp_matches(
        statement,
        '(?is)(?:^|\\;)\s*(?:/\*.*?\*/\s*|--[^\n]*\n\s*)*(?:alter|create|drop|reindex|cluster|refresh|truncate)\s'
    )
    OR (statement IS NULL AND regexp_matches(command_tag, '^(?:ALTER|CREATE|DROP|REINDEX|CLUSTER|REFRESH|TRUNCATE)\b'))
    OR (statement IS NULL AND kind = 'error' AND unseen);
