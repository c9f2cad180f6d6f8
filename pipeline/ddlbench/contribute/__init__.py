"""From somebody's logs to a run folder: what logs say of themselves, which trial they are, what describes it."""

REDACTIONS = "redactions.json"
"""What `ddlbench redact` writes beside its copies: how often it replaced each kind; `ddlbench new` reads it."""
