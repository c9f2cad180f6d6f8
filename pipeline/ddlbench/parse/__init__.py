"""From log files to rows: read, format, compile, account, batch, store."""
