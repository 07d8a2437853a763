#include "costmodel/scenario/scenario.h"

#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/nested_json.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kScenarioSchema = "nscope.cost/1";

std::vector<std::string> read_regions(StrictObject& in) {
  const auto one = in.optional_string("region");
  const Json* many = in.optional("regions");
  if (one.has_value() == (many != nullptr)) {
    in.reject("region", tr("exactly one of 'region' and 'regions' is required"));
    return {};
  }
  if (one) return {*one};
  std::vector<std::string> regions;
  for (const Json& region : in.array("regions")) {
    if (!region.is_string()) {
      in.reject("regions", tr("must be an array of strings"));
      return {};
    }
    const auto name = region.get<std::string>();
    if (std::find(regions.begin(), regions.end(), name) != regions.end()) {
      in.reject("regions", tr("duplicate '{}'", name));
    }
    regions.push_back(name);
  }
  if (regions.empty()) in.reject("regions", tr("must not be empty"));
  return regions;
}

std::optional<Purchase> read_option(StrictObject& in, const std::string& key, const Json& json) {
  const auto option =
      json.is_string() ? parse_purchase_option(json.get<std::string>()) : std::nullopt;
  if (!option) {
    in.reject(key, unknown_purchase_option(json.is_string() ? json.get<std::string>()
                                                            : compact_text(json)));
  }
  return option;
}

std::vector<Purchase> read_options(StrictObject& in) {
  if (in.optional("options") == nullptr) return {kPurchaseOptions.begin(), kPurchaseOptions.end()};
  std::vector<Purchase> options;
  for (const Json& json : in.array("options")) {
    const auto option = read_option(in, fmt::format("options/{}", options.size()), json);
    if (!option) return {};
    if (std::find(options.begin(), options.end(), *option) != options.end()) {
      in.reject("options", tr("duplicate {}", compact_text(json)));
    }
    options.push_back(*option);
  }
  if (options.empty()) in.reject("options", tr("must not be empty"));
  return options;
}

void read_run(StrictObject& run, Scenario& scenario) {
  scenario.run_tokens = read_optional_positive(run, "tokens");
  if (const auto days = read_optional_positive(run, "days"))
    scenario.run_hours = *days * kHoursPerDay;
  if (scenario.run_tokens.has_value() == scenario.run_hours.has_value()) {
    run.reject("tokens", tr("exactly one of 'tokens' and 'days' is required"));
  }
}

/// One price of the user: {"instance", "region", "option", "usd_per_hour", "upfront", "date",
/// "source"}.
PriceObservation read_own_price(StrictObject& in) {
  PriceObservation row;
  row.instance = in.string("instance");
  row.region = in.optional_string("region").value_or("*");
  const std::string option = in.string("option");
  row.purchase = read_option(in, "option", Json(option)).value_or(Purchase());
  row.per_hour = read_usd(in, "usd_per_hour");
  row.upfront = read_optional_usd(in, "upfront").value_or(Usd());
  if (row.upfront != Usd() && !is_commitment(row.purchase.option)) {
    in.reject("upfront", tr("allowed for commitments only"));
  }
  const auto date = parse_price_date(in.string("date"));
  if (!date) in.reject("date", date.error().message);
  row.observed = date.value_or(PriceDate{});
  row.source = in.string("source");
  row.term = in.optional_string("term").value_or("");
  row.note = in.optional_string("note").value_or("");
  row.own = true;
  return row;
}

void read_own_prices(StrictObject& in, Scenario& scenario) {
  if (in.optional("prices") == nullptr) return;
  for (const Json& json : in.array("prices")) {
    StrictObject entry(json, in.path(fmt::format("prices/{}", scenario.prices.size())));
    scenario.prices.push_back(read_own_price(entry));
    in.adopt(entry);
  }
}

void read_work(StrictObject& in, Scenario& scenario) {
  std::set<std::string> labels;
  // A scenario can consist of bundles alone, which have no throughput.
  if (!scenario.economics.bundles.empty() && in.optional("work") == nullptr) return;
  for (const Json& json : in.array("work")) {
    StrictObject entry(json, in.path(fmt::format("work/{}", scenario.work.size())));
    WorkItem item = read_work_item(entry);
    if (!labels.insert(item.estimate.label).second) {
      entry.reject("label", tr("duplicate '{}'; labels must be unique", item.estimate.label));
    }
    in.adopt(entry);
    scenario.work.push_back(std::move(item));
  }
  if (scenario.work.empty()) in.reject("work", tr("must not be empty"));
  for (std::size_t i = 0; i < scenario.work.size(); ++i) {
    const WorkItem& item = scenario.work[i];
    if (!item.compare_with.empty() && labels.count(item.compare_with) == 0) {
      in.reject(fmt::format("work/{}/compare_with", i), tr("unknown item '{}'", item.compare_with));
    }
  }
}

}  // namespace

Result<Scenario> scenario_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  const std::string schema = in.string("schema");
  if (schema != kScenarioSchema) {
    if (schema.starts_with("nscope.cost/")) {
      return fail(ErrorCode::kUnsupportedVersion,
                  tr("unsupported schema '{}'; supported: {}", schema, kScenarioSchema),
                  in.path("schema"));
    }
    in.reject("schema", tr("must be \"{}\"", kScenarioSchema));
  }
  Scenario scenario;
  scenario.title = in.string("title");
  scenario.note = in.optional_string("note").value_or("");
  scenario.regions = read_regions(in);
  scenario.options = read_options(in);
  if (const auto text = in.optional_string("as_of")) {
    const auto day = parse_day(*text);
    if (!day) in.reject("as_of", day.error().message);
    if (day) scenario.as_of = *day;
  }
  read_nested(in, "run", [&](StrictObject& run) { read_run(run, scenario); });
  read_nested(in, "load", [&](StrictObject& load) {
    scenario.tokens_per_month = read_positive(load, "tokens_per_month");
  });
  read_own_prices(in, scenario);
  scenario.economics = read_economics(in);
  read_work(in, scenario);
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  return scenario;
}

}  // namespace nscope::cost
