internal import DataFiles

/// The processor that a library is for. For a wrong one the system reports a missing file.
///
/// Source: *System V Application Binary Interface*, chapter 4, ELF Header.
struct LibraryMachine: Hashable, CustomStringConvertible {
  private let number: UInt16

  #if arch(x86_64)
    static let here = LibraryMachine(number: 62)
  #elseif arch(arm64)
    static let here = LibraryMachine(number: 183)
  #else
    static let here = LibraryMachine(number: 0)
  #endif

  private init(number: UInt16) { self.number = number }

  /// - Returns: `nil` for a file that is none of Linux, which the system explains, and on processors without a name here.
  init?(ofFile path: String) {
    guard Self.here.number != 0, let head = try? FileContent.bytes(of: path, upTo: 20),
      head.count == 20, head.starts(with: [0x7F, 0x45, 0x4C, 0x46])
    else { return nil }
    let (first, second) = (UInt16(head[18]), UInt16(head[19]))
    let isBigEndian = head[5] == 2
    number = isBigEndian ? first << 8 | second : second << 8 | first
  }

  var description: String {
    switch number {
    case 3: "32-bit x86"
    case 21: "64-bit PowerPC"
    case 22: "IBM Z"
    case 40: "32-bit ARM"
    case 62: "x86-64"
    case 183: "64-bit ARM"
    case 243: "RISC-V"
    default: "machine \(number) of ELF"
    }
  }
}
