internal import CFeedLabRanker
internal import DataFiles
internal import Foundation
internal import SocialFeed

/// The table that a library fills.
///
/// Functions are called on several threads, which the interface demands of them.
@safe struct LibraryFunctions: @unchecked Sendable {
  typealias Open =
    @convention(c) (
      UnsafePointer<feedlab_world>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      UnsafeMutablePointer<CChar>?, Int
    ) -> Int32
  typealias Score =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<feedlab_request>?, UnsafeMutablePointer<Double>?,
      UnsafeMutablePointer<CChar>?, Int
    ) -> Int32
  typealias Close = @convention(c) (UnsafeMutableRawPointer?) -> Void
  private typealias Initialise =
    @convention(c) (UInt32, UnsafeMutablePointer<feedlab_ranker>?) -> Int32

  /// What the library calls itself, on one line.
  let title: String?
  /// In the order of the columns.
  let features: [RankerFeature]
  let open: Open
  let score: Score
  let close: Close

  private static let version: UInt32 = 1
  /// Room for the fields of later versions, which a library may write without a look at the size.
  private static let room = 4096

  /// Has a library fill the table.
  init(_ library: LoadedLibrary, name: String, symbol: String) throws(RankerFailure) {
    guard let address = unsafe library.function(symbol) else {
      throw RankerFailure(
        "\(name) is no ranker: it has no function \(symbol); feedlab_ranker.h has what it needs")
    }
    let initialise = unsafe unsafeBitCast(address, to: Initialise.self)
    let error = LibraryError()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.room, alignment: 16)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.room)
    let table = unsafe memory.bindMemory(to: feedlab_ranker.self, capacity: 1)
    let size = unsafe UInt32(MemoryLayout<feedlab_ranker>.size)
    unsafe table.pointee.size = size
    unsafe table.pointee.error = unsafe error.bytes
    unsafe table.pointee.error_size = LibraryError.size
    let code = withArithmeticKept { unsafe initialise(Self.version, table) }
    guard code == 0 else {
      throw RankerFailure("\(name) cannot be used: \(error.reason(code))")
    }
    try unsafe self.init(table.pointee, size: size, name: name)
  }

  private init(
    _ table: feedlab_ranker, size: UInt32, name: String
  ) throws(RankerFailure) {
    guard unsafe table.version == Self.version else {
      throw RankerFailure(
        "\(name) has version \(unsafe table.version) of the interface and this program version \(Self.version); "
          + "build it with the feedlab_ranker.h of this program")
    }
    guard unsafe table.size >= size else {
      throw RankerFailure(
        "\(name) filled a table of \(unsafe table.size) bytes, and version \(Self.version) has \(size); build it with "
          + "the feedlab_ranker.h of this program")
    }
    let missing = { (function: String) in
      RankerFailure("\(name) has no function '\(function)' in its table")
    }
    guard let open = unsafe table.open else { throw missing("open") }
    guard let score = unsafe table.score else { throw missing("score") }
    guard let close = unsafe table.close else { throw missing("close") }
    unsafe (self.open, self.score, self.close) = unsafe (open, score, close)
    title = unsafe Self.text(table.name).map { $0.excerpt(atMost: 80) }
    features = try unsafe Self.features(table, name: name)
  }

  private static func features(
    _ table: feedlab_ranker, name: String
  ) throws(RankerFailure) -> [RankerFeature] {
    let count = unsafe Int(table.feature_count)
    let all = RankerFeature.allCases
    guard count > 0, let names = unsafe table.features else {
      throw RankerFailure("\(name) names no feature that it reads")
    }
    guard count <= all.count else {
      throw RankerFailure("\(name) reads \(count) features, and there are \(all.count)")
    }
    var features: [RankerFeature] = []
    for index in 0..<count {
      guard let found = unsafe text(names[index]) else {
        throw RankerFailure("\(name) names no feature \(index + 1) of the \(count) that it reads")
      }
      guard let feature = all.first(where: { $0.name == found }) else {
        let meant =
          RankerFeature(nameElsewhere: found).map { "did you mean '\($0.name)'?" }
          ?? remedy(for: found, among: all.map(\.name))
          ?? "`feedlab describe rankers formula` lists those that there are"
        throw RankerFailure(
          "\(name) reads the feature '\(found.excerpt)', which does not exist; \(meant)")
      }
      features.append(feature)
    }
    return features
  }

  /// A text of a library; a text without an end is cut off.
  private static func text(_ start: UnsafePointer<CChar>?) -> String? {
    guard let start = unsafe start else { return nil }
    let length = unsafe strnlen(start, 256)
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }
}

/// Where a library writes why it failed.
@safe final class LibraryError {
  static let size = 1024
  let bytes: UnsafeMutablePointer<CChar>

  init() {
    unsafe bytes = .allocate(capacity: Self.size)
    unsafe bytes.initialize(repeating: 0, count: Self.size)
  }

  deinit { unsafe bytes.deallocate() }

  /// What the library wrote, on one line, or the number that it returned where it wrote no text.
  func reason(_ code: Int32) -> String {
    let length = unsafe strnlen(bytes, Self.size)
    let written = unsafe String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
    let text = written.trimmingCharacters(in: .whitespacesAndNewlines.union(["."]))
    return text.isEmpty ? "it gave no reason, but the number \(code)" : text.excerpt(atMost: 300)
  }
}
