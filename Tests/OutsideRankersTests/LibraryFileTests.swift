import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// Files that are named as libraries.
@Suite struct LibraryFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func load(_ file: String) throws(RankerFailure) -> LibraryRanker {
    try LibraryRanker(path: "\(folder.path)/\(file)", name: file, parameters: [:])
  }

  @Test func `a file that is not there is refused`() throws {
    #expect(throws: RankerFailure("mine.so cannot be loaded: there is no such file")) {
      try load("mine.so")
    }
    try folder.write("", to: "mien.so")
    #expect(
      throws: RankerFailure(
        "mine.so cannot be loaded: there is no such file; did you mean 'mien.so'?")
    ) { try load("mine.so") }
  }

  @Test func `a folder is refused`() {
    #expect(throws: RankerFailure(". cannot be loaded: this is a folder, not a file")) {
      try load(".")
    }
  }

  @Test func `what is no library is refused with the system's reason`() throws {
    try folder.write(String(repeating: "def score(): pass\n", count: 100), to: "mine.py")
    #expect(
      throws: RankerFailure("mine.py cannot be loaded; system error: invalid ELF header")
    ) { try load("mine.py") }
    try folder.write("", to: "empty.so")
    #expect(throws: RankerFailure("empty.so cannot be loaded; system error: file too short")) {
      try load("empty.so")
    }
  }

  @Test(arguments: [
    (UInt8(40), "32-bit ARM"), (243, "RISC-V"), (3, "32-bit x86"), (99, "machine 99 of ELF"),
  ])
  func `a library for another machine is refused`(number: UInt8, machine: String) throws {
    var header = [UInt8](repeating: 0, count: 64)
    header.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    header[18] = number
    try folder.write(header, to: "mine.so")
    #if arch(x86_64)
      let here = "x86-64"
    #else
      let here = "64-bit ARM"
    #endif
    #expect(
      throws: RankerFailure(
        "mine.so cannot be loaded: it is for \(machine), and this program is for \(here); build it on this machine"
      )
    ) { try load("mine.so") }
  }

  @Test(arguments: [
    (UInt64(0), UInt64(4096), "4,096"), (120, 1, "121"),
    (1, .max, "9,223,372,036,854,775,807"),
  ])
  func `a library that was cut is refused before the system maps it`(
    offset: UInt64, length: UInt64, needed: String
  ) throws {
    func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      (0..<MemoryLayout<Number>.size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var header = [UInt8](repeating: 0, count: 120)
    #if arch(x86_64)
      let machine = UInt8(62)
    #else
      let machine = UInt8(183)
    #endif
    header.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    header[18] = machine
    // One segment, whose header is behind that of the file.
    header.replaceSubrange(32..<40, with: little(UInt64(64)))
    header.replaceSubrange(54..<58, with: little(UInt16(56)) + little(UInt16(1)))
    header.replaceSubrange(72..<80, with: little(offset))
    header.replaceSubrange(96..<104, with: little(length))
    try folder.write(header, to: "mine.so")
    #expect(
      throws: RankerFailure(
        "mine.so cannot be loaded: the file was cut after 120 bytes, and the library needs \(needed); build or copy it again"
      )
    ) { try load("mine.so") }
    try folder.write(Array(header.prefix(100)), to: "mine.so")
    #expect(
      throws: RankerFailure(
        "mine.so cannot be loaded: the file was cut after 100 bytes, and the library needs 120; build or copy it again"
      )
    ) { try load("mine.so") }
  }

  @Test(arguments: [64, 700, 3000])
  func `a part of a library does not end the program`(count: Int) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: LibraryRankerTests.path)))
    try folder.write(Array(bytes.prefix(count)), to: "mine.so")
    let failure = #expect(throws: RankerFailure.self) { try load("mine.so") }
    expectEqual(
      failure?.message.hasPrefix(
        "mine.so cannot be loaded: the file was cut after \(count.grouped) bytes, and the library needs "
      ), true)
  }

  @Test func `a library without the function is no ranker`() throws {
    // The C library of Debian, Fedora and others.
    let folders = ["/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/lib64", "/lib"]
    let path = try #require(
      folders.map { "\($0)/libc.so.6" }.first(where: FileManager.default.fileExists))
    #expect(
      throws: RankerFailure(
        "libc.so is no ranker: it has no function feedlab_ranker_init; feedlab_ranker.h has what it needs"
      )
    ) { try LibraryRanker(path: path, name: "libc.so", parameters: [:]) }
  }

  @Test func `a library that is built again while the program runs is refused`() throws {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: LibraryRankerTests.path)))
    try folder.write(bytes, to: "mine.so")
    let first = try load("mine.so")
    // By another name it is the same library.
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link.so", withDestinationPath: "mine.so")
    try expectEqual(load("link.so").digest, first.digest)
    // A new file, as compilers make one: the old one is still in use.
    try FileManager.default.removeItem(atPath: "\(folder.path)/mine.so")
    try folder.write(bytes + [0], to: "mine.so")
    #expect(
      throws: RankerFailure(
        "mine.so has changed since this program loaded it; start the program again")
    ) { try load("mine.so") }
  }
}
