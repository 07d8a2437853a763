#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string_view>

namespace nscope::sim {

/// Properties of load generators and clients that published measurements do not state.
struct LoadGenerators {
  double launch_interval = 0;   ///< s between the first requests of two users of llmperf
  double length_spread = 0;     ///< deviation of output lengths divided by their mean
  double counted_tokens = 0;    ///< tokens of Llama 2's tokenizer per token of a large vocabulary
  double large_vocabulary = 0;  ///< vocabularies with more tokens are large
  double client_seconds = 0;    ///< s of the client at the start and end of a measurement
  double rounds = 0;            ///< requests of each user in a run of guidellm
  double fills = 0;             ///< requests of each slot in a run at a constant rate
  double busy_slots = 0;        ///< assumed share of busy slots if the rate is not stated
  double spectrogram = 0;       ///< s of the host for the spectrogram of a window of speech
  double serial_share = 0;      ///< of a call, in which copies in one process wait for each other
};

/// Reads a document of the schema nscope.load-generators/1 strictly. `name` is the file name for
/// messages. Errors: kBadInput with the key.
Result<LoadGenerators> load_generators_from_json(const Json& json, std::string_view name);

/// The values of resources/calibration/load-generators.json, which states their sources; read once.
/// Thread-safe.
const Result<LoadGenerators>& built_in_load_generators();

}  // namespace nscope::sim
