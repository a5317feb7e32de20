internal import DataFiles
public import Experiments
internal import ReportKit

/// The progress of an experiment as one line that is overwritten.
public struct ProgressLine: Sendable {
  /// Weight of the newest rate in the average that the time left is estimated from.
  private static let newestWeight = 0.3
  private static let widestBar = 24

  private let arms: Int
  private var last = (time: 0.0, share: 0.0, impressions: 0)
  private var shareRate: Double?
  private var impressionRate: Double?

  /// - Parameter arms: How many arms are simulated in each world.
  public init(arms: Int) { self.arms = arms }

  /// Updates the rates with the progress `time` seconds after the start.
  public mutating func update(_ progress: ExperimentProgress, time: Double) {
    let elapsed = time - last.time
    guard elapsed > 0 else { return }
    shareRate = Self.average(shareRate, (progress.share - last.share) / elapsed)
    impressionRate = Self.average(
      impressionRate, Double(progress.impressions - last.impressions) / elapsed)
    last = (time, progress.share, progress.impressions)
  }

  /// The progress for a program: the share of finished work, the worlds, and the text of the line besides the bar.
  public func json(_ progress: ExperimentProgress) -> String {
    JSONValue.object([
      "progress": .number(progress.share),
      "finished_worlds": .number(Double(progress.finishedRuns / arms)),
      "worlds": .number(Double(progress.runs / arms)),
      "text": .string(parts(of: progress).joined(separator: "  ")),
    ]).canonical
  }

  /// The line, at most `width` characters: parts that do not fit are dropped from the end.
  public func text(_ progress: ExperimentProgress, width: Int) -> String {
    let parts = parts(of: progress)
    var line = parts[0]
    for part in parts.dropFirst() where line.count + 2 + part.count <= width { line += "  " + part }
    let room = min(Self.widestBar, width - line.count - 1)
    return room < 5 ? String(line.prefix(width)) : bar(progress.share, width: room) + " " + line
  }

  /// The parts of the line, the most important first.
  private func parts(of progress: ExperimentProgress) -> [String] {
    [
      NumberText.fixed((progress.share * 100).rounded(.down), decimals: 0) + "%",
      "\(progress.finishedRuns / arms)/\(progress.runs / arms) worlds",
      progress.finding.isEmpty ? nil : progress.finding, timeLeft(progress),
      "\(NumberText.fixed(progress.simulatedSeconds / 86_400, decimals: 0))/"
        + "\(NumberText.fixed(progress.allSeconds / 86_400, decimals: 0)) days",
      impressionRate.map { "\(Self.magnitude($0)) impressions/s" },
    ].compactMap { $0 }
  }

  private func timeLeft(_ progress: ExperimentProgress) -> String? {
    guard let shareRate, shareRate > 0 else { return nil }
    let seconds = ((1 - progress.share) / shareRate).rounded(.up)
    switch seconds {
    case ..<60: return "\(NumberText.fixed(seconds, decimals: 0)) s left"
    case ..<5940: return "\(NumberText.fixed((seconds / 60).rounded(.up), decimals: 0)) min left"
    default: return "\(NumberText.fixed(seconds / 3600, decimals: 1)) h left"
    }
  }

  /// Eighths of a block, so that it moves smoothly.
  private func bar(_ share: Double, width: Int) -> String {
    let eighths = Int(share * Double(width * 8))
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let filled = String(repeating: "█", count: eighths / 8) + partial
    return filled + String(repeating: "░", count: width - filled.count)
  }

  private static func average(_ average: Double?, _ newest: Double) -> Double {
    guard let average else { return newest }
    return average + newestWeight * (newest - average)
  }

  /// Three figures: 640, 86.4 k, 1.25 M.
  private static func magnitude(_ value: Double) -> String {
    switch value {
    case ..<1000: NumberText.fixed(value, decimals: 0)
    case ..<1e6: NumberText.fixed(value / 1e3, decimals: value < 1e5 ? 1 : 0) + " k"
    default: NumberText.fixed(value / 1e6, decimals: value < 1e8 ? 2 : 0) + " M"
    }
  }
}
