// Workloads, kernels and compile-cache scenarios are written by hand and by programs, and request
// files come from other tools: reading one must never crash or hang, and a workload that is
// accepted must be read again from its own document.
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "simcore/engine/compile_cache/compile_scenario.h"
#include "simcore/engine/documents/document_variants.h"
#include "simcore/engine/gpu/gpu_workload.h"
#include "simcore/engine/instruction/kernel.h"
#include "simcore/engine/workload/request_file.h"
#include "simcore/engine/workload/workload.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace nscope;

void check(bool holds) {
  if (!holds) std::abort();
}

void read_workload(const Json& json) {
  const auto workload = sim::workload_from_json(json, "fuzz.json");
  if (!workload) return;
  const Json again = sim::to_json(*workload);
  const auto same = sim::workload_from_json(again, "again.json");
  check(same.has_value());
  check(compact_text(sim::to_json(*same)) == compact_text(again));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)sim::read_requests(text, "fuzz.csv");
  const auto json = parse_json(text, "fuzz.json");
  if (!json) return 0;
  read_workload(*json);
  if (const auto varied = sim::varied_document_from_json(*json, "fuzz.json")) {
    for (const auto& variant : varied->variants) read_workload(variant.json);
  }
  (void)sim::compile_study_from_json(*json, "fuzz.json");
  (void)sim::gpu_workload_from_json(*json, "fuzz.json");
  (void)sim::kernel_from_json(*json, "fuzz.json");
  return 0;
}
