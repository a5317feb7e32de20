"""What makes a ranker the same as it was: its code, and the values and modules that the code uses."""

from __future__ import annotations

import builtins
import dataclasses
import datetime
import dis
import enum
import functools
import hashlib
import importlib
import importlib.util
import inspect
import logging
import os
import pathlib
import re
import sys
import sysconfig
import types
from typing import Any, Dict, List, Optional, Set, Tuple, Union

# What the decorator of feedlab_ranker sets of a function or a class.
SETTINGS = ("reads", "ranker_name", "kind", "learns", "batch")
# What a class has besides what its author wrote into it.
_OF_EVERY_CLASS = {
    "__abstractmethods__", "__annotate_func__", "__annotations__", "__annotations_cache__", "__dataclass_fields__",
    "__dataclass_params__", "__dict__", "__doc__", "__firstlineno__", "__match_args__", "__module__", "__orig_bases__",
    "__parameters__", "__qualname__", "__static_attributes__", "__weakref__", "_abc_impl", *SETTINGS,
}
# Those of FeedLab may be used from a checkout; their files stand for them.
_OWN_MODULES = ("feedlab", "feedlab_ranker")
_PLAIN = (bool, int, float, complex, str, bytes)
_WRITTEN = (datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone, range, slice)


class Digest:
    """The SHA-256 of a function and of all that it takes from outside, as far as that can be compared.

    What counts is the code that is loaded, and not the source, which may have been edited since, and of which one line may have
    several functions. So a comment changes nothing, and another version of Python has other digests.
    """

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        # The functions that are in it, by their ids, with the number of each; they are kept, so that no other gets the id.
        self._seen: Dict[int, Tuple[int, Any]] = {}
        # The names that the code has, which may be those of attributes of modules.
        self._names: Set[str] = set()
        # The modules that are not installed, by their names, and those that are.
        self._modules: Dict[str, types.ModuleType] = {}
        self._libraries: Dict[str, types.ModuleType] = {}
        # Sentences about what cannot be compared.
        self.unknown: List[str] = []
        self.add("Python", str(sys.implementation.cache_tag))

    @property
    def text(self) -> str:
        return self._hash.hexdigest()[:32]

    def add(self, *parts: Union[str, bytes]) -> None:
        for part in parts:
            data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
            self._hash.update(b"%d:" % len(data))
            self._hash.update(data)

    def used(self) -> None:
        """Adds the attributes of modules that the code may use: those whose names it has, in any role."""
        added: Set[Tuple[str, str]] = set()
        found = True
        while found:
            found = False
            for module in sorted(self._modules):
                content = vars(self._modules[module])
                for name in sorted(self._names & set(content)):
                    if (module, name) not in added and not name.startswith("__"):
                        added.add((module, name))
                        found = True
                        self.add("attribute", module, name)
                        self.value(content[name], f"{module}.{name}")
            for module in sorted(self._libraries):
                content = vars(self._libraries[module])
                for name in sorted(self._names & set(content)):
                    # What somebody put in the place of a library's function.
                    if (module, name) not in added and _is_own(content[name]):
                        added.add((module, name))
                        found = True
                        self.add("attribute", module, name)
                        self.value(content[name], f"{module}.{name}")

    def function(self, function: Any, where: str) -> None:
        function = getattr(function, "_function", function) if _is_ranker(function) else function
        if self._is_seen(function):
            return
        if isinstance(function, type):
            self._class(function)
            return
        if isinstance(function, functools.partial):
            self.value(function.args, where)
            self.value(function.keywords, where)
            self.function(function.func, where)
            return
        if isinstance(function, types.MethodType):
            self.value(function.__self__, where)
            function = function.__func__
        code = getattr(function, "__code__", None)
        if code is None:
            self.unknown.append(f"{where!r}, which is no function of Python")
            return
        self.value(function.__defaults__, where)
        self.value(function.__kwdefaults__, where)
        for name, value in sorted(vars(function).items()):
            if name not in SETTINGS and not name.startswith("__"):
                self.add("attribute", name)
                self.value(value, f"{where}.{name}")
        for variable, cell in zip(code.co_freevars, function.__closure__ or ()):
            self.add("closure", variable)
            try:
                self.value(cell.cell_contents, variable)
            except ValueError:
                self.add("empty")
        if is_installed(code.co_filename):
            # A decorator of a library, such as functools.wraps: its version stands for its code, but not for what it closes over.
            self._version(str(function.__globals__.get("__name__")))
            self.add(code.co_name)
            return
        self._code(code)
        self._imports(code, function.__globals__, where)
        variables, names = _names(code)
        self._names |= names
        content = {**_put_into_builtins(), **function.__globals__}
        if "__annotations__" in self._names:
            self.value(dict(function.__annotations__), where)
        if "__doc__" in self._names:
            self.add("text", str(function.__doc__))
        used = [content.get(variable) for variable in variables] + list(map(_content, function.__closure__ or ()))
        used += [sys.modules.get(name) for name in _imported(code, function.__globals__)]
        self._surroundings(code, names, used, where)
        for variable in sorted(variables):
            if variable in content and variable not in ("__name__", "__file__"):
                self.add("global", variable)
                self.value(content[variable], variable)

    def _surroundings(self, code: types.CodeType, names: Set[str], used: List[Any], where: str) -> None:
        """The files and variables of the environment that texts of a function name, and numbers that depend on the ones before."""
        texts = _texts(code) | {value for value in used if isinstance(value, str)}
        for text in sorted(texts):
            if len(text) < 256 and "\0" not in text and os.path.isfile(text):
                self._file(text, where)
        if names & {"environ", "getenv"}:
            for text in sorted(texts):
                self.add("variable", text, repr(os.environ.get(text)))
            if not texts:
                self.unknown.append(f"{where!r}, which reads the environment")
        modules = {getattr(value, "__name__", "") for value in used if isinstance(value, types.ModuleType)}
        is_drawn = "random" in modules or "numpy.random" in modules or "numpy" in modules and "random" in names
        if is_drawn and not names & {"Generator", "Random", "RandomState", "SeedSequence", "default_rng", "seed"}:
            self.unknown.append(f"{where!r}, whose random numbers depend on those before")

    def _file(self, path: str, where: str) -> None:
        try:
            with open(path, "rb") as content:
                self.add("file", path, hashlib.sha256(content.read()).digest())
        except OSError:
            self.unknown.append(f"{where!r}, whose file {path} cannot be read")

    def _is_seen(self, value: Any) -> bool:
        """Whether it is in the digest already; then it adds that it comes again."""
        if id(value) in self._seen:
            self.add("again", str(self._seen[id(value)][0]))
            return True
        self._seen[id(value)] = len(self._seen), value
        return False

    def _class(self, kind: type) -> None:
        """What a class has in it, and the classes that it is made of."""
        self.add("class", kind.__qualname__)
        if type(kind) is not type:
            self.value(type(kind), kind.__name__)
        for base in kind.__bases__:
            if base is not object:
                self.value(base, base.__name__)
        if issubclass(kind, enum.Enum):
            for name, member in kind.__members__.items():
                self.add("member", name)
                self.value(member.value, f"{kind.__name__}.{name}")
        if _is_dataclass(kind):
            for field in dataclasses.fields(kind):
                self.add("field", field.name, repr((field.init, field.compare, field.hash, field.repr)))
                if field.default_factory is not dataclasses.MISSING:
                    self.value(field.default_factory, f"{kind.__name__}.{field.name}")
        for name, value in sorted(vars(kind).items()):
            if name in _OF_EVERY_CLASS or _is_made(kind, name, value):
                continue
            self.add("attribute", name)
            where = f"{kind.__name__}.{name}"
            if isinstance(value, property):
                for part in (value.fget, value.fset, value.fdel):
                    self.value(part, where)
                continue
            if isinstance(value, functools.cached_property):
                value = value.func
            elif isinstance(value, (staticmethod, classmethod)):
                self.add(type(value).__name__)
                value = value.__func__
            self.value(value, where)

    def _code(self, code: types.CodeType) -> None:
        """What a function does, without the file and the lines in which it is written."""
        self.add(
            "code", code.co_code, getattr(code, "co_exceptiontable", b""), repr(code.co_flags),
            repr((code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)),
            repr((code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)),
        )
        for constant in code.co_consts:
            self._constant(constant)

    def _constant(self, constant: Any) -> None:
        if isinstance(constant, types.CodeType):
            self._code(constant)
        elif isinstance(constant, frozenset):
            # Its order is another one in each process.
            self.add("frozenset", *sorted(map(repr, constant)))
        elif isinstance(constant, tuple):
            self.add("tuple", str(len(constant)))
            for element in constant:
                self._constant(element)
        else:
            self.add(type(constant).__name__, repr(constant))

    def _imports(self, code: types.CodeType, content: Dict[str, Any], where: str) -> None:
        """The modules that a function imports while it runs."""
        named = {text for text in _texts(code) if _BY_NAME & _names(code)[1] and _is_module(text)}
        for name in sorted(_imported(code, content) | named):
            self.add("import", name)
            try:
                root = name.partition(".")[0]
                if name not in sys.modules:
                    found = importlib.util.find_spec(root)
                    if found is None or found.origin in ("built-in", "frozen") or is_installed(str(found.origin)):
                        # Without loading what may be large and is perhaps never used.
                        self._version(root)
                        continue
                module = importlib.import_module(name)
            except Exception:
                self.unknown.append(f"{where!r}, which imports {name}")
                continue
            # 'import a.b' gives 'a'.
            for part in sorted({name, root}):
                self._module(sys.modules.get(part, module), part)

    def value(self, value: Any, where: str) -> None:
        kind = type(value)
        if value is None or value is Ellipsis or value is NotImplemented or kind in _PLAIN:
            self.add(kind.__name__, repr(value))
        elif kind in (list, dict) and value and self._is_seen(value):
            # One may hold itself.
            pass
        elif kind in (list, tuple):
            self.add(kind.__name__, str(len(value)))
            for element in value:
                self.value(element, where)
        elif kind is dict:
            self.add("dict", str(len(value)))
            for key, element in value.items():
                self.value(key, where)
                self.value(element, where)
        elif kind in (set, frozenset):
            self.add(kind.__name__, *sorted(map(repr, value)))
            if not all(type(element) in (bool, int, float, str, bytes) for element in value):
                self.unknown.append(f"{where!r}, a set of objects")
        elif kind is slice:
            self.value((value.start, value.stop, value.step), where)
        elif kind in _WRITTEN:
            zone = getattr(value, "tzinfo", None)
            if zone is not None and type(zone) is not datetime.timezone:
                self.value(zone, where)
                value = value.replace(tzinfo=None)
            self.add(kind.__name__, repr(value))
        elif isinstance(value, pathlib.PurePath):
            self.add("path", str(value))
            if os.path.isfile(value):
                self._file(str(value), where)
        elif type(value).__name__ == "ZoneInfo" and _is_of_installed(sys.modules[kind.__module__]):
            self.add("zone", str(value))
        elif kind is re.Pattern:
            self.add("pattern", repr(value.pattern), str(value.flags))
        elif kind is logging.Logger:
            self.add("logger", value.name)
        elif isinstance(value, enum.Enum):
            self.add("member", value.name)
            self.value(kind, where)
        elif isinstance(value, types.ModuleType):
            self.add("module", value.__name__)
            self._module(value, where)
        elif _is_ranker(value) or isinstance(value, (types.FunctionType, types.MethodType, functools.partial)):
            if not self._is_of_library(value):
                self.function(value, where)
        elif isinstance(value, types.BuiltinFunctionType) and value.__module__:
            self.add("builtin", value.__module__, value.__qualname__)
        elif isinstance(value, type):
            if value.__module__ == "builtins":
                self.add("class", value.__qualname__)
            elif not self._is_of_library(value):
                self.function(value, where)
        elif kind.__module__ == "numpy" and hasattr(value, "dtype") and not value.dtype.hasobject:
            self.add("array", str(value.dtype), repr((getattr(value, "shape", ()), getattr(value, "strides", ()))), value.tobytes())
        elif kind.__module__.partition(".")[0] == "numpy" and kind.__name__ in ("ufunc", "_ArrayFunctionDispatcher"):
            self.add("numpy", value.__name__)
            if value.__name__.endswith("(vectorized)"):
                self.unknown.append(f"{where!r}, a function that numpy.frompyfunc has made")
        elif (_is_dataclass(kind) or kind is types.SimpleNamespace) and hasattr(value, "__dict__"):
            if not self._is_seen(value):
                self.value(kind, where)
                self.value(dict(vars(value)), where)
        else:
            module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
            self.unknown.append(f"{where!r}, of the type {module}{kind.__qualname__}")

    def _module(self, module: types.ModuleType, where: str) -> None:
        """The version of a module that was installed; the file of another one, whose attributes :meth:`used` adds."""
        name, file = module.__name__, getattr(module, "__file__", None)
        if _is_of_installed(module):
            self._version(name)
            self._libraries[name] = module
            return
        if name.partition(".")[0] not in _OWN_MODULES:
            self._modules[name] = module
        if file is None:
            return
        try:
            with open(file, "rb") as content:
                self.add("file", content.read())
        except OSError:
            self.unknown.append(f"{where!r}, of a module whose file cannot be read")

    def _version(self, module: str) -> None:
        """The version of a module's package; that of Python stands for its own modules."""
        root = module.partition(".")[0]
        version = next(
            (str(found) for name in (module, root) if (found := getattr(sys.modules.get(name), "__version__", None))), None
        )
        if version is None and root not in _STANDARD:
            from importlib import metadata

            try:
                version = metadata.version(root)
            except Exception:
                version = ""
        self.add("version", root, version or "")

    def _is_of_library(self, value: Any) -> bool:
        """Whether a function or a class is one that a library has under its name; then it adds that."""
        name = getattr(value, "__module__", None)
        module = sys.modules.get(name) if isinstance(name, str) else None
        if module is None or _is_ranker(value):
            return False
        if module.__name__.partition(".")[0] not in _OWN_MODULES and not _is_of_installed(module):
            return False
        found: Any = module
        for part in getattr(value, "__qualname__", "").split("."):
            found = inspect.getattr_static(found, part, None)
        if found is not value:
            return False
        self.add("library", module.__name__, value.__qualname__)
        self._module(module, module.__name__)
        return True


# What looks up a name that is a text.
_BY_TEXT = {"__dict__", "__getattribute__", "attrgetter", "getattr", "globals", "vars"}
_STANDARD = frozenset(getattr(sys, "stdlib_module_names", ())) | set(sys.builtin_module_names)


# What imports a module whose name is a text.
_BY_NAME = {"__import__", "import_module", "modules"}
# What Python has in builtins besides functions and classes of that module.
_OF_SESSIONS = {
    "Ellipsis", "False", "None", "NotImplemented", "True", "copyright", "credits", "display", "exit", "get_ipython", "help", "license", "quit"
}


def _put_into_builtins() -> Dict[str, Any]:
    """Names that somebody has put into builtins, or in the place of Python's own."""
    found: Dict[str, Any] = {}
    for name, value in vars(builtins).items():
        module = getattr(value, "__module__", None)
        is_pythons = module in ("builtins", "_io", "io") or name in _OF_SESSIONS or name.startswith("_")
        if not is_pythons:
            found[name] = value
    return found


def _content(cell: Any) -> Any:
    """What a variable of a function around has; ``None`` without a value."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _is_own(value: Any) -> bool:
    """Whether a function or a class is of a module that is not installed."""
    if not isinstance(value, (types.FunctionType, type)):
        return False
    module = sys.modules.get(value.__module__) if isinstance(value.__module__, str) else None
    return module is not None and module.__name__.partition(".")[0] not in _OWN_MODULES and not _is_of_installed(module)


def _is_dataclass(kind: type) -> bool:
    # dataclasses.is_dataclass would ask the metaclass, which may answer to every name.
    return any("__dataclass_fields__" in vars(base) for base in kind.__mro__)


def _is_module(text: str) -> bool:
    """Whether a text is the name of a module."""
    if text in sys.modules:
        return True
    try:
        return text.isidentifier() and importlib.util.find_spec(text) is not None
    except Exception:
        return False


def _texts(code: types.CodeType) -> Set[str]:
    """The texts of a function and of those within it."""
    found: Set[str] = set()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= _texts(constant)
        elif isinstance(constant, (tuple, frozenset)):
            found |= {element for element in constant if isinstance(element, str)}
        elif isinstance(constant, str):
            found.add(constant)
    return found


def is_installed(file: str) -> bool:
    """Whether a module is Python's own or was installed, so that nobody edits it."""
    path = os.path.abspath(file)
    if {"site-packages", "dist-packages"} & set(path.split(os.sep)):
        return True
    folders = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return any(path.startswith(folder + os.sep) for folder in folders if folder)


def _is_of_installed(module: types.ModuleType) -> bool:
    """Whether a module is that of a library; a session, which is the module __main__, may have been started by one."""
    if module.__name__ == "__main__":
        return False
    file = getattr(module, "__file__", None)
    return is_installed(file) if file is not None else module.__name__.partition(".")[0] in _STANDARD


def _is_ranker(value: Any) -> bool:
    from ._rankers import Ranker

    return isinstance(value, Ranker)


def _is_made(kind: type, name: str, value: Any) -> bool:
    """Whether Python made this attribute of a class by itself, from what else the class has."""
    if isinstance(value, (types.GetSetDescriptorType, types.MemberDescriptorType)):
        return True
    if issubclass(kind, enum.Enum):
        # Such as _member_map_, and the methods that enum adds, besides the members.
        if name in kind.__members__ or re.fullmatch("_[a-z0-9_]+_", name):
            return True
    is_tuple = issubclass(kind, tuple) and hasattr(kind, "_fields")
    if is_tuple and (type(value).__name__ == "_tuplegetter" or name in ("__slots__", "_make")):
        return True
    if is_tuple or issubclass(kind, enum.Enum) or _is_dataclass(kind):
        function = getattr(value, "__func__", value)
        code = getattr(inspect.unwrap(function) if callable(function) else function, "__code__", None)
        file = getattr(getattr(function, "__code__", None), "co_filename", "")
        own = getattr(code, "co_filename", "")
        return name.startswith("_") and bool(file) and any(part.startswith("<string>") or is_installed(part) for part in (file, own))
    return False


def _names(code: types.CodeType) -> Tuple[Set[str], Set[str]]:
    """The names that a function and those within it have of variables outside, and of attributes; texts too where these may be names."""
    variables: Set[str] = set()
    names: Set[str] = set()
    texts: Set[str] = set()
    codes = [code]
    while codes:
        inner = codes.pop()
        names |= set(inner.co_names)
        variables |= {
            str(instruction.argval) for instruction in dis.get_instructions(inner)
            if "GLOBAL" in instruction.opname or instruction.opname == "LOAD_NAME"
        }
        codes += [constant for constant in inner.co_consts if isinstance(constant, types.CodeType)]
        texts |= {constant for constant in inner.co_consts if isinstance(constant, str) and constant.isidentifier()}
        if names & {"eval", "exec"}:
            codes += filter(None, map(_compiled, (constant for constant in inner.co_consts if isinstance(constant, str))))
    return (variables | texts, names | texts) if names & _BY_TEXT else (variables, names)


def _compiled(text: str) -> Optional[types.CodeType]:
    """The code of a text, as for eval and exec; ``None`` where it is none."""
    try:
        return compile(text, "<text>", "exec")
    except (SyntaxError, ValueError):
        return None


def _imported(code: types.CodeType, content: Dict[str, Any]) -> Set[str]:
    """The full names of the modules that a function and those within it import."""
    found: Set[str] = set()
    instructions = list(dis.get_instructions(code))
    for index, instruction in enumerate(instructions):
        if instruction.opname == "IMPORT_NAME":
            # The level and the names are constants right before it.
            level = next(
                (before.argval for before in instructions[max(0, index - 2) : index] if isinstance(before.argval, int)), 0
            )
            name = str(instruction.argval)
            package: Optional[str] = content.get("__package__")
            if level and package:
                name = importlib.util.resolve_name("." * level + name, package)
            found.add(name)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= _imported(constant, content)
    return found
