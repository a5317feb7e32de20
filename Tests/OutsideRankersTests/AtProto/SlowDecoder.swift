import DataFiles
import OutsideRankers

/// Reads DAG-CBOR and archives in the most obvious way, without a look at the code that writes them.
enum SlowDecoder {
  struct Failure: Error {
    let reason: String
  }

  /// The values that stand one behind the other.
  static func values(_ bytes: [UInt8]) throws -> [DagCBOR] {
    var (rest, values) = (bytes[...], [DagCBOR]())
    while !rest.isEmpty { values.append(try value(&rest)) }
    return values
  }

  static func value(_ rest: inout ArraySlice<UInt8>) throws -> DagCBOR {
    let first = try take(1, &rest)[0]
    let (type, short) = (first / 32, first % 32)
    var number = Int64(short)
    if short >= 24 && type != 7 {
      number = 0
      for byte in try take([1, 2, 4, 8][Int(short) - 24], &rest) {
        number = number * 256 + Int64(byte)
      }
    }
    switch (type, short) {
    case (0, _): return .whole(number)
    case (1, _): return .whole(-1 - number)
    case (2, _): return .bytes(try take(Int(number), &rest))
    case (3, _): return .text(String(decoding: try take(Int(number), &rest), as: UTF8.self))
    case (4, _): return .list(try (0..<number).map { _ in try value(&rest) })
    case (5, _):
      var (members, last) = ([String: DagCBOR](), "")
      for _ in 0..<number {
        guard case .text(let key) = try value(&rest) else {
          throw Failure(reason: "a key is no text")
        }
        let isBehind =
          last.utf8.count < key.utf8.count || last.utf8.count == key.utf8.count && last < key
        guard isBehind || members.isEmpty else {
          throw Failure(reason: "'\(key)' is behind '\(last)'")
        }
        members[key] = try value(&rest)
        last = key
      }
      return .map(members)
    case (6, _):
      guard number == 42, case .bytes(let bytes) = try value(&rest), bytes.first == 0 else {
        throw Failure(reason: "a tag is no link")
      }
      // A link keeps nothing but its bytes, so that it is compared by its text.
      return .text("link \(bytes.dropFirst().map { $0 }.hex)")
    case (7, 20): return .bool(false)
    case (7, 21): return .bool(true)
    case (7, 22): return .null
    default: throw Failure(reason: "type \(type) with \(short)")
    }
  }

  /// The blocks of an archive by the hexadecimal digits of their identifiers, each of which is that of its content; and the
  /// root.
  static func archive(_ bytes: [UInt8]) throws -> (root: DagCBOR, blocks: [String: DagCBOR]) {
    var rest = bytes[...]
    var head = try take(length(&rest), &rest)[...]
    guard case .map(let members) = try value(&head), members["version"] == .whole(1),
      case .list(let roots)? = members["roots"], let root = roots.first
    else { throw Failure(reason: "no head of an archive") }
    var blocks: [String: DagCBOR] = [:]
    while !rest.isEmpty {
      var section = try take(length(&rest), &rest)[...]
      let id = try take(36, &section)
      guard id.hex == "01711220" + SHA256.hexDigest(of: Array(section)) else {
        throw Failure(reason: "a block has the identifier of another one")
      }
      blocks[id.hex] = try value(&section)
    }
    return (root, blocks)
  }

  private static func length(_ rest: inout ArraySlice<UInt8>) throws -> Int {
    var (length, shift) = (0, 0)
    while true {
      let byte = try take(1, &rest)[0]
      length += Int(byte % 128) << shift
      shift += 7
      if byte < 128 { return length }
    }
  }

  private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) throws -> [UInt8] {
    guard rest.count >= count else { throw Failure(reason: "\(count) of \(rest.count) bytes") }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}

/// A commit of a stream, with its one operation.
struct DecodedCommit: Hashable {
  var sequence: Int64
  var repository: String
  var revision: String
  var since: String?
  var time: String
  var action: String
  var path: String
  /// The record that was made.
  var record: [String: DagCBOR]?
  /// The text of its identifier.
  var id: String?

  /// The at-uri of the record.
  var uri: String { "at://\(repository)/\(path)" }

  /// - Parameter message: A message of a stream, every part of which is looked at.
  init(_ message: [UInt8]) throws {
    let values = try SlowDecoder.values(message)
    guard values.count == 2, values[0] == .map(["op": .whole(1), "t": .text("#commit")]),
      case .map(let body) = values[1], case .whole(let sequence)? = body["seq"],
      case .list(let operations)? = body["ops"], operations.count == 1,
      case .map(let operation) = operations[0], case .bytes(let blocks)? = body["blocks"]
    else { throw SlowDecoder.Failure(reason: "no commit: \(values)") }
    let names = [
      "seq", "ops", "blocks", "rebase", "tooBig", "repo", "commit", "rev", "since", "blobs", "time",
    ]
    guard Set(body.keys) == Set(names), body["rebase"] == .bool(false),
      body["tooBig"] == .bool(false),
      body["blobs"] == .list([]), Set(operation.keys) == ["action", "path", "cid"]
    else { throw SlowDecoder.Failure(reason: "members \(body.keys)") }
    self.sequence = sequence
    (repository, revision) = (try Self.text(body["repo"]), try Self.text(body["rev"]))
    since = body["since"] == .null ? nil : try Self.text(body["since"])
    time = try Self.text(body["time"])
    (action, path) = (try Self.text(operation["action"]), try Self.text(operation["path"]))

    let archive = try SlowDecoder.archive(blocks)
    guard archive.root == body["commit"],
      case .map(let commit)? = archive.blocks[try Self.digits(archive.root)],
      commit["did"] == .text(repository), commit["version"] == .whole(3),
      commit["rev"] == .text(revision), commit["prev"] == .null,
      commit["sig"] == .bytes([UInt8](repeating: 0, count: 64)),
      case .map(let tree)? = archive.blocks[try Self.digits(commit["data"])], tree["l"] == .null
    else { throw SlowDecoder.Failure(reason: "no commit in \(archive)") }
    guard operation["cid"] != .null else {
      guard tree["e"] == .list([]), archive.blocks.count == 2 else {
        throw SlowDecoder.Failure(reason: "a deletion with \(archive)")
      }
      return
    }
    let digits = try Self.digits(operation["cid"])
    guard case .map(let record)? = archive.blocks[digits], archive.blocks.count == 3,
      tree["e"]
        == .list([
          .map([
            "p": .whole(0), "k": .bytes(Array(path.utf8)), "v": .text("link \(digits)"), "t": .null,
          ])
        ])
    else { throw SlowDecoder.Failure(reason: "no record in \(archive)") }
    self.record = record
    id = Self.base32(digits)
  }

  private static func text(_ value: DagCBOR?) throws -> String {
    guard case .text(let text)? = value else {
      throw SlowDecoder.Failure(reason: "no text: \(String(describing: value))")
    }
    return text
  }

  private static func digits(_ link: DagCBOR?) throws -> String {
    let text = try text(link)
    guard text.hasPrefix("link ") else { throw SlowDecoder.Failure(reason: "no link: \(text)") }
    return String(text.dropFirst(5))
  }

  /// All bits as 0 and 1, and then five at a time.
  private static func base32(_ hex: String) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
    var bits = hex.map { digit in
      let text = String(digit.hexDigitValue ?? 0, radix: 2)
      return String(repeating: "0", count: 4 - text.count) + text
    }.joined()
    bits += String(repeating: "0", count: (5 - bits.count % 5) % 5)
    var (text, rest) = ("b", bits[...])
    while !rest.isEmpty {
      text.append(alphabet[Int(rest.prefix(5), radix: 2) ?? 0])
      rest = rest.dropFirst(5)
    }
    return text
  }
}
