#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/catalog/config/hf_config.h"
#include "simcore/engine/workload/workload.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::app {

/// A flag of the command line and the member of the document that it sets.
struct FlagOfMember {
  std::string pointer;  ///< JSON pointer, "/training/nodes"
  std::string flag;     ///< "--nodes"
  bool given = false;
};

/// A workload as stated by a document, by options, or by both, before it is read. Plain data.
struct DescribedWorkload {
  Json json;
  std::string name;         ///< name of the document for messages
  bool from_flags = false;  ///< there are only options, no document
  std::optional<catalog::Model> custom_model{};
  catalog::StoredWeights stored_weights{};  ///< of the custom model
  std::string requests{};                   ///< file with the requests of a server; empty if none
  std::vector<FlagOfMember> flags{};        ///< empty: no command line
  /// The notes of models that the document names by files, by their names.
  std::vector<std::pair<std::string, Text>> model_files{};

  /// The error about a member with the flags that set it: "w.json: /batch (--batch)". If there is
  /// no document, the flags are named first, "--batch (/batch)", and an error in the JSON becomes
  /// kInvalidArgument.
  Error blame(Error error) const;
};

/// States the data type of the weights that the config.json of the custom model states, unless the
/// document or an option states one.
void apply_stored_weights(DescribedWorkload& described);

/// A workload that can be estimated or simulated.
struct ChosenWorkload {
  sim::Workload workload;
  /// The tensor parallel degree was not stated; choose_tensor_parallel() chose it.
  bool tensor_parallel_chosen = false;
  int too_small = 0;  ///< ChosenDegree::too_small
};

/// Reads the workload and chooses the tensor parallel degree if it is not stated; `control` cancels
/// that search. Errors: those of sim::workload_from_json() after blame(), of reading the file of
/// requests, and of choose_tensor_parallel().
Result<ChosenWorkload> read_workload(const DescribedWorkload& described,
                                     const catalog::Catalog& catalog, TaskControl& control);

/// Reads the file with the requests of a server. Errors: those of reading it.
Result<std::shared_ptr<const sim::RequestPlan>> read_request_file(const std::string& path);

/// Whether the workload states a GPU instance, whose workloads are read as sim::GpuWorkload. False
/// if the instance is absent or not in the catalogue.
bool runs_on_gpus(const DescribedWorkload& described, const catalog::Catalog& catalog);

}  // namespace nscope::app
