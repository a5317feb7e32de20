/// An exposure rounded to billionths, so that those equal but for the order of addition are tied.
///
/// Sums of the same weights in another order differ in their last bits; here they are equal, and ties by definition are
/// ties in numbers.
func exposureRank(_ exposure: Double) -> Double { (exposure * 1e9).rounded() }
