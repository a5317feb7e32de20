extension FormulaTree {
  /// The value of each node for one candidate.
  ///
  /// - Parameters:
  ///   - feature: The value of a feature.
  ///   - noise: The uniform number of an occurrence.
  func values(
    feature: (RankerFeature) -> Double, noise: (UInt32) -> Double
  ) -> [Double] {
    var values: [Double] = []
    for node in nodes {
      switch node {
      case .number(let value): values.append(value)
      case .feature(let name): values.append(feature(name))
      case .noise(let occurrence): values.append(noise(occurrence))
      case .operation(let operation, let operands):
        let read = operands.map { values[$0] } + [0, 0]
        values.append(operation.result(read[0], read[1], read[2]))
      }
    }
    return values
  }

  /// The nodes from a root whose value is no number down to the first such node: all its operands are numbers.
  func path(toNoNumberFrom root: Int, _ values: [Double]) -> [Int] {
    var path = [root]
    while case .operation(let operation, let operands) = nodes[path.last!] {
      let read =
        if case .choose = operation {
          [FormulaOperation.holds(values[operands[0]]) ? operands[1] : operands[2]]
        } else { operands }
      guard let cause = read.first(where: { values[$0].isNaN }) else { break }
      path.append(cause)
    }
    return path
  }

  /// What an operation does with the values of its operands, such as `0 / 0`; `nil` for a leaf.
  func text(of node: Int, _ values: [Double]) -> String? {
    guard case .operation(let operation, let operands) = nodes[node] else { return nil }
    let read = operands.map { values[$0] }
    let symbol: String? =
      switch operation {
      case .add: "+"
      case .subtract: "-"
      case .multiply: "*"
      case .divide: "/"
      case .power: "^"
      default: nil
      }
    return symbol.map { symbol in
      // A sign behind an operator has parentheses.
      read.map { $0 < 0 ? "(\(Self.text($0)))" : Self.text($0) }.joined(separator: " \(symbol) ")
    } ?? "\(operation)(\(read.map(Self.text).joined(separator: ", ")))"
  }

  /// The features that a node depends on, in the order of all features.
  func features(of node: Int) -> [RankerFeature] {
    var (all, open): ([RankerFeature], [Int]) = ([], [node])
    while let next = open.popLast() {
      switch nodes[next] {
      case .feature(let feature): all.append(feature)
      case .operation(_, let operands): open += operands
      case .number, .noise: break
      }
    }
    let found = FeatureSet(all)
    return RankerFeature.allCases.filter(found.contains)
  }

  /// A number as formulas write it.
  static func text(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-∞" : "∞" }
    let isWhole = value == value.rounded() && value.magnitude < 1e15
    return isWhole ? "\(Int(value))" : "\(value)"
  }
}

extension ScoreFormula {
  /// Which part of the formula is the first that is no number for a candidate, such as
  /// `likes/looks, column 2 of the formula, is 0 / 0`.
  ///
  /// - Complexity: The formula is read again.
  func reason(ofNoNumberAt index: Int, among candidates: borrowing Candidates) -> String {
    var values: [RankerFeature: Double] = [:]
    for feature in RankerFeature.allCases where features.contains(feature) {
      values[feature] = candidates[feature][index]
    }
    var noise: [UInt32: Double] = [:]
    for occurrence in program.noises {
      noise[occurrence] = candidates.noise(index, occurrence: occurrence)
    }
    return reason(feature: { values[$0] ?? 0 }, noise: { noise[$0] ?? 0 })
  }

  func reason(feature: (RankerFeature) -> Double, noise: (UInt32) -> Double) -> String {
    var parser = FormulaParser(text, weights: weights)
    let root = parser.parse()
    let tree = parser.tree
    let values = tree.values(feature: feature, noise: noise)
    let path = tree.path(toNoNumberFrom: root, values)
    guard let columns = path.reversed().lazy.compactMap({ tree.columns(of: $0) }).first else {
      return "\(text) is no number"
    }
    return "\(part(columns)), column \(columns.lowerBound) of the formula, is "
      + (tree.text(of: path.last!, values) ?? "no number")
  }

  /// The text of columns, without blanks at its ends.
  func part(_ columns: Range<Int>) -> String {
    var part = String.UnicodeScalarView()
    part.append(
      contentsOf: Array(text.unicodeScalars)[columns.lowerBound - 1..<columns.upperBound - 1])
    return String(part).trimmingBlanks
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\t" }
    let tail = drop(while: isBlank)
    return String(tail.prefix(tail.count - tail.reversed().prefix(while: isBlank).count))
  }
}
