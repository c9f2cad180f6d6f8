"""ddlbench: what adding an index to a busy table costs, measured, checked and citable."""
