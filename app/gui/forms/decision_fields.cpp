#include "app/gui/forms/decision_fields.h"

#include "app/documents/built_in.h"
#include "app/documents/today.h"
#include "app/gui/forms/buying_fields.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"

#include <QCoreApplication>
#include <utility>

namespace nscope::gui {
namespace {

using Kind = DocumentField::Kind;
using Choices = std::vector<std::pair<std::string, QString>>;
using MakeItem = std::function<Json(const Json& study)>;

class DecisionFields {
  Q_DECLARE_TR_FUNCTIONS(DecisionFields)
};

/// The source of figures that are entered here, until the user writes a better one.
const char* const kByHand = "entered by hand";

Choices sides() {
  return {{"baseline", DecisionFields::tr("baseline")}, {"target", DecisionFields::tr("target")}};
}

/// Collects the fields of one section after another.
class DecisionFieldList {
 public:
  explicit DecisionFieldList(const Json& study) : study_(study) {}

  void begin(QString section, std::string base) {
    section_ = std::move(section);
    base_ = std::move(base);
  }
  DocumentField& add(const char* member, Kind kind, const QString& label) {
    fields_.push_back({.pointer = base_ + member, .kind = kind, .label = label});
    fields_.back().section = section_;
    return fields_.back();
  }
  DocumentField& number(const char* member, const QString& label, const QString& unit = {}) {
    DocumentField& field = add(member, Kind::kNumber, label);
    field.unit = unit;
    return field;
  }
  DocumentField& percent(const char* member, const QString& label) {
    DocumentField& field = number(member, label, QStringLiteral("%"));
    field.scale = 100.0;
    return field;
  }
  DocumentField& text(const char* member, const QString& label) {
    return add(member, Kind::kText, label);
  }
  void source(const char* member = "/source") { text(member, DecisionFields::tr("Source")); }
  DocumentField& choice(const char* member, const QString& label, Choices choices) {
    DocumentField& field = add(member, Kind::kChoice, label);
    field.choices = std::move(choices);
    return field;
  }
  void adder(const char* member, const QString& label, MakeItem item) {
    add(member, Kind::kAdd, label).item = std::move(item);
  }
  void adder(const char* member, const QString& label, Json item) {
    adder(member, label, MakeItem([item = std::move(item)](const Json&) { return item; }));
  }
  void remover(const char* member, const QString& label) { add(member, Kind::kRemove, label); }

  bool has(const std::string& pointer) const {
    return study_.contains(Json::json_pointer(pointer));
  }
  const Json& at(const std::string& pointer) const {
    return study_.at(Json::json_pointer(pointer));
  }
  /// Calls `fields` for every entry of a list and adds a button that removes the entry. A button
  /// that adds an entry comes last.
  template <class AddFields>
  void list(const std::string& pointer, const QString& title, const QString& add_label,
            MakeItem item, AddFields&& fields) {
    std::size_t count = 0;
    if (has(pointer) && at(pointer).is_array()) count = at(pointer).size();
    for (std::size_t i = 0; i < count; ++i) {
      begin(count > 1 ? QStringLiteral("%1 %2").arg(title).arg(i + 1) : title,
            pointer + '/' + std::to_string(i));
      fields();
      remover("", DecisionFields::tr("Remove"));
    }
    begin(count > 0 ? section_ : title, pointer);
    adder("/-", add_label, std::move(item));
  }

  template <class AddFields>
  void list(const std::string& pointer, const QString& title, const QString& add_label, Json item,
            AddFields&& fields) {
    list(pointer, title, add_label,
         MakeItem([item = std::move(item)](const Json&) { return item; }),
         std::forward<AddFields>(fields));
  }

  std::vector<DocumentField> take() { return std::move(fields_); }

 private:
  const Json& study_;
  QString section_;
  std::string base_;
  std::vector<DocumentField> fields_;
};

Choices regions(const PlanContext& context) {
  Choices choices;
  if (const auto book = context.book()) {
    for (const std::string& name : book->regions()) choices.emplace_back(name, to_qstring(name));
  }
  return choices;
}

/// Lists all instance types in a field.
void list_instances(DocumentField& field, const PlanContext& context) {
  if (!context.catalog()) return;
  CatalogChoices choices =
      instance_choices(*context.catalog(), [](const catalog::Device&) { return true; });
  field.choices = std::move(choices.rows);
  field.groups = std::move(choices.groups);
}

Choices options() {
  Choices choices;
  for (const cost::Purchase& option : cost::all_purchases()) {
    choices.emplace_back(cost::to_string(option), to_qstring(cost::title(option)));
  }
  return choices;
}

Choices scenarios() {
  Choices choices;
  for (const app::BuiltIn& entry : app::built_ins(app::BuiltIn::Kind::kScenario)) {
    choices.emplace_back(entry.name, to_qstring(entry.name));
  }
  return choices;
}

/// The labels of the items of a scenario; empty if it cannot be read.
Choices items_of(const Json& scenario) {
  Choices choices;
  const auto read = scenario.is_string()
                        ? app::load_scenario(scenario.get<std::string>())
                        : Result<cost::Scenario>(fail(ErrorCode::kBadInput,
                                                      text_of(tr("the scenario must be a name"))));
  if (!read) return choices;
  for (const cost::WorkItem& item : read->work) {
    choices.emplace_back(item.estimate.label, to_qstring(item.estimate.label));
  }
  return choices;
}

/// The members of a side that are kept when its figures get another source.
Json kept(const Json& side, std::initializer_list<const char*> members) {
  Json json = Json::object();
  for (const char* member : members) {
    if (side.contains(member)) json[member] = side[member];
  }
  return json;
}

Json with_use(Json side) {
  if (!side.contains("utilisation")) side["utilisation"] = {{"source", kByHand}};
  return side;
}

Json own_side(const Json& side, const cost::RoiSide* shown) {
  Json json = with_use(kept(side, {"label", "instance", "count", "phase", "model", "dtype",
                                   "region", "option", "billing", "utilisation"}));
  json["throughput"] = {{"source", kByHand}};
  if (shown == nullptr) return json;
  const cost::WorkEstimate& work = shown->work.estimate;
  json["label"] = work.label;
  json["instance"] = work.instance;
  json["count"] = work.count;
  if (!work.shape.model.empty()) json["model"] = work.shape.model;
  json["dtype"] = work.shape.dtype;
  // Unknown values are absent in a study, not zero.
  const std::pair<const char*, int> shape[] = {{"batch", work.shape.batch},
                                               {"input_tokens", work.shape.input_tokens},
                                               {"output_tokens", work.shape.output_tokens},
                                               {"tensor_parallel", work.shape.tensor_parallel}};
  for (const auto& [member, value] : shape) {
    if (value > 0) json[member] = value;
  }
  if (work.phase == cost::Phase::kTraining) json["phase"] = "training";
  json["throughput"] = {{"tokens_per_second", work.throughput.tokens_per_second},
                        {"provenance", nscope::to_string(work.throughput.provenance)},
                        {"source", work.throughput.source}};
  Json& rate = json["throughput"];
  if (work.count > 1) rate["scope"] = "fleet";
  const bool all = work.throughput.counted == cost::CountedTokens::kAll;
  rate["counts"] = all ? "all" : "output";
  if (work.throughput.low) rate["low"] = *work.throughput.low;
  if (work.throughput.high) rate["high"] = *work.throughput.high;
  return json;
}

Json billed_side(const Json& side, const cost::RoiSide* shown) {
  Json json = kept(side, {"label", "instance", "count", "phase", "model", "region", "option"});
  if (shown != nullptr) json["instance"] = shown->work.estimate.instance;
  json["bill"] = {{"date", cost::to_string(app::today()).substr(0, 7)}, {"source", kByHand}};
  return json;
}

const cost::RoiSide* side_of(const ShownStudy& shown, std::string_view side) {
  const auto result = shown();
  if (result == nullptr) return nullptr;
  return side == "baseline" ? &result->study.baseline : &result->study.target;
}

Json referring_side(const Json& side) {
  const auto entries = app::built_ins(app::BuiltIn::Kind::kScenario);
  Json json = with_use(kept(side, {"region", "option", "billing", "utilisation"}));
  json["scenario"] = entries.empty() ? std::string() : entries.front().name;
  const Choices items = items_of(json["scenario"]);
  if (!items.empty()) json["item"] = items.front().first;
  return json;
}

void add_own_figures(DecisionFieldList& fields, const std::string& base,
                     const PlanContext& context) {
  fields.text("/label", DecisionFields::tr("Label"));
  // A text field with completion instead of a list, because the price book has instance types
  // that are not in the catalogue.
  list_instances(fields.text("/instance", DecisionFields::tr("Instance type")), context);
  fields.number("/count", DecisionFields::tr("Count")).absent = QStringLiteral("1");
  if (fields.has(base + "/simulate") || fields.has(base + "/summary")) return;
  fields.number("/throughput/tokens_per_second", DecisionFields::tr("Throughput"),
                DecisionFields::tr("tokens/s"));
  fields.source("/throughput/source");
  if (fields.has(base + "/price")) {
    fields.number("/price/usd_per_hour", DecisionFields::tr("Price per instance"),
                  DecisionFields::tr("USD/h"));
    fields.source("/price/source");
    fields.remover("/price", DecisionFields::tr("Use Price from Price Book"));
  } else {
    fields.adder("/price", DecisionFields::tr("Enter Custom Price"), {{"source", kByHand}});
  }
}

void add_bill(DecisionFieldList& fields, const PlanContext& context) {
  list_instances(fields.text("/instance", DecisionFields::tr("Instance type")), context);
  fields
      .number("/bill/effective_usd_per_hour", DecisionFields::tr("Paid per instance"),
              DecisionFields::tr("USD/h"))
      .help = DecisionFields::tr("The effective price: amortised and after discounts.");
  fields.number("/bill/instance_hours_per_month", DecisionFields::tr("Instance-hours"),
                DecisionFields::tr("per month"));
  fields.text("/bill/date", DecisionFields::tr("Billing month"));
  fields.source("/bill/source");
}

void add_side(DecisionFieldList& fields, const Json& study, const char* side, const QString& title,
              const PlanContext& context, const ShownStudy& shown) {
  const std::string base = std::string("/") + side;
  fields.begin(title, base);
  const Json& json = study.contains(side) ? study[side] : Json::object();
  const bool refers = json.contains("scenario");
  const bool billed = json.contains("bill");
  if (refers) {
    fields.choice("/scenario", DecisionFields::tr("Cost scenario"), scenarios());
    fields.choice("/item", DecisionFields::tr("Item"), items_of(json["scenario"]));
  } else if (billed) {
    add_bill(fields, context);
  } else {
    add_own_figures(fields, base, context);
  }
  fields.choice("/option", DecisionFields::tr("Purchase option"), options()).absent =
      DecisionFields::tr("On-Demand");
  fields.choice("/region", DecisionFields::tr("Region"), regions(context));
  if (!billed) {
    DocumentField& billing =
        fields.choice("/billing", DecisionFields::tr("Billing"),
                      {{"busy_hours", DecisionFields::tr("busy hours only")},
                       {"always_on", DecisionFields::tr("always on (730 h per month)")}});
    billing.absent = DecisionFields::tr("busy hours only (default)");
    fields.percent("/utilisation/share", DecisionFields::tr("Utilisation"));
    fields.source("/utilisation/source");
  }
  if (!refers) {
    fields.adder("", DecisionFields::tr("Use a Cost Scenario"),
                 MakeItem([side](const Json& now) { return referring_side(now.at(side)); }));
  }
  if (refers || billed) {
    fields.adder("", DecisionFields::tr("Enter Custom Figures"),
                 MakeItem([side, shown](const Json& now) {
                   return own_side(now.at(side), side_of(shown, side));
                 }));
  }
  if (!billed && std::string_view(side) == "baseline") {
    fields.adder("", DecisionFields::tr("Use Your Bill"), MakeItem([side, shown](const Json& now) {
                   return billed_side(now.at(side), side_of(shown, side));
                 }));
  }
}

void add_load(DecisionFieldList& fields) {
  fields.begin(DecisionFields::tr("Load"), "/load");
  if (fields.has("/load/runs_per_month")) {
    fields.number("/runs_per_month", DecisionFields::tr("Runs per month"));
    fields.number("/tokens_per_run", DecisionFields::tr("Tokens per run")).absent =
        DecisionFields::tr("as in the baseline");
  } else {
    fields.number("/tokens_per_month", DecisionFields::tr("Tokens per month"));
  }
  fields.percent("/growth_per_month", DecisionFields::tr("Growth per month")).absent =
      DecisionFields::tr("none");
  fields.source();
}

void add_migration(DecisionFieldList& fields) {
  fields.begin(DecisionFields::tr("Migration"), "/migration");
  fields.number("/go_live_month", DecisionFields::tr("Time to go-live"),
                DecisionFields::tr("months"));
  fields
      .number("/dual_running/months", DecisionFields::tr("Dual running"),
              DecisionFields::tr("months"))
      .absent = DecisionFields::tr("none");
  DocumentField& share = fields.number(
      "/dual_running/share", DecisionFields::tr("Load on the target"), DecisionFields::tr("%"));
  share.scale = 100.0;
  share.absent = QStringLiteral("100");
  // A new phase starts with the weekly cost of the last one.
  const auto phase = [](const Json& study) {
    Json made = {{"name", to_string(DecisionFields::tr("phase"))},
                 {"engineer_weeks", 0},
                 {"source", kByHand}};
    const auto phases = study.value(Json::json_pointer("/migration/phases"), Json::array());
    if (!phases.empty() && phases.back().contains("usd_per_week")) {
      made["usd_per_week"] = phases.back()["usd_per_week"];
    }
    return made;
  };
  fields.list("/migration/phases", DecisionFields::tr("Phase"), DecisionFields::tr("Add Phase"),
              MakeItem(phase), [&] {
                fields.text("/name", DecisionFields::tr("Name"));
                fields.number("/engineer_weeks", DecisionFields::tr("Engineer-weeks"));
                fields.number("/usd_per_week", DecisionFields::tr("Cost per week"),
                              DecisionFields::tr("USD"));
                fields.number("/from_month", DecisionFields::tr("From month")).absent =
                    DecisionFields::tr("today");
                fields.number("/to_month", DecisionFields::tr("To month")).absent =
                    DecisionFields::tr("same month");
                fields.source();
              });
  fields.list("/migration/one_off", DecisionFields::tr("One-off payment"),
              DecisionFields::tr("Add One-Off Payment"),
              {{"name", to_string(DecisionFields::tr("payment"))}, {"source", kByHand}}, [&] {
                fields.text("/name", DecisionFields::tr("Name"));
                fields.number("/usd", DecisionFields::tr("Amount"), DecisionFields::tr("USD"));
                fields.number("/month", DecisionFields::tr("In month")).absent =
                    DecisionFields::tr("today");
                fields.source();
              });
}

void add_machine_work(DecisionFieldList& fields) {
  fields.begin(DecisionFields::tr("Validation"), "/migration/validation");
  if (fields.has("/migration/validation")) {
    fields.number("/instance_hours", DecisionFields::tr("Instance-hours")).help =
        DecisionFields::tr("Instance-hours of the target, paid at the price of the target.");
    fields.number("/month", DecisionFields::tr("In month")).absent = DecisionFields::tr("today");
    fields.source();
    fields.remover("", DecisionFields::tr("Remove"));
  } else {
    fields.adder("", DecisionFields::tr("Add Validation Runs"),
                 {{"instance_hours", 0}, {"source", kByHand}});
  }
  fields.begin(DecisionFields::tr("Compilation"), "/migration/compile");
  if (fields.has("/migration/compile")) {
    fields.number("/hours", DecisionFields::tr("Hours per graph"));
    fields.number("/graphs", DecisionFields::tr("Graphs")).absent = QStringLiteral("1");
    fields.number("/usd_per_hour", DecisionFields::tr("Host price"), DecisionFields::tr("USD/h"));
    fields.number("/month", DecisionFields::tr("First month")).absent = DecisionFields::tr("today");
    fields
        .number("/repeats_per_month", DecisionFields::tr("Repeats"),
                DecisionFields::tr("per month"))
        .absent = DecisionFields::tr("never");
    fields.source();
    fields.remover("", DecisionFields::tr("Remove"));
  } else {
    fields.adder("", DecisionFields::tr("Add Compilation"), {{"hours", 0}, {"source", kByHand}});
  }
}

void add_money_lists(DecisionFieldList& fields) {
  fields.list(
      "/migration/monthly", DecisionFields::tr("Monthly cost of the target"),
      DecisionFields::tr("Add Monthly Cost"),
      {{"name", to_string(DecisionFields::tr("cost"))}, {"source", kByHand}}, [&] {
        fields.text("/name", DecisionFields::tr("Name"));
        fields.number("/usd_per_month", DecisionFields::tr("Amount"), DecisionFields::tr("USD"))
            .help = DecisionFields::tr("Enter a negative amount for a saving.");
        fields.number("/from_month", DecisionFields::tr("From month")).absent = QStringLiteral("1");
        fields.source();
      });
  fields.list("/commitments", DecisionFields::tr("Commitment of the baseline"),
              DecisionFields::tr("Add Commitment"),
              {{"label", to_string(DecisionFields::tr("commitment"))}, {"source", kByHand}}, [&] {
                fields.text("/label", DecisionFields::tr("Label"));
                fields.number("/usd_per_month", DecisionFields::tr("Due per month"),
                              DecisionFields::tr("USD"));
                fields.number("/months_left", DecisionFields::tr("Remaining term"),
                              DecisionFields::tr("months"));
                fields.source();
              });
  fields.list(
      "/price_cuts", DecisionFields::tr("Possible price cut"), DecisionFields::tr("Add Price Cut"),
      {{"side", "baseline"}, {"probability_per_year", 0}, {"size", 0}, {"source", kByHand}}, [&] {
        fields.choice("/side", DecisionFields::tr("Side"), sides());
        fields.percent("/probability_per_year", DecisionFields::tr("Probability per year"));
        fields.percent("/size", DecisionFields::tr("Reduction"));
        fields.source();
      });
}

void add_uncertainty(DecisionFieldList& fields) {
  Choices missing;
  for (const cost::RoiInput input : cost::kRoiInputs) {
    const std::string word(cost::to_string(input));
    const std::string place = "/uncertainty/inputs/" + word;
    const QString title = to_qstring(cost::title(input));
    if (!fields.has(place)) {
      missing.emplace_back(word, title);
      continue;
    }
    fields.begin(DecisionFields::tr("Range: %1").arg(title), place);
    const double scale = cost::is_share(input) ? 100.0 : 1.0;
    const QString unit = cost::is_share(input) ? QStringLiteral("%") : DecisionFields::tr("× plan");
    fields.number("/p10", QStringLiteral("p10"), unit).scale = scale;
    fields.number("/p90", QStringLiteral("p90"), unit).scale = scale;
    fields.source();
    fields.remover("", DecisionFields::tr("Remove"));
  }
  fields.begin(DecisionFields::tr("Uncertainty"), "/uncertainty");
  if (!missing.empty()) {
    DocumentField& add = fields.add("/inputs", Kind::kAdd, DecisionFields::tr("Add Range…"));
    add.choices = std::move(missing);
    add.item = [](const Json&) { return Json{{"source", kByHand}}; };
  }
  fields.number("/trials", DecisionFields::tr("Trials")).absent = QStringLiteral("10000");
  fields.number("/seed", DecisionFields::tr("Seed")).absent = QStringLiteral("1");
}

void add_checklist(DecisionFieldList& fields) {
  fields.list("/checklist", DecisionFields::tr("Manual check"), DecisionFields::tr("Add Check"),
              {{"item", to_string(DecisionFields::tr("subject of the check"))},
               {"state", "unknown"},
               {"source", kByHand}},
              [&] {
                fields.text("/item", DecisionFields::tr("Check"));
                fields.choice("/state", DecisionFields::tr("State"),
                              {{"supported", DecisionFields::tr("supported")},
                               {"unsupported", DecisionFields::tr("not supported")},
                               {"unknown", DecisionFields::tr("unknown")}});
                fields.source();
              });
}

}  // namespace

std::vector<DocumentField> decision_fields(const Json& study, const PlanContext& context,
                                           const ShownStudy& shown) {
  DecisionFieldList fields(study);
  fields.begin(DecisionFields::tr("Study"), "");
  fields.text("/title", DecisionFields::tr("Title"));
  fields.number("/horizon_months", DecisionFields::tr("Horizon"), DecisionFields::tr("months"));
  fields.percent("/discount_rate/per_year", DecisionFields::tr("Discount rate"));
  fields.source("/discount_rate/source");
  fields.add("/as_of", Kind::kDay, DecisionFields::tr("Prices as of")).absent =
      DecisionFields::tr("today");
  add_load(fields);
  add_side(fields, study, "baseline", DecisionFields::tr("Baseline"), context, shown);
  add_side(fields, study, "target", DecisionFields::tr("Target"), context, shown);
  add_migration(fields);
  add_machine_work(fields);
  add_money_lists(fields);
  add_uncertainty(fields);
  add_checklist(fields);
  return fields.take();
}

}  // namespace nscope::gui
