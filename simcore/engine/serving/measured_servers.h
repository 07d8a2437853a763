#pragma once

#include "profiler/base/task_control.h"
#include "simcore/engine/calibration.h"
#include "simcore/engine/serving/serving_rows.h"

#include <set>
#include <string>
#include <vector>

namespace nscope::sim {

/// The class of the validation table that a server belongs to.
inline constexpr std::string_view kServingClass = "serving";

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
