internal import DataFiles
internal import Stochastics

/// S3: the type I error rate of experiments that may stop early, at α = 0.05 and up to 64 worlds.
///
/// The targets come from an independent simulation: looks at 8, 16, 32 and 64 worlds 0.041 with normal,
/// 0.055 with skewed and 0.040 with heavy-tailed differences; always-valid intervals after every world
/// 0.022, 0.045 and 0.019. Over 2 · 10⁴ experiments the largest standard error is 0.0016, to which the targets' adds:
/// 0.01 is exceeded by chance once in 10⁵ seeds.
struct SequentialCheck: SelfCheck {
  let id = "S3"
  let suites = [SelfTestSuite.stats]
  let source = "union bound; Bayes factor 1/α (Ville 1939)"
  let seconds = 12.0

  private static let alpha = 0.05
  private static let looks = Looks(risk: alpha)

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let sample = setting.sample(of: 20_000, atLeast: 2000)
    let noise = KeyedStream(seed: setting.seed(12), world: 0, name: StreamName("looks"))
    func finding(
      _ name: String, _ target: Double, _ isAlarm: (Int) -> Bool
    ) -> Finding {
      Finding(
        name, size: "\(sample.count.grouped) experiments",
        expect: .near(target, within: 0.01).widened(by: sample.widening),
        successes: (0..<sample.count).count(where: isAlarm), of: sample.count)
    }
    let looks = zip(TestDifference.allCases, [0.041, 0.055, 0.040]).map { shape, target in
      finding("false alarms of four looks, \(shape.rawValue)", target) { alarms($0, shape, noise) }
    }
    let always = zip(TestDifference.allCases, [0.022, 0.045, 0.019]).map { shape, target in
      finding("false alarms, always valid, \(shape.rawValue)", target) {
        alwaysAlarms($0, shape, noise)
      }
    }
    return looks + always
  }

  private func alarms(
    _ experiment: Int, _ shape: TestDifference, _ noise: KeyedStream
  ) -> Bool {
    var summary = Summary()
    return Self.looks.worlds.indices.contains { look in
      while summary.count < Self.looks.worlds[look] { add(to: &summary, experiment, shape, noise) }
      let interval = summary.interval(level: Self.looks.level(at: look))
      return interval.map { !$0.contains(0) } ?? false
    }
  }

  private func alwaysAlarms(
    _ experiment: Int, _ shape: TestDifference, _ noise: KeyedStream
  ) -> Bool {
    var summary = Summary()
    return (0..<64).contains { _ in
      add(to: &summary, experiment, shape, noise)
      let interval = AlwaysValidT().interval(summary, level: 1 - Self.alpha)
      return interval.map { !$0.contains(0) } ?? false
    }
  }

  private func add(
    to summary: inout Summary, _ experiment: Int, _ shape: TestDifference, _ noise: KeyedStream
  ) {
    summary.add(shape.value(noise.uniform(UInt32(experiment), UInt32(summary.count))))
  }
}
