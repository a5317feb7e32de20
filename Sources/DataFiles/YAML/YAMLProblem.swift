internal import Yams

/// Why a text is no YAML, and where, in plain words.
struct YAMLProblem {
  let message: String
  let position: TextPosition

  init(_ error: any Error) {
    switch error {
    case YamlError.scanner(let context, let problem, let mark, _),
      YamlError.parser(let context, let problem, let mark, _),
      YamlError.composer(let context, let problem, let mark, _):
      position = TextPosition(line: mark.line, column: mark.column)
      message = "this is not YAML: \(Self.plainWords[problem] ?? problem)\(Self.start(of: context))"
    default:
      // The text was scanned for what the reader refuses; what is left is a lack of memory.
      position = TextPosition()
      message = "this is not YAML: \(error)"
    }
  }

  /// Where the thing began that is not well formed, if that helps.
  private static func start(of context: YamlError.Context?) -> String {
    guard let context, let thing = things[context.text] else { return "" }
    return " (in \(thing) that begins in line \(context.mark.line))"
  }

  private static let things = [
    "while parsing a block mapping": "a map",
    "while parsing a block collection": "a list",
    "while parsing a flow mapping": "the map in braces",
    "while parsing a flow sequence": "the list in brackets",
    "while scanning a quoted scalar": "the text in quotes",
    "while scanning a block scalar": "the text block",
    "while scanning a simple key": "the key",
  ]

  /// The parser's message, and what it means for the writer of the file.
  private static let plainWords = [
    "mapping values are not allowed in this context":
      "a ':' where no key can be; check the indentation, and quote a text that holds ': '",
    "mapping keys are not allowed in this context":
      "a key where none can be; check the indentation",
    "block sequence entries are not allowed in this context":
      "a '-' where no list can be; check the indentation",
    "did not find expected key": "a key was expected here; check the indentation",
    "did not find expected '-' indicator": "a '-' was expected here; check the indentation",
    "did not find expected ',' or ']'": "a ',' or ']' was expected here",
    "did not find expected ',' or '}'": "a ',' or '}' was expected here",
    "did not find expected node content": "a value was expected here",
    "did not find expected <document start>":
      "the scenario ends above, and something follows; check the indentation",
    "could not find expected ':'": "a ':' and a blank were expected after the key",
    "found character that cannot start any token":
      "no value can begin with this character; quote it, and indent with blanks, not tabs",
    "found a tab character that violates indentation": "a tab; indent with blanks",
    "found a tab character where an indentation space is expected": "a tab; indent with blanks",
    "found unexpected end of stream": "the file ends before the closing quote",
    "found unexpected ':'": "a ':' inside a value; quote the value",
    "found unexpected document indicator": "a document ends before the closing quote",
    "found unknown escape character": "no escape begins like this; use 'single quotes'",
    "found undefined tag handle": "a tag; a scenario has none",
    "but found another document": "a second document; a scenario is one",
    "did not find expected alphabetic or numeric character":
      "'&' begins an anchor; quote the value",
    "Maximum nesting level reached, set with yaml_set_max_nest_level())":
      "maps and lists are nested too deeply",
  ]
}
