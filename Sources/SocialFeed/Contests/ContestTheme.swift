/// The theme of a contest's entries.
public struct ContestTheme: Hashable, Codable, Sendable {
  /// The five kinds of themes.
  @frozen public enum Group: UInt8, CaseIterable, Hashable, Sendable {
    case cute, funny, active, seasonal, special
  }

  public let name: String
  public let group: Group
  /// One line that invites entries.
  public let prompt: String

  /// Puts a theme together, as a fixture of an app's tests; contests take themes of ``pool``.
  public init(name: String, group: Group, prompt: String) {
    self.name = name
    self.group = group
    self.prompt = prompt
  }
}

extension ContestTheme.Group: WireNamed {
  /// The name in lower case, such as `seasonal`.
  public var wireName: String {
    switch self {
    case .cute: "cute"
    case .funny: "funny"
    case .active: "active"
    case .seasonal: "seasonal"
    case .special: "special"
    }
  }
}

extension ContestTheme {
  /// The themes that contests take in turn: one of each group, then the next of each, so that
  /// neighbours differ in kind.
  public static let pool: [ContestTheme] = (0..<cute.count).flatMap { index in
    zip(Group.allCases, [cute, funny, active, seasonal, special]).map { group, themes in
      ContestTheme(name: themes[index].0, group: group, prompt: themes[index].1)
    }
  }

  private static let cute = [
    ("Sleeping Beauties", "Show the deepest nap that you caught on camera."),
    ("Paws and Toes", "Nothing but paws, hooves, claws or fins."),
    ("Begging Eyes", "The look that nobody has ever refused."),
    ("Tiny and New", "Someone small in their first weeks."),
    ("Cuddle Pile", "Two or more who share one spot."),
    ("Nose to Lens", "As close as the camera would go."),
    ("Tongue Out", "A tongue that forgot to go back in."),
    ("Blanket Burrito", "Wrapped up so that only a face is left."),
    ("Ears Up", "A pair of ears that steals the picture."),
    ("Good Morning Face", "The first look of the day."),
    ("Unlikely Friends", "Two kinds that should not get on, but do."),
  ]

  private static let funny = [
    ("Caught in the Act", "The moment just before the excuse."),
    ("Bad Hair Day", "Fur, feathers or mane beyond all help."),
    ("Too Big to Fit", "If it sits, it fits, more or less."),
    ("Office Assistant", "Someone who helps you work, in their way."),
    ("Dramatic Pose", "A scene from a play that nobody wrote."),
    ("Mid-Sneeze", "A face that lasted a fraction of a second."),
    ("Snack Thief", "Evidence of a crime against lunch."),
    ("Upside Down", "The world as seen from the other side."),
    ("Bath Time Regrets", "Wet, and not amused."),
    ("Human Impressions", "Sitting, staring or sulking like one of us."),
    ("Lost the Fight", "Beaten by a toy, a box or a door."),
  ]

  private static let active = [
    ("In Mid-Air", "All feet off the ground."),
    ("Beach Runner", "Sand, spray and speed."),
    ("Trail Companion", "Who came along on the hike."),
    ("Best Catch", "A ball, a disc or a stick, just in time."),
    ("Swimmers", "In the water, and glad of it."),
    ("New Trick", "What took weeks of treats to learn."),
    ("Zoomies", "Too fast for the shutter."),
    ("Digging Crew", "A hole, and the one who made it."),
    ("Climbing High", "Higher than anybody expected."),
    ("Tug of War", "Two ends of one rope."),
    ("Agility Stars", "Over, under, through and round."),
  ]

  private static let seasonal = [
    ("First Snow", "Meeting winter for the first time this year."),
    ("Spring Blossoms", "Petals, pollen and a curious nose."),
    ("Summer Shade", "The coolest spot on the hottest day."),
    ("Autumn Leaves", "Red, gold and a heap to jump into."),
    ("Rainy Day", "Puddles, coats and long looks through the window."),
    ("Lantern Night", "By the light of candles, lamps or fairy lights."),
    ("Costume Party", "Dressed up, whether they like it or not."),
    ("Holiday Table", "Guests who were not on the list."),
    ("New Year Hopes", "A look ahead, with whiskers."),
    ("Harvest Helpers", "In the garden, the orchard or the field."),
    ("Fireside", "Warm, drowsy and not to be moved."),
  ]

  private static let special = [
    ("Rescue Stories", "Then and now of someone who found a home."),
    ("Golden Years", "The wise old ones."),
    ("Working Partners", "Guides, herders, searchers and helpers."),
    ("Lookalikes", "An owner and a pet who grew alike."),
    ("Black and White", "A portrait without colours."),
    ("Night Owls", "Who is awake when you are not."),
    ("Scales and Feathers", "Everyone who has no fur."),
    ("Through the Window", "Watching the world go by."),
    ("Family Portrait", "Everybody in one picture, and still."),
    ("Shadow Play", "A shadow, an outline or a reflection."),
    ("First Day Home", "The picture from the day it began."),
  ]
}
