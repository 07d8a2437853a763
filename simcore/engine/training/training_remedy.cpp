#include "simcore/engine/training/training_remedy.h"

#include "simcore/engine/training/training_memory.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace nscope::sim {
namespace {

/// A setup with a tensor parallel degree.
struct Candidate {
  TrainingSetup setup;
  int tensor = 1;
};

class Remedies {
 public:
  explicit Remedies(const TrainingStep& step) : step_(step), kept_(asked()) {}

  std::optional<TrainingRemedy> find() {
    if (shards(1) || checkpoints() || shrinks() || shards(3) || spreads(kept_)) return found();
    if (adapters(asked()) || adapters(kept_)) return found();
    if (stages() || nodes()) return found();
    return std::nullopt;
  }

 private:
  Candidate asked() const {
    Candidate asked{.setup = step_.setup, .tensor = step_.layout.tensor_parallel};
    asked.setup.checkpointing = step_.layout.checkpointing;
    return asked;
  }

  /// Whether the candidate can be planned and fits.
  bool fits(const Candidate& candidate) {
    auto step = replanned(step_, candidate.setup, candidate.tensor);
    if (!step || !fits_training(*step) || !try_collectives(*step)) return false;
    fitting_ = std::move(*step);
    return true;
  }

  bool shards(int zero) {
    if (step_.setup.zero >= zero || step_.replicas() == 1) return false;
    Candidate sharded = kept_;
    sharded.setup.zero = zero;
    if (fits(sharded)) return true;
    if (zero == 1) kept_ = sharded;
    return false;
  }

  bool checkpoints() {
    for (const Checkpointing more : {Checkpointing::kSelective, Checkpointing::kFull}) {
      if (more <= step_.layout.checkpointing) continue;
      kept_.setup.checkpointing = more;
      if (fits(kept_)) return true;
    }
    return false;
  }

  bool shrinks() {
    while (kept_.setup.micro_batch > 1) {
      kept_.setup.micro_batch /= 2;
      if (fits(kept_)) return true;
    }
    return false;
  }

  /// Tries higher tensor parallel degrees of the same cores, with fewer replicas.
  bool spreads(Candidate wider) {
    while (wider.tensor <= step_.cores_of_node() / 2) {
      wider.tensor *= 2;
      if (fits(wider)) return true;
    }
    return false;
  }

  /// Tries adapters, then narrow weights beside them.
  bool adapters(Candidate tuned) {
    constexpr int kRank = 16;
    FineTuning& tuning = tuned.setup.tuning;
    if (tuning.adapters.rank == 0) tuning.adapters.rank = kRank;
    for (const TuningMethod method : {TuningMethod::kLora, TuningMethod::kQlora}) {
      if (method <= step_.setup.tuning.method) continue;
      tuning.method = method;
      if (fits(tuned)) return true;
    }
    return false;
  }

  /// Tries pipeline stages with each tensor parallel degree.
  bool stages() {
    Candidate deeper = kept_;
    for (int stages = 2 * step_.setup.pipeline_parallel; stages <= step_.ranks(); stages *= 2) {
      deeper.setup.pipeline_parallel = stages;
      deeper.tensor = step_.layout.tensor_parallel;
      if (fits(deeper) || spreads(deeper)) return true;
    }
    return false;
  }

  /// Tries more instances, which shard weights and state or hold stages of their own.
  bool nodes() {
    constexpr int kMostNodes = 64;
    for (int nodes = 2 * step_.setup.nodes; nodes <= kMostNodes; nodes *= 2) {
      const int times = nodes / step_.setup.nodes;
      Candidate larger = kept_;
      larger.setup.nodes = nodes;
      // Each node has at least the work of one microbatch.
      larger.setup.global_batch *= times;
      Candidate sharded = larger;
      sharded.setup.zero = 3;
      if (fits(sharded) || spreads(sharded)) return true;
      larger.setup.pipeline_parallel *= times;
      if (fits(larger) || spreads(larger)) return true;
    }
    return false;
  }

  std::optional<TrainingRemedy> found() { return TrainingRemedy{*fitting_, text()}; }

  /// What differs from the step.
  Text text() const {
    const TrainingStep& other = *fitting_;
    std::vector<Text> changes;
    const auto add = [&](bool differs, Text change) {
      if (differs) changes.push_back(std::move(change));
    };
    const TrainingSetup& before = step_.setup;
    const TrainingSetup& after = other.setup;
    add(after.tuning.method != before.tuning.method,
        tr("the method '{}' of rank {}", to_string(after.tuning.method),
           after.tuning.adapters.rank));
    add(after.nodes != before.nodes, tr_plural(after.nodes, "{} node", "{} nodes", after.nodes));
    add(other.layout.tensor_parallel != step_.layout.tensor_parallel,
        tr("tensor parallel degree {}", other.layout.tensor_parallel));
    add(after.pipeline_parallel != before.pipeline_parallel,
        tr_plural(after.pipeline_parallel, "{} pipeline stage", "{} pipeline stages",
                  after.pipeline_parallel));
    add(after.micro_batch != before.micro_batch, tr("microbatches of {}", after.micro_batch));
    add(other.layout.checkpointing != step_.layout.checkpointing,
        tr("checkpointing '{}'", to_string(other.layout.checkpointing)));
    add(after.zero != before.zero, tr("ZeRO-{}", after.zero));
    Text all;
    for (Text& change : changes) all = all.empty() ? change : tr("{} and {}", all, change);
    return all;
  }

  const TrainingStep& step_;
  Candidate kept_;  ///< with all changes so far that help
  std::optional<TrainingStep> fitting_{};
};

}  // namespace

std::optional<TrainingRemedy> training_remedy(const TrainingStep& step) {
  return Remedies(step).find();
}

}  // namespace nscope::sim
