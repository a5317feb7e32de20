import DataFiles
import Foundation
import TestSupport
import Testing

@Suite struct JSONValueTests {
  @Test func `keys are sorted by their bytes, and nothing stands between`() {
    let value = JSONValue.object([
      "b": .array([.number(1), .bool(true), .null, .string("x")]), "a-b": .number(2),
      "a": .object([:]), "é": .array([]), "B": .whole(.max), "ab": .bool(false),
    ])
    expectEqual(
      value.canonical,
      #"{"B":18446744073709551615,"a":{},"a-b":2,"ab":false,"b":[1,true,null,"x"],"é":[]}"#)
  }

  @Test func `a list of numbers stays on one line of the indented text`() {
    let value = JSONValue.object([
      "a": .array([.number(1.5), .null, .whole(3)]), "b": .array([.number(1), .string("x")]),
    ])
    expectEqual(
      value.indented,
      """
      {
        "a": [1.5, null, 3],
        "b": [
          1,
          "x"
        ]
      }

      """)
    expectEqual(value.canonical, #"{"a":[1.5,null,3],"b":[1,"x"]}"#)
  }

  @Test func `the indented text is the same over several lines`() {
    let value = JSONValue.object([
      "a": .array([.number(1), .object([:])]), "b": .object(["c": .null]),
    ])
    expectEqual(
      value.indented,
      """
      {
        "a": [
          1,
          {}
        ],
        "b": {
          "c": null
        }
      }

      """)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1e-7, "1e-07"),
    (1e15, "1000000000000000"), (1e300, "1e+300"), (0x1p-1074, "5e-324"),
  ])
  func `numbers are as short as they read back`(number: Double, text: String) {
    expectEqual(JSONValue.number(number).canonical, text)
  }

  @Test func `any number and any text is read back by Foundation`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      let read = try JSONDecoder().decode(
        [Double].self, from: Data(JSONValue.array([.number(number)]).canonical.utf8))
      expectEqual(read, [number])
      let scalars = (0..<5).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &generator))
      }
      let text = String(String.UnicodeScalarView(scalars)) + "\\\"/"
      let texts = try JSONDecoder().decode(
        [String].self, from: Data(JSONValue.array([.string(text)]).canonical.utf8))
      expectEqual(texts, [text])
    }
  }

  @Test func `a number that is not finite is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = JSONValue.number(.nan).canonical }
  }
}
