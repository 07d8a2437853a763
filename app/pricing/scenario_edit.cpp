#include "app/pricing/scenario_edit.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/prices/purchase.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace nscope::app {
namespace {

constexpr const char* kPartKeys[] = {"load",        "demand", "utilisation",
                                     "commitments", "spot",   "carbon"};

const char* key_of(ScenarioPart part) {
  return kPartKeys[static_cast<std::size_t>(part)];
}

/// Rounds to two significant digits, because assumptions are not precise.
double rounded(double value) {
  if (!(value > 0)) return 1;
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

Json number(double value) {
  if (value == std::floor(value) && value < 9e15) return static_cast<std::int64_t>(value);
  return value;
}

double number_at(const Json& document, const char* part, const char* key) {
  const Json* const object = document.contains(part) ? &document.at(part) : nullptr;
  if (object == nullptr || !object->is_object() || !object->contains(key)) return 0;
  const Json& value = object->at(key);
  return value.is_number() ? value.get<double>() : 0;
}

/// A week whose mean is the monthly load of the document or, if there is none, the throughput of
/// four items.
Json assumed_demand(const Json& document, double tokens_per_second) {
  const double month = number_at(document, "load", "tokens_per_month");
  constexpr double kInstances = 4;
  const double mean = month > 0 ? month / (kHoursPerMonth * kSecondsPerHour)
                                : rounded(tokens_per_second * kInstances);
  const std::string source = month > 0 ? "the monthly load; its shape is assumed"
                                       : "assumed: four times the throughput of the first item";
  return {{"unit", "tokens_per_second"},
          {"source", source},
          {"profile",
           {{"mean", number(mean)}, {"daily_swing", 0.6}, {"peak_hour", 14}, {"weekend", 0.5}}}};
}

/// A job of 100 hours with typical figures.
Json assumed_spot(const std::string& label) {
  return {
      {"work", label},
      {"work_hours", 100},
      {"write_seconds", 60},
      {"restart_seconds", 600},
      {"wait_seconds", 900},
      {"wait_all_seconds", 3600},
      {"shared", 0.5},
      {"hazard",
       {{"per_hour", 0.0001}, {"source", "assumed: one interruption of a node in 10,000 hours"}}}};
}

}  // namespace

bool normalise_scenario(Json& document) {
  if (!document.is_object()) return false;
  bool changed = false;
  if (document.contains("region") && !document.contains("regions") &&
      document.at("region").is_string()) {
    // Replaces the key at its position, so that the order of the document stays the same.
    Json out = Json::object();
    for (auto& [key, value] : document.items()) {
      if (key == "region") {
        out["regions"] = Json::array({value});
      } else {
        out[key] = std::move(value);
      }
    }
    document = std::move(out);
    changed = true;
  }
  const bool priced = work_count(document) > 0;
  if (priced && !document.contains("options")) {
    Json options = Json::array();
    for (const cost::Purchase& purchase : cost::kPurchaseOptions) {
      options.push_back(cost::to_string(purchase));
    }
    document["options"] = std::move(options);
    changed = true;
  }
  return changed;
}

std::string member_text(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::size_t work_count(const Json& document) {
  const auto work = document.find("work");
  return work != document.end() && work->is_array() ? work->size() : 0;
}

std::string work_label(const Json& item) {
  if (!item.is_object()) return {};
  std::string label = member_text(item, "label");
  if (!label.empty()) return label;
  const std::string instance = member_text(item, "instance");
  const auto count = item.find("count");
  const bool many = count != item.end() && count->is_number() && count->get<double>() > 1;
  return many ? fmt::format("{} x {}", count->get<std::int64_t>(), instance) : instance;
}

std::string free_label(const Json& document, const std::string& wanted) {
  std::set<std::string> taken;
  for (std::size_t i = 0; i < work_count(document); ++i) {
    taken.insert(work_label(document.at("work").at(i)));
  }
  std::string label = wanted;
  for (int n = 2; taken.contains(label); ++n) label = fmt::format("{} ({})", wanted, n);
  return label;
}

Json with_item(Json document, std::size_t like) {
  Json item;
  if (like < work_count(document) && document.at("work").at(like).is_object()) {
    item = document.at("work").at(like);
  } else {
    item = {{"instance", "inf2.48xlarge"}, {"model", "llama-2-13b"}, {"batch", 8},
            {"input_tokens", 128},         {"output_tokens", 512},   {"simulate", Json::object()}};
  }
  // The label is the first member, as in documents written by hand.
  Json labelled = {{"label", free_label(document, work_label(item))}};
  for (auto& [key, value] : item.items()) {
    if (key != "label") labelled[key] = std::move(value);
  }
  if (work_count(document) == 0) document["work"] = Json::array();
  document["work"].push_back(std::move(labelled));
  return document;
}

Json without_item(Json document, std::size_t index) {
  if (index >= work_count(document)) return document;
  const std::string label = work_label(document.at("work").at(index));
  document["work"].erase(index);
  for (Json& item : document["work"]) {
    if (member_text(item, "compare_with") == label) item.erase("compare_with");
  }
  if (document.contains("spot") && document.at("spot").is_array()) {
    Json kept = Json::array();
    for (Json& job : document["spot"]) {
      if (member_text(job, "work") != label) kept.push_back(std::move(job));
    }
    document["spot"] = std::move(kept);
    if (document.at("spot").empty()) document.erase("spot");
  }
  return document;
}

Json with_renamed(Json document, const std::string& from, const std::string& to) {
  const auto rename = [&](const char* list, const char* key) {
    if (!document.contains(list) || !document.at(list).is_array()) return;
    for (Json& entry : document[list]) {
      if (entry.is_object() && member_text(entry, key) == from) entry[key] = to;
    }
  };
  rename("work", "compare_with");
  rename("spot", "work");
  return document;
}

Json with_regions(Json document, const std::vector<std::string>& more) {
  normalise_scenario(document);
  Json& regions = document["regions"];
  if (!regions.is_array()) regions = Json::array();
  for (const std::string& region : more) {
    if (std::find(regions.begin(), regions.end(), region) == regions.end()) {
      regions.push_back(region);
    }
  }
  return document;
}

Origin origin_of(const Json& item) {
  if (item.contains("simulate")) return Origin::kSimulated;
  if (item.contains("serve")) return Origin::kServed;
  return item.contains("summary") ? Origin::kRun : Origin::kStated;
}

Json with_origin(Json item, Origin origin, double tokens_per_second, const std::string& file) {
  if (!item.is_object()) return item;
  for (const char* key : {"throughput", "simulate", "serve", "summary"}) item.erase(key);
  switch (origin) {
    case Origin::kStated:
      item["throughput"] = {{"tokens_per_second", number(rounded(tokens_per_second))},
                            {"scope", "fleet"},
                            {"provenance", "assumed"},
                            {"source", "assumed: stated in the Costs view"}};
      break;
    case Origin::kSimulated: item["simulate"] = Json::object(); break;
    case Origin::kServed:
      // The search determines the batch size.
      item.erase("batch");
      for (const auto& [key, tokens] : {std::pair{"input_tokens", 512}, {"output_tokens", 128}}) {
        if (!item.contains(key)) item[key] = tokens;
      }
      item["serve"] = {{"sla", {{"ttft_p99_s", 2}, {"tpot_p99_s", 0.1}}}};
      break;
    case Origin::kRun: item["summary"] = file; break;
  }
  return item;
}

bool has_part(const Json& document, ScenarioPart part) {
  return document.is_object() && document.contains(key_of(part));
}

Json with_part(Json document, ScenarioPart part, std::size_t item, double tokens_per_second) {
  if (has_part(document, part)) return document;
  switch (part) {
    case ScenarioPart::kLoad: {
      const double month = tokens_per_second * kHoursPerMonth * kSecondsPerHour;
      document["load"] = {{"tokens_per_month", number(rounded(month))}};
      break;
    }
    case ScenarioPart::kDemand:
      document["demand"] = assumed_demand(document, tokens_per_second);
      break;
    case ScenarioPart::kUtilisation:
      document = with_part(std::move(document), ScenarioPart::kDemand, item, tokens_per_second);
      document["utilisation"] = {{"from", "demand"}};
      break;
    case ScenarioPart::kCommitments:
      document = with_part(std::move(document), ScenarioPart::kDemand, item, tokens_per_second);
      document["commitments"] = {{"options", {"ri_1yr", "ri_3yr", "csp_1yr", "csp_3yr"}},
                                 {"horizon_years", 1},
                                 {"demand_error", 0.2}};
      break;
    case ScenarioPart::kSpot:
      if (item < work_count(document)) {
        document["spot"] = Json::array({assumed_spot(work_label(document.at("work").at(item)))});
      }
      break;
    case ScenarioPart::kCarbon:
      document["carbon"] = {{"hours", static_cast<std::int64_t>(kHoursPerMonth)}};
      break;
  }
  return document;
}

Json without_part(Json document, ScenarioPart part) {
  document.erase(key_of(part));
  if (part != ScenarioPart::kDemand) return document;
  document.erase("commitments");
  const auto utilisation = document.find("utilisation");
  if (utilisation != document.end() && member_text(*utilisation, "from") == "demand") {
    document.erase("utilisation");
  }
  return document;
}

}  // namespace nscope::app
