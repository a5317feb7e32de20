/// Ends the process with a sentence, in release builds too, when code of this package or around it broke a rule:
/// a programmer's fault, never what a caller got from outside.
///
/// `precondition` is silent in release builds. The sentence is made out of line, so that a check costs a caller only
/// the comparison.
///
/// - Parameters:
///   - condition: The rule.
///   - sentence: What is wrong, with the value that is.
@inline(__always)
func require(
  _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { stop(sentence, file, line) }
}

@inline(never)
private func stop(_ sentence: () -> String, _ file: StaticString, _ line: UInt) -> Never {
  fatalError(sentence(), file: file, line: line)
}
