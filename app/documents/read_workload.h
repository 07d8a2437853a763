#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/workload/workload.h"

#include <optional>
#include <string>

namespace nscope::app {

/// What a document, or flags, or both say about a workload, before it is read. Plain data.
struct DescribedWorkload {
  Json json;
  std::string name;         ///< of the document, for messages
  bool from_flags = false;  ///< made from flags alone, without a document
  std::optional<catalog::Model> custom_model{};
  std::string requests{};  ///< file of requests that a server answers; empty: none

  /// Without a document the flags are to blame for an error in the JSON.
  Error blame(Error error) const;
};

struct ChosenWorkload {
  sim::Workload workload;
  /// No tensor parallelism was asked for: choose_tensor_parallel() chose it.
  bool tensor_parallel_chosen = false;
};

/// The workload that is described, to be estimated or simulated. Where it leaves the tensor
/// parallelism open, `control` cancels the search for it. Errors: those of
/// sim::workload_from_json, of them kInvalidArgument where flags are to blame, of the file of
/// requests and of choose_tensor_parallel().
Result<ChosenWorkload> read_workload(const DescribedWorkload& described,
                                     const catalog::Catalog& catalog, TaskControl& control);

/// Whether it names an instance with GPUs, whose workloads are read as sim::GpuWorkload. False
/// where the instance is missing or not in the catalogue.
bool runs_on_gpus(const DescribedWorkload& described, const catalog::Catalog& catalog);

}  // namespace nscope::app
