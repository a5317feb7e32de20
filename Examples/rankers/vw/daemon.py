# The daemon of Vowpal Wabbit, as PyPI's package has it: python3 daemon.py PORT OPTION…
import sys

from vowpalwabbit import Workspace

port, *options = sys.argv[1:]
Workspace(f"--daemon --foreground --num_children 1 --quiet --port {port} {' '.join(options)}").run_parser()
