import Distribution
import Foundation
internal import Studies
import TestSupport
import Testing

@Suite struct ClusterJobTests {
  private let folder: TestFolder
  private let plan: WorkPlan

  init() throws {
    folder = try TestFolder()
    // 2,000 members for a day cost some 0.15 s a run.
    plan = try WorkPlan([ExperimentStudy(try town(worlds: 6, members: 2000))], in: folder.store)
  }

  private func job(_ plan: WorkPlan, shards: Int? = nil) throws -> ClusterJob {
    ClusterJob(
      plan, store: "/shared/my store", shards: shards, slots: 8, cores: 2,
      memory: try #require(ClusterJob.Memory("4G")), timeLimit: 3600)
  }

  @Test
  func `shards are four a slot, but none of less than ten minutes, and no more than an array has`()
    throws
  {
    expectEqual(ClusterJob.usualShards(of: plan, slots: 8), 1)
    let long = try WorkPlan(
      [ExperimentStudy(try town(worlds: 50, name: "long", members: 2_000_000))], in: folder.store)
    // 100 runs of some 150 s: 25 times ten minutes.
    expectEqual(ClusterJob.usualShards(of: long, slots: 8), 25)
    expectEqual(ClusterJob.usualShards(of: long, slots: 2), 8)
    let huge = try WorkPlan(
      [ExperimentStudy(try town(worlds: 2000, name: "huge", members: 20_000_000))], in: folder.store
    )
    expectEqual(ClusterJob.usualShards(of: huge, slots: 10_000), 1000)
  }

  @Test func `memory is a whole number of mebibytes or gibibytes`() {
    expectEqual(ClusterJob.Memory("4G")?.mebibytes, 4096)
    expectEqual(ClusterJob.Memory("500M")?.description, "500M")
    expectEqual(ClusterJob.Memory("2048M")?.description, "2G")
    for text in ["", "4", "G", "0G", "-1G", "4 G", "1.5G", "4g"] {
      expectEqual(ClusterJob.Memory(text), nil, "\(text)")
    }
  }

  @Test func `an array of shards retries transient failures, and marks permanent ones`()
    throws
  {
    let scripts = SlurmScripts(
      try job(plan, shards: 5), program: "/shared/bin/feedlab", out: "/shared/it's here",
      rounds: 3, partition: "long")
    let id = plan.id
    expectEqual(
      scripts.shards,
      """
      #!/bin/bash
      #SBATCH --job-name=feedlab-\(id.prefix(8))
      #SBATCH --array=0-4%8
      #SBATCH --time=60
      #SBATCH --mem=4G
      #SBATCH --partition=long
      #SBATCH --cpus-per-task=2
      #SBATCH --output='/shared/my store/logs/\(id.prefix(8))/shard-%A_%a.out'
      #SBATCH --open-mode=append
      #SBATCH --requeue
      #SBATCH --signal=B:TERM@60
      # One shard of a plan: shards.sbatch [PLAN SHARDS]
      set -u

      feedlab=/shared/bin/feedlab
      store='/shared/my store'
      logs='/shared/my store/logs/\(id.prefix(8))'
      plan=${1:-'/shared/my store/plans/\(id).jsonl'}
      shards=${2:-5}
      # The time limit without its last minute, at which Slurm sends SIGTERM.
      seconds=3540

      worker=
      stopped=
      trap 'stopped=yes; [[ -z $worker ]] || kill -TERM "$worker" 2>/dev/null' TERM

      for attempt in 1 2 3; do
        [[ -z $stopped ]] || exit 75
        "$feedlab" work --plan "$plan" --store "$store" --shard "$SLURM_ARRAY_TASK_ID" --of "$shards" \\
          --jobs 2 --deadline "$((seconds - SECONDS))s" --quiet &
        worker=$!
        wait "$worker"
        code=$?
        # A signal ends `wait` early; wait for the worker's exit code.
        while kill -0 "$worker" 2>/dev/null; do
          wait "$worker"
          code=$?
        done
        worker=
        case $code in
          0) exit 0 ;;
          6[4-9] | 70)
            # No retry can help: with this mark gather.sbatch does not submit the shard again.
            echo "shard $SLURM_ARRAY_TASK_ID of $shards on $(hostname): exit $code" \\
              >"$logs/refused-${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
            exit "$code"
            ;;
        esac
        ((code == 75 || code >= 128)) && ((attempt < 3)) && ((seconds - SECONDS > 60)) && [[ -z $stopped ]] ||
          exit "$code"
        # Slurm requeues only after minutes, so that the shard retries here; finished units are not repeated.
        echo "attempt $attempt of shard $SLURM_ARRAY_TASK_ID ended with exit $code" >&2
        sleep "$((attempt * 2))"
      done

      """)
  }

  @Test func `the job that gathers submits the missing units, and itself again`() throws {
    let scripts = SlurmScripts(
      try job(plan, shards: 5), program: "/shared/bin/feedlab", out: "/shared/it's here",
      rounds: 3, constraint: "avx2&ib")
    let id = plan.id
    expectEqual(
      scripts.gather,
      #"""
      #!/bin/bash
      #SBATCH --job-name=feedlab-\#(id.prefix(8))
      #SBATCH --time=60
      #SBATCH --mem=4G
      #SBATCH --constraint=avx2&ib
      #SBATCH --output='/shared/my store/logs/\#(id.prefix(8))/gather-%j.out'
      #SBATCH --open-mode=append
      #SBATCH --requeue
      # Gathers a plan and, where units are missing, submits them and itself again:
      # gather.sbatch ARRAY ROUNDS [PLAN]
      set -u

      feedlab=/shared/bin/feedlab
      store='/shared/my store'
      logs='/shared/my store/logs/\#(id.prefix(8))'
      out='/shared/it'\''s here'
      array=$1  # the job array that has just left the queue, whether or not it succeeded; 0 for none
      rounds=$2 # how often missing units may be submitted again
      plan=${3:-'/shared/my store/plans/\#(id).jsonl'}
      lag=0 # rounds that may be under way besides the oldest
      missing=$logs/missing-$array.jsonl

      # The mark of a plan under way keeps other arrays from simulating its units.
      refused=$(cat "$logs/refused-$array"_* 2>/dev/null)
      [[ -n $refused ]] || rm -f "$logs/under-way-$(basename "$plan" .jsonl)"

      while :; do
        others=()
        for mark in "$logs"/under-way-*; do
          [[ -e $mark ]] && others+=(--under-way "$store/plans/${mark##*/under-way-}.jsonl")
        done
        "$feedlab" gather --plan "$plan" --store "$store" --out "$out" --missing "$missing" --quiet \
          ${others[@]+"${others[@]}"}
        code=$?
        ((code == 3)) || exit "$code"

        if [[ -n $refused ]]; then
          echo "$refused" >&2
          echo "not submitted again, because a retry cannot help" >&2
          exit 3
        fi
        # Other arrays simulate all missing units, and gather afterwards.
        [[ -s $missing ]] || exit 0

        # Units of the next round of a tuning, or of the next look of an experiment, are not retries.
        left=3
        if ((array != 0)) && grep -qxFf <(tail -n +2 "$plan") <(tail -n +2 "$missing"); then
          if ((rounds == 0)); then
            echo "not submitted again, because no rounds are left; the plan of the missing units is $missing" >&2
            : >"$logs/under-way-$(basename "$plan" .jsonl)"
            exit 3
          fi
          left=$((rounds - 1))
        fi

        # The store has every plan; another job of this kind may have marked the same one.
        id=$(sha256sum <"$missing")
        id=${id%% *}
        (set -C && : >"$logs/under-way-$id") 2>/dev/null || continue

        units=$(($(wc -l <"$missing") - 1))
        shards=5
        ((units < shards)) && shards=$units
        next_plan=$store/plans/$id.jsonl
        if ! next=$(sbatch --parsable --array="0-$((shards - 1))%8" "$logs/shards.sbatch" "$next_plan" "$shards") ||
          ! sbatch --parsable --dependency="afterany:${next%%;*}" "$logs/gather.sbatch" "${next%%;*}" "$left" "$next_plan"; then
          rm -f "$logs/under-way-$id"
          exit 1
        fi
        echo "$units units are missing: job array ${next%%;*} simulates them, $left more rounds may follow" >&2
        ((lag > 0)) || exit 0
      done

      """#)
    expectEqual(
      scripts.submission,
      #"""
      rm -f '/shared/my store/logs/\#(id.prefix(8))'/under-way-*
      array=$(sbatch --parsable '/shared/my store/logs/\#(id.prefix(8))/shards.sbatch')
      sbatch --parsable --dependency="afterany:${array%%;*}" '/shared/my store/logs/\#(id.prefix(8))/gather.sbatch' "${array%%;*}" 3

      """#)
  }

  @Test func `rounds that overlap are submitted by the job that gathers, each by itself`() throws {
    var job = try job(plan, shards: 5)
    job.lag = 2
    let scripts = SlurmScripts(job, program: "/shared/bin/feedlab", out: "/shared/out", rounds: 1)
    expectEqual(
      scripts.submission,
      """
      rm -f '/shared/my store/logs/\(plan.id.prefix(8))'/under-way-*
      sbatch --parsable '/shared/my store/logs/\(plan.id.prefix(8))/gather.sbatch' 0 1

      """)
    #expect(scripts.gather.contains("\nlag=2 # rounds"))
    #expect(scripts.gather.contains(#"--missing "$missing" --quiet --next-round \"#))
  }

  @Test func `an Indexed Job has a pod a shard, and fails a shard whose exit code no retry mends`()
    throws
  {
    var job = try job(plan, shards: 12)
    job.store = "/store"
    let id = plan.id
    expectEqual(
      KubernetesManifest(job, image: "registry.example/feedlab:1", claim: "feedlab-store").text,
      """
      # The missing runs of a plan, as an Indexed Job: shard K is the pod with JOB_COMPLETION_INDEX=K.
      # After the job, whether or not it succeeded: feedlab gather --plan P --store S --out DIR --missing M.jsonl
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: feedlab-\(id.prefix(8))
        labels: {app.kubernetes.io/name: feedlab}
      spec:
        completionMode: Indexed
        completions: 12
        parallelism: 8
        backoffLimitPerIndex: 5
        # A shard that cannot end must not end the others.
        maxFailedIndexes: 12
        activeDeadlineSeconds: 10800
        podFailurePolicy:
          rules:
            # A drained node or a preempted pod does not count as an attempt.
            - action: Ignore
              onPodConditions:
                - {type: DisruptionTarget, status: "True"}
            # No retry can help: another version, an invalid plan, a missing input, conflicting results.
            - action: FailIndex
              onExitCodes: {containerName: work, operator: In, values: [64, 65, 66, 67, 68, 69, 70]}
        template:
          spec:
            restartPolicy: Never
            terminationGracePeriodSeconds: 60
            containers:
              - name: work
                image: registry.example/feedlab:1
                args:
                  - work
                  - --plan=/store/plans/\(id).jsonl
                  - --store=/store
                  - --shard=auto
                  - --of=12
                  - --jobs=2
                  - --quiet
                resources:
                  requests: {cpu: "2", memory: 4096Mi}
                  limits: {memory: 4096Mi}
                volumeMounts:
                  - {name: store, mountPath: /store}
            volumes:
              - name: store
                persistentVolumeClaim: {claimName: feedlab-store}

      """)
  }

  @Test func `text that YAML would not read as a string is quoted in a manifest`() throws {
    var job = try job(plan, shards: 12)
    job.store = #"/my store: "a\b" #1"#
    let text = KubernetesManifest(job, image: "feedlab:2", claim: "2026").text
    #expect(text.contains(#"- "--store=/my store: \"a\\b\" #1""# + "\n"))
    #expect(text.contains(#"mountPath: "/my store: \"a\\b\" #1"}"#))
    #expect(text.contains("image: feedlab:2\n"))
    #expect(text.contains(#"claimName: "2026""#))
    for word in ["yes", "Null", "n", "1e3", "0x1F", "~", ".5", "a:"] {
      #expect(
        KubernetesManifest(job, image: "feedlab", claim: word).text
          .contains("claimName: \"\(word)\""))
    }
  }
}
