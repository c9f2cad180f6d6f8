"""ddlbench: what adding an index to a busy table costs, measured, checked and citable."""

import os

# Nothing here multiplies matrices, and the threads that numpy would start for it wait at full speed.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
