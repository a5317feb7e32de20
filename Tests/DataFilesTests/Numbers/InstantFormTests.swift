import DataFiles
import TestSupport
import Testing

@Suite struct InstantFormTests {
  @Test(arguments: [
    ("5d12h", 475_200.0), ("0s", 0), ("90m", 5400), ("1d2h3m4s", 93_784), ("2d0.5h", 174_600),
    ("36h", 129_600), ("7d", 604_800),
  ])
  func `days, hours, minutes and seconds are added up`(text: String, seconds: Double) {
    expectEqual(InstantForm.seconds(text), seconds)
  }

  @Test(arguments: [
    "", "5", "5d12", "12h5d", "5d5d", "d", "5 d", "-1d", "1d-2h", "noon", "5w", "1e3s", "5D",
  ])
  func `what is no instant`(text: String) {
    expectEqual(InstantForm.seconds(text), nil)
  }

  @Test(arguments: [
    (0.0, "0s"), (475_200, "5d12h"), (93_784, "1d2h3m4s"), (59, "59s"), (604_800, "7d"),
    (3600.5, "1h0.5s"),
  ])
  func `a text has the units of which there are any, and reads back`(seconds: Double, text: String)
  {
    expectEqual(InstantForm.text(seconds), text)
    expectEqual(InstantForm.seconds(text), seconds)
  }
}
