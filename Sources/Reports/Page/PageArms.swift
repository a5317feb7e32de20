internal import Experiments

/// The arms of an experiment and their places among the colours.
///
/// The control has slot 0, the others take 1, 2 … in the order of the design, and keep theirs in all
/// charts. Where nothing is compared, slot 0 is the last to be taken. Arms beyond the slots are in the
/// tables only.
struct PageArms {
  /// All that lived, in order.
  let names: [String]
  /// Those that charts show, with their slots, in order.
  let drawn: [(name: String, slot: Int)]
  let baseline: String?

  init(_ design: ExperimentDesign) {
    names = design.simulatedArms
    baseline = design.baseline
    let slots = Array(0..<PageTheme.slotCount)
    let order = design.baseline == nil ? Array(slots.dropFirst()) + [0] : slots
    drawn = zip(names, order).map { ($0, $1) }
  }

  func slot(of name: String) -> Int? { drawn.first { $0.name == name }?.slot }

  /// What to say where not all arms are drawn; empty when they are.
  var remark: String {
    drawn.count == names.count
      ? "" : " The first \(drawn.count) of \(names.count) arms are drawn; all are in the tables."
  }
}
