#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string_view>

namespace nscope::sim {

/// What published measurements of servers leave open, as their load generators work.
struct LoadGenerators {
  double launch_interval = 0;   ///< s between the first requests of two users of llmperf
  double length_spread = 0;     ///< deviation of the lengths of answers over their mean
  double counted_tokens = 0;    ///< of Llama 2's tokenizer for one of a large vocabulary
  double large_vocabulary = 0;  ///< tokens; larger ones are large
  double client_seconds = 0;    ///< s, start and end of a measurement
  double rounds = 0;            ///< requests of each user in a run of guidellm
  double fills = 0;             ///< requests of each slot in a run at a constant rate
  double busy_slots = 0;        ///< share of the slots that a rate which is not stated keeps busy
};

/// Reads a document of schema nscope.load-generators/1, strictly. `name` is the file's name
/// for messages. Errors: kBadInput naming the member.
Result<LoadGenerators> load_generators_from_json(const Json& json, std::string_view name);

/// Those of resources/calibration/load-generators.json, where each value has its source; read
/// once. Thread-safe.
const Result<LoadGenerators>& built_in_load_generators();

}  // namespace nscope::sim
