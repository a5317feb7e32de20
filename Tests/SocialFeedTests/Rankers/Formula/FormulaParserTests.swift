import SocialFeed
import TestSupport
import Testing

@Suite struct FormulaParserTests {
  @Test(arguments: [
    ("1 + 2 * 3", 7.0), ("(1 + 2) * 3", 9), ("10 - 4 - 3", 3), ("16 / 4 / 2", 2),
    ("-2 ^ 2", -4), ("2 ^ 3 ^ 2", 512), ("2 ^ -1", 0.5), ("--3", 3), ("2 - -3", 5), ("+4", 4),
    ("2*-3", -6), ("1e-3", 0.001), (".5", 0.5), ("2.", 2), ("1.5E+2", 150), ("7e0", 7),
    ("1 < 2", 1), ("2 <= 1", 0), ("3 > 2", 1), ("2 >= 2", 1), ("1 == 2", 0), ("1 != 2", 1),
    ("1 + 1 < 3", 1), ("(1 < 2) < 3", 1), ("if(2 > 1, 5, 6)", 5), ("if(0, 5, 6)", 6),
    ("if(-0.5, 5, 6)", 5), ("if(log(-1), 5, 6)", 6), ("min(3, 1, 2)", 1), ("max(3, 1, 2, 9)", 9),
    ("clamp(5, 0, 3)", 3), ("clamp(-5, 0, 3)", 0), ("clamp(2, 0, 3)", 2), ("abs(-2)", 2),
    ("floor(-1.5)", -2), ("sqrt(9)", 3), ("log2(8)", 3), ("log10(1000)", 3), ("exp2(5)", 32),
    ("log(1)", 0), ("exp(0)", 1), ("tanh(0)", 0), ("pow(2, 10)", 1024), ("w * _x2", 6),
    ("  1\t+\n1 ", 2), ("((((1))))", 1), ("1 and 2", 1), ("1 and 0", 0), ("0 or -3", 1),
    ("0 or 0", 0), ("not 0", 1), ("not 5", 0), ("not not 5", 1), ("1 or 1 and 0", 1),
    ("(1 or 1) and 0", 0), ("not 1 > 2", 1), ("not 0 and 0", 0), ("1 < 2 and 2 < 3", 1),
    ("1 + 1 == 2 or 1 / 0", 1), ("if(1 < 2 and not 0, 5, 6)", 5), ("log(-1) and 1", 0),
    ("not log(-1)", 1), ("2 * (not 0)", 2), ("max(0 or 1, 0)", 1),
  ])
  func `a constant is what arithmetic makes it`(text: String, expected: Double) throws {
    let used = ["w": 2.0, "_x2": 3.0].filter { text.contains($0.key) && text.contains("_x2") }
    try expectEqual(FormulaGround(posts: 1).value(text, weights: used), expected)
  }

  @Test(arguments: [
    ("", "column 1: the formula is empty"), ("  ", "column 1: the formula is empty"),
    ("likes +", "column 8: a number, a name or a parenthesis is missing before the end"),
    ("* likes", "column 1: a number, a name or a parenthesis is missing before '*'"),
    ("likes ** 2", "column 8: a number, a name or a parenthesis is missing before '*'"),
    ("()", "column 2: a number, a name or a parenthesis is missing before ')'"),
    ("min(1,)", "column 7: a number, a name or a parenthesis is missing before ')'"),
    ("likes views", "column 7: an operator is missing before 'views'"),
    ("2likes", "column 2: an operator is missing before 'likes'"),
    ("(likes 2)", "column 8: an operator is missing before the number 2.0"),
    ("1.2.3", "column 4: an operator is missing before the number 0.3"),
    ("(likes", "column 1: this parenthesis is not closed"),
    ("log2(1 + (likes)", "column 5: this parenthesis is not closed"),
    ("likes)", "column 6: this parenthesis was not opened"),
    ("likes, 2", "column 6: a comma stands between the arguments of a function alone"),
    ("(1, 2)", "column 3: a comma stands between the arguments of a function alone"),
    (
      "1 < likes < 3",
      "column 11: a comparison of a comparison needs parentheses; two conditions are joined by 'and'"
    ),
    ("likes and", "column 10: a number, a name or a parenthesis is missing before the end"),
    ("and likes", "column 1: a number, a name or a parenthesis is missing before 'and'"),
    ("likes or * 2", "column 10: a number, a name or a parenthesis is missing before '*'"),
    ("2 * not likes", "column 5: 'not' needs parentheses behind an operator, as in 2 * (not x)"),
    ("likes not 2", "column 7: an operator is missing before 'not'"),
    ("likes && 2", "column 7: write 'and' for '&&'"),
    ("likes & 2", "column 7: write 'and' for '&&'"),
    ("likes || 2", "column 7: write 'or' for '||'"), ("!likes", "column 1: write 'not' for '!'"),
    ("ag_hours", "column 1: there is no feature, weight or function 'ag_hours'"),
    ("1 + lgo2(likes)", "column 5: there is no feature, weight or function 'lgo2'"),
    ("log2 + 1", "column 1: a function has arguments, as in log2(x)"),
    ("likes(2)", "column 1: 'likes' is no function and has no arguments"),
    ("log2(1, 2)", "column 1: log2(x) does not take 2 arguments"),
    ("log2()", "column 1: log2(x) does not take 0 arguments"),
    ("1 + max(likes)", "column 5: max(x, y, ...) does not take 1 argument"),
    ("if(likes, 1)", "column 1: if(condition, x, y) does not take 2 arguments"),
    ("uniform(5)", "column 1: uniform(low, high) does not take 1 argument"),
    ("likes = 2", "column 7: '=' has no meaning here; equality is '=='"),
    ("likes % 2", "column 7: '%' has no meaning in a formula"),
    ("1e999", "column 1: 1e999 is greater than every number there is"),
  ])
  func `a fault says what is wrong, and in which column`(text: String, message: String) {
    expectEqual(formulaFaults(text).first, message)
    // What follows from the first fault is not reported as well, but for what an operator left out.
    #expect(formulaFaults(text).count <= 2)
  }

  @Test func `all faults are found at once, in order of column`() {
    expectEqual(
      formulaFaults("lik + log2(1, 2) * (view + $) - max(3))"),
      [
        "column 1: there is no feature, weight or function 'lik'",
        "column 7: log2(x) does not take 2 arguments",
        "column 21: there is no feature, weight or function 'view'",
        "column 28: '$' has no meaning in a formula",
        "column 29: a number, a name or a parenthesis is missing before ')'",
        "column 33: max(x, y, ...) does not take 1 argument",
        "column 39: this parenthesis was not opened",
      ])
  }

  @Test func `a weight has a name of its own and is used`() {
    expectEqual(formulaFaults("a * likes", weights: ["a": 1]), [])
    expectEqual(
      formulaFaults("a * likes", weights: ["a": 1, "c": 1, "b": 2]),
      [
        "the formula does not use the weight 'b'", "the formula does not use the weight 'c'",
      ])
    expectEqual(
      formulaFaults("likes", weights: ["likes": 2, "max": 1, "2x": 1, "a-b": 1]),
      [
        "'2x' is no name for a weight: letters, digits and underscores, no digit first",
        "'a-b' is no name for a weight: letters, digits and underscores, no digit first",
        "'likes' is the name of a feature", "'max' is the name of a function",
      ])
    expectEqual(formulaFaults("likes", weights: ["and": 2]), ["'and' is the name of a connective"])
    expectEqual(
      formulaFaults("a * b", weights: ["a": .infinity, "b": .nan]),
      [
        "the weight 'a' is inf, which is not finite",
        "the weight 'b' is nan, which is not finite",
      ])
    // Of a formula that cannot be read nobody knows what it uses.
    expectEqual(
      formulaFaults("lik", weights: ["a": 1]),
      ["column 1: there is no feature, weight or function 'lik'"])
  }

  @Test func `what is unknown comes with all that there is`() {
    do throws(InvalidFormula) {
      _ = try ScoreFormula("foo", weights: ["b": 1, "a": 1])
      Issue.record("a formula of nothing")
    } catch {
      guard case .unknownName("foo", let allowed)? = error.faults.first?.reason else {
        Issue.record("\(error)")
        return
      }
      #expect(allowed.prefix(2) == ["age_hours", "likes"] && allowed.suffix(1) == ["uniform"])
      #expect(allowed.contains("a") && allowed.firstIndex(of: "a")! < allowed.firstIndex(of: "b")!)
    }
  }

  @Test func `too long and too deep texts are faults, however long`() {
    let deep = String(repeating: "(", count: 100_000)
    expectEqual(
      formulaFaults(String(deep.prefix(1500))), ["column 101: this is nested more than 100 deep"])
    let limit = "the formula has more than 2000 numbers, names and operators"
    expectEqual(formulaFaults(deep), ["column 2001: \(limit)"])
    expectEqual(
      formulaFaults(String(repeating: "-", count: 1000) + "1"),
      ["column 101: this is nested more than 100 deep"])
    expectEqual(
      formulaFaults(String(repeating: "not ", count: 1000) + "1"),
      ["column 405: this is nested more than 100 deep"])
    let sum = "1" + String(repeating: "+likes", count: 999)
    expectEqual(formulaFaults(sum), [])
    expectEqual(formulaFaults(sum + "+1"), ["column \(sum.count + 2): \(limit)"])
  }
}
