"""Copies of rankers that remember nothing of what the rankers do from now on."""

from __future__ import annotations

import collections
import functools
import types
from typing import Any, Callable, Dict, Tuple

from ._digest import _names, is_installed

_CONTAINERS = (dict, list, set, collections.defaultdict, collections.OrderedDict, collections.Counter, collections.deque)
# A larger one is data rather than a memory, and takes long to copy.
_MOST = 100_000


def copied(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function, or a class that learns, with its own copies of what it could remember something in.

    These are the lists, sets and dictionaries, and the caches of ``functools``, in the variables, the closure, the defaults and
    the attributes of the function and of the functions that it calls, and in the attributes of a class. Everything else, such as a
    model, is shared.
    """
    try:
        return _Copies().of(function)  # type: ignore[no-any-return]
    except Exception:
        # A value that is nested too deeply, or of a metaclass with rules of its own, stays as it is.
        return function


class _Copies:
    """Copies of values, each made once."""

    def __init__(self) -> None:
        # By ids; the values are kept, so that no other gets the id.
        self._known: Dict[int, Tuple[Any, Any]] = {}

    def of(self, value: Any) -> Any:
        if id(value) in self._known:
            return self._known[id(value)][1]
        if type(value) in _CONTAINERS:
            return self._container(value) if len(value) <= _MOST else value
        if type(value) is tuple:
            return tuple(map(self.of, value))
        if isinstance(value, types.FunctionType):
            return value if is_installed(value.__code__.co_filename) else self._function(value)
        if isinstance(value, types.MethodType) and isinstance(value.__self__, type):
            return value
        if isinstance(value, functools.partial):
            keywords = {name: self.of(keyword) for name, keyword in value.keywords.items()}
            return self._attributes(functools.partial(self.of(value.func), *map(self.of, value.args), **keywords), value)
        if isinstance(value, functools._lru_cache_wrapper):
            remember: Any = functools.lru_cache(**value.cache_parameters())
            return self._attributes(remember(self.of(value.__wrapped__)), value)
        if isinstance(value, type) and getattr(value, "learns", False):
            return self._class(value)
        return value

    def _keep(self, value: Any, copy: Any) -> Any:
        self._known[id(value)] = (value, copy)
        return copy

    def _container(self, value: Any) -> Any:
        copy = self._keep(value, value.copy())
        if isinstance(copy, dict):
            for key in copy:
                copy[key] = self.of(copy[key])
        elif isinstance(copy, (list, collections.deque)):
            for index, element in enumerate(value):
                copy[index] = self.of(element)
        return copy

    def _function(self, value: types.FunctionType) -> Any:
        cells = tuple(types.CellType() for _ in value.__closure__ or ())
        content = value.__globals__
        # Functions of one module share its variables, also in their copies.
        variables = self._known.get(id(content), (None, None))[1]
        if variables is None:
            variables = self._keep(content, dict(content))
        copy = self._keep(
            value, types.FunctionType(value.__code__, variables, value.__name__, self.of(value.__defaults__), cells)
        )
        copy.__kwdefaults__ = self.of(value.__kwdefaults__)
        copy.__module__, copy.__qualname__, copy.__doc__ = value.__module__, value.__qualname__, value.__doc__
        for cell, original in zip(cells, value.__closure__ or ()):
            try:
                cell.cell_contents = self.of(original.cell_contents)
            except ValueError:
                # Nothing was assigned yet.
                pass
        for name in _names(value.__code__)[0] & set(content):
            variables[name] = self.of(content[name])
        return self._attributes(copy, value)

    def _class(self, value: type) -> Any:
        # One below it, whose attributes come first, so that 'super' and 'isinstance' mean what they did.
        own = {
            name: self.of(attribute)
            for base in reversed(value.__mro__)
            for name, attribute in vars(base).items()
            if type(attribute) in _CONTAINERS and not name.startswith("__")
        }
        return self._keep(value, type(value)(value.__name__, (value,), {"__module__": value.__module__, **own}))

    def _attributes(self, copy: Any, value: Any) -> Any:
        for name, attribute in vars(value).items():
            if name not in vars(copy):
                setattr(copy, name, self.of(attribute))
        return copy
