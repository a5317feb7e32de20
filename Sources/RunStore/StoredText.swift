internal import DataFiles
internal import Foundation

/// A value in its stored form: JSON with sorted keys and shortest numbers, and a checksum.
package struct StoredText: Sendable {
  package let text: String
  /// SHA-256 of the text, in hex.
  package let checksum: String

  package init(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("\(type(of: value)) cannot be encoded")
    }
    text = String(decoding: data, as: UTF8.self)
    checksum = SHA256.hexDigest(of: Array(data))
  }

  /// - Returns: `nil` for text that does not match its checksum.
  package init?(text: String?, checksum: String?) {
    guard let text, let checksum, SHA256.hexDigest(of: Array(text.utf8)) == checksum else {
      return nil
    }
    self.text = text
    self.checksum = checksum
  }

  /// - Returns: `nil` for text that another version wrote in another form.
  package func value<Value: Decodable>(_ type: Value.Type) -> Value? { Self.value(type, in: text) }

  /// The value of a text that has no checksum.
  package static func value<Value: Decodable>(_ type: Value.Type, in text: String) -> Value? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try? decoder.decode(type, from: Data(text.utf8))
  }
}
