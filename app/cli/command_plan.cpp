#include "app/capacity/plan_document.h"
#include "app/capacity/plan_fleet.h"
#include "app/cli/book_options.h"
#include "app/cli/command.h"
#include "app/cli/day_or_today.h"
#include "app/cli/report_option.h"
#include "app/core/built_in.h"
#include "simcore/catalog/catalog.h"

#include <memory>
#include <string>
#include <vector>

namespace nscope::cli {
namespace {

struct Options {
  std::string document;
  std::vector<std::string> regions;
  std::vector<std::string> instances;
  std::vector<std::string> purchase;
  std::optional<double> rate;
  std::string as_of;
  bool all = false;
  BookOptions book;
  ReportOption report;
};

/// Flags go before the document's members.
void override_members(Json& json, const Options& options) {
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

/// With the revision of the user's price book, where there is one.
Json plan_json(const capacity::FleetPlan& plan, bool all, const app::UserBook& user) {
  Json json = capacity::to_json(plan, all);
  if (!user.path.empty()) json["price_book"] = {{"revision", user.revision}};
  return json;
}

Result<CommandOutput> run(const Options& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto format = wanted_report(options.report);
  if (!format) return fail(format.error());
  const auto today = day_or_today(options.as_of);
  if (!today) return fail(today.error());
  auto document = app::load_document(options.document, app::BuiltIn::Kind::kPlan);
  if (!document) return fail(document.error());
  if (document->json.is_object()) override_members(document->json, options);
  const auto request = capacity::plan_request_from_json(document->json, document->name);
  if (!request) return fail(request.error());
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  const auto user = load_book(options.book);
  if (!user) return fail(user.error());
  constexpr std::uint64_t kSeed = 1;
  const auto plan = capacity::plan_fleet(*catalog, user->book, *request, *today,
                                         common.seed.value_or(kSeed), control);
  if (!plan) return fail(plan.error());
  CommandOutput output;
  if (common.json) {
    output.text = plan_json(*plan, options.all, *user).dump(2) + "\n";
  } else {
    output.text = capacity::to_text(*plan, options.all);
    output.note = book_sentence(*user);
  }
  const app::ReportWriters writers{
      .document = [&] { return capacity::plan_document(*plan); },
      .workbook =
          [&](const std::string& path) { return capacity::write_plan_workbook(*plan, path); },
      .json = [&] { return plan_json(*plan, options.all, *user); }};
  if (auto done = write_report(options.report, *format, writers, output); !done) {
    return fail(done.error());
  }
  if (!plan->best) output.exit_code = 1;  // no fleet is a result
  return output;
}

}  // namespace

CommandRun define_plan(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("PLAN", options->document, "A file of schema nscope.plan/1, or a built-in plan")
      ->required();
  app.add_option("--region", options->regions, "Region; more than once for several")
      ->option_text("NAME")
      ->take_all();
  app.add_option("--instances", options->instances, "Instance types that may be used")
      ->option_text("NAME...")
      ->take_all();
  app.add_option("--purchase", options->purchase, "What may be bought; more than once")
      ->option_text("on_demand|ri_1yr|ri_3yr|spot|capacity_block")
      ->take_all();
  app.add_option("--rate", options->rate, "Requests per second, instead of the document's")
      ->option_text("X");
  app.add_option("--as-of", options->as_of, "Prices of this day (today)")->option_text("DATE");
  add_book_options(app, options->book);
  add_report_option(app, options->report);
  app.add_flag("--all", options->all, "Every configuration that lost, with its reason");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
