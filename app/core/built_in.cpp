#include "app/core/built_in.h"

#include "profiler/base/byte_source.h"
#include "profiler/base/resources.h"

#include <filesystem>

#include <fmt/format.h>

namespace nscope::app {
namespace {

constexpr std::string_view kFolder = "workloads/";
constexpr std::string_view kWorkloadEnding = ".workload.json";
constexpr std::string_view kScenarioEnding = ".json";

std::string_view ending(BuiltIn::Kind kind) {
  return kind == BuiltIn::Kind::kWorkload ? kWorkloadEnding : kScenarioEnding;
}

std::string names_of(BuiltIn::Kind kind) {
  std::string names;
  for (const BuiltIn& built_in : built_ins()) {
    if (built_in.kind == kind) names += (names.empty() ? "" : ", ") + built_in.name;
  }
  return names;
}

}  // namespace

std::vector<BuiltIn> built_ins() {
  std::vector<BuiltIn> workloads;
  std::vector<BuiltIn> scenarios;
  for (const Resource& resource : list_resources(kFolder)) {
    const auto kind = resource.path.ends_with(kWorkloadEnding) ? BuiltIn::Kind::kWorkload
                                                               : BuiltIn::Kind::kScenario;
    std::string_view name = resource.path.substr(kFolder.size());
    name.remove_suffix(ending(kind).size());
    const auto json = parse_json(resource.content, resource.path);
    const std::string title =
        json && json->contains("title") ? json->at("title").get<std::string>() : std::string(name);
    (kind == BuiltIn::Kind::kWorkload ? workloads : scenarios)
        .push_back({kind, std::string(name), title});
  }
  workloads.insert(workloads.end(), scenarios.begin(), scenarios.end());
  return workloads;
}

Result<Json> read_json_file(const std::string& path) {
  const auto source = ByteSource::open(path);
  if (!source) return fail(source.error());
  return parse_json(source->text(), path);
}

Result<Document> load_document(const std::string& name, BuiltIn::Kind kind) {
  if (std::filesystem::exists(name)) {
    auto json = read_json_file(name);
    if (!json) return fail(json.error());
    return Document{std::move(*json), name};
  }
  const auto resource = find_resource(fmt::format("{}{}{}", kFolder, name, ending(kind)));
  if (!resource) {
    return fail(
        ErrorCode::kNotFound,
        fmt::format("no such file, and no built-in {} of that name (there are: {})",
                    kind == BuiltIn::Kind::kWorkload ? "workload" : "scenario", names_of(kind)),
        name);
  }
  auto json = parse_json(resource->content, resource->path);
  if (!json) return fail(json.error());
  return Document{std::move(*json), std::string(resource->path)};
}

Result<sim::Workload> load_workload(const std::string& name) {
  const auto document = load_document(name, BuiltIn::Kind::kWorkload);
  if (!document) return fail(document.error());
  return sim::workload_from_json(document->json, document->name);
}

Result<cost::Scenario> load_scenario(const std::string& name) {
  const auto document = load_document(name, BuiltIn::Kind::kScenario);
  if (!document) return fail(document.error());
  return cost::scenario_from_json(document->json, document->name);
}

}  // namespace nscope::app
