/// A formula as a tree in one array, operands before what is made of them; constants are folded
/// while it grows.
struct FormulaTree {
  enum Node {
    case number(Double)
    case feature(RankerFeature)
    /// A uniform number, by its occurrence in the text.
    case noise(UInt32)
    case operation(FormulaOperation, [Int])
  }

  private(set) var nodes: [Node] = []
  /// The columns of the text from which a node was made; none for a leaf and for a part of a function's operations.
  private var columns: [Int: Range<Int>] = [:]
  private var noises: UInt32 = 0

  /// Adds a number or a feature and returns its index.
  mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// Records which columns of the text a node is; the first record stays, which is the shortest.
  mutating func mark(_ node: Int, _ columns: Range<Int>) {
    self.columns[node] = self.columns[node] ?? columns
  }

  /// The columns of the text from which a node was made.
  func columns(of node: Int) -> Range<Int>? { columns[node] }

  /// Adds the next uniform number from 0 to 1 and returns its index.
  mutating func addNoise() -> Int {
    defer { noises += 1 }
    return add(.noise(noises))
  }

  /// Adds an operation, or its result where its operands are numbers, and returns its index.
  mutating func add(_ operation: FormulaOperation, _ operands: Int...) -> Int {
    let numbers = operands.map(number(at:))
    if case .choose = operation, let condition = numbers[0] {
      return FormulaOperation.holds(condition) ? operands[1] : operands[2]
    }
    guard numbers.allSatisfy({ $0 != nil }) else { return add(.operation(operation, operands)) }
    let values = numbers.map { $0! } + [0, 0]
    return add(.number(operation.result(values[0], values[1], values[2])))
  }

  private func number(at index: Int) -> Double? {
    if case .number(let value) = nodes[index] { value } else { nil }
  }

  /// Adds a function of arguments whose number is right, and returns its index.
  mutating func add(_ function: FormulaFunction, _ arguments: [Int]) -> Int {
    let x = arguments[0]
    switch function {
    case .log: return add(.log, x)
    case .log2: return add(.log2, x)
    case .log10: return add(.log10, x)
    case .exp: return add(.exp, x)
    case .exp2: return add(.exp2, x)
    case .sqrt: return add(.sqrt, x)
    case .abs: return add(.abs, x)
    case .floor: return add(.floor, x)
    case .tanh: return add(.tanh, x)
    case .pow: return add(.power, x, arguments[1])
    case .min: return arguments.dropFirst().reduce(x) { add(.minimum, $0, $1) }
    case .max: return arguments.dropFirst().reduce(x) { add(.maximum, $0, $1) }
    case .clamp: return add(.minimum, add(.maximum, x, arguments[1]), arguments[2])
    case .choice: return add(.choose, x, arguments[1], arguments[2])
    case .uniform:
      let width = add(.subtract, arguments[1], x)
      return add(.add, x, add(.multiply, width, addNoise()))
    }
  }
}
