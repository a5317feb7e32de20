import OutsideRankers
import TestSupport
import Testing

/// The encoding of values, their identifiers, and archives of them.
@Suite struct DagCBORTests {
  /// Of RFC 8949, appendix A, without what DAG-CBOR does not have; the last ones are at the edges of their heads.
  private static let values: [(DagCBOR, String)] = [
    (.whole(0), "00"), (.whole(10), "0a"), (.whole(23), "17"), (.whole(24), "1818"),
    (.whole(100), "1864"), (.whole(1000), "1903e8"), (.whole(1_000_000), "1a000f4240"),
    (.whole(1_000_000_000_000), "1b000000e8d4a51000"), (.whole(-1), "20"), (.whole(-10), "29"),
    (.whole(-100), "3863"), (.whole(-1000), "3903e7"), (.bool(false), "f4"), (.bool(true), "f5"),
    (.null, "f6"), (.bytes([]), "40"), (.bytes([1, 2, 3, 4]), "4401020304"), (.text(""), "60"),
    (.text("IETF"), "6449455446"), (.text("\u{FC}"), "62c3bc"), (.list([]), "80"),
    (
      .list([.whole(1), .list([.whole(2), .whole(3)]), .list([.whole(4), .whole(5)])]),
      "8301820203820405"
    ),
    (.map([:]), "a0"),
    (.map(["b": .list([.whole(2), .whole(3)]), "a": .whole(1)]), "a26161016162820203"),
    // The shorter key first, and not the one that is before it in a dictionary.
    (.map(["aa": .whole(1), "b": .whole(2), "ab": .null]), "a361620262616101626162f6"),
    (.whole(255), "18ff"), (.whole(256), "190100"), (.whole(65_535), "19ffff"),
    (.whole(65_536), "1a00010000"), (.whole(4_294_967_295), "1affffffff"),
    (.whole(4_294_967_296), "1b0000000100000000"), (.whole(.max), "1b7fffffffffffffff"),
    (.whole(.min), "3b7fffffffffffffff"),
    (.bytes([UInt8](repeating: 7, count: 24)), "5818" + sevens),
  ]

  private static let sevens = String(repeating: "07", count: 24)

  @Test(arguments: values)
  func `values have the bytes of the standard`(value: DagCBOR, expected: String) {
    expectEqual(value.encoded.hex, expected)
  }

  /// SHA-256 of a0 by `printf '\xa0' | sha256sum`, behind version 1, codec 71, hash 12 and 20 bytes; base 32 by coreutils.
  @Test func `an identifier is that of the bytes`() {
    let id = ContentID(of: [0xA0])
    expectEqual(
      id.bytes.hex, "01711220c19a797fa1fd590cd2e5b42d1cf5f246e29b91684e2f87404b81dc345c7a56a0")
    expectEqual(id.text, "bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua")
    // Tag 42, and 37 bytes that begin with 0.
    expectEqual(DagCBOR.link(id).encoded.hex, "d82a582500" + id.bytes.hex)
  }

  @Test func `an archive has its root and its blocks`() {
    let (empty, list) = ([UInt8(0xA0)], DagCBOR.list([.whole(1)]).encoded)
    let (root, other) = (ContentID(of: empty), ContentID(of: list))
    // 58 bytes: {"roots": [root], "version": 1}, then 36 + 1 bytes, then 36 + 2 bytes.
    expectEqual(
      BlockArchive.bytes(root: root, [(root, empty), (other, list)]).hex,
      "3a" + "a2" + "65726f6f7473" + "81d82a582500" + root.bytes.hex + "6776657273696f6e"
        + "01"
        + "25" + root.bytes.hex + "a0" + "26" + other.bytes.hex + "8101")
  }

  @Test func `a long block has a length of two bytes`() {
    let block = DagCBOR.bytes([UInt8](repeating: 0, count: 200)).encoded
    let id = ContentID(of: block)
    let bytes = BlockArchive.bytes(root: id, [(id, block)])
    // 36 + 2 + 200 = 238 = 1 · 128 + 110.
    expectEqual(Array(bytes[59..<61]), [0x80 | 110, 1])
    expectEqual(bytes.count, 59 + 2 + 238)
  }
}

extension [UInt8] {
  var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
