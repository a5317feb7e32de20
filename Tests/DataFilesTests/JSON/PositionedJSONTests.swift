import DataFiles
import TestSupport
import Testing

/// JSON with the places of its values.
@Suite struct PositionedJSONTests {
  @Test func `values of all kinds, and where they begin`() throws {
    let text = " {\"a\": [1, -2.5e3, true, false, null], \"b\\n\\u00e9\\ud83d\\ude00\": \"x\"} \n"
    let root = try PositionedJSON(Array(text.utf8), file: "f")
    guard case .object(let members) = root.content, case .array(let list)? = members["a"]?.content
    else {
      Issue.record("no object of a list")
      return
    }
    expectEqual(root.offset, 1)
    expectEqual(members.keys.sorted(), ["a", "b\né😀"])
    expectEqual(list.map(\.offset), [8, 11, 19, 25, 32])
    expectEqual(list.map(\.summary), ["1", "-2.5e3", "true", "false", "null"])
    expectEqual(members["a"]?.summary, "a list")
    expectEqual(members["b\né😀"]?.summary, "the text 'x'")
    expectEqual(root.summary, "an object")
  }

  @Test(arguments: [
    ("", "f:1:1: the file ends where a value is expected"),
    ("{\n  \"a\": 1,\n  \"a\": 2}", "f:3:3: 'a' is there twice"),
    ("{\"a\" 1}", "f:1:6: expected ':'"),
    ("{a: 1}", "f:1:2: expected a name in quotes"),
    ("[1 2]", "f:1:4: expected ']'"),
    ("[1,", "f:1:4: the file ends where a value is expected"),
    ("[1", "f:1:3: the file ends where ']' is expected"),
    ("[01]", "f:1:2: expected a value"),
    ("[nan]", "f:1:2: expected a value"),
    ("[-]", "f:1:2: expected a value"),
    ("[-00]", "f:1:2: expected a value"),
    ("[.5]", "f:1:2: expected a value"),
    ("[1.]", "f:1:2: expected a value"),
    ("[1.2.3]", "f:1:2: expected a value"),
    ("[1e]", "f:1:2: expected a value"),
    ("[1e+-2]", "f:1:2: expected a value"),
    ("[+1]", "f:1:2: expected a value"),
    ("[1-2]", "f:1:2: expected a value"),
    ("[1] 2", "f:1:5: expected the end of the file"),
    ("\"a\nb\"", "f:1:3: a text goes on past the end of its line"),
    ("\"a", "f:1:3: the file ends inside a text"),
    ("\"\\x\"", "f:1:3: no text has '\\' before this"),
    ("\"\\u12g4\"", "f:1:4: expected four hexadecimal digits"),
  ])
  func `what is wrong is reported with its location`(text: String, message: String) {
    let fault = #expect(throws: LocatedFault.self) {
      _ = try PositionedJSON(Array(text.utf8), file: "f")
    }
    expectEqual(fault?.description, message)
  }

  @Test(arguments: ["0", "-0", "10", "0.50", "-12.5", "1e9", "1E-05", "2.5e+3"])
  func `a number is kept as it is written`(text: String) throws {
    let json = try PositionedJSON(Array("[\(text) ,1]".utf8), file: "f")
    guard case .array(let list) = json.content, case .number(let number) = list[0].content else {
      Issue.record("no list of numbers")
      return
    }
    expectEqual(number, text)
  }

  @Test func `bytes that are no text, and values too deep`() {
    let bytes = #expect(throws: LocatedFault.self) {
      _ = try PositionedJSON([0x22, 0xFF, 0x22], file: "f")
    }
    expectEqual(bytes?.reason, .syntax("this is not UTF-8 text"))
    let deep = #expect(throws: LocatedFault.self) {
      _ = try PositionedJSON(Array(repeating: 0x5B, count: 100_000), file: "f")
    }
    expectEqual(deep?.description, "f:1:101: values are too deep in each other")
  }
}
