internal import DataFiles
internal import Experiments
internal import OutsideRankers
internal import ReportKit
internal import Scenarios
internal import SocialFeed
internal import Studies
internal import SyntheticSociety

// What rankers outside of FeedLab answer, and what is kept of them.

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

  func open(world: Int) throws(RankerFailure) -> any RankerLane { WritingLane(features) }
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
  private static let candidates = [PostID(3), PostID(1), PostID(2)]

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

  func readHTTPAnswer(_ input: [UInt8]) -> Bool {
    let whole = answer(over: input, piece: max(1, input.count))
    let pieces = answer(over: input, piece: 7)
    switch (whole, pieces) {
    case (.success(let one), .success(let other)):
      precondition(one == other, "another answer of pieces")
      return one.map { read($0.body) } ?? false
    // A fault may be found later in what comes at once, or earlier.
    case (.failure, .failure): return false
    case (.success, .failure), (.failure, .success):
      preconditionFailure("\(whole) of a whole input, and \(pieces) of its pieces")
    }
  }

  /// The answer in an input, which the end of the connection follows.
  private func answer(over input: [UInt8], piece: Int) -> Result<HTTPAnswer?, ServiceFault> {
    var reader = HTTPReader()
    reader.begin(limit: 1 << 16)
    var rest = input[...]
    do throws(ServiceFault) {
      while !rest.isEmpty {
        let next = rest.prefix(piece)
        let count = unsafe reader.fill { (room: UnsafeMutableRawBufferPointer) -> Int in
          let count = min(room.count, next.count)
          unsafe room.copyBytes(from: next.prefix(count))
          return count
        }
        rest = rest.dropFirst(count)
        if let answer = try reader.answer() { return .success(answer) }
      }
      return .success(try reader.answerAtEnd())
    } catch {
      return .failure(error)
    }
  }

  /// Whether the body of an answer has scores, an order or probabilities.
  private func read(_ body: [UInt8]) -> Bool {
    var scores = [Double](repeating: 0, count: Self.candidates.count)
    var isAccepted = false
    do throws(AnswerFault) {
      var span = scores.mutableSpan
      try ScoreAnswer.read(body, into: &span)
      isAccepted = true
    } catch {
      _ = error.predicate
    }
    do throws(AnswerFault) {
      let order = try ProsocialAnswer.order(in: body, of: Self.candidates)
      precondition(order.allSatisfy(Self.candidates.contains), "an order of other posts")
      isAccepted = true
    } catch {
      _ = error.predicate
    }
    do throws(AnswerFault) {
      var span = scores.mutableSpan
      try MetarankAnswer.read(body, of: Self.candidates, into: &span)
      precondition(scores.allSatisfy(\.isFinite), "a score of Metarank that is no number")
      isAccepted = true
    } catch {
      _ = error.predicate
    }
    do throws(AnswerFault) {
      let chances = try VWAnswer.probabilities(in: body[...], of: Self.candidates.count)
      precondition(
        chances.count == Self.candidates.count && chances.allSatisfy((0...1).contains),
        "probabilities of Vowpal Wabbit that are none")
      isAccepted = true
    } catch {
      _ = error.predicate
    }
    return isAccepted
  }
}
