/// How far the shares of authors in exposure are from their shares in quality.
struct CreatorAttentionMeritGap: Metric {
  let definition = MetricDefinition(
    id: "creator_attention_merit_gap",
    family: .creators,
    name: "Share of exposure that would have to move for each author to get what it merits",
    formula: """
      ½ Σ |Eₐ / ΣE − Qₐ / ΣQ| over the authors, Eₐ the exposure and Qₐ the latent quality of an author's \
      posts, 0 to 1 each.
      """,
    unit: "",
    direction: .lower,
    range: "[0, 1]",
    undefined: "when no post was shown, or all are of quality 0",
    source: "Equity of amortised attention, Biega, Gummadi & Weikum, SIGIR 2018, halved")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let authors = run.authors
    let exposure = CompensatedSum(authors.lazy.map(\.exposure.value)).value
    let quality = CompensatedSum(authors.lazy.map(\.quality.value)).value
    guard exposure > 0, quality > 0 else { return MetricValue(nil, support: authors.count) }
    let gaps = authors.lazy.map { author in
      (author.exposure.value / exposure - author.quality.value / quality).magnitude
    }
    return MetricValue(CompensatedSum(gaps).value / 2, support: authors.count)
  }
}
