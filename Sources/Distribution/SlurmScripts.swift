/// The batch scripts with which Slurm lives through a plan: an array of shards, and behind it a job that
/// gathers, submits what is missing, and itself again.
///
/// No process waits for the queue. A shard is tried again in place, since Slurm requeues only after minutes;
/// `--requeue` is for lost nodes. The folder is the truth: the gathering looks into it whatever the queue
/// says of the array.
public struct SlurmScripts: Sendable {
  public let job: ClusterJob
  /// Absolute path of `feedlab` on the nodes.
  public let program: String
  /// Absolute path of the folder that the results go to.
  public let out: String
  /// How often what is still missing of a round may be submitted again.
  public let rounds: Int
  public let partition: String?
  public let constraint: String?

  public init(
    _ job: ClusterJob, program: String, out: String, rounds: Int, partition: String? = nil,
    constraint: String? = nil
  ) {
    self.job = job
    self.program = program
    self.out = out
    self.rounds = rounds
    self.partition = partition
    self.constraint = constraint
  }

  /// Where scripts and logs go; Slurm needs the folder to be there.
  public var folder: String { "\(job.store)/logs/\(job.shortID)" }

  public var shardsPath: String { "\(folder)/shards.sbatch" }
  public var gatherPath: String { "\(folder)/gather.sbatch" }

  /// The last minute of the time limit, in which units under way may end.
  private static let lastMinute = 60.0

  /// One shard: `shards.sbatch [PLAN SHARDS]`.
  public var shards: String {
    let head = header(
      ["--array=0-\(job.shards - 1)%\(job.slots)"],
      ["--cpus-per-task=\(job.cores)", "--output=\(quoted("\(folder)/shard-%A_%a.out"))"],
      ["--signal=B:TERM@\(Int(Self.lastMinute))"])
    return head + """
      # One shard of a plan: shards.sbatch [PLAN SHARDS]
      set -u

      feedlab=\(quoted(program))
      store=\(quoted(job.store))
      logs=\(quoted(folder))
      plan=${1:-\(quoted(job.planPath))}
      shards=${2:-\(job.shards)}
      # The time limit without its last minute, at which Slurm sends SIGTERM.
      seconds=\(Int(job.timeLimit - Self.lastMinute))

      worker=
      stopped=
      trap 'stopped=yes; [[ -z $worker ]] || kill -TERM "$worker" 2>/dev/null' TERM

      for attempt in 1 2 3; do
        [[ -z $stopped ]] || exit 75
        "$feedlab" work --plan "$plan" --store "$store" --shard "$SLURM_ARRAY_TASK_ID" --of "$shards" \\
          --jobs \(job.cores) --deadline "$((seconds - SECONDS))s" --quiet &
        worker=$!
        wait "$worker"
        code=$?
        # A signal ends `wait` early; the code is that of the worker's own end.
        while kill -0 "$worker" 2>/dev/null; do
          wait "$worker"
          code=$?
        done
        worker=
        case $code in
          0) exit 0 ;;
          6[4-9] | 70)
            # No retry can help: the mark tells gather.sbatch not to submit it again.
            echo "shard $SLURM_ARRAY_TASK_ID of $shards on $(hostname): exit $code" \\
              >"$logs/refused-${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
            exit "$code"
            ;;
        esac
        ((code == 75 || code >= 128)) && ((attempt < 3)) && ((seconds - SECONDS > 60)) && [[ -z $stopped ]] ||
          exit "$code"
        # Slurm requeues only after minutes, so that another attempt is made here; what is there already is
        # not done again.
        echo "attempt $attempt of shard $SLURM_ARRAY_TASK_ID ended with exit $code" >&2
        sleep "$((attempt * 2))"
      done

      """
  }

  /// What gathers: `gather.sbatch ARRAY ROUNDS [PLAN]`.
  public var gather: String {
    let head = header([], ["--output=\(quoted("\(folder)/gather-%j.out"))"], [])
    return head + """
      # Gathers a plan and, where units are missing, submits those and itself again:
      # gather.sbatch ARRAY ROUNDS [PLAN]
      set -u

      feedlab=\(quoted(program))
      store=\(quoted(job.store))
      logs=\(quoted(folder))
      out=\(quoted(out))
      array=$1  # the job array that has just left the queue, whether or not it ended well
      rounds=$2 # how often what is still missing may be submitted
      plan=${3:-\(quoted(job.planPath))}
      missing=$logs/missing-$array.jsonl

      "$feedlab" gather --plan "$plan" --store "$store" --out "$out" --missing "$missing" --quiet
      code=$?
      ((code == 3)) && [[ -s $missing ]] || exit "$code"

      if cat "$logs/refused-$array"_* 2>/dev/null; then
        echo "not submitted again, since a retry cannot help" >&2
        exit 3
      fi
      # Units of the next round of a tuning, or of the next look of an experiment, are no second try.
      if grep -qxFf <(tail -n +2 "$plan") <(tail -n +2 "$missing"); then
        if ((rounds == 0)); then
          echo "not submitted again, since no rounds are left; the plan of what is missing is $missing" >&2
          exit 3
        fi
        rounds=$((rounds - 1))
      else
        rounds=\(rounds)
      fi

      units=$(($(wc -l <"$missing") - 1))
      shards=\(job.shards)
      ((units < shards)) && shards=$units
      next=$(sbatch --parsable --array="0-$((shards - 1))%\(job.slots)" "$logs/shards.sbatch" "$missing" "$shards") ||
        exit
      next=${next%%;*}
      sbatch --parsable --dependency="afterany:$next" "$logs/gather.sbatch" "$next" "$rounds" "$missing" || exit
      echo "$units units are missing: job array $next lives through them, $rounds more rounds may follow" >&2

      """
  }

  private func header(_ first: [String], _ middle: [String], _ last: [String]) -> String {
    let optional = [
      partition.map { "--partition=\($0)" }, constraint.map { "--constraint=\($0)" },
    ].compactMap { $0 }
    let minutes = Int((job.timeLimit / 60).rounded(.up))
    let options =
      ["--job-name=\(job.name)"] + first + ["--time=\(minutes)", "--mem=\(job.memory)"] + optional
      + middle + ["--open-mode=append", "--requeue"] + last
    return "#!/bin/bash\n" + options.map { "#SBATCH \($0)\n" }.joined()
  }

  /// As a shell takes it.
  private func quoted(_ text: String) -> String {
    let isPlain = text.wholeMatch(of: /[A-Za-z0-9_.\/:=,@%+-]+/) != nil
    return isPlain ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
