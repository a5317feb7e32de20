/// What a browser makes of a page.
public enum PrintedForm: Sendable, Hashable {
  /// All of the page as a PDF.
  case document
  /// The first screen as a PNG.
  case picture

  /// The bytes with a mark by which FeedLab recognises its file; `nil` for bytes of another format.
  public func marked(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .document:
      bytes.starts(with: Self.pdfSignature) ? bytes + Self.pdfMark : nil
    case .picture:
      bytes.starts(with: Self.pngSignature) && bytes.count > Self.endOfHeader
        ? bytes[..<Self.endOfHeader] + Self.pngMark + bytes[Self.endOfHeader...] : nil
    }
  }

  static let pdfSignature = [UInt8]("%PDF-".utf8)
  /// A comment after the end of the document, which readers skip.
  static let pdfMark = [UInt8]("\n% FeedLab report\n".utf8)

  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// A chunk of text, which names the program that made the picture: length, type and data, CRC-32 of type and data.
  static let pngMark: [UInt8] =
    [0, 0, 0, 16] + Array("tEXtSoftware\u{0}FeedLab".utf8) + [0x89, 0xA0, 0xD1, 0xEB]
  /// The signature, and the header of 13 bytes in a chunk of 25, after which other chunks may follow.
  private static let endOfHeader = 33
}
