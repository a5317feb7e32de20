import Foundation
import OutsideRankers
import SocialFeed

/// Tests of rankers behind a url, with a server in this process.
protocol ServiceSuite {}

extension ServiceSuite {
  func ranker(
    _ url: String, reads: [RankerFeature] = [.likes], limit: Double = 20,
    _ change: (inout ServiceRanker.Settings) -> Void = { _ in }
  ) throws -> ServiceRanker {
    var settings = ServiceRanker.Settings(
      address: try ServiceAddress(url), reads: reads, limit: limit)
    change(&settings)
    return ServiceRanker(settings)
  }

  /// The scores of two candidates, or the failure, in which the port is 8000.
  func answer(
    _ server: LoopbackServer, limit: Double = 20,
    _ change: (inout ServiceRanker.Settings) -> Void = { _ in }
  ) throws -> String {
    defer { server.stop() }
    do {
      let lane = try ranker(server.url, limit: limit, change).open(world: 0)
      return "\(try scores(lane, candidates(2, [.likes])))"
    } catch let failure as RankerFailure {
      return failure.message.replacing(":\(server.port)/", with: ":8000/")
    }
  }

  static var subject: String { "the ranker 'http://127.0.0.1:8000/rank' " }
}

/// Candidates that several threads read.
struct Held: @unchecked Sendable {
  let value: Candidates

  init(_ value: Candidates) { self.value = value }
}
