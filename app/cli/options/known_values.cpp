#include "app/cli/options/known_values.h"

#include "app/documents/built_in.h"
#include "costmodel/prices/price_book.h"
#include "profiler/analysis/definition/analysis.h"
#include "profiler/sql/ready_queries.h"
#include "simcore/catalog/catalog.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

namespace nscope::cli {
namespace {

using Words = std::vector<std::string>;
using DocumentKind = app::BuiltIn::Kind;

/// The lists of values that arguments and options of the command line can have.
struct KnownNames {
  Words models;
  Words instances;
  Words devices;
  Words replay_devices;  ///< devices, instance types and their families
  Words hardware;        ///< devices and instance types
  Words regions;
  Words analyses;
  Words queries;
  Words simulations;
  Words workloads;
  Words scenarios;
  Words plans;
  Words studies;
};

Words union_of(std::initializer_list<const Words*> lists) {
  Words all;
  for (const Words* list : lists) all.insert(all.end(), list->begin(), list->end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

Words documents(DocumentKind kind) {
  Words names;
  for (const app::BuiltIn& document : app::built_ins(kind)) names.push_back(document.name);
  return names;
}

Result<KnownNames> known_names() {
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  const auto book = cost::PriceBook::load();
  if (!book) return fail(book.error());
  const auto queries = ready_queries();
  if (!queries) return fail(queries.error());
  KnownNames words;
  Words families;
  for (const catalog::Model& model : catalog->models()) words.models.push_back(model.id);
  for (const catalog::Device& device : catalog->devices()) words.devices.push_back(device.id);
  for (const catalog::Instance& instance : catalog->instances()) {
    words.instances.push_back(instance.id);
    families.push_back(instance.family);
  }
  words.replay_devices = union_of({&words.devices, &words.instances, &families});
  words.hardware = union_of({&words.devices, &words.instances});
  words.regions = book->regions();
  for (const analysis::Analysis* one : analysis::registry()) words.analyses.emplace_back(one->id);
  for (const ReadyQuery& query : *queries) words.queries.push_back(query.id);
  words.workloads = documents(DocumentKind::kWorkload);
  const Words compile = documents(DocumentKind::kCompile);
  words.simulations = union_of({&words.workloads, &compile});
  words.scenarios = documents(DocumentKind::kScenario);
  words.plans = documents(DocumentKind::kPlan);
  words.studies = documents(DocumentKind::kMigration);
  return words;
}

/// Where a list applies: an option or argument, of one command or, if `command` is empty, of all.
struct Place {
  std::string_view command;
  std::string_view name;
  Words KnownNames::* words;
};

constexpr auto kPlaces = std::to_array<Place>({
    {"", "--model", &KnownNames::models},
    {"", "--instance", &KnownNames::instances},
    {"", "--instances", &KnownNames::instances},
    {"", "--region", &KnownNames::regions},
    {"replay", "--device", &KnownNames::replay_devices},
    {"replay", "--captured-on", &KnownNames::replay_devices},
    {"query", "--ready", &KnownNames::queries},
    {"analyze", "ANALYSIS", &KnownNames::analyses},
    {"simulate", "WORKLOAD", &KnownNames::simulations},
    {"live", "SOURCE", &KnownNames::workloads},
    {"cost", "SCENARIO", &KnownNames::scenarios},
    {"plan", "PLAN", &KnownNames::plans},
    {"roi", "STUDY", &KnownNames::studies},
    {"hardware", "NAME", &KnownNames::hardware},
    {"models", "NAME", &KnownNames::models},
});

void fill(ValueReference& value, std::string_view command, std::string_view name,
          const KnownNames& words) {
  for (const Place& place : kPlaces) {
    const bool here = place.command.empty() || place.command == command;
    if (here && place.name == name && value.choices.empty()) value.choices = words.*place.words;
  }
}

void fill(CommandReference& command, const KnownNames& words) {
  for (OptionReference& option : command.options) {
    fill(option.value, command.name, option.names.back(), words);
  }
  for (ArgumentReference& argument : command.arguments) {
    fill(argument.value, command.name, argument.value.name, words);
  }
  for (CommandReference& below : command.commands) fill(below, words);
}

}  // namespace

Result<> add_known_values(CommandReference& program) {
  const auto words = known_names();
  if (!words) return fail(words.error());
  fill(program, *words);
  return {};
}

}  // namespace nscope::cli
