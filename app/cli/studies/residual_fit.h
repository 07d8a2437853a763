#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/validation/operator_evidence.h"
#include "simcore/engine/validation/operator_residuals.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::cli {

/// Documents of residuals with what they say about engines and parameters. The catalogue must
/// outlive it.
struct ResidualFit {
  std::vector<sim::ResidualDocument> documents{};
  std::vector<sim::ClassFactor> factors{};
  sim::OperatorEvidence evidence{};
  sim::Calibration simulated_with{};  ///< the built-in one
};

/// Errors: those of opening, parsing and sim::OperatorEvidence::add(); kInvalidArgument for a
/// file named twice.
Result<ResidualFit> read_residuals(const catalog::Catalog& catalog,
                                   std::span<const std::string> paths);

/// The factors of the engines, with their errors left out; for people.
std::string factor_text(const ResidualFit& fit);
/// What the operators did to the fitted parameters, and these to the operators; for people.
std::string evidence_text(const ResidualFit& fit, const sim::Parameters& fitted);
/// "documents", "classes", "not_used", and with `fitted` "operators".
Json residual_json(const ResidualFit& fit, const sim::Parameters* fitted);

}  // namespace nscope::cli
