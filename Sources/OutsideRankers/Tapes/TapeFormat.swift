package import SocialFeed

/// The pages of one ranker in one world, which a tape is of.
package struct TapeSubject: Hashable, Sendable {
  /// SHA-256 of all that the pages depend on besides the world, in hex: the simulation, the seeded community, and the
  /// arm.
  package let digest: String
  /// The number of the world among all worlds of the seed.
  package let world: UInt32
  /// The number of the ranker among the run's.
  package let ranker: Int
  /// Whether the run is the world's antithetic twin.
  package let isTwin: Bool

  package init(digest: String, world: UInt32, ranker: Int, isTwin: Bool) {
    self.digest = digest
    self.world = world
    self.ranker = ranker
    self.isTwin = isTwin
  }
}

/// A page of a tape: what was requested, and what the ranker gave.
package struct TapedPage: Hashable, Sendable {
  package var viewer: MemberID
  /// The number of the refresh among the viewer's.
  package var refresh: UInt32
  /// Simulated seconds of the request.
  package var now: Double
  /// Whether the request had no cursor.
  package var isFirst: Bool
  /// Whether no page follows.
  package var isLast: Bool
  package var posts: [PostID]
  /// The posts that the ranker served and that were left out.
  package var breaches: ServeBreaches
  /// Whether the ranker ordered all candidates of the refresh.
  package var hasWholeOrder: Bool

  package init(
    viewer: MemberID, refresh: UInt32, now: Double, isFirst: Bool, isLast: Bool, posts: [PostID],
    breaches: ServeBreaches = ServeBreaches(), hasWholeOrder: Bool = false
  ) {
    self.viewer = viewer
    self.refresh = refresh
    self.now = now
    self.isFirst = isFirst
    self.isLast = isLast
    self.posts = posts
    self.breaches = breaches
    self.hasWholeOrder = hasWholeOrder
  }
}

/// The bytes of a tape: a header, blocks of whole pages, and an end. All numbers are little-endian, and each of the
/// three parts ends with, or has, the checksum of the file as far as there.
///
/// | part | bytes |
/// | --- | --- |
/// | header | `magic`, version u16, ranker u8, twin u8 (0 or 1), world u32, digest (32 bytes), checksum u64 |
/// | block | length u32 of its pages, at least 1, checksum u64, pages |
/// | end | length u32, which is 0, number of pages u64, checksum u64 |
///
/// A page is viewer, refresh, time (f64), flags u8 (1: first page of a refresh; 2: the last one; 4: with breaches; 8: of
/// an order of all candidates), number of posts, and posts: the first itself and each other one as the difference from
/// the post before it, zigzag; then the number of breaches of each kind, where there is one. Numbers without a type are varints, as ``ByteWriter``
/// writes them.
enum TapeFormat {
  /// As in PNG: a byte beyond ASCII, a name, and both line ends, which a transfer as text would change.
  static let magic: [UInt8] = [0x8A] + Array("FLTAPE".utf8) + [0x0D, 0x0A, 0x00]
  static let version: UInt16 = 1
  static let headerLength = magic.count + 2 + 1 + 1 + 4 + 32 + 8
  static let blockHeaderLength = 12
  /// Of the end, behind its length.
  static let endLength = 16
  /// A block is written when it has so many bytes.
  static let blockLength = 1 << 16
  /// A longer block is none that was written: the longest page has a thousand posts, or with offsets as many as there
  /// are.
  static let longestBlock = 1 << 26
  static let first: UInt8 = 1
  static let last: UInt8 = 2
  static let breaches: UInt8 = 4
  static let wholeOrder: UInt8 = 8
}

/// FNV-1a with 64 bits, over all bytes so far. A byte that differs gives another one for certain.
struct TapeChecksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    var hash = value
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    value = hash
  }
}

extension TapeSubject {
  /// The bytes of the header before its checksum.
  var header: [UInt8] {
    var writer = ByteWriter()
    writer.write(raw: TapeFormat.magic)
    writer.write(column: [TapeFormat.version])
    writer.write(byte: UInt8(ranker))
    writer.write(byte: isTwin ? 1 : 0)
    writer.write(column: [world])
    writer.write(raw: digestBytes)
    return writer.bytes
  }

  private var digestBytes: [UInt8] {
    let digits = Array(digest.utf8)
    precondition(digits.count == 64, "a digest of \(digits.count) digits")
    return stride(from: 0, to: 64, by: 2).map { index in
      UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)!
    }
  }
}

extension ByteWriter {
  mutating func write(_ page: TapedPage) {
    write(varint: UInt64(page.viewer.rawValue))
    write(varint: UInt64(page.refresh))
    write(double: page.now)
    write(
      byte: (page.isFirst ? TapeFormat.first : 0) | (page.isLast ? TapeFormat.last : 0)
        | (page.breaches.isEmpty ? 0 : TapeFormat.breaches)
        | (page.hasWholeOrder ? TapeFormat.wholeOrder : 0))
    write(count: page.posts.count)
    var before: Int64 = 0
    for post in page.posts {
      let number = Int64(post.rawValue)
      let difference = number - before
      write(varint: UInt64(bitPattern: difference << 1 ^ difference >> 63))
      before = number
    }
    guard !page.breaches.isEmpty else { return }
    for breach in ServeBreach.allCases { write(count: page.breaches[breach]) }
  }
}

extension ByteReader {
  /// Reads the next page into one whose room is used again.
  mutating func read(_ page: inout TapedPage) throws(EncodingFault) {
    page.viewer = MemberID(rawValue: try uint32())
    page.refresh = try uint32()
    page.now = try finiteDouble()
    let flags = try byte()
    let known =
      TapeFormat.first | TapeFormat.last | TapeFormat.breaches | TapeFormat.wholeOrder
    guard flags & ~known == 0 else { throw .malformed }
    page.hasWholeOrder = flags & TapeFormat.wholeOrder != 0
    page.isFirst = flags & TapeFormat.first != 0
    page.isLast = flags & TapeFormat.last != 0
    let count = try elementCount()
    page.posts.removeAll(keepingCapacity: true)
    var before: Int64 = 0
    for _ in 0..<count {
      let bits = try varint()
      let difference = Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
      let (number, overflows) = before.addingReportingOverflow(difference)
      guard !overflows, let post = UInt32(exactly: number) else { throw .malformed }
      page.posts.append(PostID(rawValue: post))
      before = number
    }
    page.breaches = ServeBreaches()
    guard flags & TapeFormat.breaches != 0 else { return }
    for breach in ServeBreach.allCases { page.breaches[breach] = Int(try uint32()) }
  }
}
