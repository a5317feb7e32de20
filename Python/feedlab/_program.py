"""The program: where it is, and how a command of it runs."""

from __future__ import annotations

import errno
import functools
import json
import os
import platform
import queue
import signal
import subprocess
import sys
import sysconfig
import threading
from typing import IO, Any, Callable, Dict, List, NamedTuple, Optional, Sequence

from ._errors import ProgramNotFound

_NAME = "feedlab"


def program() -> str:
    """The path of the program that the functions run.

    It is the one that the wheel installed, or the one that the environment variable ``FEEDLAB_PROGRAM`` names.

    Raises:
        ProgramNotFound: There is none.
    """
    named = os.environ.get("FEEDLAB_PROGRAM")
    if named:
        if not os.access(named, os.X_OK):
            raise ProgramNotFound(f"FEEDLAB_PROGRAM names {named!r}, which is no program")
        return os.path.abspath(named)
    for folder in _folders():
        path = os.path.join(folder, _NAME)
        if os.access(path, os.X_OK) and not os.path.isdir(path):
            return path
    raise ProgramNotFound(
        f"the program 'feedlab' is not where the package installs it, {_folders()[0]}. There is one for Linux on x86-64; this is "
        f"{_machine()}. Elsewhere, build it from its source and name it by the environment variable FEEDLAB_PROGRAM"
    )


def _folders() -> List[str]:
    """Where pip puts programs: of an environment, of a user, and beside the modules of ``pip install --target``."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    user = f"{os.name}_user"
    return [
        sysconfig.get_path("scripts"),
        os.path.join(here, "bin"),
        os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(here))), "bin"),
        *([sysconfig.get_path("scripts", user)] if user in sysconfig.get_scheme_names() else []),
    ]


def _machine() -> str:
    return f"{platform.system() or 'an unknown system'} on {platform.machine() or 'an unknown processor'}"


class Ended(NamedTuple):
    """A command that has ended."""

    exit_code: int
    output: str
    # The lines of standard error that are not progress.
    messages: List[str]
    was_interrupted: bool


def execute(
    arguments: Sequence[str],
    environment: Optional[Dict[str, str]] = None,
    progress: Optional[Callable[[Dict[str, Any]], None]] = None,
) -> Ended:
    """Runs a command and returns when it has ended.

    Ctrl-C reaches the program once for each time it comes, so that it ends as it does in a terminal: the first time it keeps what is
    finished, the second time it ends at once.

    Args:
        environment: Further variables.
        progress: Gets each progress, on this thread.
    """
    path = program()
    variables = {**os.environ, "NO_COLOR": "1", **(environment or {})}
    # What a workflow reads is for the program that it started.
    for name in ("GITHUB_ACTIONS", "FORCE_COLOR"):
        variables.pop(name, None)
    if progress is not None:
        variables["FEEDLAB_PROGRESS"] = "json"
    try:
        process = subprocess.Popen(
            [path, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=variables,
            # Ctrl-C in a terminal would reach it twice otherwise.
            start_new_session=True,
        )
    except OSError as error:
        if error.errno == errno.ENOEXEC:
            raise ProgramNotFound(
                f"{path} is a program for another machine: the wheel is for Linux on x86-64, and this is {_machine()}"
            ) from None
        raise ProgramNotFound(f"{path} cannot be run: {error.strerror}") from None
    # At once: nothing may come between, such as Ctrl-C, that would leave the program running.
    try:
        assert process.stdout is not None and process.stderr is not None
        # Threads read, so that Ctrl-C, which interrupts this one, loses nothing of a message.
        lines: "queue.SimpleQueue[Optional[str]]" = queue.SimpleQueue()
        output: List[bytes] = []
        readers = [
            threading.Thread(target=_read_lines, args=(process.stderr, lines), daemon=True),
            threading.Thread(target=_read_all, args=(process.stdout, output), daemon=True),
        ]
        for reader in readers:
            reader.start()
        messages: List[str] = []
        interrupts = 0
        has_ended = False
        while not has_ended:
            try:
                line = lines.get()
                if line is None:
                    has_ended = True
                elif line.startswith('{"') and '"progress":' in line:
                    if progress is not None:
                        progress(json.loads(line))
                else:
                    messages.append(line)
            except KeyboardInterrupt:
                interrupts += 1
                process.send_signal(signal.SIGINT if interrupts < 3 else signal.SIGKILL)
        readers[1].join()
        process.wait()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
    text = b"".join(output).decode("utf-8", "replace")
    return Ended(process.returncode, text, messages, interrupts > 0)


def _read_all(stream: IO[bytes], output: List[bytes]) -> None:
    output.append(stream.read())


def _read_lines(stream: IO[bytes], lines: "queue.SimpleQueue[Optional[str]]") -> None:
    for line in stream:
        lines.put(line.decode("utf-8", "replace").rstrip("\n"))
    lines.put(None)


@functools.lru_cache(maxsize=None)
def _description(path: str, modified: int) -> Dict[str, Any]:
    ended = execute(["describe", "commands", "--format", "json"])
    try:
        return {command["commandName"]: command for command in json.loads(ended.output)["command"]["subcommands"]}
    except (ValueError, KeyError):
        raise ProgramNotFound(f"{path} is not the program 'feedlab': it does not describe its commands") from None


def description(command: str) -> Dict[str, Any]:
    """What the program says about a command: its summary and its options."""
    path = program()
    name, *subcommands = command.split()
    found: Dict[str, Any] = _description(path, os.stat(path).st_mtime_ns)[name]
    for name in subcommands:
        found = next(subcommand for subcommand in found["subcommands"] if subcommand["commandName"] == name)
    return found


@functools.lru_cache(maxsize=None)
def _version(path: str, modified: int) -> str:
    return execute(["--version"]).output.strip().rpartition(" ")[2]


def version() -> str:
    """The version of the program, which is that of the package."""
    path = program()
    return _version(path, os.stat(path).st_mtime_ns)


def main() -> None:
    """``python -m feedlab``: the program, instead of this process."""
    try:
        path = program()
        os.execv(path, [path, *sys.argv[1:]])
    except (ProgramNotFound, OSError) as error:
        print(f"feedlab: error: {error}", file=sys.stderr)
        sys.exit(1)
