"""Pages of the manual, from what the program says about its commands."""

import re
import textwrap

# The titles of arguments that belong to no section.
ARGUMENTS, OTHERS = "Arguments", "Options"


def pages(description, exit_codes, version, date):
    """The pages of all commands by the names of their files.

    Args:
        description: What `feedlab describe commands --format json` prints, read.
        exit_codes: What `feedlab describe exit-codes --format json` prints, read.
        date: Year, month and day, which are shown below each page.
    """
    shown = {}

    def walk(command, parents):
        if not command["shouldDisplay"] or command["commandName"] == "help":
            return
        words = [*parents, command["commandName"]]
        shown[f"{'-'.join(words)}.1"] = _page(command, words, exit_codes, f'"{date}" "feedlab {_text(version)}"')
        for inner in command.get("subcommands", []):
            walk(inner, words)

    walk(description["command"], [])
    return shown


def _page(command, words, exit_codes, foot):
    name, title = "-".join(words), " ".join(words)
    inner = [child for child in command.get("subcommands", []) if child["shouldDisplay"] and child["commandName"] != "help"]
    arguments = [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]
    parts = [
        f'.TH {_text(name).upper()} 1 {foot} "FeedLab"',
        ".SH NAME", f"{_text(name)} \\- {_text(command['abstract'])}",
        ".SH SYNOPSIS", f"\\fB{_text(title)}\\fR{_synopsis(arguments, inner)}",
    ]
    if "discussion" in command:
        parts += [".SH DESCRIPTION", *_paragraphs(command["discussion"])]
    if inner:
        parts.append(".SH COMMANDS")
        for child in inner:
            parts += [".TP", f"\\fB{_text(name)}\\-{_text(child['commandName'])}\\fR(1)", _text(child["abstract"])]
    # What all commands have comes last.
    for section in sorted(dict.fromkeys(map(_section, arguments)), key=lambda section: (section == OTHERS) - (section == ARGUMENTS)):
        parts.append(f".SH {_text(section).upper()}")
        for argument in arguments:
            if _section(argument) == section:
                parts += [".TP", _heading(argument), *_text(_explanation(argument)).split("\n")]
    if len(words) == 1:
        parts.append(".SH EXIT STATUS")
        for code in exit_codes:
            parts += [".TP", f"\\fB{code['code']}\\fR", _text(f"{code['meaning'][0].upper()}{code['meaning'][1:]}. {code['detail']}")]
    else:
        parts += [".SH SEE ALSO", ", ".join(f"\\fB{_text('-'.join(words[:length]))}\\fR(1)" for length in range(1, len(words)))]
    return "\n".join(parts) + "\n"


def _section(argument):
    return argument.get("sectionTitle") or (ARGUMENTS if argument["kind"] == "positional" else OTHERS)


def _synopsis(arguments, inner):
    text = " [\\fIoptions\\fR]" if any(argument["kind"] != "positional" for argument in arguments) else ""
    for argument in arguments:
        if argument["kind"] == "positional":
            value = f"\\fI{_text(argument['valueName'])}\\fR" + ("..." if argument["isRepeating"] else "")
            text += f" [{value}]" if argument["isOptional"] else f" {value}"
    return text + (" \\fIcommand\\fR" if inner else "")


def _heading(argument):
    value = _text(argument["valueName"])
    if argument["kind"] == "positional":
        return f"\\fI{value}\\fR"
    names = ", ".join(
        f"\\fB{_text(('--' if name['kind'] == 'long' else '-') + name['name'])}\\fR" for name in argument["names"])
    return names if argument["kind"] == "flag" else f"{names} \\fI{value}\\fR"


def _explanation(argument):
    notes = []
    if argument.get("allValues"):
        notes.append(f"values: {', '.join(argument['allValues'])}")
    if argument.get("defaultValue"):
        notes.append(f"default: {argument['defaultValue']}")
    sentences = [text for text in (argument.get("abstract"), argument.get("discussion")) if text]
    return " ".join(sentences + ([f"({'; '.join(notes)})"] if notes else []))


def _paragraphs(text):
    """Paragraphs; lines with a margin stay lines."""
    for number, paragraph in enumerate(text.split("\n\n")):
        lines = paragraph.split("\n")
        margin = next((index for index, line in enumerate(lines) if line.startswith(" ")), len(lines))
        if number > 0:
            yield ".PP"
        if lines[:margin]:
            yield from (_text(line) for line in lines[:margin])
        if lines[margin:]:
            yield from [".RS", ".nf"]
            yield from (_text(line) for line in textwrap.dedent("\n".join(lines[margin:])).split("\n"))
            yield from [".fi", ".RE"]


def _text(text):
    """A text of which nothing is an instruction, and of whose hyphens none becomes another sign."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace('"', "\\(dq")
    return re.sub(r"^\.", r"\\&.", text, flags=re.MULTILINE)
