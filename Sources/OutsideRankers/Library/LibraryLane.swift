internal import CFeedLabRanker
internal import Foundation
internal import SocialFeed

/// The state of a library's ranker for one world.
///
/// Whoever has it makes its calls one after the other, on any thread, as for any ``RankerLane``; only these calls use
/// the memory that it points to.
@safe final class LibraryLane: RankerLane, @unchecked Sendable {
  let second: SecondInstance?
  private let functions: LibraryFunctions
  private let name: String
  private let error: LibraryError
  /// A pointer to each column of a request.
  private let columns: UnsafeMutableBufferPointer<UnsafePointer<Double>?>
  private let state: UnsafeMutableRawPointer?

  /// Has the library begin a world.
  init(
    _ functions: LibraryFunctions, _ parameters: LibraryParameters, world: RankerWorld,
    name: String, _ second: SecondInstance? = nil
  ) throws(RankerFailure) {
    let error = LibraryError()
    var state: UnsafeMutableRawPointer?
    let code = unsafe parameters.withWorld(world) { world in
      withArithmeticKept {
        unsafe functions.open(world, &state, error.bytes, LibraryError.size)
      }
    }
    guard code == 0 else {
      throw RankerFailure(of: name, "could not begin: \(error.reason(code))")
    }
    self.functions = functions
    self.name = name
    self.second = second
    self.error = error
    unsafe self.state = state
    unsafe columns = .allocate(capacity: functions.features.count)
    unsafe columns.initialize(repeating: nil)
  }

  deinit {
    withArithmeticKept { unsafe functions.close(state) }
    unsafe columns.deallocate()
  }

  func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    var request = unsafe feedlab_request()
    unsafe request.size = UInt32(MemoryLayout<feedlab_request>.size)
    unsafe request.viewer = candidates.viewer.rawValue
    unsafe request.refresh = candidates.refresh
    unsafe request.count = UInt32(candidates.count)
    unsafe request.now = candidates.now
    let posts = candidates.posts
    // A library that writes too few scores is noticed by those that are no numbers.
    scores.update(repeating: .nan)
    let code = unsafe scores.withUnsafeMutableBufferPointer { scores in
      unsafe posts.withUnsafeBytes { posts in
        // A post's identifier is its number.
        unsafe request.posts = unsafe posts.assumingMemoryBound(to: UInt32.self).baseAddress
        return unsafe score(candidates, functions.features[...], request, scores.baseAddress)
      }
    }
    guard code == 0 else {
      throw RankerFailure(of: name, "failed: \(error.reason(code))")
    }
  }

  /// Points to one column after the other, without copies, and then has the library write scores.
  private func score(
    _ candidates: borrowing Candidates, _ features: ArraySlice<RankerFeature>,
    _ request: feedlab_request, _ scores: UnsafeMutablePointer<Double>?
  ) -> Int32 {
    guard let feature = features.first else {
      var request = unsafe request
      unsafe request.columns = unsafe UnsafePointer(columns.baseAddress)
      return withArithmeticKept {
        unsafe functions.score(state, &request, scores, error.bytes, LibraryError.size)
      }
    }
    let column = candidates[feature]
    return unsafe column.withUnsafeBufferPointer { column in
      unsafe columns[features.startIndex] = column.baseAddress
      return unsafe score(candidates, features.dropFirst(), request, scores)
    }
  }
}

/// The parameters of an arm, in ascending order of their names' bytes.
struct LibraryParameters: Sendable {
  private let names: [String]
  private let values: [Double]

  init(_ parameters: [String: Double]) {
    names = parameters.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    values = names.map { parameters[$0] ?? 0 }
  }

  /// Calls with what a library gets to know of a world.
  func withWorld(_ served: RankerWorld, _ call: (UnsafePointer<feedlab_world>) -> Int32) -> Int32 {
    let texts = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(
      capacity: names.count)
    for (index, name) in names.enumerated() {
      unsafe texts.initializeElement(at: index, to: UnsafePointer(strdup(name)))
    }
    defer {
      for index in names.indices { unsafe free(UnsafeMutablePointer(mutating: texts[index])) }
      unsafe texts.deallocate()
    }
    return unsafe values.withUnsafeBufferPointer { values in
      var world = unsafe feedlab_world()
      unsafe world.size = UInt32(MemoryLayout<feedlab_world>.size)
      unsafe world.parameter_count = UInt32(names.count)
      unsafe world.parameter_names = unsafe UnsafePointer(texts.baseAddress)
      unsafe world.parameter_values = values.baseAddress
      unsafe world.world = UInt64(served.number)
      unsafe world.seed = served.seed
      return unsafe call(&world)
    }
  }
}
