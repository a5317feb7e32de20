import Foundation
import OutsideRankers
import SocialFeed
import TestSupport

/// Tests of rankers in other processes: what happens between two processes cannot be looked at without them.
protocol CommandSuite {}

extension CommandSuite {
  /// What a script begins with that answers `hello` and reads `open` and the first request.
  static var greeting: String {
    """
    read line; echo '{"type":"hello","version":1}'; read line; read line

    """
  }

  /// Answers each request by the number of the process, for each candidate once.
  static var answering: String {
    #"""
    while read line; do case $line in
    *'"type":"hello"'*) echo '{"type":"hello","version":1}';;
    *'"type":"score"'*)
      lane=${line#*'"lane":'}; sequence=${line#*'"sequence":'}
      echo "{\"type\":\"scores\",\"lane\":${lane%%,*},\"sequence\":${sequence%%,*},\"scores\":[$$]}";;
    esac; done
    """#
  }

  func ranker(
    _ script: String, in folder: TestFolder, reads: [RankerFeature] = [.likes],
    encoding: RankerEncoding = .json, limit: Double = 20
  ) throws -> CommandRanker {
    try folder.write(script, to: "mine.sh")
    return CommandRanker(
      .init(
        command: ["sh", "mine.sh"], folder: folder.path, reads: reads, encoding: encoding,
        limit: limit))
  }

  /// The failure of the first request to a script.
  func failure(
    _ script: String, count: Int = 2, reads: [RankerFeature] = [.likes],
    encoding: RankerEncoding = .json, limit: Double = 20
  ) throws -> String {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let ranker = try ranker(script, in: folder, reads: reads, encoding: encoding, limit: limit)
    do {
      let lane = try ranker.open(world: 0)
      return "\(try scores(lane, candidates(count, FeatureSet(reads))))"
    } catch let failure as RankerFailure {
      return failure.message
    }
  }
}
