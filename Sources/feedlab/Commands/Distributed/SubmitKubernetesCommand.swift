internal import ArgumentParser
internal import Distribution
internal import Foundation
internal import Studies

/// Writes a manifest for Kubernetes.
struct SubmitKubernetesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "k8s",
    abstract: "Print an Indexed Job for Kubernetes.",
    discussion: """
      Submits nothing: 'kubectl apply -f' does. The store is a volume that all pods may write; the plan is \
      read from there. When the job has ended, well or not, 'feedlab gather' makes the results, or a plan of \
      what is missing.

      Example:
        feedlab submit k8s town.jsonl --dry-run --claim feedlab-store > job.yaml
      """)

  @OptionGroup var cluster: ClusterOptions

  @Flag(help: "Prints the manifest; nothing else is possible.")
  var dryRun = false

  @Option(help: ArgumentHelp("The container image.", valueName: "image"))
  var image = "feedlab:latest"

  @Option(
    help: ArgumentHelp("The claim of the volume with the store.", valueName: "name"))
  var claim = "feedlab-store"

  @Option(help: ArgumentHelp("Where pods see the store.", valueName: "path"))
  var mount = "/store"

  func run() throws {
    guard dryRun else {
      throw CommandFailure.usage(
        "submit k8s: it submits nothing; say --dry-run, and give what it prints to 'kubectl apply -f'"
      )
    }
    guard mount.hasPrefix("/") else {
      throw CommandFailure.usage("--mount \(mount): expected a path that begins with /")
    }
    let manifest = KubernetesManifest(
      try cluster.job(storeAt: mount), image: image, claim: claim)
    try StandardStream.output.write(manifest.text)
  }
}
