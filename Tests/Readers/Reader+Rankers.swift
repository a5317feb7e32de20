internal import DataFiles
internal import Experiments
internal import OutsideRankers
internal import ReportKit
internal import Scenarios
internal import SocialFeed
internal import Studies
internal import SyntheticSociety

// What external rankers answer, and what is kept of them.

// MARK: - Tapes

extension Reader {
  /// What the tapes are of.
  static let tapeSubject = TapeSubject(
    digest: SHA256.hexDigest(of: "tape"), world: 7, ranker: 0, isTwin: false)

  func readTape(_ input: [UInt8], in folder: String) -> Bool {
    let path = "\(folder)/input.tape"
    var isAccepted = false
    for bytes in [input, Self.sealed(tape: input)] {
      writeFile(bytes, to: path)
      do throws(TapeFault) {
        let reader = try TapeReader(path: path, Self.tapeSubject)
        var page = TapedPage.none
        while try reader.next(&page) {}
        isAccepted = true
      } catch {
        _ = error.message(path)
      }
    }
    return isAccepted
  }

  /// A tape with the header and the checksums that it should have.
  private static func sealed(tape: [UInt8]) -> [UInt8] {
    // Behind the digest is the first checksum.
    let header = 50
    guard tape.count > header + 8 else { return tape }
    var rest = tape[(header + 8)...]
    var (sealed, checksum) = ([UInt8](), UInt64(0xCBF2_9CE4_8422_2325))
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3 }
      sealed += bytes
    }
    func seal() { sealed.append(little: checksum) }
    add(tapeHeader)
    seal()
    while rest.count >= 12 {
      let length = Int(rest.little(at: rest.startIndex) as UInt32)
      let head = rest.prefix(4)
      // The end has the number of pages where a block has its checksum.
      guard length > 0 else {
        add(rest.prefix(12))
        seal()
        return sealed + rest.dropFirst(20)
      }
      // The checksum is before the pages that it is of.
      let pages = rest.dropFirst(12).prefix(length)
      add(head)
      let at = sealed.count
      add(pages)
      var sum: [UInt8] = []
      sum.append(little: checksum)
      sealed.insert(contentsOf: sum, at: at)
      rest = rest.dropFirst(12 + length)
    }
    return sealed + rest
  }

  /// The header of the tapes without its checksum, as the format has it.
  private static let tapeHeader: [UInt8] = {
    var bytes: [UInt8] = [0x8A] + Array("FLTAPE".utf8) + [0x0D, 0x0A, 0x00, 1, 0, 0, 0]
    bytes.append(little: tapeSubject.world)
    let digits = Array(tapeSubject.digest.utf8)
    for index in stride(from: 0, to: digits.count, by: 2) {
      bytes.append(UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)!)
    }
    return bytes
  }()

  func readTapeIndex(_ input: [UInt8], in folder: String) -> Bool {
    let folder = emptyFolder("\(folder)/tapes")
    writeFile(input, to: TapeIndex.path(in: folder))
    let index: TapeIndex
    do throws(UnreadableTapes) { index = try TapeIndex(folder: folder) } catch {
      _ = error.message
      return false
    }
    // As commands do that replay the tapes, and that record to their folder.
    let text = """
      feedlab: 1
      name: town
      world: {members: 20, days: 1, warm-up: 0.25}
      arms:
        a0: {home: {ranker: command, command: [sh, mine.sh], reads: [likes]}}
        a1: {home: {ranker: library, path: libmine.so}}
        a2: {home: {ranker: url, url: "http://127.0.0.1:8000/", reads: [likes]}}
      """
    writeFile(Array(text.utf8), to: "\(folder)/town.yml")
    do throws(InvalidScenario) {
      let scenario = try Scenario.load(file: "\(folder)/town.yml", tapes: index)
      do throws(TapeMismatch) { try index.check(scenario, scenario.arms) } catch {
        _ = error.message
      }
      var recorded = TapeIndex(folder: folder, of: scenario, arms: [scenario.arms[2]])
      recorded.keep(index)
      _ = recorded.text
    } catch {
      _ = error.description
    }
    return true
  }
}

// MARK: - A saved request

extension Reader {
  func readSavedRequest(_ input: [UInt8]) -> Bool {
    let saved: SavedRequest
    do throws(LocatedFault) { saved = try SavedRequest(input, file: "failed-request.json") } catch {
      _ = error.description
      return false
    }
    // It is read again as it is written, whatever the numbers are.
    let text = saved.text
    guard let again = try? SavedRequest(Array(text.utf8), file: "again.json"), again.text == text
    else { preconditionFailure("a request that was written is another one when it is read") }
    for kind in [RankerKind.score, .order] {
      let host = WritingHost(features: FeatureSet(saved.request.reads), kind: kind)
      show(
        RepeatedRequest(saved, to: SavedRequest.Host(host: host, isSame: true), limit: 3).document)
    }
    return true
  }
}

/// Writes each request in all forms that a ranker may get it in, and orders by the first column.
private struct WritingHost: RankerHost {
  let name = "writer"
  let digest = "writer"
  let features: FeatureSet
  let kind: RankerKind

  func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane { WritingLane(features) }
}

private final class WritingLane: RankerLane {
  private let reads: [RankerFeature]

  init(_ features: FeatureSet) { reads = RankerFeature.allCases.filter(features.contains) }

  private func write(_ candidates: borrowing Candidates) {
    for encoding in RankerEncoding.allCases {
      var writer = RequestWriter(encoding, reads: reads)
      writer.score(candidates, lane: 1, sequence: 2)
      writer.order(candidates, lane: 1, sequence: 3)
    }
    guard [.ageHours, .likes, .comments].allSatisfy(reads.contains) else { return }
    var request = ProsocialRequest()
    _ = request.body(candidates)
  }

  func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    write(candidates)
    let column = reads.first.map { candidates[$0] } ?? []
    for index in scores.indices { scores[index] = column.isEmpty ? 0 : column[index] }
  }

  func order(_ candidates: borrowing Candidates) throws(RankerFailure) -> [PostID] {
    write(candidates)
    return candidates.posts.sorted()
  }
}

// MARK: - Answers

extension Reader {
  /// The posts of the requests that are answered.
  static let candidates = [PostID(3), PostID(1), PostID(2)]

  func readAnswer(_ input: [UInt8]) -> Bool {
    var isAccepted = false
    for encoding in RankerEncoding.allCases {
      for kind in RankerKind.allCases {
        for isGreeting in [true, false] {
          // All at once, and in pieces that end anywhere.
          let whole = answers(input, encoding, kind, isGreeting: isGreeting, piece: input.count)
          let pieces = answers(input, encoding, kind, isGreeting: isGreeting, piece: 7)
          // A fault shows what has come.
          precondition(
            whole.count == pieces.count && (whole.fault == nil) == (pieces.fault == nil),
            "\(whole) of a whole input, and \(pieces) of its pieces")
          isAccepted = isAccepted || whole.count > 0 && whole.fault == nil
        }
      }
    }
    return isAccepted
  }

  /// How many answers an input has, and what is wrong with the next.
  private struct Answers {
    var count = 0
    var fault: String?
  }

  private func answers(
    _ input: [UInt8], _ encoding: RankerEncoding, _ kind: RankerKind, isGreeting: Bool, piece: Int
  ) -> Answers {
    var reader = AnswerReader(encoding, kind: kind)
    var answers = Answers()
    var scores = [Double](repeating: 0, count: Self.candidates.count)
    var rest = input[...]
    do throws(AnswerFault) {
      repeat {
        reader.append(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        while true {
          let isThere: Bool
          switch (isGreeting, kind) {
          case (true, _):
            isThere = try reader.hello() != nil
          case (false, .score):
            var span = scores.mutableSpan
            isThere = try reader.scores(lane: 1, sequence: 2, into: &span)
          case (false, .order):
            isThere =
              try reader.order(of: Self.candidates.count, lane: 1, sequence: 2) != nil
          case (false, .serve): isThere = try reader.page(lane: 1, sequence: 2) != nil
          }
          guard isThere else { break }
          answers.count += 1
        }
      } while !rest.isEmpty
    } catch {
      answers.fault = error.predicate
    }
    return answers
  }
}

// MARK: - Answers to batches

extension Reader {
  private static let batchSettings = CommandRanker.Settings(
    command: ["mine"], folder: "/", reads: [.likes], processes: 1)

  /// The answer to a batch of two requests, the second of which has fewer candidates.
  func readBatchAnswer(_ input: [UInt8]) -> Bool {
    let whole = batch(answeredBy: input, piece: input.count)
    let pieces = batch(answeredBy: input, piece: 7)
    precondition(
      (whole.fault == nil) == (pieces.fault == nil) && whole.refusals == pieces.refusals
        && whole.scores == pieces.scores, "\(whole) of a whole input, and \(pieces) of its pieces")
    return whole.scores != nil
  }

  private struct AnsweredBatch {
    /// The bits of the scores of both requests; `nil` until they are there.
    var scores: [UInt64]?
    /// Why requests are refused.
    var refusals: [String] = []
    var fault: String?
  }

  private func batch(answeredBy input: [UInt8], piece: Int) -> AnsweredBatch {
    let candidates = Candidates(Self.request)
    var records: [BatchRecord] = []
    let batch = [(lane: 1, count: 3), (lane: 2, count: 2)].map { lane, count in
      let request = BatchedRequest(
        of: BatchedLane(
          UInt32(lane), world: 0, digest: "mine", settings: Self.batchSettings))
      request.take(candidates, first: count)
      request.sequence = UInt64(2 + lane)
      records.append(
        BatchRecord(
          lane: UInt32(lane), sequence: request.sequence, viewer: candidates.viewer,
          refresh: candidates.refresh, now: candidates.now,
          offset: records.reduce(0) { $0 + $1.count }, count: count))
      return request
    }
    var (answered, reader, rest) = (AnsweredBatch(), AnswerReader(.binary), input[...])
    do throws(AnswerFault) {
      repeat {
        reader.append(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        if try reader.answers(to: batch, records, sequence: 5, Self.batchSettings) {
          answered.scores = batch.flatMap(scoreBits)
          break
        }
      } while !rest.isEmpty
    } catch {
      answered.fault = error.predicate
    }
    for request in batch {
      do throws(RankerFailure) { try request.outcome() } catch {
        answered.refusals.append(error.message)
      }
    }
    return answered
  }

  private func scoreBits(of request: BatchedRequest) -> [UInt64] {
    var scores = [Double](repeating: 0, count: request.count)
    var span = scores.mutableSpan
    request.copyScores(to: &span)
    return scores.map(\.bitPattern)
  }

  /// A request for the scores of the candidates.
  static let request = FailedRequest(
    by: FailedRequest.AskedRanker(name: "mine", digest: "mine", parameters: [:]), world: 0,
    viewer: MemberID(0), refresh: 7, now: 7200, posts: candidates,
    authors: candidates.map { _ in MemberID(1) }, categories: candidates.map { _ in nil },
    columns: [.likes: candidates.map { Double($0.index) }])
}
