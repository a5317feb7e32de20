internal import Yams

/// One text on its way through the parser.
///
/// The parser stops at a map that has a key twice, and names the first of the two. So that everything
/// else is checked too, the first one's initial is replaced by a character of Unicode's private use
/// area and the text is parsed again; whoever converts the tree puts the name back.
struct YAMLAttempt {
  let origin: DocumentText.Origin
  private var scalars: String.UnicodeScalarView
  /// The names, as written, of the keys at these locations.
  private(set) var renamed: [TextPosition: String] = [:]

  init(text: DocumentText) {
    origin = text.origin
    scalars = text.string.unicodeScalars
  }

  mutating func root(faults: FaultList) -> Node? {
    while true {
      do {
        // Without the resolver's rules a plain scalar stays the text that it is.
        return try Yams.Parser(yaml: String(scalars), resolver: .basic, encoding: .utf8)
          .singleRoot()
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let position = TextPosition(line: context.mark.line, column: context.mark.column)
        if rename(names[0], at: position) { continue }
        add(Self.repetition(of: names[0]), at: position, to: faults)
      } catch let error as YamlError {
        let problem = YAMLProblem(error)
        add(problem.message, at: problem.position, to: faults)
        addRenamed(to: faults)
      } catch {
        preconditionFailure("the YAML parser threw \(error)")
      }
      return nil
    }
  }

  /// Adds the keys that are there twice, which nobody finds in a text without tree.
  private func addRenamed(to faults: FaultList) {
    let ordered = renamed.sorted { ($0.key.line, $0.key.column) < ($1.key.line, $1.key.column) }
    for (position, name) in ordered { add(Self.repetition(of: name), at: position, to: faults) }
  }

  private static func repetition(of name: String) -> String {
    "the key '\(name.excerpt)' is here twice"
  }

  private func add(_ message: String, at position: TextPosition, to faults: FaultList) {
    let location = origin.location(line: position.line, column: position.column)
    faults.add(LocatedFault(location: location, reason: .syntax(message)))
  }

  /// Makes the key at a position one of a kind.
  ///
  /// - Returns: `false` for a key without an initial that could be replaced.
  private mutating func rename(_ name: String, at position: TextPosition) -> Bool {
    guard renamed[position] == nil, renamed.count < 1000, var index = index(of: position),
      index < scalars.endIndex
    else { return false }
    if scalars[index] == "\"" || scalars[index] == "'" { index = scalars.index(after: index) }
    guard index < scalars.endIndex, scalars[index].properties.isAlphabetic,
      let initial = Unicode.Scalar(0xE000 + renamed.count)
    else { return false }
    scalars.replaceSubrange(index...index, with: [initial])
    renamed[position] = name
    return true
  }

  private func index(of position: TextPosition) -> String.Index? {
    var here = TextPosition()
    return scalars.indices.first { index in
      if here == position { return true }
      here.advance(over: scalars[index])
      return false
    }
  }
}
