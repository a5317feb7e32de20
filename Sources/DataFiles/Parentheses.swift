extension StringProtocol {
  /// The parts between separators that are not inside parentheses, such as the two parts of
  /// `creator_atkinson(epsilon=2)=1%` at `=`.
  package func split(outsideParenthesesAt separator: Character) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    var depth = 0
    for index in indices {
      switch self[index] {
      case "(": depth += 1
      case ")": depth = Swift.max(0, depth - 1)
      case separator where depth == 0:
        parts.append(self[start..<index])
        start = self.index(after: index)
      default: break
      }
    }
    return parts + [self[start...]]
  }
}
