import FeedMetrics
import SocialFeed
import SyntheticSociety
import Testing

/// Keeps what is told of devices.
private final class DeviceWatcher: ObservationSink {
  private(set) var looks: [ButtonsObservation] = []
  private(set) var wrong: [StaleButtonObservation] = []
  private(set) var duplicates = 0
  private(set) var slates: [UInt32: [PostID]] = [:]

  func observe(_ page: borrowing PageObservation) {
    duplicates += page.duplicates
    slates[page.request, default: []] += page.posts
  }
  func observe(_ buttons: ButtonsObservation) { looks.append(buttons) }
  func observe(_ wrong: StaleButtonObservation) { self.wrong.append(wrong) }

  var wrongLooks: Int { looks.reduce(0) { $0 + $1.stale } }
  var wrongSeconds: Double { wrong.reduce(0) { $0 + $1.until - $1.from } }
}

@Suite struct DeviceLifeTests {
  private func live(
    app: AppSettings = AppSettings(), _ change: (inout SocietyParameters) -> Void
  ) throws -> DeviceWatcher {
    var parameters = SocietyParameters.small(members: 150, days: 8)
    #if InternalChecks
      parameters = .small(members: 40, days: 2)
    #endif
    parameters.sessions.mean = 6
    parameters.actions.like = 0.2
    parameters.posting.share = 0.8
    change(&parameters)
    let watcher = DeviceWatcher()
    let arm = Arm(
      name: "newest", choices: [(.home, RankerSettings(RecencyRanker.descriptor))], app: app)
    var run = WorldRun(parameters: parameters, arm: arm, seed: 3, world: 0)
    run.intercepts = .usual
    _ = try #require(run.live(sinks: [watcher]))
    for slate in watcher.slates.values { #expect(Set(slate).count == slate.count) }
    for spell in watcher.wrong {
      #expect(spell.from <= spell.until && spell.until <= parameters.world.days * 86_400)
    }
    return watcher
  }

  @Test func `one device without faults is never wrong, and keyset pages bring nothing twice`()
    throws
  {
    let watcher = try live {
      $0.devices.second = 0
      $0.devices.failure = 0
    }
    #expect(watcher.wrong.isEmpty && watcher.wrongLooks == 0 && watcher.duplicates == 0)
    #expect(watcher.looks.reduce(0) { $0 + $1.buttons } > 0)
  }

  @Test func `a lost answer leaves a button wrong`() throws {
    let watcher = try live {
      $0.devices.second = 0
      $0.devices.failure = 0.2
    }
    #if !InternalChecks
      #expect(!watcher.wrong.isEmpty && watcher.wrongSeconds > 0)
    #endif
    #expect(watcher.wrong.allSatisfy { $0.device == 0 })
  }

  @Test func `what one device does the other shows wrongly until it syncs`() throws {
    func live(_ sync: AppSettings.Sync) throws -> DeviceWatcher {
      var app = AppSettings()
      app.sync = sync
      return try self.live(app: app) {
        $0.devices.second = 1
        $0.devices.resume = 0.7
        $0.devices.failure = 0
      }
    }
    let (synced, unsynced) = (try live(.foreground), try live(.never))
    #expect(synced.wrongLooks == 0)
    #if !InternalChecks
      #expect(!synced.wrong.isEmpty)
      #expect(unsynced.wrongLooks > 0)
      #expect(unsynced.wrongSeconds > synced.wrongSeconds)
      #expect(Set(synced.wrong.map(\.device)) == [0, 1])
    #endif
  }

  @Test func `offset paging brings posts again when others are published meanwhile`() throws {
    var app = AppSettings()
    app.paging = .offset
    let watcher = try live(app: app) {
      $0.devices.resume = 0.5
      $0.posting.most = 2000
    }
    #if !InternalChecks
      #expect(watcher.duplicates > 0)
    #endif
  }
}
