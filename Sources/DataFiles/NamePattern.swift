/// A regular expression for names, which takes time in proportion to its own length times the name's, for every
/// expression: no expression from outside can hold the program up.
///
/// Letters stand for themselves, `.` for any, `[a-z_]` and `[^0-9]` for one of a set or one outside it, `\d` for a digit,
/// `\w` for a letter, a digit or `_`, and `\` before another character for that character. Further there are
/// `(…)`, `|`, `*`, `+`, `?`, `^` and `$`.
///
/// Source: Thompson, *Communications of the ACM* 11(6), 1968.
package struct NamePattern: Sendable {
  /// What is wrong with an expression, and at which of its characters.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// A set of characters.
  fileprivate struct Characters: Sendable {
    var ranges: [ClosedRange<Unicode.Scalar>]
    var isComplement = false

    static let any = Characters(ranges: [], isComplement: true)
    static let digits = Characters(ranges: ["0"..."9"])
    static let word = Characters(ranges: ["a"..."z", "A"..."Z", "0"..."9", "_"..."_"])

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(scalar) } != isComplement
    }
  }

  /// A step of the automaton; after it comes the next one, unless it names others.
  fileprivate enum Step: Sendable {
    /// Takes a character of a set.
    case one(Characters)
    /// Continues only at the start of the name, or at its end.
    case start, end
    /// Goes on at two steps, so many after this one; before it, where the number is negative.
    case either(Int, Int)
    /// Goes on at another step, so many after this one.
    case go(Int)
    case match
  }

  private let steps: [Step]

  /// - Throws: A ``Fault`` for a text that is no expression, and for one of more than 1,000 characters.
  package init(_ text: String) throws(Fault) {
    var parser = PatternParser(text)
    steps = try parser.parse() + [.match]
  }

  /// Whether the expression describes a part of a name.
  ///
  /// - Complexity: O(*nm*) time, O(*n*) memory, for *n* characters of the expression and *m* of the name.
  package func matches(_ name: String) -> Bool {
    let name = Array(name.unicodeScalars)
    var states = States(count: steps.count)
    for position in 0...name.count {
      // A match can begin anywhere.
      if follow(0, into: &states, at: position, of: name.count) { return true }
      guard position < name.count else { return false }
      var next = States(count: steps.count)
      for index in states.list {
        guard case .one(let characters) = steps[index], characters.contains(name[position]) else {
          continue
        }
        if follow(index + 1, into: &next, at: position + 1, of: name.count) { return true }
      }
      states = next
    }
    return false
  }

  /// The current steps of the automaton.
  private struct States {
    var list: [Int] = []
    private var isThere: [Bool]

    init(count: Int) { isThere = Array(repeating: false, count: count) }

    mutating func insert(_ index: Int) -> Bool {
      guard !isThere[index] else { return false }
      isThere[index] = true
      list.append(index)
      return true
    }
  }

  /// Adds a step, and all that follow it without a character.
  ///
  /// - Returns: Whether the match is among them.
  private func follow(_ first: Int, into states: inout States, at position: Int, of count: Int)
    -> Bool
  {
    var open = [first]
    while let index = open.popLast() {
      guard states.insert(index) else { continue }
      switch steps[index] {
      case .one: break
      case .start: if position == 0 { open.append(index + 1) }
      case .end: if position == count { open.append(index + 1) }
      case .either(let one, let other): open += [index + other, index + one]
      case .go(let distance): open.append(index + distance)
      case .match: return true
      }
    }
    return false
  }
}

/// Reads an expression, and makes the steps of each part from its parts' steps. Distances between steps are relative,
/// so that steps can be joined unchanged.
private struct PatternParser {
  typealias Step = NamePattern.Step
  typealias Fault = NamePattern.Fault

  private static let mostCharacters = 1000
  private static let deepestNest = 50

  private let text: [Unicode.Scalar]
  private var next = 0
  private var depth = 0

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  private var current: Unicode.Scalar? { next < text.count ? text[next] : nil }

  mutating func parse() throws(Fault) -> [Step] {
    guard text.count <= Self.mostCharacters else {
      let (count, most) = (text.count.grouped, Self.mostCharacters.grouped)
      throw Fault(description: "it has \(count) characters; at most \(most) are read")
    }
    let steps = try choice()
    guard current == nil else { throw fault("')' has no '(' before it") }
    return steps
  }

  private func fault(_ what: String) -> Fault {
    Fault(description: "character \(next + 1): \(what)")
  }

  /// Alternatives.
  private mutating func choice() throws(Fault) -> [Step] {
    var branches = [try sequence()]
    while current == "|" {
      next += 1
      branches.append(try sequence())
    }
    var steps = branches.removeLast()
    for branch in branches.reversed() {
      steps =
        [.either(1, branch.count + 2)] + branch + [.go(steps.count + 1)] + steps
    }
    return steps
  }

  /// One part after the other.
  private mutating func sequence() throws(Fault) -> [Step] {
    var steps: [Step] = []
    while let scalar = current, scalar != "|", scalar != ")" { steps += try repeated() }
    return steps
  }

  /// A part, as often as the signs behind it say.
  private mutating func repeated() throws(Fault) -> [Step] {
    var steps = try part()
    while let scalar = current {
      switch scalar {
      case "*":
        steps = [.either(1, steps.count + 2)] + steps + [.go(-steps.count - 1)]
      case "+": steps += [.either(-steps.count, 1)]
      case "?": steps = [.either(1, steps.count + 1)] + steps
      case "{":
        throw fault("'{' is not supported; write the repeated part out")
      default: return steps
      }
      next += 1
    }
    return steps
  }

  private mutating func part() throws(Fault) -> [Step] {
    let scalar = text[next]
    switch scalar {
    case "*", "+", "?", "{": throw fault("'\(scalar)' has no part before it to repeat")
    case "(": return try group()
    case "[": return [.one(try set())]
    case "\\": return [.one(try escaped())]
    case "^", "$", ".":
      next += 1
      return [scalar == "." ? .one(.any) : scalar == "^" ? .start : .end]
    default:
      next += 1
      return [.one(.init(ranges: [scalar...scalar]))]
    }
  }

  private mutating func group() throws(Fault) -> [Step] {
    let start = next
    next += 1
    depth += 1
    guard depth <= Self.deepestNest else {
      throw fault("more than \(Self.deepestNest) parentheses are open")
    }
    let steps = try choice()
    guard current == ")" else {
      next = start
      throw fault("')' is missing for the '('")
    }
    next += 1
    depth -= 1
    return steps
  }

  private mutating func escaped() throws(Fault) -> NamePattern.Characters {
    next += 1
    guard let scalar = current else { throw fault("a character is missing after '\\'") }
    next += 1
    switch scalar {
    case "d": return .digits
    case "w": return .word
    case "a"..."z", "A"..."Z", "0"..."9":
      next -= 1
      throw fault("'\\\(scalar)' is not known; '\\d' and '\\w' are")
    default: return .init(ranges: [scalar...scalar])
    }
  }

  private mutating func set() throws(Fault) -> NamePattern.Characters {
    let start = next
    next += 1
    var set = NamePattern.Characters(ranges: [])
    if current == "^" {
      set.isComplement = true
      next += 1
    }
    while let scalar = current, scalar != "]" {
      if scalar == "\\" {
        set.ranges += try escaped().ranges
        continue
      }
      next += 1
      guard current == "-", next + 1 < text.count, text[next + 1] != "]" else {
        set.ranges.append(scalar...scalar)
        continue
      }
      let last = text[next + 1]
      guard scalar <= last else { throw fault("'\(scalar)-\(last)' is no range") }
      set.ranges.append(scalar...last)
      next += 2
    }
    guard current == "]", !set.ranges.isEmpty else {
      next = start
      throw fault("']' is missing for the '['")
    }
    next += 1
    return set
  }
}
