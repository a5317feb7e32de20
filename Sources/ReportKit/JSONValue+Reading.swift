package import DataFiles
internal import Foundation

extension JSONValue {
  /// Reads a text that this package wrote.
  package init(canonical text: String) {
    guard let value = try? JSONDecoder().decode(ReadJSON.self, from: Data(text.utf8)) else {
      preconditionFailure("no JSON: \(text.prefix(80))")
    }
    self = value.value
  }

  /// A number; null for `nil`.
  package init(_ number: Double?) { self = number.map(JSONValue.number) ?? .null }

  /// A text; null for `nil`.
  package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  package init(_ count: Int) { self = .whole(UInt64(count)) }

  /// The members of an object; none of another value.
  package var members: [String: JSONValue] {
    guard case .object(let members) = self else { return [:] }
    return members
  }
}

private struct ReadJSON: Decodable {
  let value: JSONValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value =
      if container.decodeNil() {
        .null
      } else if let bool = try? container.decode(Bool.self) {
        .bool(bool)
      } else if let whole = try? container.decode(UInt64.self) {
        .whole(whole)
      } else if let number = try? container.decode(Double.self) {
        .number(number)
      } else if let string = try? container.decode(String.self) {
        .string(string)
      } else if let array = try? container.decode([ReadJSON].self) {
        .array(array.map(\.value))
      } else {
        .object(try container.decode([String: ReadJSON].self).mapValues(\.value))
      }
  }
}
