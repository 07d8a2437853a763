#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/validation/operator_residuals.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// What measured operators say about the parameters: for every row of residual documents,
///   predicted(p) = simulated mean x cost(p) / cost(p0)
/// where cost() adds up what the operator asks of its unit in the graphs of the simulated
/// workload, and p0 are the parameters it was simulated with. So every parameter that an
/// operator's cost depends on is moved by it, and no other. A document counts as one measured
/// configuration, its rows by their measured time. One thread; the catalogue must outlive it.
class OperatorEvidence {
 public:
  /// A row of a document that a fit can use.
  struct Row {
    std::string document;
    OperatorResidual residual;
    double before = 0;  ///< cost(p0)
  };

  /// Errors: kBadInput where a document was simulated with another calibration than
  /// `simulated_with`; those of prepare_run().
  Result<> add(const catalog::Catalog& catalog, const ResidualDocument& document,
               const Calibration& simulated_with);

  bool empty() const { return documents_.empty(); }
  /// Appends sqrt(weight) ln(predicted / measured) of each row, but not of documents whose
  /// model, or family of models, is `without`.
  void append(const Parameters& parameters, bool families, std::string_view without,
              std::vector<double>& residuals) const;
  /// measured / predicted of each row, in the order of rows().
  std::vector<double> ratios(const Parameters& parameters) const;
  std::vector<Row> rows() const;
  /// "a.json: why", for documents and rows that no parameter drives.
  const std::vector<std::string>& not_used() const { return not_used_; }

 private:
  struct Document {
    PreparedRun run;
    std::string model;
    std::string family;
    std::vector<Row> rows;
    double measured_time = 0;
  };

  std::vector<Document> documents_;
  std::vector<std::string> not_used_;
};

}  // namespace nscope::sim
