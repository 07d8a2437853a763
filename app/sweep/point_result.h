#pragma once

#include "profiler/base/json.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::sweep {

/// The outcome of a point.
enum class Outcome {
  kDone,      ///< has figures
  kRejected,  ///< valid but impossible: does not fit in memory, or no fleet meets the limits
  kFailed,    ///< the document with these values is not valid, or could not be evaluated
};
std::string_view to_string(Outcome outcome);  ///< the id in results
std::optional<Outcome> parse_outcome(std::string_view text);

/// What was computed for one point.
struct PointResult {
  std::size_t id = 0;  ///< index into Points::values
  Outcome outcome = Outcome::kDone;
  std::string reason{};                                      ///< in English; empty if it is done
  std::vector<Metric> figures{};                             ///< finite values only
  std::vector<std::pair<std::string, std::string>> texts{};  ///< other results, by name
};

/// Evaluates the document of a point. Called from several threads at a time. Errors: kCancelled
/// stops the sweep; any other error is the result of this point: kInfeasible makes it rejected, and
/// the others make it failed.
using Evaluate = std::function<Result<PointResult>(const Json& document)>;

/// One line of JSON, and back. Numbers keep every bit. Empty if the line is not complete.
std::string line_of(const PointResult& result);
std::optional<PointResult> parse_line(std::string_view line);

}  // namespace nscope::sweep
