#include "app/cli/studies/price_check.h"

#include "app/capacity/request/plan_request.h"
#include "app/capacity/request/training_request.h"
#include "app/cli/options/day_or_today.h"
#include "app/cli/options/document_note.h"
#include "app/documents/built_in.h"
#include "app/documents/own_catalog.h"
#include "app/pricing/price_import.h"
#include "costmodel/migration/roi_study.h"
#include "costmodel/price_formats/registry.h"
#include "costmodel/prices/price_needs.h"
#include "costmodel/scenario/scenario.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/csv.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

using Needs = std::vector<cost::PriceNeed>;

void add_all(Needs& needs, const std::string& instance, const std::vector<std::string>& regions,
             std::span<const cost::Purchase> options) {
  for (const std::string& region : regions) {
    for (const cost::Purchase& option : options) needs.push_back({instance, region, option});
  }
}

Needs needs_of(const cost::Scenario& scenario) {
  Needs needs;
  for (const cost::WorkItem& item : scenario.work) {
    const std::string& instance = item.estimate.instance;
    add_all(needs, instance, scenario.regions, scenario.options);
    if (scenario.economics.commitments) {
      add_all(needs, instance, scenario.regions, scenario.economics.commitments->options);
    }
  }
  for (const cost::BundleRequest& bundle : scenario.economics.bundles) {
    for (const cost::BundlePart& part : bundle.parts) {
      if (!part.per_hour && !part.amount) {
        add_all(needs, part.instance, scenario.regions, {&part.purchase, 1});
      }
    }
  }
  return needs;
}

Needs needs_of(const cost::RoiStudy& study) {
  Needs needs;
  for (const auto name : {cost::SideName::kBaseline, cost::SideName::kTarget}) {
    const cost::RoiSide& side = study.side(name);
    if (!side.bill && !side.work.estimate.price && !side.work.estimate.instance.empty()) {
      needs.push_back({side.work.estimate.instance, side.region, side.option});
    }
  }
  return needs;
}

/// Plans: the stated instance types or, if none are stated, all that the book has in the regions.
template <class Request>
Needs needs_of_plan(const Request& request, const cost::PriceBook& book) {
  Needs needs;
  const std::vector<std::string> instances =
      request.instances.empty() ? book.instances() : request.instances;
  for (const std::string& instance : instances) {
    const bool neuron = instance.starts_with("trn") || instance.starts_with("inf");
    if (request.instances.empty() && !neuron) continue;
    add_all(needs, instance, request.regions, request.purchase);
  }
  return needs;
}

/// Loads the built-in scenario, plan or migration study with the name, or else a file.
Result<app::Document> load_question(const std::string& name) {
  using Kind = app::BuiltIn::Kind;
  constexpr std::array kKinds{Kind::kScenario, Kind::kPlan, Kind::kMigration};
  const auto found = app::find_built_in(name, kKinds);
  const bool known = found && std::ranges::count(kKinds, found->kind) > 0;
  return app::load_document(name, known ? found->kind : Kind::kScenario);
}

Result<Needs> needs_of(const app::Document& document, const cost::PriceBook& book) {
  const Json& json = document.json;
  const bool has_schema = json.is_object() && json.contains("schema") && json["schema"].is_string();
  const std::string schema = has_schema ? json["schema"].get<std::string>() : std::string();
  if (schema.starts_with("nscope.roi/")) {
    const auto study = cost::roi_study_from_json(json, document.name);
    return study ? Result<Needs>(needs_of(*study)) : fail(study.error());
  }
  if (schema.starts_with("nscope.plan/")) {
    if (capacity::asks_training(json)) {
      const auto request = capacity::training_request_from_json(json, document.name);
      return request ? Result<Needs>(needs_of_plan(*request, book)) : fail(request.error());
    }
    const auto request = capacity::plan_request_from_json(json, document.name);
    return request ? Result<Needs>(needs_of_plan(*request, book)) : fail(request.error());
  }
  if (schema.starts_with("nscope.cost/")) {
    const auto scenario = cost::scenario_from_json(json, document.name);
    return scenario ? Result<Needs>(needs_of(*scenario)) : fail(scenario.error());
  }
  return fail(
      ErrorCode::kBadInput,
      tr("the document must be a cost scenario (nscope.cost/1), a plan (nscope.plan/1) or a "
         "migration study (nscope.roi/1)"),
      document.name);
}

}  // namespace

Result<CommandOutput> check_prices_of(const CheckArguments& arguments,
                                      const CommonOptions& common) {
  const auto day = price_day_or_today(arguments.as_of);
  if (!day) return fail(day.error());
  const auto document = load_question(arguments.document);
  if (!document) return fail(document.error());
  const auto user = load_book(arguments.book);
  if (!user) return fail(user.error());
  const auto needs = needs_of(*document, user->book);
  if (!needs) return fail(needs.error());
  if (needs->empty()) {
    return fail(ErrorCode::kNotFound, tr("the document needs no price of the book"),
                document->name);
  }
  const int open = cost::open_needs(user->book, *needs, *day);
  const Table table = cost::price_needs_table(user->book, *needs, *day);
  const auto commands = cost::fetch_commands(user->book, *needs, *day);
  CommandOutput output;
  output.exit_code = open > 0 ? 1 : 0;
  if (common.json) {
    output.text = document_text(Json{{"schema", "nscope.prices_check/1"},
                                     {"as_of", cost::to_string(*day)},
                                     {"open", open},
                                     {"prices", table.to_json()},
                                     {"downloads", commands}});
    output.note = note_line(document->note, common.language);
    return output;
  }
  const Language& language = common.language;
  output.text = table.to_text(language);
  if (!commands.empty()) {
    output.text += "\n" + language.say(tr("Commands that download newer prices")) + "\n";
  }
  for (const std::string& command : commands) output.text += "  " + command + "\n";
  output.note =
      note_line(document->note, language) +
      language.say(open > 0
                       ? tr_plural(open,
                                   "{} price is out of date or unknown. Download the file and "
                                   "import it: nscope prices import FILE, with --observed DAY if "
                                   "it has no date.",
                                   "{} prices are out of date or unknown. Download the files and "
                                   "import them: nscope prices import FILE, with --observed DAY if "
                                   "they have no date.",
                                   open)
                       : tr("All prices are current.")) +
      "\n" + book_text(*user, language);
  return output;
}

Result<CommandOutput> add_price(const AddArguments& arguments, const CommonOptions& common,
                                TaskControl& control) {
  const auto path = book_to_change(arguments.book);
  if (!path) return fail(path.error());
  const auto today = day_or_today({});
  if (!today) return fail(today.error());
  const std::string date = arguments.date.empty() ? cost::to_string(*today) : arguments.date;
  const std::vector<std::string> fields{arguments.instance,
                                        arguments.region,
                                        arguments.zone,
                                        arguments.option,
                                        "",
                                        arguments.price,
                                        date,
                                        arguments.source,
                                        "priced",
                                        arguments.note,
                                        arguments.upfront,
                                        arguments.currency,
                                        arguments.effective};
  std::string text =
      "instance,region,zone,option,term,usd_per_hour,date,source,state,note,upfront,currency,"
      "effective\n";
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) text += ',';
    append_csv_field(fields[i], text);
  }
  text += "\n";
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  auto list = cost::recognise_price_list(
      ByteSource::from_bytes("nscope prices add", {bytes.begin(), bytes.end()}));
  if (!list) return fail(list.error());
  std::vector<cost::PriceList> lists;
  lists.push_back(std::move(*list));
  const auto done =
      app::import_prices(*path, lists, {.today = *today, .own = true, .instances = {}}, control);
  if (!done) return fail(done.error().code, done.error().message);
  const cost::ImportReport& report = done->front();
  if (common.json) {
    return CommandOutput{.text = document_text(Json{{"schema", "nscope.prices_add/1"},
                                                    {"import", report.id},
                                                    {"added", report.added},
                                                    {"advice", report.advice}})};
  }
  CommandOutput output;
  const Language& language = common.language;
  output.text =
      language.say(report.added > 0
                       ? tr("The price was added. To undo it: nscope prices forget {}", report.id)
                       : tr("The price book has this price already.")) +
      "\n";
  for (const Text& advice : report.advice) output.note += language.say(advice) + "\n";
  return output;
}

}  // namespace nscope::cli
