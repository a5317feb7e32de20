import Stochastics

/// A stream of draws for a test.
func testStream(_ seed: UInt64 = 1) -> KeyedStream {
  KeyedStream(seed: seed, world: 0, name: StreamName("test"))
}
