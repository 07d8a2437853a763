#include "app/gui/plan/costs/cost_question.h"

#include "app/gui/forms/scenario_fields.h"
#include "app/gui/forms/serving_fields.h"
#include "app/gui/text/text.h"
#include "app/pricing/scenario_edit.h"
#include "costmodel/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

// The document of the question is a scenario with one work item, and two members that the answer
// turns into further items: the list of instance types, and what runs today.
constexpr const char* kAskedInstances = "/instances";
constexpr const char* kAskedItem = "/work/0";
constexpr const char* kUsualRegion = "us-east-1";

std::string in_item(std::string_view member) {
  return fmt::format("{}{}", kAskedItem, member);
}
std::string in_today(std::string_view member) {
  return fmt::format("/today{}", member);
}

/// The names of a list that are stated.
std::vector<std::string> stated_names(const Json& document, const char* key) {
  std::vector<std::string> names;
  const auto list = document.find(key);
  if (list == document.end() || !list->is_array()) return names;
  for (const Json& name : *list) {
    if (name.is_string()) names.push_back(name.get<std::string>());
  }
  return names;
}

/// What runs today, as the item that the others are compared with.
Json item_of_today(const Json& today, const Json& item, const std::string& source) {
  const std::string instance = app::member_text(today, "instance");
  Json made = {{"label", to_string(CostQuestion::tr("today: %1").arg(to_qstring(instance)))},
               {"instance", instance}};
  for (const char* key : {"model", "dtype", "input_tokens", "output_tokens"}) {
    if (item.contains(key)) made[key] = item[key];
  }
  made["throughput"] = {{"tokens_per_second", today.value("tokens_per_second", Json())},
                        {"provenance", "measured"},
                        {"source", source}};
  if (today.contains("usd_per_hour")) {
    made["price"] = {{"usd_per_hour", today["usd_per_hour"]}, {"source", source}};
  }
  return made;
}

/// The pointer in the question for a place in the answer: "/instances" for
/// "cost: /work/2/instance".
std::string asked_place(std::string_view place, bool has_today) {
  constexpr std::string_view kWork = "/work/";
  const std::size_t at = place.find(kWork);
  if (at == std::string_view::npos) return std::string(place);
  std::size_t index = 0;
  const std::string_view rest = place.substr(at + kWork.size());
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
  const std::string member(end, rest.data() + rest.size());
  const std::string begin(place.substr(0, at));
  if (has_today && index == 0) return begin + in_today(member.substr(member.rfind('/')));
  return begin + (member == "/instance" ? kAskedInstances : in_item(member));
}

}  // namespace

CostQuestion::CostQuestion(QWidget* parent)
    : DocumentQuestion(
          {.question = tr("What does a token cost you?"),
           .kinds = {tr("Fixed Batch"), tr("Within Latency Limits"), tr("Known Throughput")},
           .answer = tr("Compute Costs"),
           .answer_help = tr("Computes the costs on each instance type (Ctrl+Enter).")},
          parent) {}

/// Keeps what does not depend on the kind.
Json CostQuestion::first_document(int kind, const Json& before) const {
  Json item = {{"dtype", "bf16"}};
  const Json::json_pointer old(kAskedItem);
  for (const char* key : {"model", "input_tokens", "output_tokens"}) {
    if (before.contains(old) && before.at(old).contains(key)) item[key] = before.at(old)[key];
  }
  // Otherwise, the fields of a stated throughput.
  if (kind == kBatch) item["simulate"] = Json::object();
  if (kind == kLimits) item["serve"] = Json::object();
  Json document = {{"schema", "nscope.cost/1"}, {"work", Json::array({std::move(item)})}};
  for (const char* key : {"instances", "regions", "load", "today"}) {
    if (before.contains(key)) document[key] = before[key];
  }
  app::normalise_scenario(document);  // adds the purchase options
  return document;
}

std::vector<DocumentField> CostQuestion::all_fields() const {
  Json scenario = document();
  // An emptied form has no item.
  if (app::work_count(scenario) == 0) scenario["work"] = first_document(kind(), {})["work"];
  return scenario_fields(scenario, 0, catalog(), book());
}

std::vector<DocumentField> CostQuestion::asked_fields() const {
  const std::vector<DocumentField> all = all_fields();
  std::vector<DocumentField> asked;
  const auto add = [&](std::string_view pointer, const QString& absent = {}) -> DocumentField* {
    const DocumentField* const found = find_field(all, pointer);
    if (found == nullptr) return nullptr;
    asked.push_back(*found);
    asked.back().section.clear();
    asked.back().absent = absent;
    return &asked.back();
  };
  const bool known = kind() == kKnown;
  add(in_item("/model"), known ? tr("not stated") : QString());
  if (DocumentField* const list = add(in_item("/instance"))) {
    list->pointer = kAskedInstances;
    list->kind = DocumentField::Kind::kList;
    list->label = tr("Instance types");
    list->help = tr("One or more instance types, separated by commas.");
  }
  if (DocumentField* const input =
          add(in_item("/input_tokens"), known ? tr("not stated") : QString()))
    input->label = tr("Input length");
  if (DocumentField* const output =
          add(in_item("/output_tokens"), known ? tr("not stated") : QString()))
    output->label = tr("Output length");
  if (kind() == kBatch) add(in_item("/batch"));
  if (kind() == kLimits) {
    add(in_item("/serve/sla/ttft_p99_s"), tr("no limit"));
    add(in_item("/serve/sla/e2e_p99_s"));
  }
  if (known) add(in_item("/throughput/tokens_per_second"));
  add("/load/tokens_per_month", tr("none"));
  add("/regions", QString::fromLatin1(kUsualRegion));
  const QString today = tr("Today, to compare with");
  const bool has_today = document().contains("today");
  DocumentField instance = *find_field(all, in_item("/instance"));
  instance.pointer = in_today("/instance");
  instance.section = today;
  instance.absent = has_today ? QString() : tr("none");
  asked.push_back(std::move(instance));
  asked.push_back({.pointer = in_today("/tokens_per_second"),
                   .label = tr("Measured throughput"),
                   .section = today,
                   .unit = tr("tokens/s"),
                   .absent = has_today ? QString() : tr("none")});
  asked.push_back({.pointer = in_today("/usd_per_hour"),
                   .label = tr("Paid per instance"),
                   .section = today,
                   .unit = tr("USD/h"),
                   .help = tr("The effective price: amortised and after discounts."),
                   .absent = tr("from the price book")});
  return asked;
}

/// The members of one item that are asked for in another place, or that need nothing.
bool CostQuestion::is_left_out(const std::string& pointer) const {
  constexpr std::array<std::string_view, 11> kOut{
      "/instance",     "/label", "/count",      "/phase",    "/parameters",        "/compare_with",
      "/price/source", "/price", "/price/date", "/run/days", "/price/usd_per_hour"};
  const bool of_item =
      pointer.starts_with(kAskedItem) &&
      std::ranges::count(kOut,
                         std::string_view(pointer).substr(std::string_view(kAskedItem).size())) > 0;
  return of_item || pointer.starts_with(in_item("/serve/sla")) ||
         pointer.starts_with(in_item("/throughput")) || pointer.starts_with("/carbon") ||
         pointer.starts_with("/utilisation");
}

Json CostQuestion::answer() const {
  const Json& asked = document();
  const Json::json_pointer place(kAskedItem);
  Json item = asked.contains(place) ? asked.at(place) : Json::object();
  if (kind() == kBatch) item["simulate"] = Json::object();
  if (kind() == kKnown) item["throughput"]["source"] = own_figures();
  Json work = Json::array();
  if (asked.contains("today")) work.push_back(item_of_today(asked["today"], item, own_figures()));
  const std::vector<std::string> instances = stated_names(asked, "instances");
  for (const std::string& instance : instances) {
    Json one = {{"instance", instance}};
    one.update(item);
    work.push_back(std::move(one));
  }
  const std::string model = app::member_text(item, "model");
  Json scenario = {{"schema", "nscope.cost/1"},
                   // Names only, because a title is not translated.
                   {"title", fmt::format("{}{}{}", model, model.empty() ? "" : ": ",
                                         fmt::join(instances, ", "))},
                   {"regions", asked.value("regions", Json::array({kUsualRegion}))},
                   {"work", std::move(work)}};
  for (const char* key : {"options", "load"}) {
    if (asked.contains(key)) scenario[key] = asked[key];
  }
  return scenario;
}

std::optional<Error> CostQuestion::rejection() const {
  const Json scenario = answer();
  const Json& work = scenario["work"];
  if (auto error = check_model(app::member_text(work.back(), "model"), in_item("/model"))) {
    return error;
  }
  const bool has_today = document().contains("today");
  for (std::size_t i = 0; i < work.size(); ++i) {
    const std::string place = has_today && i == 0 ? in_today("/instance") : kAskedInstances;
    if (auto error = check_instance(app::member_text(work[i], "instance"), place)) return error;
  }
  const auto reject = [](const QString& message, std::string_view pointer) {
    return at_field({ErrorCode::kNotFound, text_of(message), {}}, pointer);
  };
  if (kind() == kKnown && stated_names(document(), "instances").size() > 1) {
    return reject(tr("A known throughput is that of one instance type. Add the others beside the "
                     "result."),
                  kAskedInstances);
  }
  const std::vector<std::string> regions = book().regions();
  for (const std::string& region : stated_names(scenario, "regions")) {
    if (std::ranges::find(regions, region) == regions.end()) {
      return reject(tr("The price book has no region %1.").arg(to_qstring(region)), "/regions");
    }
  }
  const auto read = cost::scenario_from_json(scenario, "cost");
  if (read) return std::nullopt;
  Error error = read.error();
  error.where = asked_place(error.where.english(), has_today);
  return error;
}

}  // namespace nscope::gui

#include "moc_cost_question.cpp"
