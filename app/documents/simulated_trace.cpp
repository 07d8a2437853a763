#include "app/documents/simulated_trace.h"

#include "app/documents/built_in.h"
#include "app/documents/model_files.h"
#include "app/documents/read_workload.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/build/trace_builder.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/compile_cache/simulate_compile_cache.h"
#include "simcore/engine/simulation/simulate.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace nscope::app {
namespace {

constexpr std::size_t kHead = 64u << 10;

Result<> simulate_compile_study(const Document& document, std::optional<std::uint64_t> seed,
                                const catalog::Catalog& catalog, TraceSink& sink,
                                TaskControl& control) {
  const auto study = sim::compile_study_from_json(document.json, document.name);
  if (!study) return fail(study.error());
  sim::CompileScenario scenario = study->variants.front().scenario;
  if (seed) scenario.seed = *seed;
  const auto result = sim::simulate_compile_cache(catalog, scenario, &sink, control);
  return result ? Result<>() : fail(result.error());
}

Result<> simulate_workload(const Document& document, std::optional<std::uint64_t> seed,
                           const catalog::Catalog& catalog, TraceSink& sink, TaskControl& control) {
  if (!document.json.is_object()) {
    return fail(ErrorCode::kBadInput, tr("a workload must be a JSON object"), document.name);
  }
  DescribedWorkload described{.json = document.json, .name = document.name};
  if (seed) described.json["seed"] = *seed;
  if (runs_on_gpus(described, catalog)) {
    return fail(ErrorCode::kInvalidArgument, tr("workloads on GPUs have a prediction only, no run"),
                document.name);
  }
  const auto chosen = read_workload(described, catalog, control);
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
                                                     TaskControl& control,
                                                     const CatalogFolders& folders) {
  auto loaded = load_simulation(document);
  if (!loaded) return fail(loaded.error());
  const auto known = load_catalog_for(*loaded, folders);
  if (!known) return fail(known.error());
  TraceBuilder builder;
  const auto simulated =
      sim::is_compile_study(loaded->json)
          ? simulate_compile_study(*loaded, seed, known->catalog, builder, control)
          : simulate_workload(*loaded, seed, known->catalog, builder, control);
  if (!simulated) return fail(simulated.error());
  return builder.finish();
}

}  // namespace nscope::app
