#include "app/gui/forms/scenario_fields.h"

#include "app/gui/forms/buying_fields.h"
#include "app/gui/forms/serving_fields.h"
#include "app/gui/text/text.h"
#include "app/pricing/scenario_edit.h"
#include "profiler/base/provenance.h"

#include <QCoreApplication>
#include <algorithm>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

class ScenarioFields : public FieldList {
  Q_DECLARE_TR_FUNCTIONS(ScenarioFields)

 public:
  ScenarioFields(const Json& document, std::size_t item) : FieldList(document), item_(item) {}

  void add_item(const catalog::Catalog& catalog, const cost::PriceBook& book);
  void add_money(const cost::PriceBook& book);
  void add_load();
  void add_demand();
  void add_utilisation();
  void add_commitments();
  void add_spot();

 private:
  /// Check boxes for the usual purchase options, and for others that the document contains.
  DocumentField& purchases(const std::string& pointer, const QString& label, bool commitments);

  void add_shape(const std::string& at, const catalog::Catalog& catalog);
  void add_throughput(const std::string& at);
  void add_limits(const std::string& serve);
  void add_run_and_price(const std::string& at);

  std::size_t item_;
};

DocumentField& ScenarioFields::purchases(const std::string& pointer, const QString& label,
                                         bool commitments) {
  DocumentField& field = add(pointer, Kind::kFlags, label);
  const auto offer = [&](const std::string& word) {
    const auto purchase = cost::parse_purchase_option(word);
    const auto same = [&](const auto& choice) { return choice.first == word; };
    if (std::any_of(field.choices.begin(), field.choices.end(), same)) return;
    field.choices.emplace_back(word,
                               purchase ? to_qstring(cost::title(*purchase)) : to_qstring(word));
  };
  for (const char* word : {"on_demand", "ri_1yr", "ri_3yr", "csp_1yr", "csp_3yr", "isp_1yr",
                           "isp_3yr", "spot", "capacity_block"}) {
    const auto purchase = cost::parse_purchase_option(word);
    if (!commitments || (purchase && cost::is_commitment(purchase->option))) offer(word);
  }
  const Json::json_pointer at(pointer);
  if (document().contains(at) && document().at(at).is_array()) {
    for (const Json& word : document().at(at)) {
      if (word.is_string()) offer(word.get<std::string>());
    }
  }
  return field;
}

void ScenarioFields::add_item(const catalog::Catalog& catalog, const cost::PriceBook& book) {
  if (item_ >= app::work_count(document())) return;
  const std::string at = fmt::format("/work/{}", item_);
  section(tr("Work item"));
  add(at + "/label", Kind::kText, tr("Name"));
  const auto names = book.instances();
  listed(at + "/instance", Kind::kText, tr("Instance type"),
         instance_choices(catalog, std::vector<std::string>(names.begin(), names.end())));
  number(at + "/count", tr("Count")).absent = QStringLiteral("1");
  choice(at + "/phase", tr("Phase"), {{"serving", tr("serving")}, {"training", tr("training")}})
      .absent = tr("serving");
  add_shape(at, catalog);
  add_throughput(at);
  add_run_and_price(at);
}

void ScenarioFields::add_shape(const std::string& at, const catalog::Catalog& catalog) {
  DocumentField& model = listed(at + "/model", Kind::kText, tr("Model"),
                                model_choices(catalog, [](const catalog::Model&) { return true; }));
  model.absent = tr("not stated");
  if (has(at + "/parameters") || !has(at + "/model")) {
    billions(at + "/parameters", tr("Parameters")).absent = tr("not stated");
  }
  Choices dtypes;
  for (const char* each : {"fp32", "tf32", "bf16", "fp16", "fp8", "int8", "fp4", "int4"}) {
    dtypes.emplace_back(each, QString::fromLatin1(each));
  }
  choice(at + "/dtype", tr("Data type"), std::move(dtypes)).absent = QStringLiteral("bf16");
  if (app::origin_of(document().at(Json::json_pointer(at))) != app::Origin::kServed) {
    number(at + "/batch", tr("Batch size")).absent = tr("not stated");
  }
  number(at + "/input_tokens", tr("Input"), tr("tokens")).absent = tr("not stated");
  number(at + "/output_tokens", tr("Output"), tr("tokens")).absent = tr("not stated");
  DocumentField& degree = number(at + "/tensor_parallel", tr("Tensor parallel degree"));
  degree.absent = tr("automatic");
  degree.help = tr("Number of logical cores that share each layer.");
}

void ScenarioFields::add_throughput(const std::string& at) {
  const app::Origin origin = app::origin_of(document().at(Json::json_pointer(at)));
  if (origin == app::Origin::kRun &&
      document().at(Json::json_pointer(at + "/summary")).is_string()) {
    add(at + "/summary", Kind::kText, tr("Run summary")).help =
        tr("Summary of a measured run (a file with schema nscope.summary/1).");
  }
  if (origin == app::Origin::kServed) return add_limits(at + "/serve");
  if (origin != app::Origin::kStated) return;
  const std::string rate = at + "/throughput";
  section(tr("Throughput"));
  number(rate + "/tokens_per_second", tr("Tokens per second"));
  number(rate + "/low", tr("Lower bound")).absent = tr("no error band");
  number(rate + "/high", tr("Upper bound")).absent = tr("no error band");
  choice(rate + "/scope", tr("Scope"),
         {{"fleet", tr("all instances")}, {"instance", tr("one instance")}})
      .absent = tr("single instance");
  choice(rate + "/counts", tr("Counted tokens"),
         {{"output", tr("output tokens")}, {"all", tr("all tokens")}})
      .absent = tr("default for the phase");
  Choices provenances;
  for (const Provenance each :
       {Provenance::kMeasured, Provenance::kImported, Provenance::kPublished,
        Provenance::kSimulated, Provenance::kInterpolated, Provenance::kApproximate}) {
    provenances.emplace_back(nscope::to_string(each), to_qstring(title(each)));
  }
  choice(rate + "/provenance", tr("Provenance"), std::move(provenances)).absent =
      to_qstring(title(Provenance::kAssumed));
  add(rate + "/source", Kind::kText, tr("Source")).help =
      tr("Where the value comes from. Reports cite it.");
}

void ScenarioFields::add_limits(const std::string& serve) {
  section(tr("Served within latency limits"));
  add_latency_limits(*this, serve + "/sla", true);
  add_arrivals(*this, serve + "/traffic/arrivals");
  add_stack(*this, serve + "/stack");
}

void ScenarioFields::add_run_and_price(const std::string& at) {
  section(tr("Run length and custom price"));
  const bool hours = has(at + "/run/hours");
  number(at + (hours ? "/run/hours" : "/run/days"), tr("Run length"),
         hours ? tr("hours") : tr("days"))
      .absent = tr("not stated");
  number(at + "/price/usd_per_hour", tr("Price"), tr("USD/h")).absent = tr("from the price book");
  add(at + "/price/source", Kind::kText, tr("Price source"));
  add(at + "/price/date", Kind::kText, tr("Price date"));
  Choices labels;
  for (std::size_t i = 0; i < app::work_count(document()); ++i) {
    const std::string label = app::work_label(document()["work"][i]);
    if (i != item_) labels.emplace_back(label, to_qstring(label));
  }
  choice(at + "/compare_with", tr("Compare with"), std::move(labels)).absent = tr("first item");
}

void ScenarioFields::add_money(const cost::PriceBook& book) {
  section(tr("Regions and purchase"));
  DocumentField& regions = add("/regions", Kind::kList, tr("Regions"));
  for (const std::string& name : book.regions()) regions.choices.emplace_back(name, QString());
  regions.help = tr("One or more regions, separated by commas.");
  add("/as_of", Kind::kDay, tr("Prices as of")).absent = tr("today");
  if (app::work_count(document()) > 0) purchases("/options", tr("Purchase options"), false);
}

void ScenarioFields::add_load() {
  if (app::work_count(document()) == 0) return;
  constexpr double kMillion = 1e-6;
  section(tr("Load"));
  number("/load/tokens_per_month", tr("Load per month"), tr("million tokens"), kMillion).absent =
      tr("none");
  number("/carbon/hours", tr("Emissions for"), tr("hours")).absent = tr("not computed");
}

void ScenarioFields::add_demand() {
  if (!app::has_part(document(), app::ScenarioPart::kDemand)) return;
  section(tr("Demand over the week"));
  choice("/demand/unit", tr("Unit"),
         {{"tokens_per_second", tr("tokens per second")}, {"instances", tr("instances")}});
  if (has("/demand/profile")) {
    number("/demand/profile/mean", tr("Mean"));
    percent("/demand/profile/daily_swing", tr("Daily swing")).help =
        tr("0 %: constant demand; 100 %: between zero and twice the mean.");
    number("/demand/profile/peak_hour", tr("Peak hour"), tr("h"));
    percent("/demand/profile/weekend", tr("Weekend level")).help =
        tr("Demand on Saturday and Sunday as a share of that on a working day.");
  }
  add("/demand/source", Kind::kText, tr("Source"));
}

void ScenarioFields::add_utilisation() {
  if (app::work_count(document()) == 0) return;
  section(tr("Utilisation"));
  Choices from{{"run", tr("run")}, {"stated", tr("stated value")}};
  if (has("/demand")) from.insert(from.begin(), {"demand", tr("demand")});
  choice("/utilisation/from", tr("Based on"), std::move(from)).absent = tr("not stated");
  const Json::json_pointer at("/utilisation/from");
  if (!document().contains(at) || document().at(at) != "stated") return;
  percent("/utilisation/value", tr("Utilisation"));
  add("/utilisation/source", Kind::kText, tr("Source"));
}

void ScenarioFields::add_commitments() {
  if (!app::has_part(document(), app::ScenarioPart::kCommitments)) return;
  section(tr("Commitments"));
  purchases("/commitments/options", tr("Offers"), true);
  number("/commitments/horizon_years", tr("Horizon"), tr("years")).absent = QStringLiteral("1");
  number("/commitments/spot_instances", tr("Spot capacity"), tr("instances")).absent =
      QStringLiteral("0");
  percent("/commitments/demand_error", tr("Demand error")).absent = QStringLiteral("20");
}

void ScenarioFields::add_spot() {
  const auto jobs = document().find("spot");
  if (jobs == document().end() || !jobs->is_array() || jobs->empty()) return;
  std::size_t job = 0;
  if (item_ < app::work_count(document())) {
    const std::string label = app::work_label(document()["work"][item_]);
    for (std::size_t i = 0; i < jobs->size(); ++i) {
      if (app::member_text((*jobs)[i], "work") == label) job = i;
    }
  }
  const std::string at = fmt::format("/spot/{}", job);
  section(tr("Spot job"));
  number(at + "/work_hours", tr("Work"), tr("hours"));
  number(at + "/interval_seconds", tr("Checkpoint interval"), tr("s")).absent = tr("optimum");
  number(at + "/write_seconds", tr("Checkpoint time"), tr("s")).help =
      tr("Time to write a checkpoint. The job makes no progress in this time.");
  number(at + "/restart_seconds", tr("Restart time"), tr("s")).absent = QStringLiteral("0");
  number(at + "/wait_seconds", tr("Wait for one node"), tr("s")).absent = QStringLiteral("0");
  number(at + "/wait_all_seconds", tr("Wait for all nodes"), tr("s")).absent = QStringLiteral("0");
  percent(at + "/shared", tr("Zone-wide share")).help =
      tr("Share of the interruptions that affect all nodes at once.");
  add_hazard(*this, at + "/hazard", {});
  add(at + "/uses_notice", Kind::kSwitch, tr("Uses Spot notice")).help =
      tr("The job writes a checkpoint when it receives the two-minute interruption notice.");
  constexpr double kGigabyte = 1e-9;
  number(at + "/checkpoint_bytes", tr("Checkpoint size"), QStringLiteral("GB"), kGigabyte).absent =
      tr("not stated");
  number(at + "/deadline_hours", tr("Deadline"), tr("hours")).absent = tr("none");
}

}  // namespace

std::vector<DocumentField> scenario_fields(const Json& document, std::size_t item,
                                           const catalog::Catalog& catalog,
                                           const cost::PriceBook& book) {
  ScenarioFields fields(document, item);
  fields.add_item(catalog, book);
  fields.add_money(book);
  fields.add_load();
  fields.add_utilisation();
  fields.add_demand();
  fields.add_commitments();
  fields.add_spot();
  return fields.take();
}

std::string field_structure(const Json& document, std::size_t item) {
  std::string text = fmt::format("{}/{}", item, app::work_count(document));
  if (item < app::work_count(document)) {
    text += fmt::format(" {}", static_cast<int>(app::origin_of(document["work"][item])));
  }
  for (const char* part : {"demand", "commitments", "spot"}) {
    if (document.contains(part)) text += std::string(" ") + part;
  }
  const auto says = [&](const std::string& pointer, const char* word) {
    const Json::json_pointer at(pointer);
    return document.contains(at) && document.at(at) == word;
  };
  if (says("/utilisation/from", "stated")) text += " stated";
  if (says(fmt::format("/work/{}/serve/traffic/arrivals/process", item), "bursts")) {
    text += " bursts";
  }
  return text + (document.contains("options") ? "" : " no options");
}

}  // namespace nscope::gui
