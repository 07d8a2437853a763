#pragma once

#include "profiler/base/json.h"
#include "profiler/base/text.h"
#include "simcore/catalog/device.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace nscope::catalog {

struct Model;

/// The sizes of a workload that need memory.
enum class LimitedSize {
  kBatch,       ///< sequences, samples or batch slots that run together
  kMicroBatch,  ///< sequences of one pass of a training step
  kContext,     ///< positions of a generated sequence: prompt and output
  kSequence,    ///< positions of a sequence that a training step or an encoder reads
  kImage,       ///< pixels of one edge of a square image
};
std::string_view to_string(LimitedSize size);  ///< "batch", "micro_batch", "context", ...

/// The positions of a model whose sequences have no limit.
inline constexpr int kUnlimitedPositions = std::numeric_limits<int>::max();
/// The positions of the published model, kUnlimitedPositions, or 0 if they are not stated.
int published_positions(const Model& model);

/// The largest value of one size with which a workload fits in memory while everything else stays
/// as it is. Plain data.
struct SizeLimit {
  LimitedSize size = LimitedSize::kBatch;
  std::int64_t largest = 0;  ///< 0: not even the smallest value fits
  std::int64_t step = 1;     ///< `largest` is a multiple of it
  bool open = false;         ///< the memory does not end before the largest accepted value
  int published = 0;         ///< published_positions() of the model; 0 also: not a length
  std::int64_t used = 0;     ///< the value of the workload; 0: not stated
  Text stated{};             ///< the value of the workload: "batch 8", "4,096 tokens"
};

/// The sizes up to which a workload fits in the memory of its cores or GPUs. Plain data.
struct MemoryLimits {
  DeviceKind kind = DeviceKind::kNeuron;
  int cores = 0;  ///< or GPUs, that share the model in these sizes; 0: not stated
  bool fits = false;
  double spare =
      0;  ///< free bytes of the core or GPU with the least; 0 if the workload does not fit
  /// The instances or the part of a replica with the least memory, as a noun phrase, if not all
  /// have the same: "the prefill instance trn1.32xlarge". `cores` and `spare` are its own.
  Text tightest{};
  Text fewer{};    ///< a sentence on fewer instances than a replica has; empty: it has one
  Text assumed{};  ///< what the workload does not state and the sizes need; empty: nothing
  std::vector<SizeLimit> sizes;
  std::vector<Text> remedies;  ///< changes that were evaluated and fit; empty if the workload fits
  /// Of the server that generates the sequences of a training step; null: there is none.
  std::shared_ptr<const MemoryLimits> generation{};
};

/// "Fits with 3.2 GiB to spare on each of 8 cores: at 4,096 tokens, the largest batch is 61; ...".
Text sentence(const MemoryLimits& limits);
Json to_json(const MemoryLimits& limits);

/// The bytes that `size` leaves free, negative if they are too few; nullopt if they are unknown
/// because the size is not possible.
using SpareBytes = std::function<std::optional<double>(std::int64_t size)>;

/// The largest size from 1 to `most` with a spare of at least 0, beginning with `start`; 0 if there
/// is none. The spare must not increase with the size. Each step solves the line through two known
/// points, which is the solution where the memory is linear, and every third step halves the
/// interval: at most 6 evaluations for a line, and about 80 for any other course.
std::int64_t largest_size(const SpareBytes& spare, std::int64_t start, std::int64_t most);

}  // namespace nscope::catalog
