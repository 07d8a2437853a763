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

/// A built-in workload, cost scenario, compile-cache scenario, capacity plan or migration study: an
/// entry of the gallery.
struct BuiltIn {
  enum class Kind { kWorkload, kScenario, kCompile, kPlan, kMigration };
  Kind kind = Kind::kWorkload;
  std::string name;  ///< "example"; unique among the documents of its kind
  Text title{};      ///< one line
  Text note{};       ///< a description of a few sentences; can be empty
};

/// The documents that have a page in the window: workloads, cost scenarios, capacity plans and
/// migration studies, in this order; within a kind sorted by name.
std::vector<BuiltIn> built_ins();
/// The documents of one kind, sorted by name.
std::vector<BuiltIn> built_ins(BuiltIn::Kind kind);
/// The id of a kind: "workload", "scenario", "compile", "plan" or "migration", as in
/// "plan:inf2-100rps-sla".
std::string_view word(BuiltIn::Kind kind);
/// Finds a document of built_ins() by its name, or by the id of a kind and its name. If documents
/// of several kinds have the name, the first one of a kind in `preferred`, or else the first one.
std::optional<BuiltIn> find_built_in(std::string_view text,
                                     std::span<const BuiltIn::Kind> preferred = {});

/// Reads a JSON file. Errors: those of opening and parsing.
Result<Json> read_json_file(const std::string& path);

/// A document and its name for messages.
struct Document {
  Json json;
  std::string name;
  Text note{};  ///< namesake_note() of a built-in document
};

// The name of a built-in document means this document in every folder, whatever files are there. A
// file or folder with the same name is opened by a path, such as "./example".

/// Whether a built-in document of this kind has this name or id.
bool is_built_in(std::string_view name, BuiltIn::Kind kind);
/// Says that the built-in document `name` was used although `path` is there, and how to use that;
/// empty if it is not there.
Text namesake_note(std::string_view name, const std::string& path);

/// Loads the built-in document of this kind with this name or id, or else a file with the CSV files
/// that it names (cost::read_hourly_files()). Errors: kNotFound listing the built-in names; those
/// of reading.
Result<Document> load_document(const std::string& name, BuiltIn::Kind kind);
/// Loads a document for `simulate`: a built-in compile-cache scenario, a built-in workload or a
/// file.
Result<Document> load_simulation(const std::string& name);
Result<sim::Workload> load_workload(const std::string& name);
Result<cost::Scenario> load_scenario(const std::string& name);

}  // namespace nscope::app
