import Foundation
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

@Suite struct TraitsTests {
  private let streams = SocietyStreams(seed: 2, world: 0)

  @Test func `streams have names that hash apart`() {
    let names = SocietyStreams.names
    expectEqual(Set(names.map { StreamName($0).rawValue }).count, names.count)
  }

  /// Means over 4,000 members, each within 4.5 standard errors: false alarms below 10⁻⁴ together.
  @Test func `members are as active, silent and prolific as the parameters say`() {
    let parameters = SocietyParameters()
    let source = TraitSource(parameters, streams, Behaviours(parameters))
    let members = (0..<4000).map { source.member(.initial($0)) }
    // Mean sessions a day: 0.9 · 1.5 + 0.1 · 0.15 = 1.365; a member's variance is
    // 0.9 · 1.5² · 7/6 + 0.1 · 0.15² · 7/6 − 1.365² = 0.50: a standard error of 0.011.
    let rate = members.reduce(0) { $0 + Double($1.sessionRate) } / 4000 * 86_400
    #expect(abs(rate - 1.365) < 0.05, "\(rate) sessions a day")
    // Patience is log-normal with the mean 10: a coefficient of variation of √(e^0.64 − 1) = 0.95.
    let patience = members.reduce(0) { $0 + Double($1.patience) } / 4000
    #expect(abs(patience - 10) < 0.68, "\(patience) of patience")
    // The log of a lognormal variate of mean 1 has the mean −1.5² ÷ 2 and the deviation 1.5: a standard error of
    // 0.024 of the mean, and of 0.017 of the deviation.
    let readiness = members.map { log(Double($0.followReadiness)) }
    let mean = readiness.reduce(0, +) / 4000
    let deviation = (readiness.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 4000).squareRoot()
    #expect(abs(mean + 1.125) < 0.107 && abs(deviation - 1.5) < 0.076, "\(mean), \(deviation)")
    let posters = members.count { $0.postRate > 0 }
    expectEqual(posters, 4000, "everybody posts")
    let groups = members.count { $0.group == 1 }
    #expect(abs(Double(groups) / 4000 - 0.2) < 0.029, "\(groups) in the second group")
    #expect(members.allSatisfy { abs($0.phase) <= 5400 })
  }

  /// Viewers' interests are Dirichlet around the Zipf shares: the mean of each category, over 4,000
  /// members, within 4.5 of its standard errors, √(s(1 − s) ÷ 9 ÷ 4000).
  @Test func `interests average to the category shares`() {
    let parameters = SocietyParameters()
    let source = TraitSource(parameters, streams, Behaviours(parameters))
    let shares = zipfShares(count: 12, exponent: 0.95)
    var taste: [Float] = []
    for member in 0..<4000 { source.appendViewerTaste(of: .initial(member), to: &taste) }
    for category in 0..<12 {
      let share = shares[category]
      let values = (0..<4000).map { Double(taste[$0 * 12 + category]) }
      let mean = values.reduce(0, +) / 4000
      #expect(abs(mean - share) < 4.5 * (share * (1 - share) / 9 / 4000).squareRoot())
      let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 3999
      #expect(abs(variance / (share * (1 - share) / 9) - 1) < 0.25, "category \(category)")
    }
    for member in 0..<4000 {
      let total = taste[member * 12..<(member + 1) * 12].reduce(0, +)
      #expect(abs(total - 1) < 1e-5)
    }
  }

  /// The correlation of two normal variates over 4,000 members has a standard error of (1 − 0.36) ÷ √4000 =
  /// 0.010; the log of a gamma variate of shape 6 is normal to within that.
  @Test func `who is active is less ready to act`() throws {
    let parameters = SocietyParameters()
    let source = TraitSource(parameters, streams, Behaviours(parameters))
    let members = (0..<4000).map { source.member(.initial($0)) }
      .filter { Double($0.sessionRate) * 86_400 > 0.3 }
    let activity = members.map { log(Double($0.sessionRate)) + log(Double($0.patience)) }
    let readiness = members.map { Double($0.readiness) }
    #expect(abs(try #require(pearson(activity, readiness)) + 0.6) < 0.05)
    // Whatever the correlation, readiness has the deviation of the parameters: ± 4.5 ÷ √8000.
    let deviation = (readiness.reduce(0) { $0 + $1 * $1 } / Double(readiness.count)).squareRoot()
    #expect(abs(deviation / 1.1 - 1) < 0.05)
  }

  @Test func `a creator keeps to some categories more than chance would`() {
    let source = TraitSource(SocietyParameters(), streams, Behaviours(SocietyParameters()))
    let shares = zipfShares(count: 12, exponent: 0.95)
    var (same, pairs) = (0, 0)
    for index in 0..<400 {
      let author = source.member(.initial(index))
      for opportunity in 0..<10 as Range<UInt32> {
        // Posts of different batches.
        let one = source.post(by: author, opportunity: 256 * opportunity)
        let other = source.post(by: author, opportunity: 256 * opportunity + 128)
        same += one.category == other.category ? 1 : 0
        pairs += 1
      }
    }
    // P(same) = Σ s (1 + α s) ÷ (1 + α) with α = 10; Σ s² alone without concentration.
    let expected = shares.reduce(0) { $0 + $1 * (1 + 10 * $1) / 11 }
    let observed = Double(same) / Double(pairs)
    // Authors' own concentrations spread P by 0.2, over 400 of them 0.01: four of those.
    #expect(abs(observed - expected) < 0.05, "\(observed) for \(expected)")
  }

  /// An author's entries are posts of one each, and not of one batch: their categories differ as those of batches do.
  @Test func `the entries of an author in different contests vary in category`() {
    let source = TraitSource(SocietyParameters(), streams, Behaviours(SocietyParameters()))
    let varied = (0..<50).count { index in
      let author = source.member(.initial(index))
      let categories = (0..<20 as Range<UInt32>).map {
        source.post(by: author, opportunity: 0x80_0000 + $0).category
      }
      return Set(categories).count > 1
    }
    #expect(varied > 40)
  }
}
