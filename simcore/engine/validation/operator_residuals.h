#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/workload/workload.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The measured and the simulated duration of the events of one operator on one engine.
struct OperatorResidual {
  std::string work;    ///< "compute", "collective", "dma", "host"
  std::string engine;  ///< "Tensor", "DMA", "CC", ...
  std::string name;
  double measured_mean = 0;   ///< ns
  double simulated_mean = 0;  ///< ns
  double measured_time = 0;   ///< ns of all its events; its weight

  double ratio() const { return measured_mean / simulated_mean; }
};

/// The output of `nscope compare --residuals FILE.json` for one program.
struct ResidualDocument {
  std::string name;                    ///< file name for messages
  std::optional<Workload> workload{};  ///< of the simulation; empty: a replay or a kernel
  std::string calibration{};           ///< label_of() the simulation's calibration; can be empty
  std::vector<OperatorResidual> rows{};
  std::size_t without_time = 0;  ///< rows without a ratio because a duration is 0
};

/// Reads `nscope.residuals/1`. Errors: kBadInput with the key; means that are negative or not
/// finite; no row with a ratio.
Result<ResidualDocument> residuals_from_json(const Json& json, std::string_view name);

/// The common deviation of the operators of one engine. Means are geometric and errors arithmetic,
/// both weighted by the measured time.
struct ClassFactor {
  std::string work;
  std::string engine;
  std::size_t operators = 0;    ///< number of different names
  double measured_time = 0;     ///< ns
  double factor = 1;            ///< mean of measured / simulated
  double error = 0;             ///< |simulated / measured - 1| without a factor
  std::optional<double> fit{};  ///< error with the factor; empty for one operator
  /// Error of each operator with the factor of the others; empty below kFewestOperators.
  std::optional<double> operator_out{};
  /// Error of each document with the factor of the others; empty for one document.
  std::optional<double> document_out{};

  /// Whether the factor generalises: applied to operators that it was not computed from, it reduces
  /// the error; also to other documents if there are several.
  bool is_common() const;
};
inline constexpr std::size_t kFewestOperators = 3;

/// The factors of every engine of the documents by descending measured time. Deterministic.
std::vector<ClassFactor> class_factors(const std::vector<ResidualDocument>& documents);
/// `nscope.residual_factors/1` without its schema: "documents" and "classes".
Json to_json(const std::vector<ResidualDocument>& documents,
             const std::vector<ClassFactor>& factors);

}  // namespace nscope::sim
