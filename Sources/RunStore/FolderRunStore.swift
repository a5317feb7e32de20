internal import Foundation

/// Runs in a folder that machines share: `<k2>/<key>.json`, published once and for all.
///
/// It is the only truth about what is done; no engine is asked.
public final class FolderRunStore: RunStore {
  public let path: String
  private let folder: SharedFolder

  public init(path: String) {
    self.path = path
    folder = SharedFolder(path: path)
  }

  private func place(of key: RunKey) -> String {
    "\(path)/\(key.digest.prefix(2))/\(key.digest).json"
  }

  public func knowledge(of key: RunKey) -> RunKnowledge {
    let place = place(of: key)
    do throws(StoreFailure) {
      guard let data = try SharedFolder.content(of: place) else { return .unknown }
      return ResultText(data, key: key)?.knowledge ?? .damaged(path: place)
    } catch {
      return .unreadable(error)
    }
  }

  @discardableResult
  public func keep(_ result: RunResult, of key: RunKey) throws(StoreFailure) -> Publication {
    try folder.publish(Array(ResultText(result, key: key).text.utf8), at: place(of: key))
  }

  /// Puts a file that is no result of its run aside.
  package func setAside(_ key: RunKey) {
    let place = place(of: key)
    for number in 1...1000 {
      let name = "\(place).damaged-\(number)"
      if (try? FileManager.default.moveItem(atPath: place, toPath: name)) != nil { return }
      guard FileManager.default.fileExists(atPath: name) else { return }
    }
  }

  /// Results that differ from an earlier one of their run, as paths in order.
  package func conflicts(of key: RunKey) -> [String] {
    let folder = "\(path)/\(key.digest.prefix(2))"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("\(key.digest).conflict-") }.sorted().map {
      "\(folder)/\($0)"
    }
  }
}
