/// A formula as operations on columns: what a block of candidates goes through.
///
/// Registers hold a number for each candidate of a block: first constants, which are filled once, then features and
/// noise, which are filled for each block, then results, whose registers are used again once they are free.
struct FormulaProgram: Sendable {
  /// How many candidates go through at a time: registers stay in the processor's first cache.
  static let blockLength = 256

  struct Instruction {
    let operation: FormulaOperation
    let result: Int
    let first: Int
    let second: Int
    let third: Int
  }

  private(set) var constants: [Double] = []
  private(set) var features: [RankerFeature] = []
  /// Occurrences of uniform numbers.
  private(set) var noises: [UInt32] = []
  private(set) var instructions: [Instruction] = []
  private(set) var registerCount = 0
  /// The register of the score.
  private(set) var score = 0

  init(_ tree: FormulaTree, root: Int) {
    var compiler = RegisterAllocation(tree, root: root)
    compiler.addLeaves(to: &self)
    compiler.addOperations(to: &self)
    registerCount = compiler.registerCount
    score = compiler.register(of: root)
  }

  fileprivate mutating func add(_ node: FormulaTree.Node) {
    switch node {
    case .number(let value): constants.append(value)
    case .feature(let feature): features.append(feature)
    case .noise(let occurrence): noises.append(occurrence)
    case .operation: fatalError("an operation of a formula stands among its leaves")
    }
  }

  fileprivate mutating func add(_ instruction: Instruction) { instructions.append(instruction) }
}

/// Gives each node of a tree that counts a register.
private struct RegisterAllocation {
  private let tree: FormulaTree
  /// How often the value of each node is still to be read.
  private var uses: [Int]
  private var registers: [Int]
  private var free: [Int] = []
  private(set) var registerCount = 0
  private var leafCount = 0

  init(_ tree: FormulaTree, root: Int) {
    self.tree = tree
    uses = Array(repeating: 0, count: tree.nodes.count)
    registers = Array(repeating: -1, count: tree.nodes.count)
    uses[root] = 1
    for position in tree.nodes.indices.reversed() where uses[position] > 0 {
      guard case .operation(_, let operands) = tree.nodes[position] else { continue }
      for operand in operands { uses[operand] += 1 }
    }
  }

  func register(of position: Int) -> Int { registers[position] }

  /// Gives leaves their registers, equal ones the same: constants, then features, then noise.
  mutating func addLeaves(to program: inout FormulaProgram) {
    addLeaves(to: &program) { if case .number(let value) = $0 { value.bitPattern } else { nil } }
    addLeaves(to: &program) {
      if case .feature(let feature) = $0 { UInt64(feature.rawValue) } else { nil }
    }
    addLeaves(to: &program) { if case .noise(let number) = $0 { UInt64(number) } else { nil } }
    leafCount = registerCount
  }

  private mutating func addLeaves(
    to program: inout FormulaProgram, identity: (FormulaTree.Node) -> UInt64?
  ) {
    var known: [UInt64: Int] = [:]
    for position in tree.nodes.indices where uses[position] > 0 {
      guard let identity = identity(tree.nodes[position]) else { continue }
      if known[identity] == nil {
        known[identity] = registerCount
        registerCount += 1
        program.add(tree.nodes[position])
      }
      registers[position] = known[identity]!
    }
  }

  mutating func addOperations(to program: inout FormulaProgram) {
    for position in tree.nodes.indices where uses[position] > 0 {
      guard case .operation(let operation, let operands) = tree.nodes[position] else { continue }
      // Before the operands' registers are free: a result never stands where it is read from.
      registers[position] = takeRegister()
      let read = operands.map { registers[$0] }
      program.add(
        FormulaProgram.Instruction(
          operation: operation, result: registers[position], first: read[0],
          second: read.count > 1 ? read[1] : read[0], third: read.count > 2 ? read[2] : read[0]))
      for operand in operands { release(operand) }
    }
  }

  private mutating func takeRegister() -> Int {
    if let register = free.popLast() { return register }
    defer { registerCount += 1 }
    return registerCount
  }

  private mutating func release(_ position: Int) {
    uses[position] -= 1
    if uses[position] == 0 && registers[position] >= leafCount { free.append(registers[position]) }
  }
}

extension FormulaProgram {
  /// Writes the score of each candidate; one that is no number is `otherwise`.
  ///
  /// - Complexity: Each operation reads each block once; an array for each register.
  func run(
    _ candidates: borrowing Candidates, otherwise: Double, into scores: inout MutableSpan<Double>
  ) {
    var registers = constants.map { Array(repeating: $0, count: Self.blockLength) }
    for _ in constants.count..<registerCount {
      registers.append(Array(repeating: 0, count: Self.blockLength))
    }
    let columns = features.map { candidates[$0] }
    for start in stride(from: 0, to: candidates.count, by: Self.blockLength) {
      let length = min(Self.blockLength, candidates.count - start)
      load(columns, candidates, from: start, length: length, into: &registers)
      for instruction in instructions { execute(instruction, &registers) }
      for index in 0..<length {
        let value = registers[score][index]
        scores[start + index] = value.isNaN ? otherwise : value
      }
    }
  }

  private func load(
    _ columns: [[Double]], _ candidates: borrowing Candidates, from start: Int, length: Int,
    into registers: inout [[Double]]
  ) {
    var register = constants.count
    for column in columns {
      var block = [Double]()
      swap(&block, &registers[register])
      for index in 0..<length { block[index] = column[start + index] }
      swap(&block, &registers[register])
      register += 1
    }
    for occurrence in noises {
      var block = [Double]()
      swap(&block, &registers[register])
      var span = block.mutableSpan
      candidates.fillNoise(start..<start + length, occurrence: occurrence, into: &span)
      swap(&block, &registers[register])
      register += 1
    }
  }

  private func execute(_ instruction: Instruction, _ registers: inout [[Double]]) {
    var result = [Double]()
    swap(&result, &registers[instruction.result])
    let (first, second) = (registers[instruction.first], registers[instruction.second])
    let third = registers[instruction.third]
    var span = result.mutableSpan
    instruction.operation.apply(first.span, second.span, third.span, into: &span)
    swap(&result, &registers[instruction.result])
  }
}
