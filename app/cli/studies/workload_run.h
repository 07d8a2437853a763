#pragma once

#include "app/documents/read_workload.h"
#include "profiler/base/json.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::cli {

/// What one workload is predicted to do, on NeuronCores or on GPUs. Plain data.
struct WorkloadRun {
  std::string instance;
  int instances = 1;  ///< that it takes
  bool trains = false;
  std::vector<Metric> metrics;                                     ///< none where it was refused
  std::vector<std::pair<std::string, std::string>> unavailable{};  ///< metric, reason
  std::vector<std::string> outside_domain{};
  std::optional<Error> refusal{};  ///< why it cannot be done
  std::string text;                ///< for people, as `nscope simulate` prints it
  Json json = Json::object();      ///< the members that `--json` has besides the metrics
};

/// A run that a guard refused, without the words for its workload.
WorkloadRun refused_run(const std::string& instance, const Error& error);

/// Predicts what is described; with an `output` on NeuronCores also the run itself is
/// simulated and saved as a session. What does not fit is a run that was refused. Errors:
/// those of reading and simulating; kInvalidArgument for an output on GPUs.
Result<WorkloadRun> run_workload(const catalog::Catalog& catalog,
                                 const app::DescribedWorkload& described, const std::string& output,
                                 TaskControl& control);

}  // namespace nscope::cli
