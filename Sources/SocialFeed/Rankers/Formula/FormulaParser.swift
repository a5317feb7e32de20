/// Reads a formula:
///
///     condition  = both {"or" both}
///     both       = negation {"and" negation}
///     negation   = "not" negation | comparison
///     comparison = sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
///     sum        = product {("+" | "-") product}
///     product    = sign {("*" | "/") sign}
///     sign       = "-" sign | "+" sign | power
///     power      = operand ["^" sign]
///     operand    = number | feature | weight | function "(" condition {"," condition} ")"
///                | "(" condition ")"
///
/// so that −2^2 is −4 and 2^3^2 is 512. Mistakes are noted and skipped.
struct FormulaParser {
  static let depthLimit = 100
  static let lengthLimit = 2000

  private let tokens: [FormulaToken]
  private let weights: [String: Double]
  private var index = 0
  private var depth = 0
  private var hasGivenUp = false
  private(set) var tree = FormulaTree()
  private(set) var faults: [FormulaFault]
  private(set) var usedWeights: Set<String> = []

  init(_ text: String, weights: [String: Double]) {
    let lexer = FormulaLexer(text)
    tokens = lexer.tokens
    faults = lexer.faults
    self.weights = weights
  }

  /// Reads all and returns the index of its root in the tree, which has a meaning without faults.
  mutating func parse() -> Int {
    if tokens.count == 1 {
      if faults.isEmpty { fault(.empty, at: 1) }
      return standIn()
    }
    // The last word is the end.
    if tokens.count - 1 > Self.lengthLimit {
      fault(.tooLong(limit: Self.lengthLimit), at: tokens[Self.lengthLimit].column)
      return standIn()
    }
    var root = parseCondition()
    while current.content != .end {
      readOverStray()
      if isOperandNext { root = parseCondition() }
    }
    return root
  }

  // MARK: Rules

  private mutating func parseCondition() -> Int {
    let start = index
    var left = parseBoth()
    while take(.or) {
      let right = parseBoth()
      left = mark(tree.add(.or, left, right), from: start)
    }
    return left
  }

  private mutating func parseBoth() -> Int {
    let start = index
    var left = parseNegation()
    while take(.and) {
      let right = parseNegation()
      left = mark(tree.add(.and, left, right), from: start)
    }
    return left
  }

  private mutating func parseNegation() -> Int {
    let start = index
    guard take(.not) else { return parseComparison() }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { return giveUp() }
    let operand = parseNegation()
    return mark(tree.add(.not, operand), from: start)
  }

  private mutating func parseComparison() -> Int {
    let start = index
    var left = parseSum()
    var count = 0
    while let symbol = take("<", "<=", ">", ">=", "==", "!=") {
      count += 1
      if count == 2 { fault(.chainedComparison, at: tokens[index - 1].column) }
      let right = parseSum()
      left =
        switch symbol {
        case "<": tree.add(.less, left, right)
        case "<=": tree.add(.lessOrEqual, left, right)
        case ">": tree.add(.less, right, left)
        case ">=": tree.add(.lessOrEqual, right, left)
        case "==": tree.add(.equal, left, right)
        default: tree.add(.notEqual, left, right)
        }
      _ = mark(left, from: start)
    }
    return left
  }

  private mutating func parseSum() -> Int {
    let start = index
    var left = parseProduct()
    while let symbol = take("+", "-") {
      let right = parseProduct()
      left = mark(tree.add(symbol == "+" ? .add : .subtract, left, right), from: start)
    }
    return left
  }

  private mutating func parseProduct() -> Int {
    let start = index
    var left = parseSign()
    while let symbol = take("*", "/") {
      let right = parseSign()
      left = mark(tree.add(symbol == "*" ? .multiply : .divide, left, right), from: start)
    }
    return left
  }

  private mutating func parseSign() -> Int {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { return giveUp() }
    let start = index
    if take("-") != nil {
      let operand = parseSign()
      return mark(tree.add(.negate, operand), from: start)
    }
    if take("+") != nil { return parseSign() }
    let base = parseOperand()
    guard take("^") != nil else { return base }
    let exponent = parseSign()
    return mark(tree.add(.power, base, exponent), from: start)
  }

  private mutating func parseOperand() -> Int {
    let token = current
    switch token.content {
    case .number(let value):
      index += 1
      return tree.add(.number(value))
    case .name(FormulaConnective.not.rawValue):
      fault(.looseNot, at: token.column)
      return parseNegation()
    case .name(let name) where FormulaConnective(rawValue: name) == nil:
      index += 1
      return parseName(name, at: token.column)
    case .symbol("("):
      index += 1
      let inner = parseArguments(openedAt: token.column, isFunction: false)
      return inner.first ?? standIn()
    default:
      fault(.missingOperand(before: token.summary), at: token.column)
      return standIn()
    }
  }

  private mutating func parseName(_ name: String, at column: Int) -> Int {
    let start = index - 1
    let function = FormulaFunction(rawValue: name)
    let feature = RankerFeature.allCases.first { $0.name == name }
    guard current.content == .symbol("(") else {
      if let feature { return tree.add(.feature(feature)) }
      if let weight = weights[name] {
        usedWeights.insert(name)
        return tree.add(.number(weight))
      }
      fault(function.map { .functionWithoutArguments($0.signature) } ?? unknown(name), at: column)
      return standIn()
    }
    let opened = current.column
    index += 1
    let arguments = parseArguments(openedAt: opened, isFunction: true)
    guard let function else {
      let isKnown = feature != nil || weights[name] != nil
      if weights[name] != nil { usedWeights.insert(name) }
      fault(isKnown ? .notAFunction(name) : unknown(name), at: column)
      return standIn()
    }
    guard function.argumentCounts.contains(arguments.count) else {
      fault(
        .wrongArgumentCount(signature: function.signature, found: arguments.count), at: column)
      return standIn()
    }
    return mark(tree.add(function, arguments), from: start)
  }

  /// Reads up to the closing parenthesis, and returns what stands between the commas.
  private mutating func parseArguments(openedAt column: Int, isFunction: Bool) -> [Int] {
    if isFunction && take(")") != nil { return [] }
    var arguments = [parseCondition()]
    while take(")") == nil {
      if current.content == .end {
        if !hasGivenUp { fault(.unclosedParenthesis, at: column) }
        return arguments
      }
      if isFunction && take(",") != nil {
        arguments.append(parseCondition())
      } else {
        readOverStray()
        if isOperandNext { _ = parseCondition() }
      }
    }
    return arguments
  }

  // MARK: Words

  private var current: FormulaToken { tokens[index] }

  private mutating func take(_ symbols: String...) -> String? {
    guard case .symbol(let symbol) = current.content, symbols.contains(symbol) else { return nil }
    index += 1
    return symbol
  }

  private mutating func take(_ connective: FormulaConnective) -> Bool {
    guard current.content == .name(connective.rawValue) else { return false }
    index += 1
    return true
  }

  private var isOperandNext: Bool {
    switch current.content {
    case .name(FormulaConnective.and.rawValue), .name(FormulaConnective.or.rawValue): false
    case .number, .name, .symbol("("): true
    case .symbol, .end: false
    }
  }

  /// Notes a word that cannot stand behind an operand, and skips it unless it begins an operand.
  private mutating func readOverStray() {
    switch current.content {
    case .symbol(")"): fault(.unopenedParenthesis, at: current.column)
    case .symbol(","): fault(.strayComma, at: current.column)
    default:
      fault(.missingOperator(before: current.summary), at: current.column)
      if isOperandNext { return }
    }
    if current.content != .end { index += 1 }
  }

  /// Records which part of the text a node is, from a word to the one before the next.
  private mutating func mark(_ node: Int, from start: Int) -> Int {
    tree.mark(node, tokens[start].column..<tokens[index].column)
    return node
  }

  // MARK: Faults

  private mutating func fault(_ reason: FormulaFault.Reason, at column: Int) {
    faults.append(FormulaFault(column: column, reason: reason))
  }

  private func unknown(_ name: String) -> FormulaFault.Reason {
    .unknownName(
      name,
      allowed: RankerFeature.allCases.map(\.name) + weights.keys.sorted()
        + FormulaFunction.allCases.map(\.name))
  }

  /// The node for something that could not be read; no operation is folded with it.
  private mutating func standIn() -> Int { tree.add(.feature(.ageHours)) }

  /// Reads over all that is left.
  private mutating func giveUp() -> Int {
    if !hasGivenUp { fault(.tooDeep(limit: Self.depthLimit), at: current.column) }
    hasGivenUp = true
    index = tokens.count - 1
    return standIn()
  }
}
