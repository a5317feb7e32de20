"""Python functions as arms, which run in this process."""

from __future__ import annotations

import contextlib
import functools
import inspect
import os
import re
import shlex
import shutil
import socket
import sys
import tempfile
import threading
import traceback
import uuid
import warnings
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from ._copies import copied
from ._digest import SETTINGS, Digest

# The program that FeedLab finds on PATH while a session serves rankers.
_PROGRAM = "python-ranker"
# Has the attribute `is_true` on threads that answer the program.
_answering = threading.local()
# The command of a ranker in a message of FeedLab, whose lines may be broken: the ranker's name and digest.
IN_MESSAGE = re.compile(rf"'?{_PROGRAM}\s(\S+)\s([0-9a-f]{{32}})'?")


def ranker(
    reads: Union[str, Iterable[str]] = (),
    name: Optional[str] = None,
    version: Optional[Union[str, int]] = None,
    *,
    kind: str = "score",
    learns: bool = False,
    batch: Optional[int] = None,
) -> Callable[[Callable[..., Any]], "Ranker"]:
    """Makes an arm of a function ``score(candidates, parameters)``, which returns a finite number for each candidate.

    The function runs in this process, with the columns as read-only NumPy arrays, or as lists without NumPy:

        @feedlab.ranker(reads=["likes", "age_hours"])
        def warm(candidates, parameters):
            return (1 + candidates["likes"]) / (1 + candidates["age_hours"] / parameters.get("fade", 24))

        feedlab.ab({..., "arms": {"newest": {"home": "recency"},
                                  "warm": {"home": {"ranker": warm, "parameters": {"fade": 12}}}}, ...})

    The highest number comes first, among equals the newer post. The function may depend on the candidates, the parameters and
    ``candidates.seed``, and on nothing that it remembers: FeedLab asks some requests twice, a few of them of a copy of the function
    whose lists, sets and dictionaries are as they were before the command. A class that has the methods
    ``learn(events)`` and ``score(candidates)`` remembers, with ``learns=True``: each world and arm has an object of its own.

    A finished run is used again as long as the function's code is the same, as it is loaded, and the values that it takes from outside:
    variables of its session, other functions, attributes of classes and modules that it names, versions of modules, and the files
    of those that were not installed. Where one of them cannot be compared, as a model of another library, its runs are not used
    again, and a warning says so; ``version`` is the remedy. Another minor version of Python simulates them again.

    Args:
        reads: The features that it reads: ``feedlab describe rankers command`` lists them. Ages and other durations are in hours.
        name: The ranker's name; by default the function's.
        version: Names what cannot be compared. Give another one whenever that changes.
        kind: What the function returns: ``"score"``, a number for each candidate; ``"order"``, the numbers of posts in order, of
            which some may be missing; or ``"serve"``, a page of ``page(request, parameters)`` with its cursor.
        learns: Whether it learns of what happens in its world, as ``feedlab_ranker.ranker`` describes.
        batch: How many requests, of different worlds, the function takes in a call at most, as a ``feedlab_ranker.Batch``; by
            default one, as ``feedlab_ranker.Candidates``.

    Raises:
        TypeError: The arguments or the function are of another kind; the message says what is expected.
    """
    import feedlab_ranker

    decorate = feedlab_ranker.ranker(reads, name=name, run=False, kind=kind, learns=learns, batch=batch)
    return lambda function: Ranker(decorate(function), None if version is None else str(version))


class Ranker:
    """A function that is an arm; calling it calls the function.

    Attributes:
        name: Its name.
        reads: The features that it reads.
    """

    def __init__(self, function: Callable[..., Any], version: Optional[str] = None) -> None:
        # Without the attributes of a class, whose methods would be those of the arm.
        functools.update_wrapper(self, function, updated=())
        self._function = function
        self._version = version
        self.name: str = function.ranker_name  # type: ignore[attr-defined]
        self.reads: List[str] = function.reads  # type: ignore[attr-defined]

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._function(*arguments, **named)

    def __repr__(self) -> str:
        return f"<feedlab.Ranker {self.name!r} of {', '.join(self.reads) or 'no features'}>"

    def check(self, **parameters: float) -> None:
        """Calls the function with five made-up posts, again with them in reverse order, and prints their scores in order.

        Raises:
            RunFailed: It raised an exception, returned something else than a number for each, or gave two orders.
        """
        import feedlab_ranker

        from ._errors import RunFailed

        if feedlab_ranker.check(self._function, parameters):
            raise RunFailed(f"the ranker {self.name!r} failed; the reason is above")

    def digest(self) -> Tuple[str, Optional[str]]:
        """A text that is the same for the same ranker, and why that is not so: what cannot be compared, or ``None``.

        Where something cannot be compared, the text is another one each time.
        """
        text, unknown = self._compared()
        if unknown is not None and self._version is None:
            return uuid.uuid4().hex, unknown
        return text, None

    def _instructions(self) -> Any:
        """What the function does, as bytes; ``None`` where it is no function of Python."""
        import feedlab_ranker

        return getattr(getattr(feedlab_ranker._function(self._function), "__code__", None), "co_code", None)

    def _compared(self) -> Tuple[str, Optional[str]]:
        """The digest of the version and of what can be compared, and the first thing that cannot be."""
        digest = Digest()
        digest.add("name", self.name)
        if self._version is not None:
            digest.add(f"version {self._version}")
        try:
            digest.function(self._function, self.name)
            digest.used()
        except RecursionError:
            digest.unknown.append(f"{self.name!r}, which has a value that is nested too deeply")
        return digest.text, next(iter(digest.unknown), None)


def is_serving() -> bool:
    """Whether this thread answers the program, so that code of a ranker runs."""
    return getattr(_answering, "is_true", False)


def _outside() -> int:
    """How many calls up the code is that uses this package, for a warning."""
    frame, level = inspect.currentframe(), 0
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in (__package__, "contextlib"):
        frame, level = frame.f_back, level + 1
    return level


class Session:
    """Serves the rankers of a scenario while a command runs.

    Attributes:
        failure: The first exception that a ranker raised.
    """

    def __init__(self) -> None:
        self.failure: Optional[BaseException] = None
        self._rankers: Dict[str, Ranker] = {}
        self._digests: Dict[int, str] = {}
        # Copies of their functions, by the digests of the rankers.
        self._copies: Dict[str, Callable[..., Any]] = {}
        # Those whose digest is another one each time.
        self._incomparable = False
        self._folder: Optional[str] = None
        self._listener: Optional[socket.socket] = None

    def section(self, ranker: Ranker, keys: Mapping[str, Any]) -> Dict[str, Any]:
        """What the scenario says for a ranker.

        Args:
            keys: Those beside it, such as its parameters.
        """
        if id(ranker) not in self._digests:
            digest, unknown = ranker.digest()
            if unknown is not None:
                self._incomparable = True
                warnings.warn(
                    f"runs of the ranker {ranker.name!r} are not used again, since {unknown}, cannot be compared with what it "
                    "was. Name it by @feedlab.ranker(…, version=1), and by another version whenever it changes",
                    stacklevel=_outside(),
                )
            first = self._rankers.setdefault(digest, ranker)
            if first is not ranker and (ranker._compared()[1] is not None or first._instructions() != ranker._instructions()):
                raise ValueError(
                    f"two rankers {ranker.name!r} cannot be distinguished; give each another name or version"
                )
            self._digests[id(ranker)] = digest
            self._copies.setdefault(digest, copied(ranker._function))
        import feedlab_ranker

        section: Dict[str, Any] = {
            "ranker": "command",
            "command": [_PROGRAM, ranker.name, self._digests[id(ranker)]],
            "reads": ranker.reads,
        }
        if feedlab_ranker.numpy is None:
            section["encoding"] = "json"
        for key in ("kind", "learns"):
            value = getattr(ranker._function, key, None)
            if value not in (None, False, "score"):
                section[key] = value
        return {**section, **keys}

    def comparable(self, text: str) -> str:
        """A text of the program without the digests of rankers, where some are others each time."""
        return re.sub(r"[0-9a-f]{32}", "", text) if self._incomparable else text

    def serves(self, digest: str) -> bool:
        """Whether the ranker with a digest is in the scenario."""
        return digest in self._rankers

    @property
    def environment(self) -> Dict[str, str]:
        """The variables by which the program finds the rankers; none where there are none."""
        if not self._rankers:
            return {}
        if self._folder is None:
            self._listen()
        return {
            "PATH": str(self._folder) + os.pathsep + os.environ.get("PATH", os.defpath),
            "FEEDLAB_PYTHON_SESSION": os.path.join(str(self._folder), "session"),
        }

    def close(self) -> None:
        if self._listener is not None:
            # The thread that accepts would wait on after a mere close.
            with contextlib.suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _listen(self) -> None:
        # The path of a socket has at most 107 bytes. Nobody else may enter this folder.
        usual = tempfile.gettempdir()
        self._folder = tempfile.mkdtemp(prefix="feedlab-", dir=usual if len(os.fsencode(usual)) < 80 else "/tmp")
        relay = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_relay.py")
        path = os.path.join(self._folder, _PROGRAM)
        with open(path, "w", encoding="utf-8") as file:
            # It starts in half the time without what other modules would need.
            file.write(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -I -S {shlex.quote(relay)} "$@"\n')
        os.chmod(path, 0o700)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(os.path.join(self._folder, "session"))
        self._listener.listen(128)
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        import feedlab_ranker

        with connection:
            digest, descriptors, _, _ = socket.recv_fds(connection, 64, 2)
            requests, answers = (open(descriptor, mode, buffering=0) for descriptor, mode in zip(descriptors, ("rb", "wb")))
            with requests, answers:
                ranker = self._rankers[digest.decode()]
                observed = _Observed(self, ranker._function)
                # The copy of the session is never called, so that it has what the function had when the session began.
                observed.fresh = lambda: _Observed(self, copied(self._copies[digest.decode()]))
                _answering.is_true = True
                try:
                    feedlab_ranker.serve(observed, requests, answers)
                except (OSError, feedlab_ranker._FeedLabHasEnded):
                    # The program has ended.
                    pass


class _Observed(functools.partial):  # type: ignore[type-arg]
    """A function whose first exception is kept for whoever started the command.

    Where it makes an object that learns, the exceptions of the object's methods are kept too.
    """

    session: Session
    watched: Callable[..., Any]
    fresh: Callable[[], "_Observed"]

    def __new__(cls, session: Session, function: Callable[..., Any]) -> "_Observed":
        import feedlab_ranker

        observed = super().__new__(cls, function)
        observed.session = session
        observed.watched = _watched(session, function, feedlab_ranker._function(function))
        for name in SETTINGS:
            if hasattr(function, name):
                setattr(observed, name, getattr(function, name))
        return observed

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        value = self.watched(*arguments, **named)
        return _state(self.session, value) if getattr(self, "learns", False) else value


def _watched(session: Session, call: Callable[..., Any], function: Any) -> Callable[..., Any]:
    """A call whose first exception is kept.

    Args:
        function: What is called in the end, whose line is in the message.
    """
    import feedlab_ranker

    def watched(*arguments: Any, **named: Any) -> Any:
        try:
            return call(*arguments, **named)
        except feedlab_ranker.RankerError as error:
            session.failure = session.failure or error
            raise
        except BaseException as error:
            # sys.exit() and Ctrl-C too: on this thread they would end the conversation without a reason.
            session.failure = session.failure or error
            # As the reason alone: its traceback is that of the exception which the call raises.
            raise feedlab_ranker.RankerError(_described(error, function)) from error

    return watched


def _state(session: Session, value: Any) -> Any:
    """Stands for an object that learns, under the name of its class, which messages have."""

    class State:
        def __getattr__(self, name: str) -> Any:
            method = getattr(value, name)
            if callable(method):
                method = _watched(session, method, method)
                # Found without this function from now on.
                setattr(self, name, method)
            return method

    State.__name__ = type(value).__name__
    return State()


def _described(error: BaseException, function: Any) -> str:
    """The exception, and the line of the function's file or cell that led to it."""
    text = "".join(traceback.format_exception_only(type(error), error)).strip()
    frames = traceback.extract_tb(error.__traceback__)
    # A class begins with its __init__.
    called = getattr(function, "__init__") if isinstance(function, type) else function
    code = getattr(called, "__code__", None)
    own = [frame for frame in frames if code is not None and frame.filename == code.co_filename] or frames[1:]
    if own:
        text += f" ({_shown(own[-1].filename)}, line {own[-1].lineno}, in {own[-1].name})"
    return text


def _shown(file: str) -> str:
    """A file as whoever wrote it knows it: a cell of a notebook by its number."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    name = getattr(getattr(shell, "compile", None), "format_code_name", lambda _: None)(file)
    return " ".join(name) if name else os.path.basename(file)
