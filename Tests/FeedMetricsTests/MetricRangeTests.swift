import FeedMetrics
import Foundation
import SocialFeed
import TestSupport
import Testing

/// Every value is inside the range that its metric states, whatever a log contains.
@Suite struct MetricRangeTests {
  private static let others =
    MetricCatalogue.occasional.map(\.id) + [
      "creator_atkinson(epsilon=2)", "overlap@1", "utility_p99", "like_rate(surface=home)",
    ]

  @Test func `values of random logs and of all their parts are inside the stated ranges`() throws {
    var defined: Set<String> = []
    for seed in 0..<200 as Range<UInt64> {
      let log = Trace.log(seed)
      let sink = MetricSink(options: MetricOptions(named: Self.others), isLog: true)
      log.replay(to: sink)
      for scope in [.all] + sink.scopes {
        for (id, value) in scope == .all ? sink.values() : sink.values(in: scope) {
          let definition = try #require(MetricCatalogue.definition(id))
          try check(value, definition, in: scope, of: log, "seed \(seed), \(scope)")
          if value.value != nil { defined.insert(id) }
        }
      }
      for table in sink.tables() {
        for row in table.rows {
          try check(row.value, table.definition, in: .all, of: log, "seed \(seed), \(row.label)")
        }
      }
    }
    let all = MetricCatalogue.standard.count + Self.others.count
    #expect(10 * defined.count > 9 * all, "\(defined.count) of \(all) metrics had a value")
  }

  private func check(
    _ value: MetricValue, _ definition: MetricDefinition, in scope: MetricScope, of log: Trace,
    _ what: String
  ) throws {
    let range = try #require(
      StatedRange(definition.range, of: log, in: scope),
      "\(definition.id) has the range \(definition.range)")
    guard let value = value.value else { return }
    #expect(range.contains(value), "\(what): \(definition.id) is \(value), \(definition.range)")
  }

  @Test func `a range is read from its text`() throws {
    let trace = Trace(days: 10, warmUp: 3, categories: 4, members: 7)
    for (text, inside, outside) in [
      ("[0, 1]", [0, 1, 1 + 1e-12], [-0.001, 1.001, .nan]), ("(0, 1]", [0.1], [0]),
      ("[0, 1)", [0], [1]), ("[−1, ∞)", [-1, 1e300], [-1.1, .infinity]),
      ("[1, min(10, C)]", [4], [4.1]), ("[1/n, 1]", [1 / 7.0], [0.14]), ("[¼, ∞)", [0.25], [0.2]),
      ("(0, window]", [7 * Trace.day], [7.1 * Trace.day]), ("[0, Σ w]", [4.5], [4.6]),
      ("[0, 1], or above where most members have just joined", [2], [-1]),
      ("[0, 1], or above where a log has a quality above 1", [1], [2]),
    ] as [(String, [Double], [Double])] {
      let range = try #require(StatedRange(text, of: trace, in: .all), "\(text)")
      #expect(
        inside.allSatisfy(range.contains) && !outside.contains(where: range.contains), "\(text)")
    }
    let rate = "[−1, 1], or outside on a day with actions on looks before midnight"
    expectEqual(StatedRange(rate, of: trace, in: .all)?.contains(-2), false)
    expectEqual(StatedRange(rate, of: trace, in: .day(3))?.contains(-2), true)
    expectEqual(StatedRange("[0, x]", of: trace, in: .all) == nil, true)
  }
}

/// The range of a definition, with the numbers of a run for its letters.
private struct StatedRange {
  private var lower: Double
  private var upper: Double
  private let isOpenBelow: Bool
  private let isOpenAbove: Bool

  /// - Returns: `nil` for a text of another form.
  init?(_ text: String, of trace: Trace, in scope: MetricScope) {
    let parts = text.split(separator: ", or ", maxSplits: 1)
    let bounds = parts[0].dropFirst().dropLast().split(separator: ", ", maxSplits: 1)
    guard bounds.count == 2, let lower = Self.number(String(bounds[0]), of: trace),
      let upper = Self.number(String(bounds[1]), of: trace)
    else { return nil }
    (self.lower, self.upper) = (lower, upper)
    (isOpenBelow, isOpenAbove) = (text.hasPrefix("("), parts[0].hasSuffix(")"))
    var isDay: Bool { if case .day = scope { true } else { false } }
    switch parts.count == 2 ? parts[1] : "" {
    // No quality of these runs is above 1.
    case "", "above where a log has a quality above 1": break
    case "above where most members have just joined": self.upper = .infinity
    case "above on a day with actions on looks before midnight":
      if isDay { self.upper = .infinity }
    case "outside on a day with actions on looks before midnight":
      if isDay { (self.lower, self.upper) = (-.infinity, .infinity) }
    default: return nil
    }
  }

  /// Up to the rounding of tastes, which have single precision.
  func contains(_ value: Double) -> Bool {
    guard value.isFinite else { return false }
    let isAbove = isOpenBelow ? value > lower : value >= lower - 1e-6 * max(1, abs(lower))
    return isAbove && (isOpenAbove ? value < upper : value <= upper + 1e-6 * max(1, abs(upper)))
  }

  private static func number(_ text: String, of trace: Trace) -> Double? {
    let weights = (1...10).reduce(0) { $0 + PositionDiscount.weight(at: $1) }
    // Authors, posts, members or entries: not more than there are of any.
    let n = Double(max(1, trace.posts.count, trace.members.count))
    let categories = Double(trace.run.categoryCount)
    return switch text {
    case "∞": .infinity
    case "−∞": -.infinity
    case "¼": 0.25
    case "n": n
    case "1/n": 1 / n
    case "1 − 1/n": 1 - 1 / n
    case "ln n": log(n)
    case "log₂ n": log2(n)
    case "√(n − 1)": (n - 1).squareRoot()
    case "ln 100": log(100)
    case "C": categories
    case "1 − 1/C": 1 - 1 / categories
    case "min(10, C)": min(10, categories)
    case "min(U, C)": min(Double(trace.members.count), categories)
    case "Σ w": weights
    case "(Σ w)²": weights * weights
    case "2 (Σ w)²": 2 * weights * weights
    case "window": trace.run.duration - trace.run.windowStart
    default: Double(text.replacing("−", with: "-"))
    }
  }
}

extension Trace {
  /// A small random log that breaks rules of runs: posts several times in a slate, pages that begin at the top again or
  /// have no post, actions on what nobody looked at, twice and late; and in some of them one member, or everything equally
  /// relevant, or irrelevant.
  fileprivate static func log(_ seed: UInt64) -> Trace {
    var trace = Trace(seed: seed)
    var generator = SeededGenerator(seed: seed ^ 0x1065)
    let relevance = [nil, nil, 0, 0.5, 1].randomElement(using: &generator) ?? nil
    var shown: [UInt32: [PostID]] = [:]
    for index in trace.pages.indices {
      var page = trace.pages[index]
      for row in page.posts.indices {
        shown[page.request, default: []].append(page.posts[row])
        if Int.random(in: 0...2, using: &generator) == 0 {
          page.posts[row] =
            shown[page.request]?.randomElement(using: &generator) ?? page.posts[row]
        }
        if let relevance { page.relevance[row] = relevance }
      }
      switch Int.random(in: 0...9, using: &generator) {
      case 0: (page.posts, page.examined, page.relevance) = ([], [], [])
      case 1, 2: page.offset = 0
      case 3: page.breaches[.unknown] += Int.random(in: 1...3, using: &generator)
      default: break
      }
      trace.pages[index] = page
    }
    return trace
  }
}
