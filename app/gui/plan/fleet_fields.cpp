#include "app/gui/plan/fleet_fields.h"

#include "app/gui/plan/training_fields.h"
#include "app/gui/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

namespace nscope::gui {
namespace {

using Kind = DocumentField::Kind;

QString tr(const char* text) {
  return QCoreApplication::translate("FleetFields", text);
}

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

/// About how many tokens a distribution draws, whatever kind it is of.
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

/// Of another kind: about as long.
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

void make_normal_arrivals(Json& traffic) {
  const auto found = traffic.find("arrivals");
  if (found == traffic.end() || !found->is_object()) return;
  const auto process = found->find("process");
  if (process == found->end()) {
    traffic.erase("arrivals");
    return;
  }
  if (*process == "bursts") return;
  for (const char* key : {"burst_factor", "quiet_seconds", "burst_seconds"}) found->erase(key);
}

DocumentField field(std::string pointer, Kind kind, QString label, QString section) {
  DocumentField made{.pointer = std::move(pointer), .kind = kind};
  made.label = std::move(label);
  made.section = std::move(section);
  return made;
}

void add_lengths(std::vector<DocumentField>& fields, const Json& plan, const std::string& key,
                 const QString& label) {
  const QString section = tr("Traffic");
  const std::string base = "/traffic/" + key;
  DocumentField kind = field(base + "/kind", Kind::kChoice, label, section);
  kind.help = tr("How the lengths of the requests are distributed");
  kind.choices = {
      {"fixed", tr("always the same")}, {"uniform", tr("uniform")}, {"lognormal", tr("lognormal")}};
  const Json::json_pointer at(base + "/kind");
  const std::string now = plan.contains(at) && plan.at(at).is_string()
                              ? plan.at(at).get<std::string>()
                              : std::string("fixed");
  if (now == "empirical") kind.choices.emplace_back("empirical", tr("list of the file"));
  fields.push_back(std::move(kind));
  const auto add = [&](const char* member, const QString& text, const QString& help) {
    DocumentField one = field(base + "/" + member, Kind::kNumber, text, section);
    one.unit = tr("tokens");
    one.help = help;
    fields.push_back(std::move(one));
  };
  if (now == "fixed") add("tokens", {}, label);
  if (now == "uniform") {
    add("low", tr("from"), label);
    add("high", tr("to"), label);
  }
  if (now == "lognormal") {
    add("mean", tr("mean"), label);
    add("deviation", tr("deviation"), tr("Standard deviation of the lengths"));
    add("high", tr("at most"), tr("Replicas are compiled for the longest request"));
  }
}

void add_traffic(std::vector<DocumentField>& fields, const Json& plan) {
  const QString section = tr("Traffic");
  if (!plan.contains(Json::json_pointer("/traffic/hourly_requests_per_second"))) {
    DocumentField rate =
        field("/traffic/requests_per_second", Kind::kNumber, tr("Requests"), section);
    rate.unit = QStringLiteral("1/s");
    rate.help = tr("Mean rate of the busiest time that is planned for");
    fields.push_back(std::move(rate));
  }
  add_lengths(fields, plan, "input_tokens", tr("Input"));
  add_lengths(fields, plan, "output_tokens", tr("Output"));
  DocumentField process =
      field("/traffic/arrivals/process", Kind::kChoice, tr("Arrivals"), section);
  process.help = tr("How requests follow each other");
  process.absent = tr("Poisson");
  process.choices = {{"constant", tr("evenly")}, {"bursts", tr("in bursts")}};
  const Json::json_pointer at("/traffic/arrivals/process");
  if (plan.contains(at) && plan.at(at) == "poisson") {
    process.absent.clear();
    process.choices.insert(process.choices.begin(), {"poisson", tr("Poisson")});
  }
  fields.push_back(std::move(process));
  if (!plan.contains(at) || plan.at(at) != "bursts") return;
  const auto add = [&](const char* member, const QString& label, const char* usual,
                       const QString& unit) {
    DocumentField one =
        field(std::string("/traffic/arrivals/") + member, Kind::kNumber, label, section);
    one.absent = QString::fromLatin1(usual);
    one.unit = unit;
    fields.push_back(std::move(one));
  };
  add("burst_factor", tr("burst / quiet"), "2", QStringLiteral("×"));
  add("quiet_seconds", tr("quiet for"), "60", QStringLiteral("s"));
  add("burst_seconds", tr("bursts of"), "10", QStringLiteral("s"));
}

void add_limits(std::vector<DocumentField>& fields, const Json& plan, bool all) {
  struct Latency {
    const char* key;
    const char* title;
    bool is_short;
    QString help;
  };
  const Latency latencies[] = {
      {"ttft", "TTFT", false, tr("From the arrival of a request to its first token")},
      {"tpot", "TPOT", true, tr("Mean time between the tokens of an answer")},
      {"e2e", "E2E", false, tr("From the arrival of a request to its last token")}};
  for (const Latency& latency : latencies) {
    for (const int share : {50, 90, 95, 99}) {
      const std::string pointer =
          std::string("/sla/") + latency.key + "_p" + std::to_string(share) + "_s";
      if (share != 99 && !all && !plan.contains(Json::json_pointer(pointer))) continue;
      DocumentField one =
          field(pointer, Kind::kNumber, QStringLiteral("%1 p%2").arg(latency.title).arg(share),
                tr("Limits"));
      one.unit = latency.is_short ? QStringLiteral("ms") : QStringLiteral("s");
      one.scale = latency.is_short ? 1000 : 1;
      one.help = latency.help + QStringLiteral("; ") +
                 tr("%1 of 100 requests must stay within it").arg(share);
      one.absent = tr("no limit");
      fields.push_back(std::move(one));
    }
  }
}

void add_names(std::vector<DocumentField>& fields, const catalog::Catalog& catalog,
               const cost::PriceBook& book) {
  DocumentField regions = field("/regions", Kind::kList, tr("Regions"), tr("Machines"));
  for (const std::string& region : book.regions()) regions.choices.emplace_back(region, QString());
  regions.absent = QStringLiteral("us-east-1");
  regions.help = tr("Where may be bought, with commas between");
  fields.push_back(std::move(regions));
  DocumentField instances = field("/instances", Kind::kList, tr("Instances"), tr("Machines"));
  for (const catalog::Instance& instance : catalog.instances()) {
    instances.choices.emplace_back(instance.id, QString());
  }
  instances.absent = tr("all with NeuronCores");
  instances.help = tr("Instance types that may be used, with commas between");
  fields.push_back(std::move(instances));
  DocumentField baselines = field("/baselines", Kind::kSwitch, tr("GPUs, too"), tr("Machines"));
  baselines.help = tr("GPU instances are compared where no instances are named");
  fields.push_back(std::move(baselines));
  DocumentField dtypes = field("/weight_dtypes", Kind::kFlags, tr("Weights"), tr("Machines"));
  for (const char* dtype : {"bf16", "fp16", "int8", "fp8"}) {
    dtypes.choices.emplace_back(dtype, QString::fromLatin1(dtype));
  }
  dtypes.help = tr("None: bf16, and 8 bits only where nothing else holds");
  fields.push_back(std::move(dtypes));
}

void add_money(std::vector<DocumentField>& fields) {
  DocumentField purchase = field("/purchase", Kind::kFlags, tr("Bought"), tr("Money"));
  for (const cost::Purchase& option : cost::kPurchaseOptions) {
    purchase.choices.emplace_back(cost::to_string(option), to_qstring(cost::title(option)));
  }
  purchase.help =
      tr("The cheapest of these. None: on demand, and commitments only where nothing else holds");
  fields.push_back(std::move(purchase));
  DocumentField day = field("/as_of", Kind::kDay, tr("Prices as of"), tr("Money"));
  day.absent = tr("today");
  fields.push_back(std::move(day));
}

void add_reserves(std::vector<DocumentField>& fields, const Json& plan, bool all) {
  const QString section = tr("Reserves");
  DocumentField headroom = field("/headroom", Kind::kNumber, tr("Headroom"), section);
  headroom.unit = QStringLiteral("%");
  headroom.scale = 100;
  headroom.absent = QStringLiteral("0");
  headroom.help = tr("Share of the load that is planned for on top");
  fields.push_back(std::move(headroom));
  const auto count = [&](const char* pointer, const QString& label, const QString& usual,
                         const QString& help) {
    DocumentField one = field(pointer, Kind::kNumber, label, section);
    one.absent = usual;
    one.help = help;
    fields.push_back(std::move(one));
  };
  const QString survives = tr("So many may fail and the limits still hold");
  count("/survive/nodes", tr("Nodes may fail"), QStringLiteral("0"), survives);
  count("/survive/zones", tr("Zones may fail"), QStringLiteral("0"), survives);
  if (all || plan.contains(Json::json_pointer("/survive/zones"))) {
    count("/survive/zone_count", tr("of zones"), QStringLiteral("3"),
          tr("Over which the fleet is spread evenly"));
  }
  if (!plan.contains(Json::json_pointer("/traffic/hourly_requests_per_second")) &&
      !plan.contains("autoscaling")) {
    return;  // there are no hours to follow
  }
  const QString scaling = tr("Autoscaling");
  DocumentField load = field("/autoscaling/load_seconds", Kind::kNumber, tr("Loading"), scaling);
  load.unit = QStringLiteral("s");
  load.absent = tr("peak all the time");
  load.help = tr("How long a new replica loads before it serves; set it to follow the hours");
  fields.push_back(std::move(load));
  if (!plan.contains("autoscaling")) return;
  DocumentField compile =
      field("/autoscaling/compile_seconds", Kind::kNumber, tr("Compiling"), scaling);
  compile.unit = QStringLiteral("s");
  compile.absent = QStringLiteral("0");
  compile.help = tr("Where the first new replica also compiles; 0: the cache is warm");
  fields.push_back(std::move(compile));
}

void add_seldom(std::vector<DocumentField>& fields, const Json& plan, bool all) {
  const QString section = tr("Search");
  const auto wanted = [&](const char* key) { return all || plan.contains(key); };
  if (wanted("stack")) {
    DocumentField stack = field("/stack", Kind::kChoice, tr("Software"), section);
    stack.absent = QStringLiteral("vLLM");
    stack.choices = {{"tgi", QStringLiteral("TGI")}, {"none", tr("none")}};
    if (plan.contains("stack") && plan.at("stack") == "vllm") {
      stack.absent.clear();
      stack.choices.insert(stack.choices.begin(), {"vllm", QStringLiteral("vLLM")});
    }
    stack.help = tr("Host software, whose costs count");
    fields.push_back(std::move(stack));
  }
  if (wanted("schedulers")) {
    DocumentField schedulers = field("/schedulers", Kind::kFlags, tr("Schedulers"), section);
    for (const char* name : {"continuous", "chunked", "decode-first", "static"}) {
      schedulers.choices.emplace_back(name, QString::fromLatin1(name));
    }
    schedulers.help = tr("None: all are tried");
    fields.push_back(std::move(schedulers));
  }
  if (wanted("max_context")) {
    DocumentField context = field("/max_context", Kind::kNumber, tr("Positions"), section);
    context.absent = tr("as needed");
    context.help = tr("For which every replica is compiled");
    fields.push_back(std::move(context));
  }
  if (wanted("max_instances")) {
    DocumentField most = field("/max_instances", Kind::kNumber, tr("At most"), section);
    most.unit = tr("instances");
    most.absent = number_text("100,000");
    fields.push_back(std::move(most));
  }
}

}  // namespace

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
  return plan;
}

std::vector<DocumentField> plan_fields(const Json& plan, const catalog::Catalog& catalog,
                                       const cost::PriceBook& book, bool all) {
  if (plan.contains("training")) return training_fields(plan, catalog, book, all);
  std::vector<DocumentField> fields;
  DocumentField model = field("/model", Kind::kText, tr("Model"), tr("Model"));
  for (const catalog::Model& each : catalog.models()) {
    if (each.architecture != catalog::Architecture::kDecoder) continue;
    model.choices.emplace_back(each.id, QString());
  }
  fields.push_back(std::move(model));
  add_traffic(fields, plan);
  add_limits(fields, plan, all);
  add_names(fields, catalog, book);
  add_money(fields);
  add_reserves(fields, plan, all);
  add_seldom(fields, plan, all);
  return fields;
}

std::string field_of_names(const catalog::Catalog& catalog, const Json& plan,
                           const std::vector<std::string>& regions) {
  const auto model = plan.find("model");
  if (model == plan.end() || !model->is_string()) return "/model";
  const auto found = catalog.model(model->get<std::string>());
  if (!found || (*found)->architecture != catalog::Architecture::kDecoder) return "/model";
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
