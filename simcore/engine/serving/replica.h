#pragma once

#include "profiler/base/random_stream.h"
#include "simcore/engine/serving/kv_cache.h"
#include "simcore/engine/serving/serving_plan.h"
#include "simcore/engine/serving/step_histogram.h"
#include "simcore/engine/workload/request.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace nscope::sim {

/// A non-negative index of a container.
inline std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

/// The work of a replica until its next decision. All decode steps until the next change are one
/// segment.
struct Segment {
  enum class Kind : std::uint8_t { kNone, kWait, kPrefill, kDecode, kMixed };
  Kind kind = Kind::kNone;
  Picoseconds start = 0;
  Picoseconds step = 0;  ///< of one execution
  std::int64_t steps = 0;
  int sequences = 0;  ///< that decode or are prefilled
  // Sizes of the compiled graph; 0: several graphs or none.
  int prompt_bucket = 0;
  int batch_bucket = 0;
  int position_bucket = 0;
  Picoseconds end() const { return start + step * steps; }
};

/// Sums over the lifetime of a replica.
struct ReplicaTotals {
  Picoseconds busy = 0;
  double slot_seconds = 0;   ///< slots in use, integrated over time
  double cache_seconds = 0;  ///< share of the KV cache in use, integrated over time
  double cache_peak = 0;     ///< share
  std::int64_t steps = 0;
  std::int64_t prefills = 0;
  std::int64_t preemptions = 0;
  std::int64_t adapter_swaps = 0;
  std::int64_t adapter_hits = 0;
  StepHistogram gaps;
};

/// One copy of the model and its scheduler, with its queue, slots and cache. Times come from the
/// plan; results are written to the records. It makes decisions only at the end of segments, which
/// the simulation calls. For one thread.
class Replica {
 public:
  enum class Role { kWhole, kPrefill, kDecode };

  Replica(const ServingPlan& plan, std::span<const Request> requests,
          std::vector<RequestRecord>& records, int index, Role role, std::uint64_t seed);

  /// Queues a request that has arrived; `has_cache`: prefilled on another replica. True if the
  /// current segment now ends earlier.
  bool add(int request, bool has_cache, Picoseconds now);
  /// Removes a request that waits for its first prefill. False if it does not wait here.
  bool withdraw(int request);
  /// Called when no further requests will arrive, so that a static batch does not wait for them.
  void close() { closing_ = true; }
  /// Starts the next segment unless one is running; Kind::kNone: nothing to do.
  const Segment& advance(Picoseconds now);
  /// Ends the current segment at segment().end().
  void finish_segment();

  const Segment& segment() const { return segment_; }
  /// Requests completed since the last call, and requests whose cache moves to another replica.
  std::vector<int> take_finished() { return std::exchange(finished_, {}); }
  std::vector<int> take_moved() { return std::exchange(moved_, {}); }

  int outstanding() const {
    return static_cast<int>(waiting_.size() + joining_.size() + running_.size());
  }
  /// Updates the number of generated tokens of running requests.
  void settle();
  int waiting() const { return static_cast<int>(waiting_.size()); }
  int running() const { return static_cast<int>(running_.size()); }
  double cache_share() const;
  int index() const { return index_; }
  const ReplicaTotals& totals() const { return totals_; }

 private:
  struct Waiting {
    int request = 0;
    bool has_cache = false;
    Picoseconds since = 0;
    Picoseconds last_token = -1;  ///< of a preempted request
  };
  struct Slot {
    int request = 0;
    std::int64_t first_step = 0;   ///< number of its first decode step
    std::int64_t finish_step = 0;  ///< number of the step after its last token
    int first_length = 0;          ///< positions that its first step needs
    double rate = 1;               ///< tokens per step
    std::int64_t pages = 0;
    std::size_t blocks = 0;  ///< number of shared blocks that it uses
    bool has_cache = false;  ///< prefilled on another replica
    Picoseconds last_token = -1;
    Picoseconds lost_since = -1;  ///< if preempted: time of the last token before
  };

  int free_slots() const { return plan_.most_running() - static_cast<int>(running_.size()); }
  bool admits_between_steps() const;
  bool may_admit(Picoseconds now) const;
  /// Number of decode steps before the software admits a waiting group; 0: immediately.
  std::int64_t steps_to_admission() const;
  bool room_for(const Waiting& waiting) const;
  std::span<const std::uint64_t> shared_blocks(int request) const;
  int length_of(int request) const;

  void start_prefill(Picoseconds now);
  /// Moves the first waiting request to joining_. Returns the number of prompt tokens that are not
  /// in the cache.
  int admit(Picoseconds now);
  Picoseconds prefill_time(const Slot& slot, int tokens) const;
  bool uses_adapter(int adapter) const;
  bool adapter_fits(int adapter) const;
  Picoseconds load_adapter(int adapter);
  void start_decode(Picoseconds now);
  void start_mixed(Picoseconds now);
  void wait_for_batch(Picoseconds now);

  std::int64_t length_at(const Slot& slot, std::int64_t step) const;
  /// The positions that the step needs, including those of candidates.
  std::int64_t needed_at(const Slot& slot, std::int64_t step) const {
    return std::min<std::int64_t>(length_at(slot, step) + plan_.candidates, plan_.longest);
  }
  std::int64_t steps_until_change(int& longest) const;
  std::int64_t steps_of_room(std::int64_t most) const;
  std::int64_t growth(std::int64_t steps) const;
  /// Number of steps for which there is enough memory, after preempting requests if necessary.
  std::int64_t make_room(int& longest, std::int64_t most);
  void grow(std::int64_t steps);
  void preempt_latest();
  int generated_by(const Slot& slot) const;

  void join_all();
  void finish_decode();
  void record_gaps();
  void complete(int request, Picoseconds now);
  void release(const Slot& slot);
  std::int64_t draw_steps(int tokens);

  const ServingPlan& plan_;
  const StepCosts& costs_;  ///< of its role
  std::span<const Request> requests_;
  std::vector<RequestRecord>& records_;
  int index_;
  Role role_;
  RandomStream random_;
  std::optional<KvCache> cache_;

  std::deque<Waiting> waiting_;
  std::vector<Slot> joining_;  ///< admitted, in the current prefill
  std::vector<Slot> running_;  ///< in order of admission
  Segment segment_;
  Picoseconds first_tokens_at_ = 0;  ///< of the current prefill
  int chunk_done_ = 0;               ///< tokens of joining_[0] that chunks have prefilled
  int chunk_now_ = 0;
  Picoseconds loading_ = 0;  ///< time to load the adapter of joining_[0] before its first chunk
  std::int64_t step_ = 0;    ///< number of decode steps so far
  std::int64_t prefilled_at_ = 0;  ///< value of `step_` at the last prefill
  double share_ = -1;              ///< cache_share() since the last segment; -1: not known
  std::int64_t static_slots_ = 0;  ///< slots that a static batch occupies until its end
  bool closing_ = false;
  std::vector<int> adapters_;  ///< resident, most recently used last
  std::vector<int> finished_;
  std::vector<int> moved_;
  ReplicaTotals totals_;
};

}  // namespace nscope::sim
