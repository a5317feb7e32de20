import Foundation

/// The command-line arguments of a benchmark, from left to right.
package struct CaseArguments {
  private let program: String
  private var rest = CommandLine.arguments.dropFirst()

  package init(of program: String) { self.program = program }

  /// The next argument; `nil` after the last.
  package mutating func next() -> String? { rest.popFirst() }

  /// The value of an option: the next argument.
  package mutating func value<Value>(of option: String, _ parse: (String) -> Value?) -> Value {
    guard let value = rest.popFirst().flatMap(parse) else { fail("\(option) needs a value") }
    return value
  }

  /// A whole number of at least 1, the value of an option.
  package mutating func count(of option: String) -> Int {
    value(of: option) { Int($0).flatMap { $0 >= 1 ? $0 : nil } }
  }

  /// Ends the process because of invalid arguments.
  package func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(program): \(message)\n".utf8))
    exit(64)
  }
}
