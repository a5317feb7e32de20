internal import ArgumentParser
internal import DataFiles
internal import Distribution
internal import Foundation
internal import Studies

/// A plan, and the folder that the machines share.
struct PlanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The plan.", valueName: "file"), completion: .file(extensions: ["jsonl"]))
  var plan: String

  @OptionGroup var store: StoreOptions

  func opened() throws -> (plan: WorkPlan, store: WorkStore) {
    let plan = try WorkPlan(file: self.plan)
    let store = try store.store(of: self.plan)
    guard store.exists else {
      throw WorkFailure.notFound(
        "\(store.path): this folder does not exist; 'feedlab plan' makes the store, and --store names its folder"
      )
    }
    return (plan, store)
  }
}

/// The folder that the machines share.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Folder that the machines share. Default: the plan's name with .store in place of .jsonl.",
      valueName: "dir"), completion: .directory)
  var store: String?

  func store(of plan: String) throws -> WorkStore {
    if store == "" { throw CommandFailure.refused(RefusedOutput.unnamedFolder, at: "--store") }
    return WorkStore(
      path: store ?? (plan.hasSuffix(".jsonl") ? String(plan.dropLast(6)) : plan) + ".store")
  }
}
