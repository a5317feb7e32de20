"""scripts/wheel, with a program that says its version and needs no library."""

import base64
import csv
import hashlib
import io
import os
import pathlib
import platform
import struct
import subprocess
import sys
import zipfile

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "wheel"

if (sys.platform, platform.machine()) != ("linux", "x86_64"):
    pytest.skip("wheels are built on Linux on x86-64", allow_module_level=True)


def program(text):
    """A program that writes a text, byte by byte: write(1, text, length), then exit(0)."""
    code = b"\xb8\x01\x00\x00\x00\xbf\x01\x00\x00\x00\x48\x8d\x35\x10\x00\x00\x00"  # eax = 1, edi = 1, rsi = the text behind the code
    code += b"\xba" + struct.pack("<I", len(text)) + b"\x0f\x05"  # edx = length; system call
    code += b"\xb8\x3c\x00\x00\x00\x31\xff\x0f\x05"  # eax = 60, edi = 0; system call
    body, base = code + text, 0x400000
    entry, size = base + 120, 120 + len(body)
    header = b"\x7fELF\x02\x01\x01".ljust(16, b"\0")
    header += struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, entry, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    segment = struct.pack("<IIQQQQQQ", 1, 5, 0, base, base, size, size, 4096)
    return header + segment + body


def built(folder, *arguments, epoch=None):
    environment = {"PATH": os.environ["PATH"], **({} if epoch is None else {"SOURCE_DATE_EPOCH": epoch})}
    done = subprocess.run(
        [sys.executable, SCRIPT, *arguments, "--out", folder], capture_output=True, text=True, env=environment
    )
    return done.returncode, done.stderr, next(iter(folder.glob("*.whl")), None)


@pytest.fixture
def small(folder, licences):
    path = folder / "feedlab"
    path.write_bytes(program(b"feedlab 1.2.3\n"))
    path.chmod(0o755)
    return path


def test_a_wheel_has_the_program_the_package_and_the_licences_and_is_the_same_each_time(folder, small, licences):
    code, error, wheel = built(folder / "once", "--program", small)
    assert (code, error) == (0, "")
    assert wheel.name == "feedlab-1.2.3-py3-none-manylinux_2_17_x86_64.whl"
    assert built(folder / "again", "--program", small)[2].read_bytes() == wheel.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        information = "feedlab-1.2.3.dist-info"
        rows = list(csv.reader(io.StringIO(archive.read(f"{information}/RECORD").decode())))
        assert [row[0] for row in rows] == archive.namelist()
        for path, digest, size in rows[:-1]:
            content = archive.read(path)
            encoded = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert (digest, size) == (f"sha256={encoded}", str(len(content)))
        entry = archive.getinfo("feedlab-1.2.3.data/scripts/feedlab")
        assert archive.read(entry) == small.read_bytes() and entry.external_attr >> 16 == 0o100755
        modules = {"feedlab/__init__.py", "feedlab/py.typed", "feedlab_ranker.py", "feedlab_ranker-stubs/__init__.pyi"}
        assert modules <= set(archive.namelist())
        prefix = f"{information}/licenses/"
        assert {name.removeprefix(prefix): archive.read(name) for name in archive.namelist() if name.startswith(prefix)} == licences
        metadata = archive.read(f"{information}/METADATA").decode()
        assert "\nVersion: 1.2.3\n" in metadata and "\nLicense-Expression: GPL-3.0-or-later\n" in metadata
        assert [line.partition(": ")[2] for line in metadata.splitlines() if line.startswith("License-File: ")] == list(licences)
        assert "](../" not in metadata


def test_the_time_of_its_files_is_that_of_the_environment(folder, small):
    with zipfile.ZipFile(built(folder / "out", "--program", small, epoch="1764000000")[2]) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2025, 11, 24, 16, 0, 0)}
    code, error, _ = built(folder / "out", "--program", small, epoch="noon")
    assert (code, error) == (1, "wheel: error: SOURCE_DATE_EPOCH is 'noon', and not a number of seconds\n")


def test_other_programs_are_refused(folder, small):
    def refusal(path):
        code, error, wheel = built(folder / "out", "--program", path)
        assert code == 1 and wheel is None
        return error

    assert refusal("nowhere") == "wheel: error: nowhere: No such file or directory\n"
    assert refusal(SCRIPT) == f"wheel: error: {SCRIPT} is no program for Linux on a processor of 64 bits\n"
    content = bytearray(small.read_bytes())
    content[18] = 243
    small.write_bytes(content)
    assert refusal(small) == f"wheel: error: {small} is for another processor than x86_64 or aarch64\n"
    content[18] = 183
    small.write_bytes(content)
    assert refusal(small) == f"wheel: error: {small} cannot be run: Exec format error\n"
    shell = pathlib.Path("/bin/sh").resolve()
    assert refusal(shell) == (
        f"wheel: error: {shell} needs libraries of this machine; scripts/static-worker builds one that needs none\n"
    )
    small.write_bytes(program(b"another 1.2.3\n"))
    assert refusal(small) == f"wheel: error: {small} does not say its version: another 1.2.3\n"
