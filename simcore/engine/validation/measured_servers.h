#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/validation/row_groups.h"
#include "simcore/engine/validation/serving_rows.h"
#include "simcore/engine/validation/table_record.h"
#include "simcore/engine/validation/validate.h"

#include <string>
#include <vector>

namespace nscope::sim {

/// The metrics of the server of a row without bands. Errors: those of serve(); kInvalidArgument
/// with the reason of the row.
Result<std::vector<Metric>> serve_row(const catalog::Catalog& catalog, const ServingRow& row,
                                      const Parameters& parameters, TaskControl& control);

/// The measured servers of a validation table. They are not part of the fit, because the costs of
/// their software are fitted separately (docs/serving.md); they only measure the accuracy of a
/// calibration. Sweeps whose inter-token latency under load is far below that of a single user are
/// skipped. The catalogue must outlive it.
class MeasuredServers {
 public:
  /// Rows that cannot be used are added to `skipped`.
  MeasuredServers(const catalog::Catalog& catalog, const std::vector<ValidationRow>& rows,
                  std::vector<SkippedRow>& skipped);

  /// The groups of every server.
  std::vector<RowGroups> groups() const;
  /// Predicts the servers of `only`, or all servers if it is empty. Rows that are not predicted are
  /// added to `skipped`, unless it is null. Errors: kCancelled.
  Result<> predict(const LeftOut& only, const Parameters& parameters, TaskControl& control,
                   std::vector<RowPrediction>& out, std::vector<SkippedRow>* skipped) const;
  std::vector<std::string> ids() const;
  /// The measured domain of the class "serving".
  CalibratedDomain domain(const Parameters& parameters) const;

 private:
  struct Server {
    ServingRow row;
    RowGroups groups{};
    const catalog::Model* model = nullptr;
    std::vector<ValidationRow> measured;
  };
  const catalog::Catalog& catalog_;
  std::vector<Server> servers_;
};

}  // namespace nscope::sim
