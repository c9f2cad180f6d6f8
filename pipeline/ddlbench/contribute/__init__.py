"""From somebody's logs to a run folder: what logs say of themselves, which trial they are, what describes it."""
