internal import DataFiles
package import Experiments
package import ReportKit
internal import SocialFeed

/// The warning about a file of scores that an experiment did not use whole.
package struct ScoreUsageText {
  private let file: ScoreUsage

  package init(_ file: ScoreUsage) { self.file = file }

  /// Such as `3 of 1,200 scores in scores.csv are of posts that no world has`.
  package var warning: Sentence {
    "\(.joined([unused, worldsWithout].compactMap { $0 }, by: "; "))."
  }

  private var unused: Sentence? {
    let usage = file.usage
    guard usage.unused > 0 else { return nil }
    let posts = usage.unused == 1 ? "is of a post" : "are of posts"
    let members = usage.unused == 1 ? " or for a member" : " or for members"
    return """
      \(NumberText.count(usage.unused)) of \(NumberText.counted(usage.scores, "score")) in \(path: file.source) \
      \(posts)\(usage.isByMember ? members : "") that no world has
      """
  }

  private var worldsWithout: Sentence? {
    let worlds = file.usage.worldsWithout
    guard let first = worlds.first, let last = worlds.last else { return nil }
    let isRange = worlds.count > 2 && last - first == worlds.count - 1
    let list = isRange ? "\(first) to \(last)" : worlds.map(String.init).joined(separator: ", ")
    return """
      \(path: file.source) has no score for \(worlds.count == 1 ? "world" : "worlds") \(list), where no post has one
      """
  }
}
