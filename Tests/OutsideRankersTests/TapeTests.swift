import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// Files with the pages of a ranker, and rankers that write and read them.
@Suite struct TapeTests {
  private let folder: TestFolder
  private var path: String { "\(folder.path)/home-0.tape" }

  /// The digits 0 to 9 and a to f, four times.
  private static let digest = String(repeating: "0123456789abcdef", count: 4)
  private let subject = TapeSubject(digest: digest, world: 3, ranker: 1, isTwin: false)

  init() throws { folder = try TestFolder() }

  private func page(
    _ viewer: Int, _ refresh: UInt32, at now: Double, isFirst: Bool = true, isLast: Bool = false,
    _ posts: Int...
  ) -> TapedPage {
    TapedPage(
      viewer: MemberID(viewer), refresh: refresh, now: now, isFirst: isFirst, isLast: isLast,
      posts: posts.map { PostID($0) })
  }

  private func write(_ pages: [TapedPage]) throws {
    let writer = try TapeWriter(path: path, in: folder.path, subject)
    for page in pages { writer.append(page) }
    try writer.finish()
  }

  private func read(_ subject: TapeSubject? = nil) throws(TapeFault) -> [TapedPage] {
    let reader = try TapeReader(path: path, subject ?? self.subject)
    var (pages, page) = ([TapedPage](), TapedPage.none)
    while try reader.next(&page) { pages.append(page) }
    return pages
  }

  private func fault(_ bytes: [UInt8]) throws -> TapeFault? {
    try folder.write(bytes, to: "home-0.tape")
    do throws(TapeFault) {
      _ = try read()
      return nil
    } catch {
      return error
    }
  }

  private func bytes() throws -> [UInt8] { try FileContent.bytes(of: path) }

  // MARK: - The format

  @Test func `pages come back as they were written`() throws {
    var served = page(2, 1, at: 3660.5, 3)
    served.breaches[.hidden] = 3
    served.breaches[.excess] = 300
    served.hasWholeOrder = true
    let pages = [
      served, page(7, 1, at: 3600, 40, 39, 41),
      page(7, 1, at: 3660.5, isFirst: false, isLast: true),
      page(0, 0, at: 0, Int(UInt32.max), 0),
      page(Int(UInt32.max), .max, at: 1e9, isLast: true, 5),
    ]
    try write(pages)
    try expectEqual(read(), pages)
    try write([])
    try expectEqual(read(), [])
  }

  @Test func `the bytes are those of the reference`() throws {
    try write([page(300, 2, at: 1, isLast: true, 5, 4)])
    // 300 is 0x2C with the highest bit and 2; 1 is 0x3FF0…; both flags; two posts, 5 and 1 less, zigzag.
    let pages: [UInt8] = [0xAC, 2, 2, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 3, 2, 10, 1]
    let digest: [UInt8] = [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF]
    var expected: [UInt8] = [0x8A] + Array("FLTAPE".utf8) + [13, 10, 0]
    expected += [1, 0, 1, 0, 3, 0, 0, 0] + digest + digest + digest + digest
    func sum() -> [UInt8] {
      // FNV-1a of all bytes but the checksums before.
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in covered { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * UInt64($0))) }
    }
    var covered = expected
    expected += sum()
    covered += [15, 0, 0, 0] + pages
    expected += [15, 0, 0, 0] + sum() + pages
    covered += [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    expected += [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] + sum()
    try expectEqual(bytes(), expected)
  }

  @Test func `a long tape has several blocks, and a page about 80 bytes`() throws {
    var pages: [TapedPage] = []
    for number in 0..<5000 {
      var page = page(number * 7919 % 100_000, UInt32(number % 400), at: Double(number) * 60)
      page.isFirst = number % 3 == 0
      for index in 0..<20 { page.posts.append(PostID((number * 31 + index * 7907) % 200_000)) }
      pages.append(page)
    }
    try write(pages)
    try expectEqual(read(), pages)
    #expect(try bytes().count / pages.count < 90)
  }

  // MARK: - Damage

  @Test func `every tape that is cut short, and every one with another byte, is refused`() throws {
    try write([page(300, 2, at: 1, 5, 4), page(1, 1, at: 2, isFirst: false, isLast: true, 9)])
    let whole = try bytes()
    try expectEqual(fault(whole), nil)
    for count in 0..<whole.count {
      try expectEqual(fault(Array(whole[..<count])), .cut)
    }
    for index in whole.indices {
      for bit in [0, 7] {
        var other = whole
        other[index] ^= 1 << bit
        #expect(try fault(other) != nil, "bit \(bit) of byte \(index)")
      }
    }
    try expectEqual(fault(whole + [0]), .cut)
    try expectEqual(fault(Array("dear diary".utf8)), .foreign)
    var later = whole
    later[10] = 2
    try expectEqual(fault(later), .version(2))
  }

  @Test func `a tape of another run, world, ranker or twin is refused`() throws {
    try write([])
    for (digest, world, ranker, isTwin) in [
      (String(Self.digest.reversed()), 3, 1, false), (Self.digest, 4, 1, false),
      (Self.digest, 3, 2, false), (Self.digest, 3, 1, true),
    ] as [(String, UInt32, Int, Bool)] {
      let other = TapeSubject(digest: digest, world: world, ranker: ranker, isTwin: isTwin)
      #expect(throws: TapeFault.other) { try read(other) }
      #expect(try !TapeReader.isTape(at: path, other))
    }
    #expect(try TapeReader.isTape(at: path, subject))
  }

  @Test func `a file that is no tape is not written over, and one that is not there is missing`()
    throws
  {
    #expect(throws: TapeFault.missing) { try read() }
    #expect(try !TapeReader.isTape(at: path, subject))
    try folder.write("dear diary\n", to: "home-0.tape")
    #expect(throws: TapeFault.foreign) { try TapeReader.isTape(at: path, subject) }
  }

  @Test func `a tape has its name when it is whole, and nothing is left before`() throws {
    var writer: TapeWriter? = try TapeWriter(path: path, in: folder.path, subject)
    writer?.append(page(1, 1, at: 1, 2))
    #expect(!FileManager.default.fileExists(atPath: path))
    writer = nil
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path), [])
    #expect(throws: TapeFault.unwritable(reason: "No such file or directory")) {
      try TapeWriter(path: path, in: "\(folder.path)/none", subject)
    }
  }

  @Test func `every fault has a sentence that names the file and what helps`() {
    let remedy =
      "; run the command with --record-tape where the ranker is, which records what is missing"
    for (fault, message) in [
      (.missing, "the tape t does not exist\(remedy)"),
      (.unreadable(reason: "a reason"), "the tape t cannot be read: a reason"),
      (.foreign, "t is no tape of FeedLab; remove it, or name another folder"),
      (.version(2), "the tape t has the format 2, and this version reads 1\(remedy)"),
      (
        .other,
        "t is the tape of another run: another scenario, seed, arm, simulation or world\(remedy)"
      ),
      (.cut, "the tape t was cut short, or has something behind its end\(remedy)"),
      (.damaged, "the tape t is damaged\(remedy)"),
      (.unwritable(reason: "a reason"), "the tape t cannot be written: a reason"),
    ] as [(TapeFault, String)] {
      expectEqual(fault.message("t"), message)
    }
  }

  // MARK: - Rankers

  /// Two pages of two posts for member 0, as they are newest first.
  private func record() throws {
    let writer = try TapeWriter(path: path, in: folder.path, subject)
    let ranker = RecordingRanker(RecencyRanker(), to: writer)
    _ = try pages(by: ranker)
    #expect(ranker.failure == nil && ranker.fingerprint == RecencyRanker().fingerprint)
    try writer.finish()
  }

  private func pages(
    by ranker: any Ranker, posts count: Int = 5, viewer: Int = 0, at now: Double = 1e5
  ) throws -> [[PostID]] {
    let community = try community(posts: count)
    var request = FeedRequest(
      viewer: MemberID(viewer), surface: .latest, now: now, pageSize: 2, refresh: 7)
    var (page, pages) = (FeedPage(), [[PostID]]())
    for _ in 0..<2 {
      try community.fill(&page, for: request, by: ranker)
      pages.append(page.posts)
      request.cursor = page.next
    }
    return pages
  }

  private func replayed() throws(TapeFault) -> ReplayedRanker {
    try ReplayedRanker(RecencyRanker().fingerprint, path: path, subject)
  }

  @Test func `a tape gives the pages of the ranker, and goes on where they go on`() throws {
    try record()
    try expectEqual(
      read(),
      [
        page(0, 7, at: 1e5, 4, 3), page(0, 7, at: 1e5, isFirst: false, 2, 1),
      ])
    let ranker = try replayed()
    let expected = [[4, 3], [2, 1]].map { $0.map { PostID($0) } }
    try expectEqual(pages(by: ranker), expected)
    try ranker.finish()
    expectEqual(ranker.failure, nil)
    expectEqual(ranker.fingerprint, RecencyRanker().fingerprint)
  }

  /// - Parameter reason: What the failure says behind the path of the tape.
  private func expectFailure(
    _ ranker: ReplayedRanker, _ beginning: String, _ reason: String
  ) {
    expectEqual(
      ranker.failure?.message,
      "\(beginning)the tape \(path) \(reason): it is another run than the recorded one; \(TapeFault.remedy)"
    )
  }

  @Test func `a request that is not the recorded one ends the run`() throws {
    try record()
    let late = try replayed()
    try expectEqual(pages(by: late, at: 2e5), [[], []])
    expectFailure(
      late, "page 1 of ",
      "is for member 0 at 100000 s in refresh 7, and member 0 asks at 200000 s in refresh 7")
    let other = try replayed()
    _ = try pages(by: other, viewer: 1)
    expectFailure(
      other, "page 1 of ",
      "is for member 0 at 100000 s in refresh 7, and member 1 asks at 100000 s in refresh 7")
  }

  @Test func `a page that the community would not show ends the run`() throws {
    try record()
    let ranker = try replayed()
    try expectEqual(pages(by: ranker, posts: 3), [[], []])
    expectFailure(ranker, "page 1 of ", "has posts that cannot be on that page")
  }

  @Test func `a run that asks for more pages, or fewer, has failed`() throws {
    try record()
    let more = try replayed()
    _ = try pages(by: more)
    _ = try pages(by: more)
    expectFailure(
      more, "", "ends after 2 pages, and member 0 asks at 100000 s in refresh 7 for another one")
    let failure = #expect(throws: RankerFailure.self) { try replayed().finish() }
    expectEqual(
      failure?.message,
      "the tape \(path) has 2 pages, and the run has asked for 0: it is another run than the recorded one;"
        + " \(TapeFault.remedy)")
  }

  @Test func `a tape that changes while it is read is found`() throws {
    try write((0..<9000).map { self.page($0, 1, at: 1, 1, 2, 3) })
    let reader = try TapeReader(path: path, subject)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seek(toOffset: UInt64(try bytes().count - 30))
    try file.write(contentsOf: Data([0xFF]))
    var next = TapedPage.none
    #expect(throws: TapeFault.self) { while try reader.next(&next) {} }
  }
}
