#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/validation/serving_rows.h"
#include "simcore/engine/validation/validate.h"

#include <set>
#include <string>
#include <vector>

namespace nscope::sim {

/// The metrics of a row's server without bands. Errors: as serve(); kInvalidArgument with
/// the row's reason.
Result<std::vector<Metric>> serve_row(const catalog::Catalog& catalog, const ServingRow& row,
                                      const Parameters& parameters, TaskControl& control);

/// The measured servers of a validation table. What their software costs is fitted apart
/// from the steps of their graphs (docs/serving.md), so they only judge a calibration. Sweeps
/// whose inter-token latency under load is far below that of their own single user are set
/// aside. Lives as long as the catalogue.
class MeasuredServers {
 public:
  /// Rows that cannot be used are added to `skipped`, with the reason.
  MeasuredServers(const catalog::Catalog& catalog, const std::vector<ValidationRow>& rows,
                  std::vector<std::string>& skipped);

  /// By model, or by family of models.
  std::set<std::string> groups(bool families) const;
  /// Predicts the servers of a group, "" for all. Errors: kCancelled.
  Result<> predict(std::string_view group, bool families, const Parameters& parameters,
                   TaskControl& control, std::vector<RowPrediction>& out) const;
  std::vector<std::string> ids() const;
  /// What they cover, of the class "serving".
  CalibratedDomain domain(const Parameters& parameters) const;

 private:
  struct Server {
    ServingRow row;
    std::string model;
    std::string family;
    std::vector<ValidationRow> measured;
  };
  const catalog::Catalog& catalog_;
  std::vector<Server> servers_;
};

}  // namespace nscope::sim
