"""What scripts/wheel and scripts/release share: the program that they pack, its version, its licences and the time of files."""

import csv
import datetime
import os
import pathlib
import re
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The folder of scripts/static-worker.
BUILD = ROOT / ".build-static"
DEPENDENCIES = ROOT / "Sources" / "FeedLabCommand" / "Dependencies" / "dependencies.tsv"
TEXTS = {"GPL-3": "GPL-3.0.txt", "LGPL-2.1": "LGPL-2.1.txt"}
COMMON = pathlib.Path("/usr/share/common-licenses")
# The processors, by their numbers in programs and the names that `uname -m` and the tags of wheels have.
MACHINES = {62: "x86_64", 183: "aarch64"}
PT_INTERP = 3


def fail(sentence):
    print(f"{pathlib.Path(sys.argv[0]).name}: error: {sentence}", file=sys.stderr)
    sys.exit(1)


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
    """The texts of licences by the names of their files: FeedLab's, its notice, those of the packages in the program, GSL's and the C library's."""
    texts = {name: (ROOT / name).read_bytes() for name in ("LICENSE", "NOTICE")}
    for name, file in TEXTS.items():
        path = COMMON / name
        if not path.exists():
            fail(f"{path} is missing, a text that has to go with the program (Debian: apt-get install base-files)")
        texts[file] = path.read_bytes()
    folder = checkouts()
    for package in packages():
        found = sorted(path for pattern in ("LICENSE*", "NOTICE*") for path in (folder / package).glob(pattern))
        if not found:
            fail(f"{folder / package} has no licence, which has to go with the program: swift package resolve")
        for path in found:
            texts[f"{package}-{path.name}"] = path.read_bytes()
    return texts


def checkouts():
    """The folder with the sources of packages."""
    for build in (BUILD, ROOT / ".build"):
        if (build / "checkouts").is_dir():
            return build / "checkouts"
    fail("the packages in the program are not there, whose licences have to go with it: swift package resolve")


def packages():
    """The names of the packages in the program. A build folder may have those of examples and of former versions too."""
    with DEPENDENCIES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return sorted(row["name"] for row in rows if (row["kind"], row["product"]) == ("package", "feedlab"))


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
