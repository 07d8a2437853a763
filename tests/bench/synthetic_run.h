#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::bench {

/// How large a made-up run is. The same spec always gives the same run.
struct RunSpec {
  std::int64_t slices = 100'000;
  int cores = 32;
  /// Levels of nesting, at least 2: the operator and its instructions. Deeper: each instruction
  /// encloses the next one, like the calls of a stack.
  int depth = 2;
  std::uint64_t seed = 1;
};

inline constexpr int kEngines = 6;
inline constexpr std::array<std::string_view, kEngines> kEngineNames = {
    "TensorE", "VectorE", "ScalarE", "GpSimdE", "DMA", "CC"};
inline constexpr std::array<std::string_view, 2> kCounterNames = {"hbm_gbps", "pe_util"};
inline constexpr int kLayers = 64;

/// An instruction inside an operator. Times in nanoseconds.
struct RunInstruction {
  std::size_t name = 0;  ///< index into run_names()
  std::int64_t start = 0;
  std::int64_t duration = 0;
  std::int64_t bytes() const { return duration * 96; }
};

/// An operator and the instructions that it encloses, all on one engine.
struct RunGroup {
  int core = 0;
  int engine = 0;
  int layer = 0;
  std::size_t name = 0;       ///< index into run_names()
  std::int64_t start = 0;     ///< ns
  std::int64_t duration = 0;  ///< ns, to behind the last instruction
  std::int64_t first_pc = 0;  ///< of instructions[0]; they count up
  std::uint64_t flow_in = 0;  ///< id of the flow that ends here; 0: none
  std::uint64_t flow_out = 0;
  bool sampled = false;  ///< counters[] hold a sample taken at `start`
  std::array<std::int64_t, kCounterNames.size()> counters{};
  std::span<const RunInstruction> instructions{};
};

/// Names of operators and instructions.
const std::vector<std::string>& run_names();

/// What a run of this size consists of.
struct RunCounts {
  std::int64_t slices = 0;
  std::int64_t flows = 0;  ///< that have both ends
  std::int64_t samples = 0;
};

/// A made-up run of accelerator cores, one operator at a time: six engines a
/// core, ten slices an operator (itself and nine instructions; `depth` slices if it is deeper), a
/// flow from every
/// second operator to the next engine of its core, and a sample of two counters a
/// core for every 50 of its slices. Operators of one engine come in order of
/// time; engines are only roughly in step. Holds a few bytes per track, however
/// long the run is. One thread.
class SyntheticRun {
 public:
  explicit SyntheticRun(const RunSpec& spec);
  /// The next operator; it stays valid until the next call. False at the end.
  bool next(RunGroup& group);
  /// Of everything that next() gave so far.
  const RunCounts& counts() const { return counts_; }

 private:
  static constexpr std::int64_t kInstructions = 9;
  static constexpr std::int64_t kSlicesPerSample = 50;

  struct Core {
    std::uint64_t open_flow = 0;
    std::int64_t open_flow_start = 0;
    std::int64_t slices_since_sample = 0;
  };

  std::uint64_t draw();
  void place_instructions(RunGroup& group, std::int64_t count);
  void place_stack(RunGroup& group, std::int64_t count);
  void connect(RunGroup& group);
  void sample(RunGroup& group);

  RunSpec spec_;
  std::uint64_t random_;
  std::int64_t groups_ = 0;
  std::uint64_t last_flow_ = 0;
  std::vector<std::int64_t> engine_free_;  // ns, by core * kEngines + engine
  std::vector<Core> cores_;
  std::vector<RunInstruction> instructions_;
  RunCounts counts_;
};

}  // namespace nscope::bench
