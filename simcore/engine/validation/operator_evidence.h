#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/validation/operator_residuals.h"
#include "simcore/engine/validation/row_groups.h"

#include <string>
#include <vector>

namespace nscope::sim {

/// Residuals of measured operators for a fit of the parameters. For every row of residual
/// documents,
///   predicted(p) = simulated mean x cost(p) / cost(p0)
/// where cost() is the sum of the seconds of the operator on its unit in the graphs of the
/// simulated workload, and p0 are the parameters of the simulation. A row affects exactly the
/// parameters that the cost of its operator depends on. A document has the weight of one measured
/// configuration, which is distributed over its rows by their measured time. For one thread; the
/// catalogue must outlive it.
class OperatorEvidence {
 public:
  /// A row of a document that a fit can use.
  struct Row {
    std::string document;
    OperatorResidual residual;
    double before = 0;  ///< cost(p0)
  };

  /// Errors: kBadInput if the document was simulated with a calibration other than
  /// `simulated_with`; those of prepare_run().
  Result<> add(const catalog::Catalog& catalog, const ResidualDocument& document,
               const Calibration& simulated_with);

  bool empty() const { return documents_.empty(); }
  /// Appends sqrt(weight) ln(predicted / measured) of each row, except of documents in
  /// `without`. Documents have a model and a family, but no source.
  void append(const Parameters& parameters, const LeftOut& without,
              std::vector<double>& residuals) const;
  /// measured / predicted of each row, in the order of rows().
  std::vector<double> ratios(const Parameters& parameters) const;
  std::vector<Row> rows() const;
  /// Documents and rows that no parameter affects, with reasons: "a.json: ...".
  const std::vector<Text>& not_used() const { return not_used_; }

 private:
  struct Document {
    PreparedRun run;
    RowGroups groups{};
    std::vector<Row> rows;
    double measured_time = 0;
  };

  std::vector<Document> documents_;
  std::vector<Text> not_used_;
};

}  // namespace nscope::sim
