"""`python -m ddlbench`"""

from ddlbench.cli import main

main()
