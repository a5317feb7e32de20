internal import ArgumentParser
internal import DataFiles
internal import Distribution
internal import Foundation
internal import Studies

/// Writes a manifest for Kubernetes.
struct SubmitKubernetesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "k8s",
    abstract: "Print an Indexed Job for Kubernetes.",
    discussion: """
      Only prints the job; 'kubectl apply -f' submits it. The store is a volume that all pods may write, and contains \
      the plan. When the job has ended, 'feedlab gather' writes the results, or a plan of the missing units.

      Example:
        feedlab submit k8s town.jsonl --dry-run --claim feedlab-store > job.yaml
      """)

  @OptionGroup var cluster: ClusterOptions

  @Flag(help: "Print the manifest. Required.")
  var dryRun = false

  @Option(help: ArgumentHelp("Container image.", valueName: "image"))
  var image = "feedlab:latest"

  @Option(
    help: ArgumentHelp("Claim of the volume with the store.", valueName: "name"))
  var claim = "feedlab-store"

  @Option(help: ArgumentHelp("Path of the store in the pods.", valueName: "path"))
  var mount = "/store"

  func run() throws {
    guard dryRun else {
      throw CommandFailure.usage(
        "submit k8s: it only prints the job; give --dry-run, and pass the output to 'kubectl apply -f'"
      )
    }
    guard mount.hasPrefix("/") else {
      throw CommandFailure.usage("--mount \(mount.plainLine): expected a path that begins with /")
    }
    try ClusterOptions.check(image, of: "--image")
    try ClusterOptions.check(claim, of: "--claim")
    let manifest = KubernetesManifest(
      try cluster.job(storeAt: mount), image: image, claim: claim)
    try StandardStream.output.write(manifest.text)
  }
}
