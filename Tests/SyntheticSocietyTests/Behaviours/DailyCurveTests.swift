import Stochastics
import SyntheticSociety
import Testing

@Suite struct DailyCurveTests {
  private static let parameters = SocietyParameters().sessions
  private let curve = DailyCurve(hours: parameters.hours, weekdays: parameters.weekdays)

  @Test func `a flat curve gives the exponential gap itself`() {
    let flat = DailyCurve(
      hours: Array(repeating: 1, count: 24), weekdays: Array(repeating: 1, count: 7))
    // A rate of 1 in 1,000 s and a draw of 2.5: 2,500 s later, over a week's end too.
    let gap = flat.arrival(after: 604_000, phase: 0, rate: 0.001, exponential: 2.5)
    #expect(abs(gap - 606_500) < 1e-6)
    let early = flat.arrival(after: -50, phase: -700, rate: 0.001, exponential: 0.01)
    #expect(abs(early + 40) < 1e-6)
  }

  @Test func `an hour without intensity has no arrival`() {
    var hours = Array(repeating: 1.0, count: 24)
    hours[3] = 0
    let curve = DailyCurve(hours: hours, weekdays: Array(repeating: 1, count: 7))
    let stream = KeyedStream(seed: 5, world: 0, name: StreamName("curve"))
    var time = 0.0
    for number in 0..<2000 as Range<UInt32> {
      time = curve.arrival(
        after: time, phase: 0, rate: 0.001, exponential: stream.exponential(number))
      let hour = Int((time / 3600).rounded(.down)) % 24
      #expect(hour != 3, "an arrival at \(time)")
    }
  }

  /// Against the integral taken in steps of a second: slow and obvious.
  @Test func `the arrival is where the integral has grown by the draw`() {
    let stream = KeyedStream(seed: 6, world: 0, name: StreamName("curve"))
    for number in 0..<40 as Range<UInt32> {
      let uniforms = stream.uniforms(number)
      let start = (uniforms[0] * 1_000_000 - 200_000).rounded()
      let phase = (uniforms[1] * 7200 - 3600).rounded()
      let exponential = 3 * uniforms[2]
      let found = curve.arrival(
        after: start, phase: phase, rate: 0.0001, exponential: exponential)
      var (left, time) = (exponential / 0.0001, start)
      while left > 0 {
        left -= intensity(at: time + phase)
        time += 1
      }
      #expect(found <= time + 1e-3 && found >= time - 1 - 1e-3, "\(found), \(time)")
    }
  }

  private func intensity(at local: Double) -> Double {
    let week = 604_800.0
    let inWeek = local - (local / week).rounded(.down) * week
    let hour = Int(inWeek / 3600)
    let hours = Self.parameters.hours
    let weekdays = Self.parameters.weekdays
    return hours[hour % 24] * weekdays[hour / 24] * 168
      / (hours.reduce(0, +) * weekdays.reduce(0, +))
  }
}
