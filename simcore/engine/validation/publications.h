#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// What a published table leaves unsaid about its rows. Empty: not known.
struct Publication {
  std::string source;  ///< the beginning of the column source of its rows
  /// The load of its servers: of guidellm, of llmperf, or the requests of all users at once with
  /// answers of equal length. See serving_row().
  enum class Load { kTogether, kGuidellm, kLlmperf };
  std::optional<Load> load{};
  bool decode_rate = false;  ///< the throughput of its servers counts only the time of decode steps
  bool stores_shards = false;  ///< its compile times include dividing and storing the checkpoint
  std::string stack{};         ///< id of a SoftwareStack
  std::string software{};      ///< Neuron SDK
};

/// Reads a document with the schema nscope.publications/1 strictly. `name` is the file name for
/// messages. Errors: kBadInput with the key.
Result<std::vector<Publication>> publications_from_json(const Json& json, std::string_view name);

/// The publications of resources/calibration/publications.json, which also states the reasons; read
/// once. Thread-safe.
const Result<std::vector<Publication>>& built_in_publications();

/// The publication of a row by its source. A publication without values if none is known.
const Publication& publication_of(std::string_view source);

}  // namespace nscope::sim
