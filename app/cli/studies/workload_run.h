#pragma once

#include "app/documents/read_workload.h"
#include "profiler/base/json.h"
#include "profiler/base/language.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::cli {

/// The prediction of a workload on NeuronCores or on GPUs. Plain data.
struct WorkloadRun {
  std::string instance;
  int instances = 1;  ///< number of instances that are paid for
  bool trains = false;
  std::vector<Metric> metrics;                              ///< empty if it was rejected
  std::vector<std::pair<std::string, Text>> unavailable{};  ///< metric, reason
  std::vector<Text> outside_domain{};
  std::optional<Error> rejection{};  ///< why the workload cannot run
  std::string text;                  ///< as `nscope simulate` prints it
  Json json = Json::object();        ///< the keys of `--json` in addition to the metrics
};

/// A rejected run. Its text does not contain the description of the workload.
WorkloadRun rejected_run(const std::string& instance, const Error& error, const Language& language);

/// Predicts the workload. With an `output`, the run on NeuronCores is simulated event by event and
/// saved as a session. A workload that does not fit is a rejected run. Errors: those of reading and
/// simulating; kInvalidArgument for an output on GPUs.
Result<WorkloadRun> run_workload(const catalog::Catalog& catalog,
                                 const app::DescribedWorkload& described, const std::string& output,
                                 const Language& language, TaskControl& control);

}  // namespace nscope::cli
