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

/// How long the events of one operator take on one engine, measured and simulated.
struct OperatorResidual {
  std::string work;    ///< "compute", "collective", "dma", "host"
  std::string engine;  ///< "Tensor", "DMA", "CC", ...
  std::string name;
  double measured_mean = 0;   ///< ns
  double simulated_mean = 0;  ///< ns
  double measured_time = 0;   ///< ns of all its events: what it weighs

  double ratio() const { return measured_mean / simulated_mean; }
};

/// What `nscope compare --residuals FILE.json` found of one program.
struct ResidualDocument {
  std::string name;                    ///< its file, for messages
  std::optional<Workload> workload{};  ///< of the simulation; absent: a replay or a kernel
  std::string calibration{};           ///< label_of() that of the simulation; "" as above
  std::vector<OperatorResidual> rows{};
  std::size_t without_time = 0;  ///< rows that have no ratio: measured or simulated as no time
};

/// Reads `nscope.residuals/1`. Errors: kBadInput naming the member; means that are not finite
/// or negative; no row with a ratio.
Result<ResidualDocument> residuals_from_json(const Json& json, std::string_view name);

/// By how much the operators of one engine deviate together. Means are geometric and errors
/// arithmetic, both weighted by the measured time.
struct ClassFactor {
  std::string work;
  std::string engine;
  std::size_t operators = 0;    ///< different names
  double measured_time = 0;     ///< ns
  double factor = 1;            ///< mean of measured / simulated
  double error = 0;             ///< |simulated / measured - 1| as it is
  std::optional<double> fit{};  ///< the same with the factor; nothing for one operator
  /// Each operator with the factor of the others; nothing below kFewestOperators.
  std::optional<double> operator_out{};
  /// Each document with the factor of the others; nothing for one document.
  std::optional<double> document_out{};

  /// Whether one factor is what the operators have in common: it predicts those that it was
  /// not made from better than no factor does, and documents, where there are several, too.
  bool holds() const;
};
inline constexpr std::size_t kFewestOperators = 3;

/// Of every engine of the documents, most measured time first. Deterministic.
std::vector<ClassFactor> class_factors(const std::vector<ResidualDocument>& documents);
/// `nscope.residual_factors/1` without its schema: "documents" and "classes".
Json to_json(const std::vector<ResidualDocument>& documents,
             const std::vector<ClassFactor>& factors);

}  // namespace nscope::sim
