#include "app/cli/simulated_trace.h"

#include "app/cli/gpu_simulation.h"
#include "app/cli/workload_options.h"
#include "app/core/built_in.h"
#include "profiler/base/byte_source.h"
#include "profiler/trace/trace_builder.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/compile_cache/simulate_compile_cache.h"
#include "simcore/engine/simulate.h"

#include <string_view>

namespace nscope::cli {
namespace {

constexpr std::size_t kHead = 64u << 10;

Result<> simulate_compile_study(const app::Document& document, std::optional<std::uint64_t> seed,
                                const catalog::Catalog& catalog, TraceSink& sink,
                                TaskControl& control) {
  const auto study = sim::compile_study_from_json(document.json, document.name);
  if (!study) return fail(study.error());
  sim::CompileScenario scenario = study->variants.front().scenario;
  if (seed) scenario.seed = *seed;
  const auto result = sim::simulate_compile_cache(catalog, scenario, &sink, control);
  return result ? Result<>() : fail(result.error());
}

Result<> simulate_workload(const std::string& document, std::optional<std::uint64_t> seed,
                           const catalog::Catalog& catalog, TraceSink& sink, TaskControl& control) {
  WorkloadOptions options;
  options.document = document;
  const auto described = describe_workload(options, seed);
  if (!described) return fail(described.error());
  const auto gpus = read_gpu_workload(*described, catalog);
  if (!gpus) return fail(gpus.error());
  if (*gpus) {
    return fail(ErrorCode::kInvalidArgument, "on GPUs there is a prediction only, no run",
                described->name);
  }
  const auto chosen = read_workload(*described, catalog);
  if (!chosen) return fail(chosen.error());
  const auto result = sim::simulate(catalog, chosen->workload, sink, control);
  return result ? Result<>() : fail(result.error());
}

}  // namespace

bool is_simulation_document(const std::string& path) {
  const auto file = ByteSource::open(path);
  if (!file) return false;
  const std::string_view head = file->text().substr(0, kHead);
  constexpr std::string_view kMember = "\"schema\"";
  const std::size_t member = head.find(kMember);
  if (member == std::string_view::npos) return false;
  std::string_view value = head.substr(member + kMember.size());
  value.remove_prefix(std::min(value.find_first_not_of(" \t\r\n:"), value.size()));
  return value.starts_with("\"nscope.workload/") || value.starts_with("\"nscope.compile/");
}

Result<std::shared_ptr<const Trace>> simulated_trace(const std::string& document,
                                                     std::optional<std::uint64_t> seed,
                                                     TaskControl& control) {
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  const auto loaded = app::load_simulation(document);
  if (!loaded) return fail(loaded.error());
  TraceBuilder builder;
  const auto simulated = sim::is_compile_study(loaded->json)
                             ? simulate_compile_study(*loaded, seed, *catalog, builder, control)
                             : simulate_workload(document, seed, *catalog, builder, control);
  if (!simulated) return fail(simulated.error());
  return builder.finish();
}

}  // namespace nscope::cli
