internal import Yams

/// The tree of a text, as the parser composes it.
///
/// The parser gets the text in disguise, and whoever reads the tree takes the disguise off. Otherwise the parser
/// would put the value of an alias in its place, so that a key that is an alias of aliases is hashed as the huge
/// tree that it stands for; and it would stop at the first map that has a key twice.
///
/// - Complexity: Reads the text at most twice.
struct YAMLTree {
  private let root: Node
  private let disguise: TextDisguise
  /// It owns the anchors that the nodes have.
  private let parser: Yams.Parser

  /// - Returns: `nil` for a text without a value, or after adding the faults that keep it from being read.
  init?(_ text: DocumentText, faults: FaultList) {
    var repetition: LocatedFault?
    var disguise = TextDisguise(text.string)
    while true {
      do {
        // Without the resolver's rules a plain scalar stays the text that it is.
        let parser = try Yams.Parser(yaml: disguise.text, resolver: .basic, encoding: .utf8)
        guard let root = try parser.singleRoot() else { return nil }
        (self.parser, self.root, self.disguise) = (parser, root, disguise)
        return
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        if let repetition {
          faults.add(repetition)
          return nil
        }
        let name = disguise.original(of: names[0]).excerpt
        repetition = LocatedFault(
          location: text.origin.location(line: context.mark.line, column: context.mark.column),
          reason: .syntax("the key '\(name)' is here twice"))
        disguise.tellKeysApart()
      } catch {
        if let repetition { faults.add(repetition) }
        let problem = YAMLProblem(error)
        let place = text.origin.location(
          line: problem.position.line, column: problem.position.column)
        faults.add(LocatedFault(location: place, reason: .syntax(problem.message)))
        return nil
      }
    }
  }

  /// Calls a function while the nodes have their anchors.
  func withAnchors<Result>(_ body: (Node, TextDisguise) -> Result) -> Result {
    withExtendedLifetime(parser) { body(root, disguise) }
  }
}
