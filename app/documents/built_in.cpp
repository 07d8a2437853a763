#include "app/documents/built_in.h"

#include "costmodel/commitments/hourly_file.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/resources.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

namespace nscope::app {
namespace {

constexpr std::string_view kWorkloadFolder = "workloads/";
constexpr std::string_view kWorkloadEnding = ".workload.json";
constexpr std::string_view kCompileEnding = ".compile.json";
constexpr std::string_view kPlanEnding = ".plan.json";
constexpr std::string_view kMigrationEnding = ".roi.json";
constexpr std::string_view kScenarioEnding = ".json";

std::string_view ending(BuiltIn::Kind kind) {
  switch (kind) {
    case BuiltIn::Kind::kWorkload: return kWorkloadEnding;
    case BuiltIn::Kind::kCompile: return kCompileEnding;
    case BuiltIn::Kind::kPlan: return kPlanEnding;
    case BuiltIn::Kind::kMigration: return kMigrationEnding;
    case BuiltIn::Kind::kScenario: break;
  }
  return kScenarioEnding;
}

Text not_found(BuiltIn::Kind kind, const std::string& names) {
  switch (kind) {
    case BuiltIn::Kind::kPlan:
      return tr("there is neither a file nor a built-in plan with this name; built-in plans: {}",
                names);
    case BuiltIn::Kind::kMigration:
      return tr("there is neither a file nor a built-in study with this name; built-in studies: {}",
                names);
    case BuiltIn::Kind::kScenario:
      return tr(
          "there is neither a file nor a built-in scenario with this name; built-in scenarios: "
          "{}",
          names);
    case BuiltIn::Kind::kWorkload:
    case BuiltIn::Kind::kCompile: break;
  }
  return tr(
      "there is neither a file nor a built-in workload with this name; built-in workloads: {}",
      names);
}

BuiltIn::Kind kind_of(std::string_view path) {
  if (path.ends_with(kWorkloadEnding)) return BuiltIn::Kind::kWorkload;
  if (path.ends_with(kCompileEnding)) return BuiltIn::Kind::kCompile;
  if (path.ends_with(kPlanEnding)) return BuiltIn::Kind::kPlan;
  if (path.ends_with(kMigrationEnding)) return BuiltIn::Kind::kMigration;
  return BuiltIn::Kind::kScenario;
}

/// The built-in documents of all kinds, sorted by name.
std::vector<BuiltIn> all_built_ins() {
  std::vector<BuiltIn> all;
  for (const Resource& resource : list_resources(kWorkloadFolder)) {
    const auto kind = kind_of(resource.path);
    std::string_view name = resource.path.substr(kWorkloadFolder.size());
    name.remove_suffix(ending(kind).size());
    const auto json = parse_json(resource.content, resource.path);
    const auto text = [&json](const char* key, std::string_view fallback) {
      return json && json->contains(key) ? json->at(key).get<std::string>() : std::string(fallback);
    };
    all.push_back({kind, std::string(name), Text::of_resource(text("title", name)),
                   Text::of_resource(text("note", {}))});
  }
  std::sort(all.begin(), all.end(), [](const BuiltIn& a, const BuiltIn& b) {
    return std::tie(a.name, a.kind) < std::tie(b.name, b.kind);
  });
  return all;
}

/// The command that reads the kind; `simulate` reads workloads and compile-cache scenarios.
std::string_view command_of(BuiltIn::Kind kind) {
  if (kind == BuiltIn::Kind::kMigration) return "roi";
  if (kind == BuiltIn::Kind::kPlan) return "plan";
  return kind == BuiltIn::Kind::kScenario ? "cost" : "simulate";
}

std::string names_of(BuiltIn::Kind kind) {
  std::string names;
  for (const BuiltIn& built_in : all_built_ins()) {
    if (command_of(built_in.kind) != command_of(kind)) continue;
    names += (names.empty() ? "" : ", ") + built_in.name;
  }
  return names;
}

/// The built-in document of this kind with this name or id.
std::optional<Resource> resource_of(std::string_view name, BuiltIn::Kind kind) {
  const std::string_view id = word(kind);
  if (name.starts_with(id) && name.substr(id.size()).starts_with(':')) {
    name.remove_prefix(id.size() + 1);
  }
  const std::string path = fmt::format("{}{}{}", kWorkloadFolder, name, ending(kind));
  // The ending of scenarios is part of the others: "example.workload" is not a scenario.
  if (kind_of(path) != kind) return std::nullopt;
  const auto found = find_resource(path);
  return found ? std::optional(*found) : std::nullopt;
}

/// Names that cannot be those of files, such as long ones, are not there.
bool is_there(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

}  // namespace

std::vector<BuiltIn> built_ins() {
  std::vector<BuiltIn> all;
  for (const auto kind : {BuiltIn::Kind::kWorkload, BuiltIn::Kind::kScenario, BuiltIn::Kind::kPlan,
                          BuiltIn::Kind::kMigration}) {
    const std::vector<BuiltIn> some = built_ins(kind);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::vector<BuiltIn> built_ins(BuiltIn::Kind kind) {
  std::vector<BuiltIn> all = all_built_ins();
  std::erase_if(all, [kind](const BuiltIn& each) { return each.kind != kind; });
  return all;
}

std::string_view word(BuiltIn::Kind kind) {
  switch (kind) {
    case BuiltIn::Kind::kCompile: return "compile";
    case BuiltIn::Kind::kPlan: return "plan";
    case BuiltIn::Kind::kMigration: return "migration";
    case BuiltIn::Kind::kScenario: return "scenario";
    case BuiltIn::Kind::kWorkload: break;
  }
  return "workload";
}

std::optional<BuiltIn> find_built_in(std::string_view text,
                                     std::span<const BuiltIn::Kind> preferred) {
  std::optional<BuiltIn> found;
  for (BuiltIn& each : built_ins()) {
    if (fmt::format("{}:{}", word(each.kind), each.name) == text) return std::move(each);
    if (each.name != text) continue;
    const bool wanted = std::find(preferred.begin(), preferred.end(), each.kind) != preferred.end();
    if (wanted) return std::move(each);
    if (!found) found = std::move(each);
  }
  return found;
}

bool is_built_in(std::string_view name, BuiltIn::Kind kind) {
  return resource_of(name, kind).has_value();
}

Text namesake_note(std::string_view name, const std::string& path) {
  if (!is_there(path)) return {};
  return tr(
      "'{}' is the name of a built-in document, which is used. There is also a file or folder with "
      "this name; to use it, write './{}'.",
      name, name);
}

Result<Json> read_json_file(const std::string& path) {
  const auto source = ByteSource::open(path);
  if (!source) return fail(source.error());
  return parse_json(source->text(), path);
}

Result<Document> load_document(const std::string& name, BuiltIn::Kind kind) {
  if (const auto resource = resource_of(name, kind)) {
    auto json = parse_json(resource->content, resource->path);
    if (!json) return fail(json.error());
    return Document{std::move(*json), std::string(resource->path), namesake_note(name, name)};
  }
  if (!is_there(name)) return fail(ErrorCode::kNotFound, not_found(kind, names_of(kind)), name);
  auto json = read_json_file(name);
  if (!json) return fail(json.error());
  if (auto read = cost::read_hourly_files(*json, name); !read) return fail(read.error());
  return Document{std::move(*json), name};
}

Result<Document> load_simulation(const std::string& name) {
  const bool compile = is_built_in(name, BuiltIn::Kind::kCompile);
  return load_document(name, compile ? BuiltIn::Kind::kCompile : BuiltIn::Kind::kWorkload);
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
