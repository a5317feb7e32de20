"""What scripts/wheel and scripts/release share: the program that they pack, its version, its licences and the time of files."""

import csv
import datetime
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import textwrap
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The folder of scripts/static-worker.
BUILD = ROOT / ".build-static"
DEPENDENCIES = ROOT / "Sources" / "FeedLabCommand" / "Dependencies" / "dependencies.tsv"
# The processors, by their numbers in programs and the names that `uname -m` and the tags of wheels have.
MACHINES = {62: "x86_64", 183: "aarch64"}
PT_INTERP = 3


def fail(sentence):
    print(f"{pathlib.Path(sys.argv[0]).name}: error: {sentence}", file=sys.stderr)
    sys.exit(1)


# Licences


def whole(text):
    return text


def first_comment(text):
    """The lines before the code of a source file, which have the licence of the file."""
    return re.match(r"(?:(?:/\*| \*|//).*\n)*", text)[0]


def section_of_icu(text):
    """ICU's licence in a file that has those of all parts of Node.js; the whole of other files."""
    section = re.search(r'- ICU, located at .*\n  """\n((?s:.*?))\n  """', text)
    return text if section is None else textwrap.dedent(section[1]) + "\n"


class Text(typing.NamedTuple):
    """A text that goes with the program."""

    name: str
    # Where machines have it: the first file is taken that has all the words. {toolchain} and {packages} are folders of Swift and its packages.
    places: typing.Tuple[str, ...]
    words: typing.Tuple[str, ...]
    # What to do where no file has it.
    remedy: str
    part: typing.Callable[[str], str] = whole


GPL = Text("GPL-3.0.txt", ("/usr/share/common-licenses/GPL-3",), ("GNU GENERAL PUBLIC LICENSE", "Version 3"), "apt-get install base-files")
LGPL = Text(
    "LGPL-2.1.txt", ("/usr/share/common-licenses/LGPL-2.1",), ("GNU LESSER GENERAL PUBLIC LICENSE", "Version 2.1"), "apt-get install base-files")


def debian(name, package, *words):
    """The text of a Debian package."""
    return Text(name, (f"/usr/share/doc/{package}/copyright",), words, f"apt-get install {package}")


# The texts of each component in dependencies.tsv; of Swift packages those beside the files that licences() finds.
TEXTS = {
    "GSL": (GPL, debian("GSL-copyright", "libgsl-dev", "GNU Scientific")),
    "SQLite": (debian("SQLite-copyright", "libsqlite3-dev", "public-domain"),),
    "Swift": (
        Text(
            "Swift-LICENSE.txt", ("{toolchain}/share/swift/LICENSE.txt",), ("Apache License", "Runtime Library Exception"),
            "install the toolchain from https://swift.org/install"),
        # Foundation's functions for UUIDs, which have a licence of their own.
        Text(
            "Swift-uuid-LICENSE", ("{toolchain}/lib/swift_static/_FoundationCShims/uuid.h",), ("Apple Computer, Inc.", "Redistributions in binary form"),
            "install the toolchain from https://swift.org/install", first_comment),
    ),
    # ICU has another licence from version 74 on than Debian 12's ICU has; the words of V8 are those of its parts that others wrote.
    "ICU": (
        Text(
            "ICU-LICENSE", ("/usr/share/icu/*/LICENSE", "/usr/share/doc/nodejs/LICENSE", "/usr/local/LICENSE"),
            ("UNICODE LICENSE V3", "the V8 project authors"),
            "install libicu-dev of Debian 13, or Node.js from https://nodejs.org", section_of_icu),
    ),
    "GNU C library": (LGPL, debian("GNU-C-library-copyright", "libc6-dev", "GNU C Library", "Lesser General Public License")),
    "GNU C++ library": (GPL, debian("GNU-C++-library-copyright", "libstdc++-12-dev", "GCC RUNTIME LIBRARY EXCEPTION")),
    "LibYAML": (debian("LibYAML-copyright", "libyaml-dev", "Kirill Simonov"),),
    "GRDB.swift": (
        # Rules of English plurals, which come from Ruby on Rails.
        Text(
            "GRDB.swift-Inflections-LICENSE", ("{packages}/GRDB.swift/GRDB/Utils/Inflections+English.swift",),
            ("David Heinemeier Hansson", "Permission is hereby granted"), "swift package resolve", first_comment),
    ),
}


class Program:
    """A program that runs on any Linux with its kind of processor: the file, its bytes, version and processor."""

    def __init__(self, path):
        """Takes a program, or builds one where `path` is None."""
        if path is None:
            path = BUILD / "feedlab"
            if subprocess.run([ROOT / "scripts" / "static-worker", path]).returncode:
                sys.exit(1)
        self.path = path
        try:
            self.content = path.read_bytes()
        except OSError as error:
            fail(f"{path}: {error.strerror}")
        self.machine = self._checked_machine()
        self.version = self._stated_version()

    def _checked_machine(self):
        content = self.content
        if content[:6] != b"\x7fELF\x02\x01":
            fail(f"{self.path} is no program for Linux on a processor of 64 bits")
        machine = struct.unpack_from("<H", content, 18)[0]
        if machine not in MACHINES:
            fail(f"{self.path} is for another processor than {' or '.join(MACHINES.values())}")
        offset, size, count = struct.unpack_from("<Q", content, 32)[0], *struct.unpack_from("<HH", content, 54)
        if any(struct.unpack_from("<I", content, offset + index * size)[0] == PT_INTERP for index in range(count)):
            fail(f"{self.path} needs libraries of this machine; scripts/static-worker builds one that needs none")
        return MACHINES[machine]

    def _stated_version(self):
        """The version, which the program alone has."""
        said = self.run("--version")
        match = re.fullmatch(r"feedlab (\d+(?:\.\d+)*\S*)", said.strip())
        if match is None:
            fail(f"{self.path} does not say its version: {said.strip()}")
        return match[1]

    def run(self, *arguments):
        """What the program prints."""
        try:
            done = subprocess.run([self.path.resolve(), *arguments], capture_output=True, text=True)
        except OSError as error:
            fail(f"{self.path} cannot be run: {error.strerror}")
        if done.returncode:
            fail(f"{self.path} {' '.join(map(str, arguments))}: {done.stderr.strip() or f'exit code {done.returncode}'}")
        return done.stdout


def licences():
    """The texts of licences by the names of their files: FeedLab's, its notice, and those of each component of the program."""
    texts = {name: (ROOT / name).read_bytes() for name in ("LICENSE", "NOTICE")}
    folder = checkouts()
    for row in components():
        name = row["name"]
        if row["kind"] == "package":
            found = sorted(path for pattern in ("LICENSE*", "NOTICE*") for path in (folder / name).glob(pattern))
            if not found:
                fail(f"{folder / name} has no licence, which has to go with the program: swift package resolve")
            for path in found:
                texts[f"{name}-{path.name}"] = path.read_bytes()
        elif name not in TEXTS:
            fail(f"the program contains {name}, and TEXTS of {pathlib.Path(__file__).name} does not say where its licence is")
        for text in TEXTS.get(name, ()):
            texts[text.name] = licence(text, folder)
    return texts


def licence(text, packages):
    """One text, as this machine has it."""
    folders = {"packages": packages}
    if any("{toolchain}" in place for place in text.places):
        folders["toolchain"] = toolchain()
    places = [place.format(**folders) for place in text.places]
    for path in (path for place in places for path in sorted(pathlib.Path("/").glob(place.lstrip("/")))):
        content = text.part(path.read_text(encoding="utf-8"))
        if all(word in content for word in text.words):
            return content.encode()
    fail(f"{text.name}, which has to go with the program, is not in {' or '.join(places)}: {text.remedy}")


def toolchain():
    """The folder of Swift."""
    try:
        done = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True)
    except OSError as error:
        fail(f"swift cannot be run, whose licences have to go with the program: {error.strerror}")
    if done.returncode:
        fail(f"swift -print-target-info: {done.stderr.strip()}")
    return pathlib.Path(json.loads(done.stdout)["paths"]["runtimeResourcePath"]).parent.parent


def checkouts():
    """The folder with the sources of packages."""
    for build in (BUILD, ROOT / ".build"):
        if (build / "checkouts").is_dir():
            return build / "checkouts"
    fail("the packages in the program are not there, whose licences have to go with it: swift package resolve")


def components():
    """The rows of dependencies.tsv about what is in the program, each with a name and a kind."""
    with DEPENDENCIES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row for row in rows if row["product"] == "feedlab"]


def packages():
    """The names of the packages in the program. A build folder may have those of examples and of former versions too."""
    return sorted(row["name"] for row in components() if row["kind"] == "package")


def moment():
    """The time of all files, from SOURCE_DATE_EPOCH; 1980 where that is not set, since no file in a ZIP archive is older."""
    oldest = datetime.datetime(1980, 1, 1, tzinfo=datetime.timezone.utc)
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return oldest
    try:
        return max(datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc), oldest)
    except (ValueError, OverflowError):
        fail(f"SOURCE_DATE_EPOCH is {epoch!r}, and not a number of seconds")
