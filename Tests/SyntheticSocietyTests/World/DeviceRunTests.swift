import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// Keeps the observations of devices.
private final class DeviceWatcher: ObservationSink {
  private(set) var looks: [ButtonsObservation] = []
  private(set) var episodes: [StaleButtonObservation] = []
  private(set) var duplicates = 0
  private(set) var slates: [UInt32: [PostID]] = [:]
  private(set) var pageSizes: Set<Int> = []

  func observe(_ page: borrowing PageObservation) {
    duplicates += page.duplicates
    pageSizes.insert(page.posts.count)
    slates[page.request, default: []] += page.posts
  }
  func observe(_ buttons: ButtonsObservation) { looks.append(buttons) }
  func observe(_ episode: StaleButtonObservation) { episodes.append(episode) }

  var staleLooks: Int { looks.reduce(0) { $0 + $1.stale } }
  var staleSeconds: Double { episodes.reduce(0) { $0 + $1.until - $1.from } }
}

@Suite struct DeviceRunTests {
  private func simulate(
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
    _ = try #require(run.simulate(sinks: [watcher]))
    for slate in watcher.slates.values { expectEqual(Set(slate).count, slate.count) }
    for episode in watcher.episodes {
      #expect(episode.from <= episode.until && episode.until <= parameters.world.days * 86_400)
    }
    return watcher
  }

  @Test(arguments: [1, 7, 20, 100])
  func `a page has as many posts as the app requests at once, or what is left`(size: Int) throws {
    var app = AppSettings()
    app.pageSize = size
    let watcher = try simulate(app: app) { $0.sessions.mean = 3 }
    expectEqual(watcher.pageSizes.max(), size)
  }

  @Test
  func `one device without faults shows no stale button, and keyset pages bring nothing twice`()
    throws
  {
    let watcher = try simulate {
      $0.devices.second = 0
      $0.devices.failure = 0
    }
    #expect(watcher.episodes.isEmpty && watcher.staleLooks == 0 && watcher.duplicates == 0)
    #expect(watcher.looks.reduce(0) { $0 + $1.buttons } > 0)
  }

  @Test func `a lost answer leaves a stale button`() throws {
    let watcher = try simulate {
      $0.devices.second = 0
      $0.devices.failure = 0.2
    }
    #if !InternalChecks
      #expect(!watcher.episodes.isEmpty && watcher.staleSeconds > 0)
    #endif
    #expect(watcher.episodes.allSatisfy { $0.device == 0 })
  }

  @Test func `after a tap on one device the other shows a stale button until it syncs`() throws {
    func simulate(_ sync: AppSettings.Sync) throws -> DeviceWatcher {
      var app = AppSettings()
      app.sync = sync
      return try self.simulate(app: app) {
        $0.devices.second = 1
        $0.devices.resume = 0.7
        $0.devices.failure = 0
      }
    }
    let (synced, unsynced) = (try simulate(.foreground), try simulate(.never))
    expectEqual(synced.staleLooks, 0)
    #if !InternalChecks
      #expect(!synced.episodes.isEmpty)
      #expect(unsynced.staleLooks > 0)
      #expect(unsynced.staleSeconds > synced.staleSeconds)
      expectEqual(Set(synced.episodes.map(\.device)), [0, 1])
    #endif
  }

  @Test func `offset paging brings posts again when others are published meanwhile`() throws {
    var app = AppSettings()
    app.paging = .offset
    let watcher = try simulate(app: app) {
      $0.devices.resume = 0.5
      $0.posting.most = 2000
    }
    #if !InternalChecks
      #expect(watcher.duplicates > 0)
    #endif
  }
}
