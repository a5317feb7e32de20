import TestSupport
import Testing

/// Where a community and the slow model of it differ.
struct Difference: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func agree<Value: Equatable>(
  _ found: Value, _ expected: Value, _ what: @autoclosure () -> String
) throws(Difference) {
  guard found != expected else { return }
  throw Difference("\(what()): found \(found), expected \(expected)")
}

/// Runs a test for many seeds and names the first that fails.
func forEachSeed(_ count: Int, _ body: (UInt64, inout SeededGenerator) throws -> Void) {
  #if InternalChecks
    let count = (count + 9) / 10  // Every change looks at the whole community then.
  #endif
  for seed in 1...UInt64(count) {
    var generator = SeededGenerator(seed: seed)
    do { try body(seed, &generator) } catch {
      Issue.record("seed \(seed): \(error)")
      return
    }
  }
}
