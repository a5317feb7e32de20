"""What FeedLab starts for a ranker in a Python session: it hands its standard input and output over to that session.

The session then reads requests and writes answers itself, so that nothing passes through here.
"""

import os
import socket
import sys


def main(digest: str) -> None:
    path = os.environ.get("FEEDLAB_PYTHON_SESSION")
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path or "")
    except OSError:
        sys.exit("this ranker is a function in a Python session that has ended; call feedlab from one that has it")
    socket.send_fds(connection, [digest.encode()], [0, 1])
    os.close(0)
    os.close(1)
    # The session closes the connection when the conversation has ended.
    connection.recv(1)


if __name__ == "__main__":
    main(sys.argv[2])
