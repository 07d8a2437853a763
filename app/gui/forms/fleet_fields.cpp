#include "app/gui/forms/fleet_fields.h"

#include "app/gui/forms/buying_fields.h"
#include "app/gui/forms/capacity.h"
#include "app/gui/forms/serving_fields.h"
#include "app/gui/forms/training_fields.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "simcore/engine/training/training_graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace nscope::gui {
namespace {

using Kind = DocumentField::Kind;

/// The members of each kind of token lengths.
constexpr std::array<std::pair<std::string_view, std::array<std::string_view, 3>>, 4> kLengths{
    {{"fixed", {"tokens", "", ""}},
     {"uniform", {"low", "high", ""}},
     {"lognormal", {"mean", "deviation", "high"}},
     {"empirical", {"values", "", ""}}}};

double number(const Json& object, const char* key, double otherwise) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

/// A typical number of tokens of a distribution of any kind.
double typical(const Json& lengths) {
  constexpr double kUsual = 128;
  if (lengths.contains("tokens")) return number(lengths, "tokens", kUsual);
  if (lengths.contains("mean")) return number(lengths, "mean", kUsual);
  if (lengths.contains("low")) {
    return (number(lengths, "low", kUsual) + number(lengths, "high", kUsual)) / 2;
  }
  const auto values = lengths.find("values");
  if (values == lengths.end() || !values->is_array() || values->empty()) return kUsual;
  double sum = 0;
  for (const Json& value : *values) sum += value.is_number() ? value.get<double>() : 0;
  return sum / static_cast<double>(values->size());
}

/// A distribution of another kind with about the same lengths.
Json lengths_like(const std::string& kind, double tokens) {
  const auto whole = [](double value) {
    return static_cast<std::int64_t>(std::max(1.0, std::round(value)));
  };
  Json lengths{{"kind", kind}};
  if (kind == "fixed") lengths["tokens"] = whole(tokens);
  if (kind == "uniform") {
    lengths["low"] = whole(tokens / 2);
    lengths["high"] = whole(tokens * 1.5);
  }
  if (kind == "lognormal") {
    lengths["mean"] = whole(tokens);
    lengths["deviation"] = whole(tokens / 2);
    lengths["high"] = whole(tokens * 4);
  }
  if (kind == "empirical") lengths["values"] = Json::array({whole(tokens)});
  return lengths;
}

void make_normal_lengths(Json& traffic, const char* key) {
  const auto found = traffic.find(key);
  if (found == traffic.end()) return;
  if (found->is_number_integer()) *found = Json{{"kind", "fixed"}, {"tokens", *found}};
  if (!found->is_object() || !found->contains("kind") || !found->at("kind").is_string()) return;
  const auto kind = found->at("kind").get<std::string>();
  const auto* const known = std::find_if(kLengths.begin(), kLengths.end(),
                                         [&](auto& each) { return each.first == kind; });
  if (known == kLengths.end()) return;
  const bool foreign = std::any_of(kLengths.begin(), kLengths.end(), [&](const auto& other) {
    return std::any_of(other.second.begin(), other.second.end(), [&](std::string_view member) {
      const auto& own = known->second;
      return !member.empty() && found->contains(member) &&
             std::find(own.begin(), own.end(), member) == own.end();
    });
  });
  if (foreign) *found = lengths_like(kind, typical(*found));
}

void add_lengths(FieldList& fields, const std::string& key, const QString& label) {
  const std::string base = "/traffic/" + key;
  FieldList::Choices kinds = {
      {"fixed", tr("fixed")}, {"uniform", tr("uniform")}, {"lognormal", tr("lognormal")}};
  const std::string stated = fields.text_at(base + "/kind");
  const std::string now = stated.empty() ? "fixed" : stated;
  if (now == "empirical") kinds.emplace_back("empirical", tr("list from the file"));
  fields.choice(base + "/kind", label, std::move(kinds)).help =
      tr("Distribution of the request lengths.");
  const auto add = [&](const char* member, const QString& text, const QString& help) {
    fields.number(base + "/" + member, text, tr("tokens")).help = help;
  };
  if (now == "fixed") add("tokens", {}, label);
  if (now == "uniform") {
    add("low", tr("Minimum"), label);
    add("high", tr("Maximum"), label);
  }
  if (now == "lognormal") {
    add("mean", tr("Mean"), label);
    add("deviation", tr("Standard deviation"), tr("Standard deviation of the lengths."));
    add("high", tr("Maximum"), tr("Replicas are compiled for the longest request."));
  }
}

void add_traffic(FieldList& fields) {
  fields.section(tr("Traffic"));
  if (!fields.has("/traffic/hourly_requests_per_second")) {
    fields.number("/traffic/requests_per_second", tr("Request rate"), QStringLiteral("1/s")).help =
        tr("Mean request rate in the busiest period.");
  }
  add_lengths(fields, "input_tokens", tr("Input length"));
  add_lengths(fields, "output_tokens", tr("Output length"));
  add_arrivals(fields, "/traffic/arrivals");
}

void add_choice_of_machines(FieldList& fields) {
  fields.add("/baselines", Kind::kSwitch, tr("Include GPUs")).help =
      tr("Also considers GPU instances if no instance types are listed.");
  DocumentField& dtypes = fields.add("/weight_dtypes", Kind::kFlags, tr("Weight data types"));
  for (const char* dtype : {"bf16", "fp16", "int8", "fp8"}) {
    dtypes.choices.emplace_back(dtype, QString::fromLatin1(dtype));
  }
  dtypes.help =
      tr("If none is selected: bf16, and 8-bit weights only if nothing else meets the limits.");
  dtypes.absent = QStringLiteral("bf16");
}

void add_reserves(FieldList& fields, bool all) {
  fields.section(tr("Headroom and failures"));
  DocumentField& headroom = fields.percent("/headroom", tr("Headroom"));
  headroom.absent = QStringLiteral("0");
  headroom.help = tr("Load that the fleet must also serve, as a share of the stated load.");
  const auto count = [&](const char* pointer, const QString& label, const QString& usual,
                         const QString& help) {
    DocumentField& one = fields.number(pointer, label);
    one.absent = usual;
    one.help = help;
  };
  const QString survives =
      tr("Number of simultaneous failures after which the limits must still be met.");
  count("/survive/nodes", tr("Node failures"), QStringLiteral("0"), survives);
  count("/survive/zones", tr("Zone failures"), QStringLiteral("0"), survives);
  if (all || fields.has("/survive/zones")) {
    count("/survive/zone_count", tr("Zones"), QStringLiteral("3"),
          tr("Number of Availability Zones over which the fleet is spread evenly."));
  }
  if (!fields.has("/traffic/hourly_requests_per_second") && !fields.has("/autoscaling")) {
    return;  // autoscaling needs an hourly load
  }
  fields.section(tr("Autoscaling"));
  DocumentField& load = fields.seconds("/autoscaling/load_seconds", tr("Loading time"));
  load.absent = tr("no autoscaling");
  load.help =
      tr("Time that a new replica needs before it can serve. Set it to scale the fleet by hour.");
  if (!fields.has("/autoscaling")) return;
  DocumentField& compile = fields.seconds("/autoscaling/compile_seconds", tr("Compile time"));
  compile.absent = QStringLiteral("0");
  compile.help =
      tr("Compile time of the first new replica. 0 means that the compile cache is warm.");
}

void add_seldom(FieldList& fields, bool all) {
  fields.section(tr("Search"));
  const auto wanted = [&](const char* pointer) { return all || fields.has(pointer); };
  if (wanted("/stack")) add_stack(fields, "/stack");
  if (wanted("/schedulers")) {
    DocumentField& schedulers = fields.add("/schedulers", Kind::kFlags, tr("Schedulers"));
    schedulers.choices = {{"continuous", tr("continuous batching")},
                          {"chunked", tr("chunked prefill")},
                          {"decode-first", tr("continuous, decode first")},
                          {"static", tr("static batches")}};
    schedulers.help = tr("If none is selected, all are tried.");
    schedulers.absent = tr("all");
  }
  if (wanted("/max_context")) {
    DocumentField& context = fields.number("/max_context", tr("Context length"));
    context.absent = tr("as needed");
    context.help = tr("Number of token positions for which every replica is compiled.");
  }
  if (wanted("/max_instances")) {
    DocumentField& most = fields.number("/max_instances", tr("Maximum size"), tr("instances"));
    most.absent = number_text("100,000");
    most.help = tr("Largest number of instances of the fleet.");
  }
}

}  // namespace

bool can_plan(const catalog::Model& model, bool training) {
  return training ? sim::transformer_shape(model).has_value()
                  : model.architecture == catalog::Architecture::kDecoder;
}

Json normal_plan(Json plan) {
  if (!plan.is_object()) return plan;
  if (const auto region = plan.find("region");
      region != plan.end() && region->is_string() && !plan.contains("regions")) {
    plan["regions"] = Json::array({*region});
    plan.erase("region");
  }
  if (const auto traffic = plan.find("traffic"); traffic != plan.end() && traffic->is_object()) {
    make_normal_lengths(*traffic, "input_tokens");
    make_normal_lengths(*traffic, "output_tokens");
    make_normal_arrivals(*traffic);
  }
  for (const char* key : {"sla", "survive", "autoscaling"}) {
    if (const auto found = plan.find(key);
        found != plan.end() && found->is_object() && found->empty()) {
      plan.erase(key);
    }
  }
  // Spot Instances cannot be planned without an interruption rate.
  const Json::json_pointer spot("/training/spot");
  if (plan.contains(spot) && plan.at(spot).is_object() && !plan.at(spot).contains("hazard")) {
    plan["training"].erase("spot");
  }
  return plan;
}

std::vector<DocumentField> plan_fields(const Json& plan, const catalog::Catalog& catalog,
                                       const cost::PriceBook& book, bool all) {
  if (capacity::asks_training(plan)) return training_fields(plan, catalog, book, all);
  FieldList fields(plan);
  fields.section(tr("Model"));
  fields.listed(
      "/model", Kind::kText, tr("Model"),
      model_choices(catalog, [](const catalog::Model& each) { return can_plan(each, false); }));
  add_traffic(fields);
  fields.section(tr("Limits"));
  add_latency_limits(fields, "/sla", all);
  add_machines(fields, catalog, book, true);
  add_choice_of_machines(fields);
  add_money(fields, tr("The plan uses the cheapest of these. If none is selected: On-Demand, and "
                       "commitments only if nothing else meets the limits."));
  add_reserves(fields, all);
  add_seldom(fields, all);
  return fields.take();
}

std::string field_of_problem(const Error& error, const catalog::Catalog& catalog, const Json& plan,
                             const std::vector<std::string>& regions) {
  const std::string where = error.where.english();
  if (where == "sequence_length") return "/training/sequence_length";
  if (where == "traffic") return "/traffic/input_tokens/kind";  // the maximum lengths
  if (!where.empty() && plan.contains(where)) return "/" + where;
  const auto model = plan.find("model");
  if (model == plan.end() || !model->is_string()) return "/model";
  const auto found = catalog.model(model->get<std::string>());
  if (!found || !can_plan(**found, capacity::asks_training(plan))) return "/model";
  const auto asked = plan.find("regions");
  if (asked != plan.end() && asked->is_array()) {
    for (const Json& region : *asked) {
      if (region.is_string() &&
          std::find(regions.begin(), regions.end(), region.get<std::string>()) == regions.end()) {
        return "/regions";
      }
    }
  }
  return "/instances";
}

}  // namespace nscope::gui
