import PortableMath
import Stochastics
import Testing

@Suite struct GammaTableTests {
  @Test(arguments: [1, 1.4, 3.4, 8.2, 60])
  func `agrees with GSL's quantiles from a shape of 1 on`(shape: Double) {
    let table = GammaTable(shape: shape)
    for number in 0..<400 {
      let p = (Double(number) + 0.5) / 400
      let expected = Quantile.gamma(p, shape: shape, scale: 1)
      let found = Portable.exp(table.logVariate(p, 0.5))
      #expect(abs(found / expected - 1) < 1e-5, "shape \(shape), p \(p)")
    }
  }

  /// Over a grid of both uniforms, which samples the distribution without chance: the parts below
  /// GSL's deciles, and the mean, which is the shape.
  @Test(arguments: [0.05, 0.3, 0.9])
  func `has the distribution of a shape below 1`(shape: Double) {
    let table = GammaTable(shape: shape)
    let size = 300
    let grid = (0..<size).map { (Double($0) + 0.5) / Double(size) }
    let logs = grid.flatMap { p in grid.map { v in table.logVariate(p, v) } }
    for decile in 1...9 {
      let limit = Portable.log(Quantile.gamma(Double(decile) / 10, shape: shape, scale: 1))
      let part = Double(logs.count { $0 < limit }) / Double(logs.count)
      #expect(abs(part - Double(decile) / 10) < 0.005, "shape \(shape), decile \(decile): \(part)")
    }
    let mean = logs.reduce(0) { $0 + Portable.exp($1) } / Double(logs.count)
    #expect(abs(mean / shape - 1) < 0.01, "mean \(mean) for \(shape)")
  }

  @Test func `a value too small for a number still has its logarithm`() {
    let log = GammaTable(shape: 0.001).logVariate(0.5, 0.3)
    // ln 0.3 ÷ 0.001 = −1204, and e^−1204 is 0 in a Double.
    #expect(log < -1200 && log.isFinite)
  }
}
