import Calibration
import TestSupport
import Testing

@Suite struct KeyTableTests {
  @Test func `texts get numbers in the order in which they appear, and keep them`() {
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var table = KeyTable()
      var numbers: [String: Int] = [:]
      for _ in 0..<2000 {
        let text = String(Int.random(in: 0..<700, using: &generator), radix: 36)
        let number = table.number(of: Array(text.utf8)[...])
        let expected = numbers[text] ?? numbers.count
        numbers[text] = expected
        expectEqual(number, expected, "seed \(seed)")
      }
      expectEqual(table.count, numbers.count)
      for (text, number) in numbers { expectEqual(table[number], text) }
    }
  }

  @Test func `the empty text is a text`() {
    var table = KeyTable()
    expectEqual(table.number(of: []), 0)
    expectEqual(table.number(of: [7]), 1)
    expectEqual(table.number(of: []), 0)
    expectEqual(table[0], "")
  }
}

@Suite struct ValueTallyTests {
  @Test func `few values are kept as they are`() {
    var tally = ValueTally()
    for value in [3, 1.5, 3, 0] { tally.add(value) }
    tally.add(7, count: 2)
    expectEqual(tally.column.values, [0, 1.5, 3, 7])
    expectEqual(tally.column.counts, [1, 1, 2, 2])
  }

  @Test func `many values are rounded by less than one in eight thousand`() {
    var tally = ValueTally()
    var sum = 0.0
    for index in 1...200_000 {
      let value = Double(index) * 1.0000001
      tally.add(value)
      sum += value
    }
    let column = tally.column
    expectEqual(column.count, 200_000)
    #expect(column.values.count < 1 << 17)
    #expect((column.total - sum).magnitude < 1.2e-4 * sum)
    #expect((column.values.last! - 200_000).magnitude < 1.3e-4 * 200_000)
  }
}
