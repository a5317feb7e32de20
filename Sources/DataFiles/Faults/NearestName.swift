/// The name that was probably meant.
///
/// - Parameters:
///   - found: What was written.
///   - names: What could have been meant, in the order of preference.
/// - Returns: The first of the names nearest in ``editDistance(_:_:)``, case aside, or `nil` when
///   that is more than a third of what was written and more than one, or all of what was written.
package func nearestName(to found: String, among names: [String]) -> String? {
  guard (1...64).contains(found.count) else { return nil }
  let written = Array(found.lowercased())
  let limit = min(max(1, written.count / 3), written.count - 1)
  var best: (name: String, distance: Int)?
  for name in names {
    let distance = editDistance(written, Array(name.lowercased()))
    if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}

/// What to write instead of a name that does not exist, such as `did you mean 'affinity'?`: the nearest name, or the
/// names that contain what was written, or else the word of them that comes nearest to it; `nil` without any.
package func remedy(for found: String, among names: [String]) -> String? {
  if let nearest = nearestName(to: found, among: names) { return "did you mean '\(nearest)'?" }
  guard found.count >= 3 else { return nil }
  func all(with part: String) -> [String] {
    names.filter { $0.lowercased().contains(part.lowercased()) }
  }
  var containing = all(with: found)
  if containing.isEmpty {
    // Shorter words are near to too many.
    let words = names.flatMap { $0.split { !$0.isLetter } }.filter { $0.count > 4 }.map(String.init)
    if let word = nearestName(to: found, among: words) { containing = all(with: word) }
  }
  guard let first = containing.first else { return nil }
  return containing.count == 1
    ? "did you mean '\(first)'?" : "there are \(LocatedFault.Reason.list(containing))"
}

/// How many insertions, deletions, replacements and swaps of neighbours make one text the other,
/// none of them where the text was changed before (optimal string alignment).
///
/// - Complexity: O(*nm*) time, O(*m*) memory.
///
/// Source: Damerau, *Communications of the ACM* 7(3), 1964; Boytsov, *ACM JEA* 16, 2011.
package func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var before: [Int] = []
  var previous = Array(0...right.count)
  for i in left.indices {
    var current = [i + 1]
    for j in right.indices {
      let replaced = previous[j] + (left[i] == right[j] ? 0 : 1)
      var distance = min(replaced, previous[j + 1] + 1, current[j] + 1)
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        distance = min(distance, before[j - 1] + 1)
      }
      current.append(distance)
    }
    (before, previous) = (previous, current)
  }
  return previous[right.count]
}
