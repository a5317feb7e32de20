import FeedLabCommand
import SocialFeed

/// Posts by their likes, half as high when they are a day old.
struct WarmRanker: ScoringRanker {
  static let descriptor = RankerDescriptor(
    name: "warm", summary: "Likes, fading by the day.", order: "(1 + likes) / (1 + age / fade)",
    surfaces: [.home],
    parameters: [
      RankerParameter(
        name: "fade", summary: "Age at which likes count half.", unit: "s", defaultValue: 86_400,
        range: 3600...864_000)
    ],
    make: { WarmRanker(fadeHours: $0[0] / 3600) })

  let fadeHours: Double
  var features: FeatureSet { [.likes, .ageHours] }
  var fingerprint: RankerFingerprint { RankerFingerprint("warm").with(fadeHours) }

  func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    let (likes, ages) = (candidates[.likes], candidates[.ageHours])
    for index in likes.indices {
      scores[index] = (1 + likes[index]) / (1 + ages[index] / fadeHours)
    }
  }
}

FeedLabCommand.main(rankers: [WarmRanker.descriptor])
