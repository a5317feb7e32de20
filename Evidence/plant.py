#!/usr/bin/env python3
"""The wrong rules of Evidence/mutants.tsv, for scripts/mutants.

  Evidence/plant.py check                         prints every fault of the table, and fails if there are any
  Evidence/plant.py select [--half 1|2] [NAME…]   prints the chosen mutants, with their numbers and without their texts
  Evidence/plant.py plant TREE                    copies the repository to a folder, with all alternatives built in

A row has an original text, which stands once in its file, and the mutated text. Texts that end with a newline are whole
lines, all others are expressions. A mutant with further texts has further rows, whose columns from 'area' to 'survives'
are empty. In a copy, the function `planted` chooses between the texts by the number of the mutant.
"""

import argparse
import collections
import difflib
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = "Evidence/mutants.tsv"
COLUMNS = ("id", "area", "sentence", "self-test", "tests", "survives", "file", "original", "mutated")
AREAS = ("behaviour", "stream", "ranker", "feed", "metric", "statistic", "tuning", "gate", "ledger", "trace")
LEAST_MUTANTS = 120
ESCAPES = {"\\n": "\n", "\\t": "\t", "\\\\": "\\"}


class Change(typing.NamedTuple):
    """A row: one text of a file, and what a mutant makes of it."""

    line: int
    file: str
    original: str
    mutated: str

    def is_of_lines(self):
        return self.original.endswith("\n")


class Mutant(typing.NamedTuple):
    number: int
    line: int
    id: str
    area: str
    sentence: str
    checks: str
    tests: str
    survives: str
    changes: typing.List[Change]


# The table


def read_table(root, faults):
    """The mutants of the table; rows that cannot be read are left out.

    Args:
        faults: A list to which lines, ids and sentences are added.
    """
    lines = (root / TABLE).read_text(encoding="utf-8").split("\n")
    if lines[0] != "\t".join(COLUMNS):
        faults.append((1, "table", f"the first line must have these words between tabs: {' '.join(COLUMNS)}"))
    if lines[-1]:
        faults.append((len(lines), "table", "the last line has no newline at its end; add one"))
    else:
        lines.pop()
    mutants = {}
    last = None
    for line, text in enumerate(lines[1:], 2):
        fields = text.split("\t")
        if len(fields) != len(COLUMNS):
            faults.append((line, fields[0], f"the row has {len(fields)} fields, but must have {len(COLUMNS)}: {', '.join(COLUMNS)}"))
            continue
        name, described, file = fields[0], fields[1:6], fields[6]
        for column, field in zip(COLUMNS[7:], fields[7:]):
            for escape in re.findall(r"\\.?", field):
                if escape not in ESCAPES:
                    faults.append((line, name, f"the {column} text has '{escape}'; write only \\n, \\t and \\\\ with a backslash"))
        change = Change(line, file, unescaped(fields[7]), unescaped(fields[8]))
        if not any(described):
            if name != last:
                faults.append((
                    line, name,
                    "the columns from 'area' to 'survives' are empty, but the row above is not of this mutant; fill them in, or move "
                    "the row below the first one of this mutant"))
            else:
                mutants[name].changes.append(change)
        elif name in mutants:
            faults.append((
                line, name,
                f"line {mutants[name].line} has the same id; use another id, or move the row below that one and empty its columns from "
                "'area' to 'survives'"))
        else:
            mutants[name] = Mutant(len(mutants) + 1, line, name, *described, [change])
            last = name
    return list(mutants.values())


def unescaped(field):
    return re.sub(r"\\.", lambda match: ESCAPES.get(match[0], match[0]), field)


def faults_of_table(root, is_whole=True):
    """What is wrong with the table, a line each.

    Args:
        is_whole: Whether the table must have enough mutants, of all areas.
    """
    faults = []
    mutants = read_table(root, faults)
    sentences = {}
    for mutant in mutants:
        for sentence in faults_of_description(root, mutant, sentences):
            faults.append((mutant.line, mutant.id, sentence))
    faults += faults_of_changes(root, mutants)
    if is_whole:
        last = max((mutant.line for mutant in mutants), default=1)
        if len(mutants) < LEAST_MUTANTS:
            faults.append((last, "table", f"the number of mutants is {len(mutants)}, but must be at least {LEAST_MUTANTS}; add some"))
        for area in AREAS:
            if all(mutant.area != area for mutant in mutants):
                faults.append((last, "table", f"the area '{area}' has no mutant; add one"))
    return [f"{TABLE}:{line}: {name}: {sentence}" for line, name, sentence in sorted(faults, key=lambda fault: fault[0])]


def faults_of_description(root, mutant, sentences):
    if not re.fullmatch(r"[a-z]+([A-Z][a-z0-9]*)*", mutant.id):
        yield "the id is not in camel case; write it like satiationNeverFades"
    if mutant.area not in AREAS:
        yield f"'{mutant.area}' is not an area; write {', '.join(AREAS[:-1])} or {AREAS[-1]}"
    for column, sentence in (("sentence", mutant.sentence), ("survives", mutant.survives)):
        if column == "survives" and sentence == "-":
            continue
        if not (sentence[:1].isupper() and sentence.endswith(".") and ". " not in sentence):
            yield f"the column '{column}' must have one sentence, from a capital letter to a full stop, but has '{sentence}'"
        elif sentence in sentences:
            yield f"line {sentences[sentence]} has the sentence '{sentence}' too; write how the two differ"
        sentences.setdefault(sentence, mutant.line)
    for check in words(mutant.checks):
        if check not in checks_of_self_test(root):
            yield f"the self-test has no check '{check}'; write an id from Sources/SelfTest, or -"
    if not words(mutant.tests):
        yield "the column 'tests' is empty; write what tests the rule, such as SocialFeedTests or SocialFeedTests.PostsTests"
    for test in words(mutant.tests):
        folder, _, suite = test.partition(".")
        if not re.fullmatch(r"\w+", folder) or not (root / "Tests" / folder).is_dir():
            yield f"Tests/{folder} does not exist; write the name of a folder that does"
        elif suite and suite not in types_of_tests(root, folder):
            yield f"Tests/{folder} has no suite '{suite}'; write the name of one that it has"


def words(field):
    return [] if field == "-" else field.split()


def faults_of_changes(root, mutants):
    places = collections.defaultdict(list)
    for mutant in mutants:
        for change in mutant.changes:
            fault = fault_of_change(root, change)
            if fault is not None:
                yield change.line, mutant.id, fault
            else:
                start = source(root, change.file).index(change.original)
                places[change.file].append((start, start + len(change.original), change, mutant))
    for of_file in places.values():
        yield from faults_of_neighbours(sorted(of_file, key=lambda place: (place[0], place[2].line)))


def faults_of_neighbours(places):
    """Texts of one file may be the same text, but must not overlap in part.

    Args:
        places: Starts, ends, changes and mutants, by their starts.
    """
    last, results = None, set()
    for place in places:
        start, end, change, mutant = place
        if last is not None and start < last[1]:
            where = f"line {last[2].line} ({last[3].id})"
            if (start, end) != last[:2]:
                yield change.line, mutant.id, f"the original text overlaps with the one in {where}; use exactly that text, or text beside it"
            elif mutant == last[3]:
                yield change.line, mutant.id, f"{where} has the same original text; write both changes into one row"
            elif change.mutated in results:
                yield change.line, mutant.id, f"{where} has the same original and mutated text; write another wrong rule"
        if last is None or start >= last[1]:
            results = set()
        if last is None or end > last[1]:
            last = place
        results.add(change.mutated)


def fault_of_change(root, change):
    """What is wrong with a row on its own, or `None`."""
    text = source(root, change.file)
    if text is None:
        return f"the file '{change.file}' does not exist; write the path of the file that has the rule now"
    count = text.count(change.original) if change.original else 0
    if count != 1:
        remedy = "copy the text of the changed rule into this row" if count == 0 else "copy more of the text around the rule into this row"
        return f"the original text stands {count} times in {change.file}, but must stand once; {remedy}"
    if change.original == change.mutated:
        return "the mutated text is the original text; write the wrong rule"
    start = text.index(change.original)
    for opening, closing in ("{}", "()", "[]"):
        if change.original.count(opening) != change.original.count(closing) or change.mutated.count(opening) != change.mutated.count(closing):
            return f"a text has more '{opening}' than '{closing}', or fewer; both texts must be whole statements or expressions"
    if change.is_of_lines():
        if start > 0 and text[start - 1] != "\n":
            return "the original text ends with \\n, but begins within a line; copy whole lines, or leave the \\n out"
        if change.mutated and not change.mutated.endswith("\n"):
            return "the original text is whole lines; end the mutated text with \\n too, or leave it empty"
    elif not change.mutated or change.mutated.endswith("\n"):
        return "the original text is an expression; write an expression as the mutated text, without \\n at its end"
    return None


@functools.lru_cache(maxsize=None)
def source(root, file):
    path = root / file
    return path.read_text(encoding="utf-8") if file and path.is_file() else None


@functools.lru_cache(maxsize=None)
def checks_of_self_test(root):
    texts = (path.read_text(encoding="utf-8") for path in (root / "Sources" / "SelfTest").rglob("*.swift"))
    return {name for text in texts for name in re.findall(r'\blet id = "(\w+)"', text)}


@functools.lru_cache(maxsize=None)
def types_of_tests(root, folder):
    texts = (path.read_text(encoding="utf-8") for path in (root / "Tests" / folder).rglob("*.swift"))
    return {name for text in texts for name in re.findall(r"\b(?:struct|class|enum|actor) `?(\w+)", text)}


# Choosing


def chosen(mutants, names, half):
    if names and half:
        fail("give either the names of mutants or --half", 64)
    known = {mutant.id: mutant for mutant in mutants}
    for name in names:
        if name not in known:
            nearest = difflib.get_close_matches(name, known, n=1, cutoff=0)[0]
            fail(f"{TABLE} has no mutant '{name}'; did you mean '{nearest}'?", 64)
    if names:
        return [known[name] for name in names]
    return [mutant for mutant in mutants if half is None or mutant.number % 2 == half % 2]


# The copy with all alternatives


def planted_text(text, changes):
    """A source file in which the function `planted` chooses between the texts of its changes.

    Args:
        changes: The number of the mutant and the change, for each change of the file.
    """
    by_original = collections.defaultdict(list)
    for number, change in changes:
        by_original[change.original].append((number, change.mutated))
    # From the last, since what a change adds may have the original text of another one.
    for original in sorted(by_original, key=text.index, reverse=True):
        results = by_original[original]
        if original.endswith("\n"):
            choice = "".join(f"if planted({number}) {{\n{mutated}}} else " for number, mutated in results) + f"{{\n{original}}}\n"
        else:
            choice = f"({original})"
            for number, mutated in reversed(results):
                choice = f"(planted({number}) ? ({mutated}) : {choice})"
        start = text.index(original)
        text = text[:start] + choice + text[start + len(original) :]
    return f"public import Mutants\n{text}"


def planted_manifest(text, files):
    """The manifest of the copy, in which the modules of the changed files import the module `Mutants`."""
    folders = ", ".join(sorted({f'"{os.path.dirname(file)}/"' for file in files}))
    return f"""{text}
// Only in the copy of Evidence/plant.py. The import is public, since an inlinable function may need it; where none does,
// that is a warning.
let changed = [{folders}]
package.targets.append(.target(name: "Mutants", path: "Evidence/Mutants"))
for target in package.targets where target.type != .system {{
  let folder = target.path ?? "Sources/\(target.name)"
  if changed.contains(where: {{ $0.hasPrefix("\(folder)/") }}) {{ target.dependencies.append("Mutants") }}
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .warning)]
}}
"""


def plant(root, mutants, tree):
    """Copies the files that Git has or would add to a folder. What has not changed since the last copy is not written
    again, and not compiled again."""
    changes = collections.defaultdict(list)
    for mutant in mutants:
        for change in mutant.changes:
            changes[change.file].append((mutant.number, change))
    files = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    # Git ignores the versions of the packages, which the copy must have too.
    kept = {file for file in [*files, "Package.resolved"] if (root / file).is_file()}
    for file in kept:
        data = (root / file).read_bytes()
        if file in changes:
            data = planted_text(data.decode(), changes[file]).encode()
        elif file == "Package.swift":
            data = planted_manifest(data.decode(), changes).encode()
        write(tree / file, data)
        shutil.copymode(root / file, tree / file)
    write(tree / "Evidence" / "Mutants" / "MutantCount.swift", f"let mutantCount = {len(mutants)}\n".encode())
    kept |= {"Evidence/Mutants/MutantCount.swift", "Package.resolved"}
    for path in sorted(tree.rglob("*"), reverse=True):
        name = path.relative_to(tree).as_posix()
        if name.startswith(".swiftpm"):
            continue
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif name not in kept:
            path.unlink()


def write(path, data):
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def fail(sentence, code=1):
    print(f"mutants: error: {sentence}", file=sys.stderr)
    sys.exit(code)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check")
    select = commands.add_parser("select")
    select.add_argument("--half", type=int, choices=(1, 2))
    select.add_argument("names", nargs="*")
    commands.add_parser("plant").add_argument("tree", type=pathlib.Path)
    arguments = parser.parse_args()

    faults = faults_of_table(ROOT)
    if faults:
        print("\n".join(faults), file=sys.stderr)
        sys.exit(1)
    mutants = read_table(ROOT, [])
    if arguments.command == "select":
        for mutant in chosen(mutants, arguments.names, arguments.half):
            print(*mutant[:1], *mutant[2:8], sep="\t")
    elif arguments.command == "plant":
        plant(ROOT, mutants, arguments.tree)


if __name__ == "__main__":
    main()
