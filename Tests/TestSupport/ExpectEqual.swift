public import Testing

/// Records an issue where a value is not the expected one, as `#expect(found == expected)` does, in a quarter of the
/// macro's compile time: with thousands of comparisons that was most of what the tests took to build.
///
/// The expression is at the location of the issue, and the message has the two values.
public func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if found == expected { return }
  let difference = "found \(String(reflecting: found)), expected \(String(reflecting: expected))"
  Issue.record(
    comment().map { "\($0.rawValue): \(difference)" } ?? "\(difference)",
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
}
