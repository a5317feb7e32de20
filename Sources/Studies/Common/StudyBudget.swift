internal import ReportKit

/// What a study costs, for people to read before it begins.
package struct StudyBudget: CustomStringConvertible {
  private let plan: String
  private let factors: [String]
  private let runs: Int

  /// - Parameters:
  ///   - plan: What is done.
  ///   - factors: What the number of runs is the product of, such as `4 worlds`.
  package init(_ plan: String, _ factors: [String], runs: Int) {
    (self.plan, self.factors, self.runs) = (plan, factors, runs)
  }

  package var description: String {
    "\(plan): \(factors.joined(separator: " x ")) = \(NumberText.count(runs)) runs"
  }
}
