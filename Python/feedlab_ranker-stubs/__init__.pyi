# The types of Rankers/python/feedlab_ranker.py, which is one file and may be copied, so that it has none itself.

import enum
from typing import IO, Any, Callable, Dict, Iterable, Iterator, Mapping, Optional, Sequence, TypeVar, Union

_Function = TypeVar("_Function", bound=Callable[..., Any])

NO_REQUEST: int
EVENT_FIELDS: Dict[str, Any]

class Event(enum.IntEnum):
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
    EVERYONE = 0
    FOLLOWERS = 1
    FRIENDS = 2
    AUTHOR = 3

class Surface(enum.IntEnum):
    HOME = 0
    CONTEST = 1
    FRIENDS = 2
    LATEST = 3
    FOLLOWING = 4
    GLOBAL = 5

class RankerError(Exception): ...

# Columns are arrays of NumPy, or lists where that is not installed.
class _Columns:
    posts: Any
    parameters: Dict[str, float]
    def __len__(self) -> int: ...
    def __getitem__(self, feature: str) -> Any: ...
    def __contains__(self, feature: object) -> bool: ...

class Candidates(_Columns):
    viewer: int
    now: float
    refresh: int
    authors: Any
    categories: Any
    world: int
    seed: int
    def __init__(
        self,
        viewer: int,
        now: float,
        refresh: int,
        posts: Any,
        columns: Mapping[str, Any],
        parameters: Optional[Dict[str, float]] = ...,
        world: int = ...,
        seed: int = ...,
        authors: Any = ...,
        categories: Any = ...,
    ) -> None: ...

class Batch(_Columns):
    @property
    def offsets(self) -> Any: ...
    @property
    def requests(self) -> Any: ...
    @property
    def viewers(self) -> Any: ...
    @property
    def times(self) -> Any: ...
    @property
    def refreshes(self) -> Any: ...
    @property
    def worlds(self) -> Any: ...
    @property
    def seeds(self) -> Any: ...
    def split(self) -> Iterator[Candidates]: ...

class Request:
    viewer: int
    surface: str
    limit: int
    cursor: Optional[str]
    refresh: int
    now: float
    parameters: Dict[str, float]
    world: int
    seed: int
    def __init__(
        self,
        viewer: int,
        surface: str,
        limit: int,
        cursor: Optional[str],
        refresh: int,
        now: float,
        parameters: Optional[Dict[str, float]] = ...,
        world: int = ...,
        seed: int = ...,
    ) -> None: ...

class Lane:
    world: int
    seed: int
    parameters: Dict[str, float]
    def __init__(self, world: int = ..., seed: int = ..., parameters: Optional[Dict[str, float]] = ...) -> None: ...

def ranker(
    reads: Union[str, Iterable[str]] = ...,
    name: Optional[str] = ...,
    run: Optional[bool] = ...,
    kind: str = ...,
    learns: bool = ...,
    batch: Optional[int] = ...,
) -> Callable[[_Function], _Function]: ...
def serve(
    score: Callable[..., Any], requests: IO[Any], answers: IO[Any], modules: Sequence[Sequence[str]] = ()
) -> bool: ...
def check(score: Callable[..., Any], parameters: Optional[Mapping[str, float]] = ...) -> int: ...
def example(
    reads: Iterable[str], parameters: Optional[Dict[str, float]] = ..., kind: str = ..., step: int = ...
) -> Candidates: ...
