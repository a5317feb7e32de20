internal import CFeedLabRanker
internal import DataFiles
internal import Foundation
internal import SocialFeed
internal import Synchronization

/// A shared library in this program's memory.
///
/// A handle is used on several threads; all that is done with it is to look functions up, which the system allows.
@safe struct LoadedLibrary: @unchecked Sendable {
  /// The SHA-256 of the file.
  let digest: String
  private let handle: UnsafeMutableRawPointer

  /// Those that there are, by path without links. The system itself would take a new file at a known path for the old one.
  private static let loaded = Mutex<[String: LoadedLibrary]>([:])
  /// Those that were begun to be loaded. Apart, since a library may end the program while it is loaded.
  private static let begun = Mutex<[String]>([])
  /// Called with the path of each before it is loaded.
  static let beforeLoading = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// The paths of the libraries that are loaded or were about to be, in this order.
  static var paths: [String] { begun.withLock { $0 } }

  /// Loads the library, or takes the one that is loaded.
  init(path: String, name: String) throws(RankerFailure) {
    let refusal = "\(name) cannot be loaded"
    guard feedlab_loads_libraries() != 0 else {
      throw RankerFailure(
        "\(refusal): this program was linked without a loader of libraries, so that it runs anywhere; use the one "
          + "that scripts/feedlab builds")
    }
    do { try FileContent.check(path) } catch {
      throw RankerFailure("\(refusal): \(error.reason)")
    }
    guard let digest = SHA256.hexDigest(ofFile: path), let path = Self.withoutLinks(path) else {
      throw RankerFailure("\(refusal): this file cannot be read; check its permissions")
    }
    self = try Self.loaded.withLock { loaded throws(RankerFailure) in
      if let known = loaded[path] {
        guard known.digest == digest else {
          throw RankerFailure(
            "\(name) has changed since this program loaded it; start the program again")
        }
        return known
      }
      if let machine = LibraryMachine(ofFile: path), machine != .here {
        throw RankerFailure(
          "\(refusal): it is for \(machine), and this program is for \(LibraryMachine.here); "
            + "build it on this machine")
      }
      if let extent = LibraryExtent(ofFile: path), extent.size < extent.mapped {
        throw RankerFailure(
          "\(refusal): the file was cut after \(Int(clamping: extent.size).grouped) bytes, and the library needs "
            + "\(Int(clamping: extent.mapped).grouped); build or copy it again")
      }
      Self.begun.withLock { $0.append(path) }
      Self.beforeLoading.withLock(\.self)?(path)
      let library = try LoadedLibrary(path, digest: digest, refusal)
      loaded[path] = library
      return library
    }
  }

  private init(_ path: String, digest: String, _ refusal: String) throws(RankerFailure) {
    let handle = unsafe withArithmeticKept { unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) }
    guard let handle = unsafe handle else {
      var reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "nothing"
      if reason.hasPrefix(path + ": ") { reason.removeFirst(path.count + 2) }
      throw RankerFailure("\(refusal); system error: \(reason.excerpt(atMost: 200))")
    }
    unsafe self.handle = handle
    self.digest = digest
  }

  /// The address of a function; `nil` where none exists.
  func function(_ name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(handle, name) }

  private static func withoutLinks(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}

/// Calls code of others, and takes back what it changed of the processor's arithmetic: libraries that were built with
/// `-ffast-math` or load such ones turn small numbers into 0 for the whole thread.
func withArithmeticKept<Result>(_ call: () -> Result) -> Result {
  let mode = feedlab_arithmetic()
  defer { if feedlab_arithmetic() != mode { feedlab_set_arithmetic(mode) } }
  return call()
}
