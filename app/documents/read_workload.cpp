#include "app/documents/read_workload.h"

#include "app/documents/choose_tensor_parallel.h"
#include "profiler/base/files/byte_source.h"
#include "simcore/engine/gpu/gpu_estimate.h"
#include "simcore/engine/workload/request_file.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace nscope::app {
namespace {

/// Reads the requests of a file. If no compiled length is stated, the longest request determines
/// it.
Result<> read_request_file(const std::string& path, sim::Workload& workload) {
  const auto file = ByteSource::open(path);
  if (!file) return fail(file.error());
  auto requests = sim::read_requests(file->text(), file->name());
  if (!requests) return fail(requests.error());
  if (workload.sequence_length == 0) {
    for (const sim::Request& request : requests->requests) {
      workload.sequence_length =
          std::max(workload.sequence_length, request.input_tokens + request.output_tokens);
    }
  }
  workload.requests = std::make_shared<const sim::RequestPlan>(std::move(*requests));
  return {};
}

}  // namespace

Error DescribedWorkload::blame(Error error) const {
  if (from_flags) error.code = ErrorCode::kInvalidArgument;
  return error;
}

Result<ChosenWorkload> read_workload(const DescribedWorkload& described,
                                     const catalog::Catalog& catalog, TaskControl& control) {
  auto workload = sim::workload_from_json(described.json, described.name);
  if (!workload) return fail(described.blame(workload.error()));
  ChosenWorkload chosen{std::move(*workload), false};
  chosen.workload.custom_model = described.custom_model;
  if (!described.requests.empty()) {
    if (auto read = read_request_file(described.requests, chosen.workload); !read) {
      return fail(read.error());
    }
  }
  if (!described.json.contains("tensor_parallel")) {
    const auto degree = choose_tensor_parallel(catalog, chosen.workload, control);
    if (!degree) return fail(degree.error());
    chosen.workload.tensor_parallel = *degree;
    chosen.tensor_parallel_chosen = true;
  }
  return chosen;
}

bool runs_on_gpus(const DescribedWorkload& described, const catalog::Catalog& catalog) {
  const auto instance = described.json.find("instance");
  return instance != described.json.end() && instance->is_string() &&
         sim::is_gpu_instance(catalog, instance->get<std::string>());
}

}  // namespace nscope::app
