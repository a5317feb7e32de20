#!/usr/bin/env python3
"""Adds executions of fuzzers to the table of a Markdown file: Evidence/executions.py FILE.

Standard input has a reader and its executions on each line, with a tab between them, as scripts/fuzz --record writes it.
"""

import re
import sys

ROW = re.compile(r"^\| `([a-z-]+)` \|(.*)\| ([\d,]+) \|$")
TOTAL = re.compile(r"^\| all \|(.*)\| ([\d,]+) \|$")


def number(text):
    return int(text.replace(",", ""))


def added(text, executions):
    """The text with the executions, by reader, in its rows and in the row of all."""
    rest, total, lines = dict(executions), 0, []
    for line in text.split("\n"):
        if row := ROW.match(line):
            count = number(row[3]) + rest.pop(row[1], 0)
            total += count
            line = f"| `{row[1]}` |{row[2]}| {count:,} |"
        elif row := TOTAL.match(line):
            line = f"| all |{row[1]}| {total:,} |"
        lines.append(line)
    if rest:
        raise ValueError(f"the table has no row of {', '.join(rest)}")
    return "\n".join(lines)


def main():
    path = sys.argv[1]
    executions = {}
    for line in sys.stdin:
        reader, count = line.split("\t")
        executions[reader] = executions.get(reader, 0) + int(count)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        text = added(text, executions)
    except ValueError as error:
        sys.exit(f"executions.py: {error}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
