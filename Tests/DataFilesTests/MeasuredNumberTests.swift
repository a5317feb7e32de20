import DataFiles
import TestSupport
import Testing

/// Which numbers of a file are taken for measured ones.
@Suite struct MeasuredNumberTests {
  private struct Pair: Decodable {
    let a: Double
    let b: [Double?]
  }

  private func decoded(_ text: String) -> String {
    do throws(LocatedFault) {
      let pair: Pair = try PositionedDecoder(Array(text.utf8), file: "f.json", otherwise: "no pair")
        .decode()
      return "\(pair.a.shortest) \(pair.b.map { $0.map(\.shortest) ?? "null" })"
    } catch {
      return error.description
    }
  }

  @Test(
    arguments: cases(
      #"""
      {"a": -1e60, "b": [1e60, null, 1e-320]} => -1e+60 ["1e+60", "null", "1e-320"]
      {"a": 1.1e60, "b": []} => f.json:1:7: 'a': expected a number from -1e60 to 1e60, found 1.1e60
      {"a": 0,\n "b": [0, -1e160]} => f.json:2:11: 'b': expected a number from -1e60 to 1e60, found -1e160
      {"a": 1e999, "b": []} => f.json:1:7: 'a': expected a number from -1e60 to 1e60, found 1e999
      {"a": "nan", "b": []} => f.json:1:7: 'a': expected a number, found the text 'nan'
      {"a": NaN, "b": []} => f.json:1:7: expected a value
      """#))
  func `numbers that cannot have been measured are refused`(text: String, expected: String) {
    expectEqual(decoded(text), expected)
  }

  @Test func `the fourth powers of as many numbers as a study may have add up to a number`() {
    let largest = MeasuredNumber.largest
    #expect((largest * largest * largest * largest * 1e6 * 1e6).isFinite)
    #expect(!Double.nan.isMeasured && !Double.infinity.isMeasured && (-largest).isMeasured)
  }
}
