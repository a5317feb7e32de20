/// A wrong rule that the program can be built with, to see whether the self-test or a test notices it.
///
/// A build with the package trait `Mutants` has all of them, none active; the environment variable
/// `FEEDLAB_MUTANT` names the one that is. In any other build ``isPlanted`` is the constant `false`, and
/// nothing of a wrong rule is left in the program.
///
/// To add one: its case here, its line in `mutants.tsv` with the area, the wrong rule in one sentence, and
/// what can notice it, and its condition where the rule is. The table is a file of its own since a change of
/// this type compiles every module anew, and a change of the table none.
@frozen public enum Mutant: String, CaseIterable, Sendable {
  // MARK: behaviour
  case sessionPhaseNotTakenBack
  case weekdaysIgnored
  case silentMembersComeOften
  case sessionRatesAreUnscaledGamma
  case joiningRateOfAWeek
  case newcomersNeverPost
  case creatorsHaveViewersInterests
  case interestsIgnorePopularity
  case batchCategoriesVary
  case qualityForgetsSkill
  case qualityNoiseIsVariance
  case examinationCountsFromTwo
  case positionCountedInPage
  case cascadeStopsAtOneOpen
  case openedCountKeptAcrossRefreshes
  case scrollingGainForgotten
  case scrollingCostPerEngagement
  case patienceRenewedOnEachPage
  case patienceMeanNotCorrected
  case friendBonusForgotten
  case tasteWeightSquared
  case matchOfPreviousCategory
  case memoryNeverFades
  case memoryCountsOneLook
  case reopeningForgotten
  case herdingMovesLiking
  case unopenedActsAsOpened
  case readinessForgotten
  case readinessCorrelationReversed
  case regretsForgotten
  case dwellMeanForMedian
  case dwellIgnoresOpening
  case satiationNeverFades
  case satiationUncapped
  case satiationByLooks
  case driftNeverReturns
  case driftLeavesOtherInterests
  case herdingWithoutUsual
  case herdingInBinaryLogs
  case viewersCountedAtEachLook
  case attentionDoesNotMotivate
  case postingThinnedWithoutRaise
  case batchesAddPosts
  case batchOneTooMany
  case attentionNeverFades
  case attentionGoesToLiker
  case privacySharesSwapped
  case privacyThresholdNotCumulative
  case homophilyReversed
  case silentMembersFollowedToo
  case closureNeverUsed
  case popularityIgnored
  case reciprocityTakenAsReturned
  case followBackAtFixedDelay
  case likesBringNoFollows
  case mutualFriendsDoNotHelp
  case mutualFriendsAreAllFriends
  case unfollowingByMatch
  case floodingIgnored
  case unfollowingPerSession
  case entriesSpreadEvenly
  case successForgotten
  case skillRaisesEntriesOverall
  case voteFatigueReversed
  case friendEntryBonusForgotten
  case votesOfEarlierDaysTire
  case surfacesInOtherOrder
  case pullDrawnOnceARefresh
  case satisfactionAddsUp
  case surpriseOfSums
  case returningUnbounded
  case returningIgnoresSatisfaction
  case satisfiedLeave
  case friendsHoldLinearly
  case earlierSessionsForgotten
  case leaversAnswerNotifications
  case abandonedVisitsDecide
  case notificationsByTimeConstant
  case notificationsBringTheActor
  case failuresAllOnTheWayThere
  case latencyMeanForMedian
  case secondPhoneOfTheSession
  // MARK: stream
  case dwellSharesDrawsOfActions
  case actionsShareOneDraw
  case friendingStreamIsFollowing
  case joiningDrawsRepeat
  case worldsShareDraws
  case seedCutToHalf
  case antitheticWorldsAreCopies
  case repeatedLooksShareDraws
  case tasteOfThePostAlone
  case tasteChangesWithRanker
  case rankerNoiseKeptAcrossRefreshes
  case shuffleSharedByViewers
  case privacySharesDrawOfQuality
  case stepsShareDrawOfLooks
  case entriesDrawnOnceAMember
  case failuresRepeatInSession
  case leavingDrawnOnce
  case postingThinnedByItsOwnTime
  case sessionDrawsRepeat
  // MARK: ranker
  case contestRecencyOldestFirst
  case affinityThresholdNotAged
  case affinityNeverFades
  case unlikeTakesTodaysWeight
  case contestFreshnessGoesNegative
  case contestAgeAtRequest
  case votesOfTheMomentOnLaterPages
  case contestNoiseSigned
  case contestSearchStopsEarly
  case ownEntriesNotFirst
  case tiesOldestFirst
  case friendsFirstOnOnePage
  case roundsBeginOnEachPage
  case roundRobinByNumber
  case idealIgnoresFriends
  case randomKeepsPosition
  case sabotageByViewerAlone
  case discountForgetsEarlierPages
  case discountOnlyOnce
  case similarityAddsUp
  case lambdaSwapped
  case windowForgetsShown
  case blendByTimeConstant
  case gravityOffsetIsLeastAge
  case hotInNaturalLogs
  case linearDropsNegativeWeights
  case leastPopularFirst
  case trendingForgetsVotes
  case scoresAgeBetweenPages
  case affinityShareOfTotal
  case categoryShareOfLargest
  case ratesWithoutPrior
  case authorPostsOfAllTime
  case shownPostsStay
  case activityOfOneDay
  case andHoldsForEither
  case contestAgesFromPublication
  case externalLowestFirst
  case missingScoreIsZero
  case authorPostsOfAWeek
  case depthCountsUnseen
  case peekIsNoSession
  // MARK: feed
  case blocksOneWay
  case friendsOnlyForFollowers
  case onlyMeForFriends
  case privateAccountsOpen
  case ownPostsOnHome
  case discoveryIgnoresRenown
  case networkWithoutFriends
  case exclusionForgetsOpening
  case pageRepeatsLastPost
  case friendsFeedWithoutOwn
  case commentsOfBlockedShown
  case boundMovesWithPages
  // MARK: metric
  case giniRanksFromZero
  case giniBiasCorrectedTwice
  case discountFromSecondPosition
  case relevanceByPosts
  case regretOfCountedPages
  case meritByPosts
  case giniWithoutUnexposed
  case meritGapNotHalved
  case newAuthorsByWindow
  case coldStartCountsTheYoung
  case worstTenthRoundedDown
  case newViewersSwapped
  case dayOldIsFresh
  case weightedAgeByImpressions
  case censoredLeftOut
  case firstSlateCountsAsNew
  case betaDiversityAdditive
  case entropyInBits
  case overlapCountsOneself
  case diversityOfAllPairs
  case likesPerImpression
  case unlikesIgnored
  case sessionEndsAtItsGap
  case lastWeekIsNeverRetained
  case tiesInBothForgotten
  case divergenceInNats
  case quantileOfOtherType
  case hooverNotHalved
  case reciprocityCountsPairs
  case growthOverTheEnd
  case warmUpCounted
  case freshnessByTimeConstant
  case profileDivergenceReversed
  case membersCountBeforeJoining
  case memberDaysOfWarmUp
  case weekHasLaterMembers
  case retainedAfterGaps
  case returnedCountAsStarted
  case stoppedOfEarlierAuthors
  // MARK: statistic
  case varianceByCount
  case criticalValueOneSided
  case degreesOfFreedomByCount
  case worldsPairedInOtherOrder
  case holmNotMonotone
  case holmFactorOneLow
  case benjaminiHochbergRankFromTwo
  case signFlipExcludesObserved
  case signFlipDrawnWithoutObserved
  case signedRanksOneSided
  case walshWithoutOwn
  case welchPoolsFreedom
  case wilsonNotCentred
  case fiellerWithoutCovariance
  case bootstrapSkewReversed
  case bootstrapBiasOnce
  case steinFreedomOfAll
  case steinSecondStageShort
  case alwaysValidRiskNotSquared
  case looksKeepWholeRisk
  case looksShareRiskEvenly
  case selectionEtaNotHalved
  case selectionForgetsArms
  case powerIgnoresPower
  case bestWithoutCovariance
  case controlsCostNoFreedom
  case ranksOfTiesLowest
  case strataOfEqualWeight
  case equivalenceBySmallerP
  case equivalenceOnOneSide
  case lowerTakenForHigher
  case openQuestionsShip
  case guardrailTestedAtZero
  case guardrailPassesByMean
  case familyNotCorrected
  case biasSignReversed
  case trendErrorPerSeries
  case missingWorldsIgnored
  case rateByLooksBefore
  case mixNotCentred
  case setsOfFactorsCountAlike
  case conflictInSharesOfChange
  case agreementsAreConflicts
  case verdictStandsSinceFirst
  // MARK: tuning
  case gainOfTraining
  case confirmedWhereChosen
  case gainsNotAgainstIncumbent
  case worthIgnoresLimits
  case violationsNotScaled
  case infeasibleByWorth
  case limitsConfirmedTwoSided
  case raceDropsHalfRoundedDown
  case simplexLimitsNotPenalised
  case sharesNotPinned
  case limitNoiseWithoutShared
  case dominatesItsEqual
  case crowdingWithoutRange
  case crowdedPreferred
  case hypervolumeCountsOverlap
  case adaptationWeightsNotLogarithmic
  case restartsFromTheSamePoint
  case limitPricedByGain
  case relaxedToNearest
  // MARK: gate
  case driftAgainstBaseline
  case looksOfGateKeepAlpha
  case warningsShareFamily
  case gateNotCorrected
  case maximumTakenForMinimum
  case boundTestTwoSided
  case boundKeptByMean
  case strictRuleIgnored
  case driftNeverAccepted
  case identicalClosed
  case fingerprintsUnchecked
  case proofHarmsByMargin
  case spreadNotWidened
  case gateSkipsLooks
}

extension Mutant {
  /// Whether this process runs with the wrong rule.
  ///
  /// Public since a body of package access is not inlined in other modules, where the constant would
  /// then be a call.
  @inlinable @inline(__always) public var isPlanted: Bool {
    #if Mutants
      self == Self.planted
    #else
      false
    #endif
  }
}
