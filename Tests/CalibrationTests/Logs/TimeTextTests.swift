import Calibration
import TestSupport
import Testing

@Suite struct TimeTextTests {
  private func parsed(_ text: String) -> TimeText? { TimeText(Array(text.utf8)[...]) }

  @Test(arguments: [
    ("1970-01-01", 0.0), ("1970-01-02T00:00:01", 86_401), ("20180312", 1_520_812_800),
    // 17,602 days after 1970-01-01.
    ("2018-03-12 17:14", 1_520_874_840), ("2018-03-12T17:14:46.030", 1_520_874_886.03),
    ("2000-02-29", 951_782_400), ("1969-12-31", -86_400),
  ])
  func `a time of a clock`(text: String, seconds: Double) throws {
    let time = try #require(parsed(text))
    expectEqual(time.local, seconds)
    expectEqual(time.offset, nil)
  }

  @Test(arguments: [
    ("Z", 0.0), ("+08:00", 28_800), ("-0330", -12_600), ("+01", 3600), (" UTC", 0),
  ])
  func `a time with its offset`(suffix: String, offset: Double) throws {
    try expectEqual(#require(parsed("2018-03-12T17:14:46" + suffix)).offset, offset)
  }

  @Test(arguments: [
    "", "2018", "2018-13-01", "2018-02-29", "1900-02-29", "2018-04-31", "2018-00-10", "2018-01-00",
    "2018-1-1", "2018-03-12T", "2018-03-12T25:00", "2018-03-12T10:60", "2018-03-12T10:10:10.",
    "2018-03-12T10:10:10+25:00", "2018-03-12x", "12.3.2018", "1520874886",
  ])
  func `a text that is no time`(text: String) {
    #expect(parsed(text) == nil)
  }

  @Test func `days count on one by one through two thousand years`() throws {
    var expected = try #require(TimeText.day(year: 1600, month: 1, day: 1))
    expectEqual(expected, -135_140)  // 370 years of 365 days and 90 leap days before 1970
    for year in 1600..<2400 {
      for month in 1...12 {
        for day in 1...31 {
          guard let number = TimeText.day(year: year, month: month, day: day) else { continue }
          expectEqual(number, expected, "\(year)-\(month)-\(day)")
          if number >= 0 { expectEqual(TimeText.year(ofDay: number), year) }
          expected += 1
        }
      }
    }
  }
}
