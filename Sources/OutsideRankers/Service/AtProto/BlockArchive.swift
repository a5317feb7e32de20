/// Blocks in a row with their identifiers: a CAR file of version 1.
///
/// Source: IPLD's CARv1 specification.
package enum BlockArchive {
  /// The bytes of an archive.
  ///
  /// - Parameters:
  ///   - root: The block that leads to the others.
  ///   - blocks: All of them, also the root.
  package static func bytes(root: ContentID, _ blocks: [(id: ContentID, block: [UInt8])]) -> [UInt8]
  {
    let head = DagCBOR.map(["version": .whole(1), "roots": .list([.link(root)])]).encoded
    var bytes: [UInt8] = []
    append(head.count, to: &bytes)
    bytes += head
    for (id, block) in blocks {
      append(id.bytes.count + block.count, to: &bytes)
      bytes += id.bytes
      bytes += block
    }
    return bytes
  }

  /// Appends a length, seven bits a byte from the lowest on, all but the last with their highest bit.
  private static func append(_ length: Int, to bytes: inout [UInt8]) {
    var rest = length
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
