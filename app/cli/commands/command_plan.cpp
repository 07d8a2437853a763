#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/report/plan_document.h"
#include "app/capacity/report/plan_study.h"
#include "app/capacity/report/training_document.h"
#include "app/capacity/training/plan_training.h"
#include "app/cli/command.h"
#include "app/cli/options/book_options.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/options/day_or_today.h"
#include "app/cli/options/document_note.h"
#include "app/cli/options/member_flags.h"
#include "app/cli/options/report_option.h"
#include "app/documents/built_in.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/json/document_error.h"
#include "profiler/base/json/document_text.h"
#include "simcore/catalog/catalog.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct PlanArguments {
  app::CatalogFolders catalog;
  std::string config;
  std::string document;
  std::vector<std::string> regions;
  std::vector<std::string> instances;
  std::vector<std::string> purchase;
  std::optional<double> rate;
  std::string as_of;
  bool all = false;
  std::string study;  ///< file for the migration study
  BookOptions book;
  ReportOption report;
};

/// Applies the flags, which take precedence over the document.
void override_members(Json& json, const PlanArguments& options) {
  if (!options.regions.empty()) {
    json.erase("region");
    json["regions"] = options.regions;
  }
  if (!options.instances.empty()) json["instances"] = options.instances;
  if (!options.purchase.empty()) json["purchase"] = options.purchase;
  if (!options.as_of.empty()) json["as_of"] = options.as_of;
  const auto traffic = json.find("traffic");
  if (options.rate && traffic != json.end() && traffic->is_object()) {
    traffic->erase("hourly_requests_per_second");
    (*traffic)["requests_per_second"] = *options.rate;
  }
}

/// The error with the document, and with the flag that set the member that it is about.
Error blamed(const Error& error, const PlanArguments& options, const app::Document& document) {
  const std::array flags{
      MemberFlag{"/regions", "--region", !options.regions.empty()},
      MemberFlag{"/instances", "--instances", !options.instances.empty()},
      MemberFlag{"/purchase", "--purchase", !options.purchase.empty()},
      MemberFlag{"/as_of", "--as-of", !options.as_of.empty()},
      MemberFlag{"/traffic/requests_per_second", "--rate", options.rate.has_value()}};
  return with_flag(in_document(error, document.name, document.json), flags, true);
}

/// The plan with the revision of the user's price book, if there is one.
template <class Plan>
Json plan_json(const Plan& plan, bool all, const app::UserBook& user) {
  Json json = capacity::to_json(plan, all);
  if (!user.path.empty()) json["price_book"] = {{"revision", user.revision}};
  return json;
}

/// A migration study of the best fleet. Precondition: there is a best fleet.
Result<Json> best_study(const capacity::FleetPlan& plan) {
  return capacity::study_of(plan, plan.best->configuration.instance);
}

Result<Json> best_study(const capacity::TrainingPlan& plan) {
  return capacity::study_of(plan);
}

/// Writes the migration study, if one is requested, and adds a line to the note of the output.
template <class Plan>
Result<> save_study(const Plan& plan, const std::string& path, const Language& language,
                    CommandOutput& output) {
  if (path.empty()) return {};
  if (!plan.best) {
    output.note +=
        language.say(tr("No migration study was written, because no fleet meets the limits.")) +
        "\n";
    return {};
  }
  const auto study = best_study(plan);
  if (!study) return fail(study.error());
  if (auto saved = write_file(path, document_text(*study)); !saved) return saved;
  const bool open_bill = study->contains(Json::json_pointer("/baseline/bill"));
  output.note +=
      language.say(open_bill
                       ? tr("Saved {}. State the cost and the hours of the bill of the baseline "
                            "(nscope roi --bill reads them from a file); then evaluate it with "
                            "'nscope roi {}'",
                            path, path)
                       : tr("Saved {}; evaluate it with 'nscope roi {}'", path, path)) +
      "\n";
  return {};
}

/// The output of a plan for traffic or training: text or JSON, and the requested report.
template <class Plan, class Document, class SaveWorkbook>
Result<CommandOutput> output_of(const Plan& plan, const PlanArguments& options,
                                const CommonOptions& common,
                                std::optional<app::ReportFormat> format, const app::UserBook& user,
                                const std::vector<app::ModelFile>& files, Document document,
                                SaveWorkbook save_workbook) {
  CommandOutput output;
  const auto json = [&] {
    Json whole = plan_json(plan, options.all, user);
    show_model_files(files, whole);
    return whole;
  };
  if (common.json) {
    output.text = document_text(json());
  } else {
    output.text = capacity::to_text(plan, options.all, common.language);
    output.text += app::model_files_text(files, common.language);
    output.note = book_text(user, common.language);
  }
  const app::ReportWriters writers{
      .document = [&] { return document(plan); },
      .workbook =
          [&](const std::string& path) { return save_workbook(plan, path, common.language); },
      .json = json};
  if (auto done = write_report(options.report, format, writers, common.language, output); !done) {
    return fail(done.error());
  }
  if (auto saved = save_study(plan, options.study, common.language, output); !saved) {
    return fail(saved.error());
  }
  if (!plan.best) output.exit_code = 1;  // a plan without a fleet is a result, not an error
  return output;
}

Result<CommandOutput> run(const PlanArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto start = std::chrono::steady_clock::now();
  const auto format = wanted_report(options.report);
  if (!format) return fail(format.error());
  const auto today = price_day_or_today(options.as_of);
  if (!today) return fail(today.error());
  auto document = app::load_document(options.document, app::BuiltIn::Kind::kPlan);
  if (!document) return fail(document.error());
  if (auto known = check_stated_day(document->json, document->name); !known) {
    return fail(known.error());
  }
  if (document->json.is_object()) override_members(document->json, options);
  const auto known = app::load_catalog_for(*document, options.catalog, options.config);
  if (!known) return fail(known.error());
  const auto user = load_book(options.book);
  if (!user) return fail(user.error());
  constexpr std::uint64_t kSeed = 1;
  const std::uint64_t seed = common.seed.value_or(kSeed);
  using Seconds = std::chrono::duration<double>;
  // Reading the document, the catalogue and the prices is part of the limit.
  const Seconds used = std::chrono::steady_clock::now() - start;
  const auto limit = common.timeout
                         ? std::optional(std::max(Seconds(*common.timeout) - used, Seconds(0)))
                         : std::nullopt;
  if (capacity::asks_training(document->json)) {
    if (options.rate) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("--rate is only for plans for traffic; this plan is for training"));
    }
    const auto request = capacity::training_request_from_json(document->json, document->name);
    if (!request) return fail(blamed(request.error(), options, *document));
    const auto plan = capacity::plan_training_within(limit, known->catalog, user->book, *request,
                                                     *today, seed, control);
    if (!plan) return fail(blamed(plan.error(), options, *document));
    auto output = output_of(*plan, options, common, *format, *user, known->files,
                            capacity::training_document, capacity::write_training_workbook);
    if (output && !plan->complete) output->exit_code = exit_code_for(ErrorCode::kCancelled);
    if (output) output->note.insert(0, note_line(document->note, common.language));
    return output;
  }
  const auto request = capacity::plan_request_from_json(document->json, document->name);
  if (!request) return fail(blamed(request.error(), options, *document));
  const auto plan =
      capacity::plan_fleet(known->catalog, user->book, *request, *today, seed, control, limit);
  if (!plan) return fail(blamed(plan.error(), options, *document));
  auto output = output_of(*plan, options, common, *format, *user, known->files,
                          capacity::plan_document, capacity::write_plan_workbook);
  if (output && !plan->complete) output->exit_code = exit_code_for(ErrorCode::kCancelled);
  if (output) output->note.insert(0, note_line(document->note, common.language));
  return output;
}

}  // namespace

CommandRun define_plan(CLI::App& app) {
  const auto options = std::make_shared<PlanArguments>();
  app.add_option("PLAN", options->document,
                 help("A file of schema nscope.plan/1, or the name of a built-in plan"))
      ->required();
  app.add_option("--region", options->regions, help("Region; can be repeated"))
      ->option_text("NAME")
      ->take_all();
  app.add_option("--instances", options->instances, help("Allowed instance types"))
      ->option_text("NAME...")
      ->take_all();
  app.add_option("--purchase", options->purchase, help("Allowed purchase option; can be repeated"))
      ->option_text("on_demand|ri_1yr|ri_3yr|spot|capacity_block")
      ->take_all();
  app.add_option("--rate", options->rate,
                 help("Requests per second, instead of the traffic in the document"))
      ->option_text("X");
  app.add_option("--as-of", options->as_of, help("Date of the prices (default: today)"))
      ->option_text("DATE");
  add_book_options(app, options->book);
  add_report_option(app, options->report);
  app.add_option("--study", options->study,
                 help("Also write the best fleet as a migration study for 'nscope roi'"))
      ->option_text("FILE.roi.json");
  app.add_flag("--all", options->all,
               help("Also show all rejected configurations with their reasons"));
  add_config_option(app, options->config);
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
