/// The size of a heavy test: `release` when tests are built with optimisation, else `debug`, which
/// fits in a second or two without.
public func testSize<Size>(debug: Size, release: Size) -> Size {
  #if DEBUG
    debug
  #else
    release
  #endif
}
