internal import CGSL

/// A generator of GSL's own kind whose numbers are those of a keyed stream, so that GSL's samplers draw
/// from a name instead of from a shared state.
///
/// The words come from Philox with the counters 0, 1, 2, … under a key of its own, which is the first
/// half of the stream's block for the entities and the occurrence: a sampler may use as many as it
/// likes without meeting another draw.
@safe struct KeyedGSLGenerator: ~Copyable {
  private let generator: UnsafeMutablePointer<gsl_rng>

  init(_ stream: KeyedStream, _ a: UInt32, _ b: UInt32, _ occurrence: UInt32) {
    GSL.prepare()
    guard let generator = unsafe gsl_rng_alloc(Self.kind) else {
      preconditionFailure("no memory for a GSL generator")
    }
    unsafe self.generator = generator
    let words = stream.bits(a, b, occurrence)
    unsafe Self.words(in: generator.pointee.state).pointee = WordSequence(
      key: SIMD2(words.x, words.y))
  }

  deinit { unsafe gsl_rng_free(generator) }

  /// Calls one of GSL's samplers with the generator.
  mutating func withGenerator<Result>(
    _ body: (UnsafePointer<gsl_rng>) -> Result
  ) -> Result {
    unsafe body(UnsafePointer(generator))
  }
}

extension KeyedGSLGenerator {
  /// Exists for as long as the process, as GSL keeps the address.
  private nonisolated(unsafe) static let kind: UnsafePointer<gsl_rng_type> = {
    let kind = UnsafeMutablePointer<gsl_rng_type>.allocate(capacity: 1)
    unsafe kind.initialize(
      to: gsl_rng_type(
        name: unsafe keyedPhiloxName, max: UInt(UInt32.max), min: 0,
        size: MemoryLayout<WordSequence>.size,
        set: { state, seed in
          unsafe KeyedGSLGenerator.words(in: state).initialize(
            to: WordSequence(key: SIMD2(truncatingIfNeeded: SIMD2(seed, seed >> 32))))
        },
        get: { state in UInt(unsafe KeyedGSLGenerator.words(in: state).pointee.next()) },
        get_double: { state in
          let words = unsafe KeyedGSLGenerator.words(in: state)
          let (high, low) = unsafe (words.pointee.next(), words.pointee.next())
          return Uniform.open(high, low)
        }))
    return unsafe UnsafePointer(kind)
  }()

  private nonisolated(unsafe) static let keyedPhiloxName: UnsafePointer<CChar> = {
    let name = StaticString("keyed philox4x32-10")
    return unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }()

  private static func words(
    in state: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<WordSequence> {
    guard let state = unsafe state else { preconditionFailure("a GSL generator without state") }
    return unsafe state.assumingMemoryBound(to: WordSequence.self)
  }
}

/// The words of the blocks 0, 1, 2, … of a key, one after the other.
private struct WordSequence {
  let key: SIMD2<UInt32>
  private var block = SIMD4<UInt32>.zero
  private var drawn: UInt64 = 0

  init(key: SIMD2<UInt32>) { self.key = key }

  mutating func next() -> UInt32 {
    let index = Int(drawn & 3)
    if index == 0 {
      let counter = drawn >> 2
      block = Philox4x32.block(
        key: key,
        counter: SIMD4(
          UInt32(truncatingIfNeeded: counter), UInt32(truncatingIfNeeded: counter >> 32), 0, 0))
    }
    drawn += 1
    return block[index]
  }
}
