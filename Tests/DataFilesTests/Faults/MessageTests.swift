import DataFiles
import TestSupport
import Testing

/// What is printed on standard error, where a terminal and a workflow read along.
@Suite struct MessageTests {
  private static let name = "x\n::error::y\u{1B}[31m ##[group]z"

  @Test func `what is interpolated stays on one line, and what is literal does not`() {
    let message: Message = "first \(Self.name)\nsecond \(7) \([1, 2])"
    expectEqual(
      message.text, "first x\u{FFFD}::error::y\u{FFFD}[31m ##\u{FFFD}group]z\nsecond 7 [1, 2]")
  }

  @Test func `messages in a message keep their lines`() {
    let lines = Message.lines(["one", "two \(Self.name)"])
    let message: Message = "all:\n\(lines)"
    expectEqual(message.text, "all:\none\ntwo x\u{FFFD}::error::y\u{FFFD}[31m ##\u{FFFD}group]z")
    expectEqual(("a" + message).text, "a" + message.text)
    expectEqual("\(message)", message.text)
  }

  @Test func `an error in a message brings its own, with its lines`() {
    struct Failure: ProgramError {
      let exitCode = ExitCode.unfinished
      let message: Message = "broken\nin two"
    }
    let message: Message = "it is \(Failure())"
    expectEqual(message.text, "it is broken\nin two")
    expectEqual(Failure().description, "broken\nin two")
    let error: any Error = Failure()
    expectEqual(("\(error)" as Message).text, "broken\nin two")
  }

  @Test func `a text of several lines keeps them, each a plain one`() {
    expectEqual(Message(linesOf: "a\u{1B}\nb\n").text, "a\u{FFFD}\nb\n")
  }

  @Test func `a file's name begins no line of a fault`() {
    let fault = LocatedFault(
      location: .line(file: "a\n::error::b.yml", line: 2, column: 3), key: "k\u{7}",
      reason: .syntax("wrong"))
    expectEqual(fault.message.text, "a\u{FFFD}::error::b.yml:2:3: k\u{FFFD}: wrong")
  }

  @Test(arguments: [
    ("::error::x", "\u{FFFD}:error::x"),
    ("a\n \t::add-mask::x\nb", "a\n \t\u{FFFD}:add-mask::x\nb"),
    // A blank that is not of ASCII, which .NET trims as well.
    ("\u{2003}::error::x", "\u{2003}\u{FFFD}:error::x"),
    // A colon with a combining mark is one character, and still the beginning of a command.
    ("::\u{301}error::x", "\u{FFFD}:\u{301}error::x"),
    ("a ::error::x", "a ::error::x"), (":x", ":x"), ("", ""), ("a\n\n::\n", "a\n\n\u{FFFD}:\n"),
  ])
  func `no line is a command to a workflow`(text: String, safe: String) {
    expectEqual(text.withoutCommands, safe)
  }
}
