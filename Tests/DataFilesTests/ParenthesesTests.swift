import DataFiles
import TestSupport
import Testing

@Suite struct ParenthesesTests {
  @Test(arguments: [
    ("like_rate=1%", ["like_rate", "1%"]), ("1%", ["1%"]), ("", [""]), ("=", ["", ""]),
    ("creator_atkinson(epsilon=2)=1%", ["creator_atkinson(epsilon=2)", "1%"]),
    ("a(b(c=d)=e)=f=g", ["a(b(c=d)=e)", "f", "g"]), (")=(=", [")", "(="]),
  ])
  func `a text is split at separators outside parentheses`(text: String, parts: [String]) {
    expectEqual(text.split(outsideParenthesesAt: "=").map(String.init), parts)
  }
}
