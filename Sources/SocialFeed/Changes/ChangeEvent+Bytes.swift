/// Events as bytes, one behind the other, such as in a file that grows.
///
/// An event is the length of its contents as a varint, a byte that reveals an altered length, the contents, and their
/// hash in 4 bytes. The contents are the version, the sequence, the time and the change. An event that the bytes end in
/// is thus distinguished from one that was altered.
extension ChangeEvent {
  /// The version of the bytes that are written, and the last that is read.
  public static let version = 1

  /// The event in a few dozen bytes and its texts.
  public var bytes: [UInt8] {
    var contents = ByteWriter()
    contents.write(count: Self.version)
    contents.write(varint: sequence)
    contents.write(double: time)
    change.write(to: &contents)
    var writer = ByteWriter()
    writer.write(count: contents.bytes.count)
    writer.write(byte: Self.check(ofLength: contents.bytes.count))
    writer.write(raw: contents.bytes)
    writer.write(column: [ContentHash.shortValue(of: contents.bytes.span)])
    return writer.bytes
  }

  fileprivate static func check(ofLength length: Int) -> UInt8 {
    var hash = ContentHash()
    hash.add(UInt64(length))
    return UInt8(truncatingIfNeeded: hash.value)
  }
}

/// Reads events from bytes, one by one.
public struct ChangeDecoder {
  private let bytes: [UInt8]
  /// The byte behind the last event that was read: where a file that ends in a torn event is cut.
  public private(set) var offset = 0

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next event, or `nil` when the bytes end behind the last.
  public mutating func next() throws(ChangeDecodingError) -> ChangeEvent? {
    guard offset < bytes.count else { return nil }
    let start = offset
    var reader = ByteReader(bytes, in: start..<bytes.count)
    let length: Int
    do throws(EncodingFault) {
      length = try reader.count()
      guard try reader.byte() == ChangeEvent.check(ofLength: length) else {
        throw .altered
      }
    } catch { throw error == .cut ? .cutShort(at: start) : .altered(at: start) }
    guard reader.remaining >= 4, length <= reader.remaining - 4 else {
      throw .cutShort(at: start)
    }
    let contents = bytes.count - reader.remaining
    let end = contents + length + 4
    let hash = ContentHash.shortValue(of: bytes.span.extracting(contents..<end - 4))
    do {
      var sum = ByteReader(bytes, in: end - 4..<end)
      guard try sum.column(1) == [hash] else { throw EncodingFault.altered }
    } catch { throw .altered(at: start) }
    let event = try Self.event(in: contents..<end - 4, of: bytes, at: start)
    offset = end
    return event
  }

  private static func event(
    in range: Range<Int>, of bytes: [UInt8], at start: Int
  ) throws(ChangeDecodingError) -> ChangeEvent {
    var reader = ByteReader(bytes, in: range)
    var version = ChangeEvent.version
    do {
      version = try reader.count()
      guard version == ChangeEvent.version else { throw EncodingFault.foreign }
      let (sequence, time) = (try reader.varint(), try reader.finiteDouble())
      let event = ChangeEvent(sequence: sequence, time: time, change: try Change(from: &reader))
      try reader.finish()
      return event
    } catch {
      guard version <= ChangeEvent.version else {
        throw .newerVersion(version, readable: ChangeEvent.version, at: start)
      }
      throw .impossible(at: start)
    }
  }
}
