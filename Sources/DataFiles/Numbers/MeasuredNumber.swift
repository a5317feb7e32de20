/// Numbers that were measured and then read from a file: the values of metrics, and everything computed from them.
///
/// The limits of a ratio of means need the fourth power of a value. Up to 10⁶⁰ the sum of as many of these as a study
/// may have, 10⁶ worlds with 10⁶ values each, is below the largest `Double`, 1.8 · 10³⁰⁸, so that no mean, variance or
/// interval of numbers that were read is infinite or undefined. No metric comes near.
package enum MeasuredNumber {
  /// The largest magnitude.
  package static let largest = 1e60
  /// What is expected, in a fault.
  package static let description = "a number from -1e60 to 1e60"
}

extension Double {
  /// Whether a number can have been measured: it is neither infinite nor undefined, and at most
  /// ``MeasuredNumber/largest`` from 0.
  package var isMeasured: Bool { magnitude <= MeasuredNumber.largest }
}
