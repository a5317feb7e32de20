"""A ranker for FeedLab in Python: a function that gives each candidate a number, orders candidates, or serves pages.

    from feedlab_ranker import ranker

    @ranker(reads=["likes", "age_hours"])
    def score(candidates, parameters):
        return (1 + candidates["likes"]) / (1 + candidates["age_hours"] / parameters.get("fade", 24))

Put this file beside yours, and name yours in a scenario:

    warm: {home: {ranker: command, command: [python3, mine.py], reads: [likes, age_hours]}}

``python3 mine.py --check`` calls the function with a made-up request, again with its candidates in reverse order, and prints
the scores; ``--check fade=12`` does so with a parameter.

A function under ``@ranker(kind="order")`` returns posts in order instead, and one under ``@ranker(kind="serve")`` the
page of a :class:`Request`; the scenario says ``kind: order`` or ``kind: serve``. A ranker that learns is a class, and one
under ``@ranker(batch=64)`` scores the requests of several worlds in one call: see ``ranker``.

With NumPy the columns are read-only arrays of float64. Without NumPy they are lists, and the scenario says ``encoding: json``.
What the script prints below the import, which stands first, goes to standard error; FeedLab shows the end of it when the ranker
fails.

The protocol is described in docs/reference/ranker-protocol.md. This file needs Python 3.9 and nothing else; it may be copied.
"""

import difflib
import enum
import functools
import json
import math
import os
import struct
import sys
import threading
import time
import traceback

try:
    import numpy
except ImportError:
    numpy = None

__all__ = ["Batch", "Candidates", "Event", "Lane", "NO_REQUEST", "RankerError", "Request", "Surface", "Visibility", "ranker", "serve"]

VERSION = 1
HELLO, OPEN, CLOSE, SCORE, SCORES, ERROR, ORDER, ORDERED, SERVE, PAGE, EVENTS, BATCH = range(1, 13)
# What a ranker answers with, and the method of one that learns.
KINDS = {"score": "score", "order": "order", "serve": "page"}
SURFACES = ["home", "contest", "friends", "latest", "following", "global"]
# Kind, version, lane, sequence, length of the payload, 0.
HEADER = struct.Struct("<HHIQII")
# Viewer, refresh, seconds, number of candidates, number of columns.
REQUEST = struct.Struct("<IIdII")
# Viewer, refresh, seconds, limit, number of the surface, length of the cursor, 0.
SERVE_REQUEST = struct.Struct("<IIdIIII")
# Number of requests, number of columns, number of candidates, 0.
BATCH_HEAD = struct.Struct("<IIII")
# The category of a post without one, and the length of a cursor that is missing.
NOTHING = 0xFFFFFFFF


class Event(enum.IntEnum):
    """What happened: ``events["kind"]``."""

    JOIN = 1
    POST = 2
    DELETE = 3
    ENTER = 4
    FOLLOW = 5
    UNFOLLOW = 6
    FRIEND = 7
    UNFRIEND = 8
    BLOCK = 9
    IMPRESSION = 10
    VIEW = 11
    LIKE = 12
    UNLIKE = 13
    COMMENT = 14
    SAVE = 15
    UNSAVE = 16
    VOTE = 17


class Visibility(enum.IntEnum):
    """Who may see a post besides its author, unless a block hides it: ``events["visible_to"]``."""

    EVERYONE = 0
    # And friends, of an author whose account is private.
    FOLLOWERS = 1
    FRIENDS = 2
    # Nobody else.
    AUTHOR = 3


class Surface(enum.IntEnum):
    """The feed of an impression: ``events["surface"]``."""

    HOME = 0
    CONTEST = 1
    FRIENDS = 2
    LATEST = 3
    FOLLOWING = 4
    GLOBAL = 5


# The request of an interaction that comes from no impression.
NO_REQUEST = 2**32 - 1

# The fields of an event, with their types and offsets in 40 bytes. Group, category and contest share one, as surface and
# visible_to do, since no event has two of them.
EVENT_FIELDS = {
    "time": ("<f8", 0), "kind": ("u1", 8), "surface": ("u1", 9), "visible_to": ("u1", 9), "looked": ("?", 10), "own": ("?", 11),
    "member": ("<u4", 12), "other": ("<u4", 16), "post": ("<u4", 20), "group": ("<u4", 24), "category": ("<u4", 24),
    "contest": ("<u4", 24), "position": ("<u4", 28), "request": ("<u4", 32), "refresh": ("<u4", 36),
}
EVENT_TYPE = numpy and numpy.dtype(
    {
        "names": list(EVENT_FIELDS),
        "formats": [form for form, _ in EVENT_FIELDS.values()],
        "offsets": [offset for _, offset in EVENT_FIELDS.values()],
        "itemsize": 40,
    }
)

# What a batch has about each of its requests.
RECORD_TYPE = numpy and numpy.dtype(
    [
        ("lane", "<u4"), ("viewer", "<u4"), ("sequence", "<u8"), ("now", "<f8"), ("refresh", "<u4"), ("offset", "<u4"),
        ("count", "<u4"), ("zero", "<u4"),
    ]
)


def _streams():
    """Standard input and output, kept for messages alone.

    Whatever is printed, here, by a library in C or by another program, goes to standard error, and whoever reads standard
    input finds it at its end.
    """
    streams = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    # What was printed before the import and not written yet goes there too.
    if sys.stdout is not None:
        sys.stdout.flush()
    sys.stdout = sys.stderr
    return streams


# FeedLab sets the variable, so that nothing is printed between the import of this file and the function either.
_STREAMS = _streams() if os.environ.pop("FEEDLAB_RANKER", None) else None


class RankerError(Exception):
    """What FeedLab shows as the reason why the ranker failed."""


class _FeedLabHasEnded(BaseException):
    """Nobody reads the answers any more. A pipe that breaks in the function is an error of the function."""


class _Columns:
    """Posts, and a column of numbers for each feature that is read."""

    __slots__ = ("posts", "parameters", "_columns")

    def __len__(self):
        return len(self.posts)

    def __getitem__(self, feature):
        try:
            return self._columns[feature]
        except KeyError:
            raise RankerError(
                f"{feature!r} is not among the columns {', '.join(self._columns) or '(none)'}; "
                "add it to 'reads' of the ranker and of the scenario"
            ) from None

    def __contains__(self, feature):
        return feature in self._columns


class Candidates(_Columns):
    """The posts that a page could show, and what a backend knows of them.

    ``candidates["likes"]`` is the column of a feature: a number for each candidate. All columns have the same order.

    Attributes:
        viewer: The number of the member who asks for the page.
        now: The simulated time of the refresh in seconds.
        refresh: The number of the refresh among those of the viewer.
        posts: The number of each post; a newer post has a larger one.
        authors: The number of each post's author; for the kind "order" alone.
        categories: The number of each post's category, -1 for none; for the kind "order" alone.
        parameters: Those of the arm in the scenario.
        world: The number of the world.
        seed: A whole number for the ranker's own randomness, the same for each request of a world.
    """

    __slots__ = ("viewer", "now", "refresh", "authors", "categories", "world", "seed")

    def __init__(
        self, viewer, now, refresh, posts, columns, parameters=None, world=0, seed=0, authors=None, categories=None
    ):
        self.viewer, self.now, self.refresh, self.posts = viewer, now, refresh, posts
        self.authors, self.categories = authors, categories
        self.parameters = parameters or {}
        self.world, self.seed = world, seed
        self._columns = columns


class Batch(_Columns):
    """The candidates of several requests, one request after the other, as a function under ``@ranker(batch=64)`` gets them.

    ``batch["likes"]`` is the column of a feature over all of them, and ``len(batch)`` the number of candidates. A score of a
    candidate's own columns is written as for one request. What belongs to a request is an array with a number for each of
    them, and ``batch.viewers[batch.requests]`` has it for each candidate.

    Which requests share a batch depends on timing: what is made of candidates, such as a mean or a rank, has to be made of
    those of one request. ``numpy.add.reduceat(column, batch.offsets[:-1])`` sums a column for each request, and
    :meth:`split` gives the requests one by one.

    Attributes:
        posts: The number of each candidate's post; a newer post has a larger one.
        parameters: Those of the arm in the scenario; all requests of a batch have the same.
        offsets: Where the candidates of each request begin, and the number of all candidates at the end: the candidates
            of request i are ``offsets[i]:offsets[i + 1]``.
        requests: The index of each candidate's request.
        viewers: The number of the member who asks, for each request.
        times: The simulated time of each refresh in seconds.
        refreshes: The number of each refresh among those of the viewer.
        worlds: The number of each request's world.
        seeds: For each request a whole number for the ranker's own randomness, the same for all requests of a world.
    """

    __slots__ = ("_records", "_lanes")

    def __init__(self, records, posts, columns, parameters, lanes):
        self.posts, self.parameters, self._columns = posts, parameters, columns
        self._records, self._lanes = records, lanes

    @property
    def offsets(self):
        return numpy.append(self._records["offset"].astype(numpy.int64), len(self.posts))

    @property
    def requests(self):
        return numpy.repeat(numpy.arange(len(self._records)), self._records["count"])

    @property
    def viewers(self):
        return self._records["viewer"]

    @property
    def times(self):
        return self._records["now"]

    @property
    def refreshes(self):
        return self._records["refresh"]

    @property
    def worlds(self):
        return self._opened("world")

    @property
    def seeds(self):
        return self._opened("seed")

    def _opened(self, name):
        return numpy.array([self._lanes.get(lane, {}).get(name, 0) for lane in self._records["lane"].tolist()])

    def split(self):
        """The requests one by one, each as :class:`Candidates`."""
        rows = zip(self._records.tolist(), self.worlds.tolist(), self.seeds.tolist())
        for (_, viewer, _, now, refresh, offset, count, _), world, seed in rows:
            part = slice(offset, offset + count)
            columns = {name: column[part] for name, column in self._columns.items()}
            yield Candidates(viewer, now, refresh, self.posts[part], columns, self.parameters, world, seed)

    def _alone(self):
        """For each request a batch that has no other."""
        for index, candidates in enumerate(self.split()):
            records = self._records[index : index + 1].copy()
            records["offset"] = 0
            yield Batch(records, candidates.posts, candidates._columns, self.parameters, self._lanes)

    def __getattr__(self, name):
        # What one request has.
        of_all = {"viewer": "viewers", "now": "times", "refresh": "refreshes", "world": "worlds", "seed": "seeds"}.get(name)
        if of_all is None:
            raise AttributeError(f"a batch has no {name!r}")
        raise RankerError(
            f"a batch has several requests, and so no {name!r}: batch.{of_all}[batch.requests] has it for each candidate"
        )


class Request:
    """A request for a page to a ranker of the kind "serve".

    Attributes:
        viewer: The number of the member who asks for the page.
        surface: The feed: "home", "contest", "friends", "latest", "following" or "global".
        limit: How many posts the page may have.
        cursor: The text with which the page before ended; None for the first page of a refresh.
        refresh: The number of the refresh among those of the viewer.
        now: The simulated time in seconds.
        parameters: Those of the arm in the scenario.
        world: The number of the world.
        seed: A whole number for the ranker's own randomness, the same for each request of a world.
    """

    __slots__ = ("viewer", "surface", "limit", "cursor", "refresh", "now", "parameters", "world", "seed")

    def __init__(self, viewer, surface, limit, cursor, refresh, now, parameters=None, world=0, seed=0):
        self.viewer, self.surface, self.limit, self.cursor = viewer, surface, limit, cursor
        self.refresh, self.now = refresh, now
        self.parameters, self.world, self.seed = parameters or {}, world, seed


class Lane:
    """A feed of one world under one arm, for which a ranker that learns has a state of its own.

    Attributes:
        world: The number of the world.
        seed: A whole number for the ranker's own randomness, the same in all arms of a world.
        parameters: Those of the arm in the scenario.
    """

    __slots__ = ("world", "seed", "parameters")

    def __init__(self, world=0, seed=0, parameters=None):
        self.world, self.seed, self.parameters = world, seed, parameters or {}


def ranker(reads=(), name=None, run=None, kind="score", learns=False, batch=None):
    """Makes a ranker of a function ``score(candidates, parameters)``, which returns a number for each candidate.

    The highest number comes first, among equals the newer post. With ``kind="order"`` the function returns the numbers of
    posts in order, the best first, and those that it leaves out are not shown. With ``kind="serve"`` it is
    ``page(request, parameters)`` and returns the numbers of a page's posts, or those and a cursor: a text that comes back
    with the request for the next page.

    The function may depend on the candidates, the
    parameters and the seed, and on nothing that it remembers, nor on the order of the candidates: FeedLab asks one
    request in a hundred twice, and reverses them.

    With ``learns=True`` it makes a ranker that learns of a class, or of anything else that makes an object when it is
    called without arguments. FeedLab has one object for each lane, which is a feed of a world under an arm, and calls

    - ``open(lane)``, if there is such a method: the lane begins, with its parameters and seed;
    - ``learn(events)``: what has happened since the last call, in order, as an array with the fields of
      ``EVENT_FIELDS``; without NumPy a list of dictionaries;
    - ``score(candidates)``: a number for each candidate; with the other kinds ``order(candidates)`` or
      ``page(request)``. It may depend on the lane, on what was learnt and on the
      candidates; it changes nothing, since a request may come twice.

    How events are divided into calls of ``learn`` must change nothing either.

    With ``batch=64`` the function gets a :class:`Batch` instead of one request's candidates: those of at most so many
    requests, of worlds that FeedLab simulates at the same time, and returns a number for each candidate of all of them. That
    saves time where a call costs more than what it computes. ``feedlab ab --jobs 16`` simulates sixteen worlds at a time.

    Args:
        reads: The names of the features that it reads; ``feedlab describe rankers command`` lists them.
        name: The ranker's name; by default the function's.
        learns: Whether it gets events; the scenario says ``learns: true``.
        run: Whether to serve FeedLab at once, on standard input and output. By default this is so where the function
            is in the script that Python runs, so that other scripts and tests can import it.
        kind: What the function returns: "score", "order" or "serve".
        batch: How many requests the function takes in a call at most; by default one, as ``Candidates``.
    """
    if callable(reads):
        raise TypeError("write '@ranker(reads=[\"likes\"])' above the function, with the features that it reads")
    if kind not in KINDS:
        raise TypeError(f"'kind' is \"score\", \"order\" or \"serve\", and not {kind!r}")
    reads = [reads] if isinstance(reads, str) else list(reads)
    for feature in reads:
        if not isinstance(feature, str):
            raise TypeError(f"'reads' has the names of features, such as \"likes\", and not {feature!r}")
    if kind == "serve" and reads:
        raise TypeError("a ranker of the kind \"serve\" gets no candidates, and so no columns; leave 'reads' out")
    if batch is not None:
        if isinstance(batch, bool) or not isinstance(batch, int) or batch < 1:
            raise TypeError(f"'batch' is a whole number of requests from 1 up, and not {batch!r}")
        if kind != "score" or learns:
            raise TypeError("batches are for rankers of the kind \"score\" that do not learn; leave 'batch' out")
        if numpy is None:
            raise TypeError("batches are arrays of NumPy, which is not installed; install it, or leave 'batch' out")
    caller = sys._getframe(1).f_globals
    is_in_script = caller.get("__name__") == "__main__"

    def decorate(score):
        if learns:
            if not callable(score):
                raise TypeError(f"a ranker that learns is a class, or a function that makes an object, and not {score!r}")
            if isinstance(score, type):
                _check_methods(score, kind, score.__name__, TypeError)
        elif isinstance(score, type):
            raise TypeError(f"a class is a ranker that learns: write '@ranker(…, learns=True)' above {score.__name__}")
        if not callable(score):
            raise TypeError(f"a ranker is a function of candidates and parameters, and not {score!r}")
        is_script = is_in_script or getattr(score, "__module__", None) == "__main__"
        title = name or getattr(_function(score), "__name__", None) or type(score).__name__
        settings = {"reads": reads, "ranker_name": title, "kind": kind, "learns": learns, "batch": batch}
        try:
            for setting, value in settings.items():
                setattr(score, setting, value)
        except (AttributeError, TypeError):
            # A method, a class in C, or an object of a class with slots, takes no attribute.
            score = functools.partial(score)
            vars(score).update(settings)
        if is_script if run is None else run:
            if is_script:
                _bind(score, caller if is_in_script else vars(sys.modules["__main__"]))
            main(score)
        return score

    return decorate


def _bind(score, script):
    """Gives a function or class of the script its name there, which Python would do after the decorator.

    So it can refer to itself: a class to its constants, a function that is recursive to itself.
    """
    title = getattr(score, "__name__", None)
    if title is None or getattr(score, "__qualname__", None) != title or getattr(score, "__module__", None) != "__main__":
        return
    # One that wraps another has the name of that one, which may be in the script already.
    if title not in script or not hasattr(score, "__wrapped__"):
        script[title] = score


def _function(score):
    """What a partial function calls."""
    while isinstance(score, functools.partial):
        score = score.func
    return score


def main(score, arguments=None):
    """Serves FeedLab with the function, or checks it for ``--check``, and ends the script.

    A script that nobody serves by, since standard input is a terminal or ends before FeedLab's ``hello``, says how to run it and
    ends with exit code 64. Other arguments are the script's own, for FeedLab starts it with those of the scenario.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if "--check" in arguments:
        try:
            parameters = _parameters(arguments[arguments.index("--check") + 1 :])
        except RankerError as error:
            print(error, file=sys.stderr)
            sys.exit(64)
        sys.exit(check(score, parameters))
    if _STREAMS is None and (sys.stdin is None or sys.stdin.isatty()):
        print(_how_to_run(arguments), file=sys.stderr)
        sys.exit(64)
    requests, answers = _streams() if _STREAMS is None else _STREAMS
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    try:
        is_known = serve(score, open(requests, "rb", buffering=0), open(answers, "wb", buffering=0), _modules())
    except _FeedLabHasEnded:
        is_known = True
    # FeedLab that ends before it says anything needs no advice.
    is_by_hand = _STREAMS is None and not is_known
    if is_by_hand:
        print(_how_to_run(arguments), file=sys.stderr)
    sys.stderr.flush()
    # Without the work of the interpreter's end, for which FeedLab would wait.
    os._exit(64 if is_by_hand else 0)


def _how_to_run(arguments):
    """What to write instead of a command by which nobody is served."""
    script = sys.argv[0]
    text = (
        f"{script} is a ranker: 'python3 {script} --check' calls it with made-up posts, and FeedLab runs it by a scenario with "
        f"'{{ranker: command, command: [python3, {os.path.basename(script)}], …}}'"
    )
    for word in arguments:
        if difflib.get_close_matches(word.partition("=")[0], ["--check"]):
            return f"'{word}' is no option; did you mean '--check'? {text}"
    if arguments:
        return f"'{arguments[0]}' is no option; the only one is '--check', which parameters such as 'fade=12' follow. {text}"
    return text


def _modules():
    """The files of the loaded modules that were not installed, each with its SHA-256.

    By them FeedLab knows whether the code is the code of its files. This file is none of the ranker's.
    """
    import hashlib

    standard = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
    files = {}
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        path = os.path.abspath(file) if isinstance(file, str) else ""
        is_installed = {"site-packages", "dist-packages"} & set(path.split(os.sep)) or path.startswith(standard)
        if not path or is_installed or path == os.path.abspath(__file__):
            continue
        try:
            with open(path, "rb") as content:
                files[os.path.relpath(path)] = hashlib.sha256(content.read()).hexdigest()
        except OSError:
            # In an archive, which is the file.
            continue
    return sorted(map(list, files.items()))


def serve(score, requests, answers, modules=()):
    """Answers requests until they end.

    Args:
        score: The function.
        requests: A binary file without a buffer, from which FeedLab's messages are read.
        answers: A binary file to which the answers are written.
        modules: The files of the code, each with its SHA-256, where they stand for it.

    Returns:
        Whether FeedLab said ``hello`` before.
    """
    first = requests.read(1)
    if not first:
        return False
    conversation = (_Lines if first == b"{" else _Frames)(score, requests, answers)
    conversation.modules = modules
    conversation.serve(first)
    return conversation.has_begun


class _Conversation:
    """What both encodings have in common."""

    def __init__(self, score, requests, answers):
        self.score, self.requests, self.answers = score, requests, answers
        self.reads, self.lanes, self.has_begun, self.modules = [], {}, False, ()
        self.kind = getattr(score, "kind", "score")
        self.learns = getattr(score, "learns", False)
        # How many requests the function takes at most; None where it takes one, as `Candidates`.
        self.batch = getattr(score, "batch", None)
        # What a ranker that learns knows, by lane.
        self.states = {}

    def hello(self, message):
        """The answer to ``hello``."""
        self.has_begun = True
        if VERSION not in message.get("versions", []):
            raise RankerError(
                f"feedlab_ranker.py speaks version {VERSION} of the protocol, and FeedLab {message.get('versions')}; "
                "copy the file that comes with this FeedLab"
            )
        if message.get("kind", "score") != self.kind:
            raise RankerError(
                f"the script is of the kind {self.kind!r}, and the scenario says 'kind: {message.get('kind')}'"
            )
        self.reads = message["reads"]
        # A function of a session, which all processes have, gives a copy that remembers nothing.
        if message.get("second") and hasattr(self.score, "fresh"):
            self.score = self.score.fresh()
        answer = {
            "type": "hello",
            "version": VERSION,
            "kind": self.kind,
            "name": getattr(self.score, "ranker_name", "ranker"),
            "reads": getattr(self.score, "reads", []),
            "stateless": self.kind != "serve" and not self.learns,
        }
        if self.modules:
            answer["modules"] = self.modules
        return answer if self.batch is None else {**answer, "batch": self.batch}

    def control(self, message):
        """Takes in a message that has no answer."""
        if message["type"] == "open":
            self.lanes[message["lane"]] = message
            if self.learns:
                lane = Lane(message["world"], message["seed"], message["parameters"])
                self.states[message["lane"]] = _opened(self.score, lane)
        elif message["type"] == "close":
            self.lanes.pop(message["lane"], None)
            self.states.pop(message["lane"], None)
        else:
            raise RankerError(f"FeedLab sent {message['type']!r}, which feedlab_ranker.py does not know")

    def scores(self, viewer, refresh, now, posts, columns, lane):
        """The scores of a request, checked by number and value."""
        if self.batch is not None:
            record = (lane, viewer, 0, now, refresh, 0, len(posts), 0)
            return self.batch_scores(numpy.array([record], RECORD_TYPE), posts, columns)
        candidates = Candidates(viewer, now, refresh, posts, columns, *self.opened(lane))
        return _checked(self.asked(candidates, lane), candidates)

    def batch_scores(self, records, posts, columns):
        """The scores of a batch, checked by number and value."""
        parameters = self.lanes.get(records.item(0)[0], {}).get("parameters", {})
        batch = Batch(records, posts, columns, parameters, self.lanes)
        return _checked(self.score(batch, parameters), batch)

    def order(self, viewer, refresh, now, posts, authors, categories, columns, lane):
        """The posts of a request in order, as whole numbers."""
        candidates = Candidates(viewer, now, refresh, posts, columns, *self.opened(lane), authors, categories)
        return _whole(self.asked(candidates, lane), "an order of posts")

    def page(self, viewer, surface, limit, cursor, refresh, now, lane):
        """The posts of a page as whole numbers, and the cursor."""
        request = Request(viewer, surface, limit, cursor, refresh, now, *self.opened(lane))
        return _page(self.asked(request, lane))

    def opened(self, lane):
        """The parameters, the world and the seed of a lane."""
        opened = self.lanes.get(lane, {})
        return opened.get("parameters", {}), opened.get("world", 0), opened.get("seed", 0)

    def asked(self, request, lane):
        """What the ranker answers to a request."""
        if self.learns:
            return getattr(self.states[lane], KINDS[self.kind])(request)
        return self.score(request, request.parameters)

    def learn(self, events, lane):
        """Hands events on to the state of a lane."""
        if not self.learns:
            raise RankerError("FeedLab sent events to a ranker that does not learn")
        self.states[lane].learn(events)


def _check_methods(value, kind, title, error):
    answer = KINDS[kind]
    argument = "request" if kind == "serve" else "candidates"
    for method in ("learn", answer):
        if not callable(getattr(value, method, None)):
            raise error(
                f"a ranker that learns has the methods learn(events) and {answer}({argument}); {title} has no {method}"
            )


def _opened(make, lane):
    """The state of a lane of a ranker that learns."""
    state = make()
    _check_methods(state, getattr(make, "kind", "score"), type(state).__name__, RankerError)
    if hasattr(state, "open"):
        state.open(lane)
    return state


def _checked(scores, candidates):
    """The scores as an array of float64, or as a list without NumPy."""
    count = len(candidates)
    if scores is None:
        raise RankerError(f"the function returned None instead of {count} scores; does it end with 'return'?")
    if hasattr(scores, "__next__"):
        raise RankerError(
            f"the function returned a {type(scores).__name__} instead of {count} scores; make a list of it by 'list(…)'"
        )
    if numpy is not None and numpy.ma.is_masked(scores):
        raise RankerError(
            "the function returned a masked array, whose masked scores are no numbers; choose them by 'scores.filled(0)'"
        )
    try:
        scores = _numbers(scores)
    except (TypeError, ValueError) as error:
        raise RankerError(
            f"the function returned a {type(scores).__name__} that is no list of {count} numbers: {error}"
        ) from None
    if numpy is not None:
        if scores.ndim == 0:
            raise RankerError(_one_number(count))
        if scores.shape != (count,):
            raise RankerError(f"the function returned scores of the shape {scores.shape} for {count} candidates")
        is_missing = numpy.isnan(scores)
        if is_missing.any():
            raise RankerError(_no_number(int(numpy.flatnonzero(is_missing)[0]), candidates))
        return scores
    if scores is None:
        raise RankerError(_one_number(count))
    if len(scores) != count:
        raise RankerError(f"the function returned {len(scores)} scores for {count} candidates")
    for index, score in enumerate(scores):
        if math.isnan(score):
            raise RankerError(_no_number(index, candidates))
    return scores


def _one_number(count):
    return (
        f"the function returned one number for {count} candidate{'s'[: count != 1]}; return a number for each, such as"
        " [0.0] * len(candidates)"
    )


def _numbers(scores):
    """What a function returned as an array of float64; without NumPy as a list of floats, or None for one number."""
    if numpy is not None:
        scores = numpy.asarray(scores)
        if scores.dtype.kind not in "biufO":
            raise TypeError(f"its numbers are of the type {scores.dtype}")
        return scores.astype(numpy.float64, copy=False)
    if isinstance(scores, (int, float)):
        return None
    if any(isinstance(score, str) for score in scores):
        raise TypeError("its numbers are of the type str")
    return [float(score) for score in scores]


def _whole(posts, what):
    """The numbers of posts as a list of whole numbers."""
    if posts is None:
        raise RankerError(f"the function returned None instead of {what}; does it end with 'return'?")
    try:
        posts = posts.tolist() if hasattr(posts, "tolist") else list(posts)
        whole = [int(post) for post in posts]
    except (TypeError, ValueError) as error:
        raise RankerError(f"the function returned {type(posts).__name__!r} instead of {what}: {error}") from None
    for post, number in zip(posts, whole):
        if post != number:
            raise RankerError(f"the function returned {post!r} among the posts; they are whole numbers")
    return whole


def _page(page):
    """The posts of a page, and the cursor: a text or None."""
    posts, cursor = page if isinstance(page, tuple) and len(page) == 2 and not _is_number(page[0]) else (page, None)
    if not isinstance(cursor, (str, type(None))):
        raise RankerError(f"the function returned the cursor {cursor!r}; a cursor is a text, or None at the end")
    return _whole(posts, "a page of posts"), cursor


def _is_number(value):
    return isinstance(value, (int, float)) or numpy is not None and isinstance(value, numpy.number)


def _packed(posts):
    """The numbers of posts in a frame; one that no post can have is the largest number."""
    return struct.pack(f"<{len(posts)}I", *(post if 0 <= post < NOTHING else NOTHING for post in posts))


def _padded(payload):
    """The bytes with zeros behind them, up to a multiple of 8."""
    return payload + bytes(-len(payload) % 8)


def _no_number(index, candidates):
    """Names the post whose score is no number, and the columns from which it came."""
    values = ", ".join(f"{name} = {column[index]:g}" for name, column in candidates._columns.items())
    return f"the score of post {int(candidates.posts[index])} is no number" + (f"; its {values}" if values else "")


class _Frames(_Conversation):
    """Binary frames, whose columns NumPy reads where they are."""

    def serve(self, first):
        # A frame begins at the start of the buffer, so that its columns, 48 bytes further, are aligned.
        self.buffer = bytearray(1 << 16)
        self.buffer[: len(first)] = first
        self.held = len(first)
        # The columns and posts of requests by their number of candidates, and those of batches by their numbers of requests
        # and candidates: views of the buffer.
        self.views = {}
        while self.fill(HEADER.size):
            kind, _, lane, sequence, length, _ = HEADER.unpack_from(self.buffer)
            end = HEADER.size + length
            if not self.fill(end):
                return
            try:
                self.answer(kind, lane, sequence, end)
            except Exception as error:
                self.write(ERROR, lane, sequence, _text(_described(error, self.score, lane, sequence)))
            self.held -= end
            if self.held:
                self.buffer[: self.held] = self.buffer[end : end + self.held]

    def fill(self, count):
        """Reads until the buffer has so many bytes; False where the requests end before."""
        if count > len(self.buffer):
            larger = bytearray(2 * count)
            larger[: self.held] = memoryview(self.buffer)[: self.held]
            self.buffer, self.views = larger, {}
        while self.held < count:
            got = self.requests.readinto(memoryview(self.buffer)[self.held :])
            if not got:
                return False
            self.held += got
        return True

    def answer(self, kind, lane, sequence, end):
        if kind == BATCH and self.batch is not None:
            return self.answer_batch(sequence)
        if kind == ORDER:
            return self.write(ORDERED, lane, sequence, self.ordered(lane))
        if kind == SERVE:
            return self.write(PAGE, lane, sequence, self.served(lane))
        if kind == EVENTS:
            count = int.from_bytes(self.buffer[HEADER.size : HEADER.size + 4], "little")
            events = numpy.frombuffer(self.buffer, EVENT_TYPE, count, HEADER.size + 8)
            events.flags.writeable = False
            self.learn(events, lane)
            return
        if kind == BATCH:
            raise RankerError("FeedLab sent a batch to a function that takes none")
        if kind != SCORE:
            message = json.loads(self.buffer[HEADER.size : end].decode())
            if kind == HELLO:
                self.write(HELLO, lane, sequence, _text(self.hello(message)))
                # Every answer of this conversation needs NumPy: better now than after the first page.
                if numpy is None and (self.kind != "serve" or self.learns):
                    raise RankerError("NumPy is not installed; install it, or say 'encoding: json' in the scenario")
            else:
                self.control(message)
            return
        viewer, refresh, now, count, _ = REQUEST.unpack_from(self.buffer, HEADER.size)
        columns, posts = self.views.get(count) or self.find(count, count, HEADER.size + REQUEST.size)
        scores = self.scores(viewer, refresh, now, posts, columns, lane)
        self.write(SCORES, lane, sequence, scores.tobytes())

    def answer_batch(self, sequence):
        """Answers all requests of a batch by one message, or those that fail by one each before."""
        count, _, total, _ = BATCH_HEAD.unpack_from(self.buffer, HEADER.size)
        start = HEADER.size + BATCH_HEAD.size
        key = count, total
        columns, posts = self.views.get(key) or self.find(key, total, start + RECORD_TYPE.itemsize * count)
        records = numpy.frombuffer(self.buffer, RECORD_TYPE, count, start)
        records.flags.writeable = False
        failure = None
        try:
            scores = self.batch_scores(records, posts, columns)
        except Exception as error:
            failure = error
        if failure is not None:
            scores = self.scores_one_by_one(records, posts, columns, failure)
        self.write(SCORES, 0, sequence, numpy.ascontiguousarray(scores).data.cast("B"))

    def scores_one_by_one(self, records, posts, columns, failure):
        """The scores of a batch whose call failed: the requests that fail alone too are refused."""
        scores, is_refused = numpy.zeros(len(posts)), False
        alone = Batch(records, posts, columns, {}, self.lanes)._alone()
        for (lane, _, number, _, _, offset, count, _), batch in zip(records.tolist(), alone):
            reason = failure if len(records) == 1 else None
            try:
                if reason is None:
                    part = self.batch_scores(batch._records, batch.posts, batch._columns)
                    scores[offset : offset + count] = part
            except Exception as error:
                reason = error
            if reason is not None:
                is_refused = True
                self.write(ERROR, lane, number, _text(_described(reason, self.score, lane, number)))
        if not is_refused:
            reason = _described(failure, self.score, 0, 0)["message"]
            raise RankerError(f"the function fails by {len(records)} requests together and by none of them alone: {reason}")
        return scores

    def ordered(self, lane):
        """The payload that answers a request for an order."""
        viewer, refresh, now, count, width = REQUEST.unpack_from(self.buffer, HEADER.size)
        start = HEADER.size + REQUEST.size
        # The function may keep what it gets: there are few such requests, a refresh each.
        table = numpy.frombuffer(self.buffer, "<f8", width * count, start).reshape(width, count).copy()
        lists = numpy.frombuffer(self.buffer, "<u4", 3 * count, start + 8 * width * count).reshape(3, count).copy()
        categories = lists[2].astype(numpy.int64)
        categories[categories == NOTHING] = -1
        columns = {name: table[row] for row, name in enumerate(self.reads)}
        posts = self.order(viewer, refresh, now, lists[0], lists[1], categories, columns, lane)
        return _padded(struct.pack("<I", len(posts)) + _packed(posts))

    def served(self, lane):
        """The payload that answers a request for a page."""
        viewer, refresh, now, limit, surface, length, _ = SERVE_REQUEST.unpack_from(self.buffer, HEADER.size)
        start = HEADER.size + SERVE_REQUEST.size
        cursor = None if length == NOTHING else self.buffer[start : start + length].decode()
        posts, cursor = self.page(viewer, SURFACES[surface], limit, cursor, refresh, now, lane)
        text = b"" if cursor is None else cursor.encode()
        return _padded(
            struct.pack("<II", len(posts), NOTHING if cursor is None else len(text)) + _packed(posts) + text
        )

    def find(self, key, count, start):
        """The columns and posts of so many candidates from there on, as arrays that share the buffer's memory."""
        width = len(self.reads)
        table = numpy.frombuffer(self.buffer, "<f8", width * count, start).reshape(width, count)
        posts = numpy.frombuffer(self.buffer, "<u4", count, start + 8 * width * count)
        table.flags.writeable = posts.flags.writeable = False
        if len(self.views) >= 256:
            self.views.clear()
        found = self.views[key] = ({name: table[row] for row, name in enumerate(self.reads)}, posts)
        return found

    def write(self, kind, lane, sequence, payload):
        _write(self.answers, HEADER.pack(kind, VERSION, lane, sequence, len(payload), 0) + payload)


class _Lines(_Conversation):
    """A line of JSON for each message."""

    def serve(self, first):
        rest = first
        while True:
            piece = self.requests.read(1 << 16)
            if not piece:
                return
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                self.answer(json.loads(line))

    def answer(self, message):
        lane, sequence = message.get("lane", 0), message.get("sequence", 0)
        try:
            if message["type"] == "hello":
                self.write(self.hello(message))
            elif message["type"] == "serve":
                posts, cursor = self.page(
                    message["viewer"], message["surface"], message["limit"], message.get("cursor"), message["refresh"],
                    message["now"], lane,
                )
                page = {"type": "page", "lane": lane, "sequence": sequence, "posts": posts}
                self.write(page if cursor is None else {**page, "cursor": cursor})
            elif message["type"] == "order":
                columns, posts = self.columns(message)
                authors = message["authors"]
                categories = [-1 if category is None else category for category in message["categories"]]
                if numpy is not None:
                    authors, categories = numpy.array(authors, numpy.uint32), numpy.array(categories, numpy.int64)
                order = self.order(
                    message["viewer"], message["refresh"], message["now"], posts, authors, categories, columns, lane
                )
                self.write({"type": "ordered", "lane": lane, "sequence": sequence, "posts": order})
            elif message["type"] == "score":
                columns, posts = self.columns(message)
                scores = self.scores(message["viewer"], message["refresh"], message["now"], posts, columns, lane)
                scores = scores.tolist() if numpy is not None else scores
                for post, score in zip(posts, scores):
                    if math.isinf(score):
                        raise RankerError(f"the score of post {int(post)} is infinite, which JSON cannot write; write a finite number")
                self.write({"type": "scores", "lane": lane, "sequence": sequence, "scores": scores})
            elif message["type"] == "events":
                self.learn(_events(message["events"]), lane)
            else:
                self.control(message)
        except Exception as error:
            self.write(_described(error, self.score, lane, sequence))

    def columns(self, message):
        """The columns and the posts of a request, as arrays where there is NumPy."""
        columns, posts = message["columns"], message["posts"]
        if numpy is not None:
            columns = {name: numpy.array(column, numpy.float64) for name, column in columns.items()}
            posts = numpy.array(posts, numpy.uint32)
        return columns, posts

    def write(self, message):
        _write(self.answers, json.dumps(message).encode() + b"\n")


def _events(messages):
    """Events of JSON as an array, or as dictionaries with all fields without NumPy."""
    events = []
    for message in messages:
        event = dict.fromkeys(EVENT_FIELDS, 0)
        event.update(message)
        event["kind"] = Event[message["kind"].upper()]
        if "surface" in message:
            event["surface"] = Surface[message["surface"].upper()]
        if "visible_to" in message:
            event["visible_to"] = Visibility[message["visible_to"].upper()]
        if event["request"] is None:
            event["request"] = NO_REQUEST
        events.append(event)
    return _table(events)


def _table(events):
    """Dictionaries with all fields as an array, or as they are without NumPy."""
    if numpy is None:
        return events
    table = numpy.zeros(len(events), EVENT_TYPE)
    for row, event in zip(table, events):
        for field, value in event.items():
            # Those that share their bytes: only one of them is not 0.
            if value and field in EVENT_FIELDS:
                row[field] = value
    table.flags.writeable = False
    return table


def _write(file, data):
    """Writes all bytes to a file without a buffer."""
    try:
        written = file.write(data)
        while written < len(data):
            data = data[written:]
            written = file.write(data)
    except BrokenPipeError:
        raise _FeedLabHasEnded from None


def _text(message):
    """A message in JSON, with blanks up to a multiple of 8 bytes."""
    text = json.dumps(message).encode()
    return text + b" " * (-len(text) % 8)


def _described(error, score, lane, sequence):
    """The message about an exception: what, and where in the script."""
    if isinstance(error, RankerError):
        text = str(error)
    else:
        traceback.print_exception(type(error), error, error.__traceback__, file=sys.stderr)
        text = "".join(traceback.format_exception_only(type(error), error)).strip()
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
        function = _function(score)
        function = next((getattr(function, name) for name in KINDS.values() if hasattr(function, name)), function)
        code = getattr(function, "__code__", None) or getattr(type(function).__call__, "__code__", None)
        own = [frame for frame in frames if code is not None and frame.filename == code.co_filename] or frames
        if own:
            text += f" ({os.path.basename(own[-1].filename)}, line {own[-1].lineno}, in {own[-1].name})"
    # FeedLab shows 2,000 characters, and refuses a megabyte. The reason stands at the beginning, and the line at the end.
    if len(text) > 1900:
        text = f"{text[:1500]} … {text[-300:]}"
    return {"type": "error", "lane": lane, "sequence": sequence, "message": text}


def _end_with(parent):
    """Ends this process soon after FeedLab has ended, even where the function never returns."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def example(reads, parameters=None, kind="score", step=1):
    """A made-up request of five posts, the first of which is the newest and least liked.

    Args:
        kind: What the ranker returns: for "score", arrays are read-only and there are no authors, as in a run.
        step: -1 for the candidates in reverse order.
    """

    def made(values, form="<f8"):
        if numpy is None:
            return values[::step]
        values = numpy.array(values[::step], form)
        values.flags.writeable = kind != "score"
        return values

    ages = [0.5, 3.0, 12.0, 30.0, 80.0]
    counts = [0.0, 2.0, 5.0, 9.0, 40.0]
    flags = [1.0, 0.0, 0.0, 1.0, 0.0]
    shares = [0.1, 0.5, 1.0, 0.0, 0.25]
    columns = {}
    for name in reads:
        if name.startswith("is_"):
            column = flags
        elif "share" in name or "per_look" in name:
            column = shares
        elif "hour" in name:
            column = [14.5] * 5 if name == "hour_of_day" else ages
        else:
            column = counts
        columns[name] = made(column)
    posts, authors, categories = made([104, 103, 102, 101, 100], "<u4"), None, None
    if kind != "score":
        authors, categories = made([3, 8, 3, 5, 8], "<u4"), made([0, 1, 0, -1, 2], "<i8")
    return Candidates(17, 864000.0, 3, posts, columns, parameters, authors=authors, categories=categories)


def example_events():
    """What happened before the made-up request: fifty members join, two of whom post, and others like the posts."""
    events = []

    def happened(time, kind, **fields):
        events.append({**dict.fromkeys(EVENT_FIELDS, 0), "time": time, "kind": kind, **fields})

    for member in range(50):
        happened(-86400.0, Event.JOIN, member=member)
    happened(-86400.0, Event.FOLLOW, member=17, other=1)
    for post, hours, likes in zip(range(100, 105), (80, 30, 12, 3, 0.5), (40, 9, 5, 2, 0)):
        time = 864000.0 - 3600 * hours
        happened(time, Event.POST, member=post % 2, post=post, category=post % 3)
        for viewer in range(2, 2 + likes):
            shown = {"member": viewer, "post": post, "request": 50 * post + viewer}
            happened(time + 60.0 * viewer, Event.IMPRESSION, looked=True, own=True, position=1, refresh=1, **shown)
            happened(time + 60.0 * viewer + 5, Event.LIKE, **shown)
    events.sort(key=lambda event: event["time"])
    return _table(events)


def _parameters(words):
    """The parameters that words such as ``fade=12`` name."""
    parameters = {}
    for word in words:
        parameter, _, value = word.partition("=")
        try:
            parameters[parameter] = float(value)
        except ValueError:
            value = ""
        if not parameter or not value:
            raise RankerError(f"{word!r} is no parameter; write a name and a number, such as 'fade=12'")
    return parameters


def _rounded(score):
    """The nearest number of 24 significant bits: FeedLab compares such numbers."""
    fraction, exponent = math.frexp(score)
    try:
        return math.ldexp(round(math.ldexp(fraction, 24)), exponent - 24)
    except OverflowError:
        return math.copysign(math.inf, score)


def _best_first(scores, candidates):
    """The indices of candidates in the order of their scores; among equal ones the newer post comes first."""
    return sorted(range(len(candidates)), key=lambda index: (-_rounded(scores[index]), -int(candidates.posts[index])))


def _check_two_orders(first, second, shown="post {}".format):
    """Throws where the orders of a request, and of the same one with its candidates in reverse order, are not the same.

    Args:
        first, second: The numbers of posts.
        shown: The text about a post.
    """
    if first == second:
        return
    pairs = zip(first, second)
    index = next((index for index, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second)))
    parts = [", ".join(map(shown, order[index : index + 3])) or "nothing more" for order in (first, second)]
    raise RankerError(
        f"the ranker gave two orders for one request, that was asked again with its candidates in reverse order: from "
        f"position {index + 1} on, the first order has {parts[0]}, and the second one has {parts[1]}; a run fails by this. "
        "A post's position may depend on the request and on its candidates as a set, not on their order, on chance or on other "
        "requests; look for random numbers that are not made of the seed, the viewer, the refresh and the post, for what "
        "depends on the position in the columns or on the candidates before, and for a state that is kept between requests"
    )


def _batch_scores(score, candidates, *counts):
    """The scores of a batch of requests, each of which has so many of the first candidates."""

    def joined(values):
        values = numpy.concatenate([values[:count] for count in counts])
        values.flags.writeable = False
        return values

    records = numpy.zeros(len(counts), RECORD_TYPE)
    records["viewer"], records["now"], records["refresh"] = candidates.viewer, candidates.now, candidates.refresh
    records["count"], records["offset"] = counts, numpy.cumsum(counts) - counts
    records.flags.writeable = False
    columns = {name: joined(column) for name, column in candidates._columns.items()}
    batch = Batch(records, joined(candidates.posts), columns, candidates.parameters, {})
    return _checked(score(batch, candidates.parameters), batch)


def _check_scores(score, candidates, reverse):
    """The scores of a request, which have to give the same order in reverse and in a batch with another request."""
    count, is_batch = len(candidates), getattr(score, "batch", None) is not None

    def scored(candidates):
        if is_batch:
            return _batch_scores(score, candidates, count)
        return _checked(score(candidates, candidates.parameters), candidates)

    def posts(scores):
        return [int(candidates.posts[index]) for index in _best_first(scores, candidates)]

    # As numbers of their own: the function may return the same array again.
    scores = [float(score) for score in scored(candidates)]
    again = [float(score) for score in scored(reverse)][::-1]
    texts = {
        int(post): f"post {int(post)} ({one:.8g}, then {other:.8g})"
        for post, one, other in zip(candidates.posts, scores, again)
    }
    _check_two_orders(posts(scores), posts(again), texts.get)
    if is_batch and posts(_batch_scores(score, candidates, count - 2, count)[count - 2 :]) != posts(scores):
        raise RankerError(
            "the order of the posts is another one in a batch with another request: what is made of candidates, such as a "
            "mean, has to be made of those of one request"
        )
    return scores


def check(score, parameters=None):
    """Calls the function with a made-up request, prints what it answers in order, and returns the exit code.

    The request comes again with its candidates in reverse order, as one in a hundred does in a run, except to one that serves
    pages. A second order is an error.

    A ranker that learns gets made-up events before, in which posts get as many likes as the request has.
    """
    parameters = parameters or {}
    kind = getattr(score, "kind", "score")
    if getattr(score, "learns", False):
        try:
            state = _opened(score, Lane(parameters=parameters))
            state.learn(example_events())
        except Exception as error:
            print(_described(error, score, 0, 0)["message"], file=sys.stderr)
            return 1
        reads, answer = getattr(score, "reads", []), getattr(state, KINDS[kind])

        def score(request, _):
            return answer(request)

        score.reads = reads
    if kind == "serve":
        return _check_page(score, parameters)
    reads = getattr(score, "reads", [])
    candidates, reverse = example(reads, parameters, kind), example(reads, parameters, kind, step=-1)
    try:
        if kind == "order":
            posts = _check_order(score, candidates, reverse)
        else:
            scores = _check_scores(score, candidates, reverse)
    except Exception as error:
        print(_described(error, score, 0, 0)["message"], file=sys.stderr)
        return 1
    # The function may have changed the other ones.
    candidates = example(reads, parameters, kind)
    if kind == "score":
        rows = [_row(candidates, index) + [f"{scores[index]:.6g}"] for index in _best_first(scores, candidates)]
        return _print(["post", *candidates._columns, "score"], rows)
    indices, rows = {int(post): index for index, post in enumerate(candidates.posts)}, []
    for index in (indices[post] for post in posts):
        fields = candidates.authors[index], candidates.categories[index]
        rows.append(_row(candidates, index) + [str(int(field)) for field in fields])
    return _print(["post", *candidates._columns, "author", "category"], rows)


def _check_order(score, candidates, reverse):
    """The posts of a request in order, which has to be the same in reverse."""
    known, orders = {int(post) for post in candidates.posts}, []
    for request in (candidates, reverse):
        posts = _whole(score(request, request.parameters), "an order of posts")
        for position, post in enumerate(posts):
            if post not in known or post in posts[:position]:
                raise RankerError(f"post {post} is no candidate, or is in the order already")
        orders.append(posts)
    _check_two_orders(*orders)
    return orders[0]


def _check_page(score, parameters):
    """The part of :func:`check` for the kind "serve"."""
    try:
        posts, cursor = _page(score(Request(17, "home", 5, None, 3, 864000.0, parameters), parameters))
    except Exception as error:
        print(_described(error, score, 0, 0)["message"], file=sys.stderr)
        return 1
    print("posts:", *posts)
    print("cursor:", "none" if cursor is None else repr(cursor))
    return 0


def _row(candidates, index):
    """The number and the columns of a candidate."""
    return [str(int(candidates.posts[index])), *(f"{column[index]:g}" for column in candidates._columns.values())]


def _print(names, rows):
    """Prints a table."""
    widths = [max(len(row[index]) for row in [names, *rows]) for index in range(len(names))]
    for row in [names, *rows]:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths)))
    return 0
