internal import ArgumentParser
internal import DataFiles
internal import Scenarios
internal import SocialFeed
internal import Studies

/// How often external rankers receive a request twice.
struct ProbeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Send this share of the requests to external rankers twice, such as 100%, and fail where the order differs. The \
      results are the same.
      """, valueName: "share"))
  var probe = RequestShare(value: RankerProbe.usualShare)

  /// The scenario with these requests asked twice.
  func applied(to scenario: Scenario) -> Scenario {
    scenario.probing(RankerProbe(share: probe.value))
  }
}

/// A share of requests, such as `5%` or `0.05`.
struct RequestShare: ExpressibleByArgument {
  /// Above 0 and at most 1.
  let value: Double

  init(value: Double) { self.value = value }

  init?(argument: String) {
    let number =
      argument.hasSuffix("%")
      ? Double(argument.dropLast()).map { $0 / 100 } : Double(argument)
    guard let number, number > 0, number <= 1 else { return nil }
    value = number
  }

  var defaultValueDescription: String { value.percent }
}

extension Double {
  /// As a share in percent, such as `1%`.
  fileprivate var percent: String { "\((self * 100).shortest)%" }
}
