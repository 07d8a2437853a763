#include "simcore/engine/validation/training_row.h"

#include "simcore/engine/validation/publications.h"
#include "simcore/engine/validation/table_record.h"
#include "simcore/engine/workload/software_stack.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nscope::sim {
namespace {

RowWorkload refuse(Text reason) {
  return {.workload = std::nullopt, .reason = std::move(reason), .assumption = {}};
}

/// The version, or the first version of a range such as "2.3-2.4".
std::string first_version(std::string_view sdk) {
  return std::string(sdk.substr(0, sdk.find('-')));
}

/// The global batch as a multiple of the microbatches of all replicas; 0 if it is not near one.
int whole_batch(double stated, double of_microbatches) {
  constexpr double kRounding = 1e-3;
  const double count = std::max(1.0, std::round(stated / of_microbatches));
  const double batch = count * of_microbatches;
  const bool near = std::abs(batch - stated) <= kRounding * stated;
  return near && batch <= std::numeric_limits<int>::max() ? static_cast<int>(batch) : 0;
}

/// The model of rows without model and sequence length, which are from tables of image models.
constexpr std::string_view kVisionModel = "google/vit-base-patch16-224";

}  // namespace

RowWorkload training_of_row(const ValidationRow& row) {
  RowWorkload out;
  Workload workload;
  workload.model = row.model;
  workload.instance = row.instance;
  workload.tensor_parallel = row.tensor_parallel.value_or(1);
  TrainingSetup setup;
  setup.nodes = row.nodes.value_or(1);
  setup.pipeline_parallel = row.pipeline_parallel.value_or(1);
  setup.micro_batch = row.micro_batch.value_or(1);
  if (row.model.empty()) {
    if (row.sequence_length) return refuse(tr("the model is not stated"));
    workload.model = kVisionModel;
    add_assumption(out.assumption,
                   tr("model and sequence length are not stated; {} is assumed", kVisionModel));
  } else if (!row.sequence_length) {
    return refuse(tr("the sequence length is not stated"));
  }
  workload.input_tokens = row.sequence_length.value_or(1);
  workload.logical_core_size = row.logical_core_size.value_or(0);
  const auto all_cores = logical_cores(row);
  if (row.cores) {
    if (!all_cores || *all_cores % setup.nodes != 0) {
      return refuse(
          tr("{} cores cannot be divided evenly among {} nodes", *row.cores, setup.nodes));
    }
    setup.cores = *all_cores / setup.nodes;
  }
  const NamedStack stack = stack_of(row);
  if (stack.stack != nullptr) {
    workload.stack = stack.stack->id;
  } else if (!row.stack.empty()) {
    add_assumption(out.assumption, tr("the stack '{}' is not known; the usual stack of the device is assumed", row.stack));
  }
  if (row.zero.empty() && mentions(row.stack, "FSDP")) setup.zero = 3;
  if (!row.zero.empty()) {
    const bool third = mentions(row.zero, "3");
    const bool none = mentions(row.zero, "0");
    setup.zero = third ? 3 : none ? 0 : 1;
  }
  setup.master_weights = !mentions(row.dtype, "SR");
  if (mentions(row.dtype, "32") && !mentions(row.dtype, "16")) {
    workload.dtype = "fp32";
  }
  workload.weight_dtype = workload.dtype;
  workload.software =
      row.sdk.empty() ? publication_of(row.source).software : first_version(row.sdk);
  if (workload.software.empty()) {
    add_assumption(out.assumption, tr("the Neuron SDK is not stated; the newest is assumed"));
  } else if (!is_version(workload.software)) {
    return refuse(invalid_version(row.sdk));
  }
  if (row.global_batch) {
    const double replica = 1.0 * workload.tensor_parallel * setup.pipeline_parallel;
    const double cores = all_cores.value_or(0);
    const double replicas = cores > 0 ? std::floor(cores / replica) : row.data_parallel.value_or(0);
    if (replicas < 1) return refuse(tr("neither 'cores' nor 'dp' is stated"));
    if (!row.micro_batch) {
      // Without a statement on the accumulation of gradients, a replica computes its part at once.
      constexpr double kMostSequences = 1 << 20;
      const double part = std::floor(*row.global_batch / replicas);
      setup.micro_batch = static_cast<int>(std::clamp(part, 1.0, kMostSequences));
      add_assumption(out.assumption, tr("the microbatch is not stated; {} sequences are assumed", setup.micro_batch));
    }
    setup.global_batch = whole_batch(*row.global_batch, replicas * setup.micro_batch);
    if (setup.global_batch == 0) {
      return refuse(
          tr("a global batch of {} sequences is not a multiple of {} replicas x micro_batch {}",
             *row.global_batch, replicas, setup.micro_batch));
    }
  }
  workload.kind = setup;
  out.workload = std::move(workload);
  return out;
}

}  // namespace nscope::sim
