/// How far from what members act on the posts are that they are shown.
struct ProfileDistance: Metric {
  let definition = MetricDefinition(
    id: "epd",
    family: .diversity,
    tier: .extended,
    name: "How far posts shown to members are from the categories that they act on",
    formula: """
      1 − share of the post's category in the viewer's impressions that led to a like, comment, save or \
      vote; mean over impressions of the members who have any: expected profile distance, with distance 1 \
      between categories.
      """,
    unit: "",
    direction: .describes,
    range: "[0, 1]",
    undefined: "when nobody acted on anything",
    source: "Vargas & Castells, RecSys 2011")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    var sum = CompensatedSum()
    var impressions = 0
    let categories = run.categoryCount
    run.forEachMember(in: run.counts.engaged, withAtLeast: 1) { member, engaged in
      for category in 0..<categories {
        let shown = run.counts.shown[member, category]
        sum.add(Double(shown) * (1 - engaged[category]))
        impressions += Int(shown)
      }
    }
    return MetricValue(mean: sum.value, over: impressions)
  }
}
