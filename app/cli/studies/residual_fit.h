#pragma once

#include "profiler/base/json.h"
#include "profiler/base/language.h"
#include "profiler/base/result.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/validation/operator_evidence.h"
#include "simcore/engine/validation/operator_residuals.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::cli {

/// Documents of residuals, and what they show about engines and parameters. The catalogue must
/// outlive this object.
struct ResidualFit {
  std::vector<sim::ResidualDocument> documents{};
  std::vector<sim::ClassFactor> factors{};
  sim::OperatorEvidence evidence{};
  sim::Calibration simulated_with{};  ///< the built-in one
};

/// Errors: those of opening, parsing and sim::OperatorEvidence::add(); kInvalidArgument for a
/// duplicate file.
Result<ResidualFit> read_residuals(const catalog::Catalog& catalog,
                                   std::span<const std::string> paths);

/// A table of the factors of the engines with their cross-validated errors.
std::string factor_text(const ResidualFit& fit, const Language& language);
/// Tables of the operators after the fit and of the parameters that they changed.
std::string evidence_text(const ResidualFit& fit, const sim::Parameters& fitted,
                          const Language& language);
/// The keys "documents", "classes" and "not_used", and with `fitted` also "operators".
Json residual_json(const ResidualFit& fit, const sim::Parameters* fitted);

}  // namespace nscope::cli
