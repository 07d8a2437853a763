#pragma once

#include "costmodel/scenario/scenario.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/workload/workload.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::app {

/// A workload, cost scenario, compile-cache scenario, capacity plan or migration study that
/// comes with the program: an entry of the gallery.
struct BuiltIn {
  enum class Kind { kWorkload, kScenario, kCompile, kPlan, kMigration };
  Kind kind = Kind::kWorkload;
  std::string name;   ///< what users type: "example"; one of each kind may have it
  std::string title;  ///< one line for people
  std::string note;   ///< what it is about, some sentences; may be empty
};

/// The documents that the desktop has a page for: workloads, cost scenarios, capacity plans and
/// migration studies, in this order, each kind by name.
std::vector<BuiltIn> built_ins();
/// Those of one kind, by name.
std::vector<BuiltIn> built_ins(BuiltIn::Kind kind);
/// "workload", "scenario", "compile", "plan", "migration": as in "plan:inf2-100rps-sla".
std::string_view word(BuiltIn::Kind kind);
/// The one of built_ins() that `text` means: a name, or a kind's word and a name. Where several
/// kinds have the name, the first whose kind is among `preferred`, else the first.
std::optional<BuiltIn> find_built_in(std::string_view text,
                                     std::span<const BuiltIn::Kind> preferred = {});

/// Parses a JSON file of the user. Errors: those of opening and parsing.
Result<Json> read_json_file(const std::string& path);

/// A document and the name it goes by in messages.
struct Document {
  Json json;
  std::string name;
};

/// The file of that name where there is one, else the built-in of that kind. Errors: kNotFound
/// listing the built-in names; those of reading.
Result<Document> load_document(const std::string& name, BuiltIn::Kind kind);
/// What `simulate` runs: a file, a built-in compile-cache scenario, or a workload.
Result<Document> load_simulation(const std::string& name);
Result<sim::Workload> load_workload(const std::string& name);
Result<cost::Scenario> load_scenario(const std::string& name);

}  // namespace nscope::app
