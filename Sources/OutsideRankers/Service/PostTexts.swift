package import SocialFeed

/// Sentences that stand for the texts of posts, which simulated posts have none of.
///
/// A post has the same one in each request, by its category and its number. They do not show how good a post is,
/// so that a ranker that judges texts sees the category, and chance.
package enum PostTexts {
  /// The text of a post, without characters that JSON writes in another way.
  package static func text(of post: PostID, in category: CategoryID?) -> String {
    guard let category else { return general[post.index % general.count] }
    let theme = themes[Int(category.rawValue) % themes.count]
    return theme[post.index % theme.count]
  }

  private static let general = [
    "Just a thought before lunch.", "Hello from a slow train.", "Nothing new here today.",
    "A quiet day, and that is fine.", "Who else is still awake?", "Good morning, everybody.",
  ]

  /// Sentences of each category; there may be more categories than themes.
  private static let themes = [
    [
      "We walked up to the lake and had it all to ourselves.", "The path was muddy after the rain.",
      "Three herons by the river this morning.", "Snow on the pass already, so take a coat.",
      "Found a better way around the hill.", "The sunset from the old tower was worth it.",
    ],
    [
      "The soup needed salt and an hour more.", "My bread rose twice as high today.",
      "Plums are cheap at the market this week.", "I burnt the onions, and it was still good.",
      "What do you cook when nobody has time?", "Grandmother's noodles, third attempt.",
    ],
    [
      "They lost in the last minute again.", "Ten kilometres, and my knees are fine.",
      "The new goalkeeper is a wall.", "Who plays on Sunday if it stays dry?",
      "A draw feels like a win this year.", "Swimming at six is easier than it sounds.",
    ],
    [
      "This band is twice as good on a small stage.", "I learnt the second chord today.",
      "The choir needs two more basses.", "An old record from the attic still plays.",
      "The bridge of that song is too long.", "Drums next door, every evening.",
    ],
    [
      "The council moved the vote to Thursday.",
      "They should repair the bridge before they paint it.",
      "The bus line is back after a long fight.", "I disagree with the plan, and here is why.",
      "Ask them who pays for it.", "A fair point from both sides tonight.",
    ],
    [
      "The cat sleeps in the box and ignores the bed.", "Our dog is afraid of the new broom.",
      "The hens laid five eggs in the rain.", "A hedgehog lives under our stairs.",
      "She barks at the postman out of habit.", "The rabbit is out again, please look around.",
    ],
    [
      "The build is green after two days.", "My keyboard has tea in it.",
      "Turning it off and on again did help.", "I wrote a script that saves me a minute a week.",
      "The battery lasts longer in the cold than they say.", "Please make a copy of your photos.",
    ],
    [
      "The second chapter is where it begins.", "I read the end first, as always.",
      "The library has a shelf for swaps now.", "A short poem about a long queue.",
      "The translation is better than the film.", "Which book did you not finish?",
    ],
  ]
}
