#include "app/gui/plan/decision/study_question.h"

#include "app/documents/today.h"
#include "app/gui/forms/catalog_choices.h"
#include "app/gui/forms/decision_fields.h"
#include "app/gui/text/text.h"
#include "app/pricing/scenario_edit.h"
#include "costmodel/migration/roi.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

/// The source of a value with which a study begins.
std::string assumed_for_study() {
  return to_string(StudyQuestion::tr("assumed for the study; replace it with your own value"));
}

}  // namespace

StudyQuestion::StudyQuestion(const PlanContext& context, QWidget* parent)
    : DocumentQuestion({.question = tr("Does your migration pay off?"),
                        .kinds = {tr("Simulate the Target"), tr("Known Throughput")},
                        .answer = tr("Evaluate"),
                        .answer_help = tr("Evaluates the migration (Ctrl+Enter).")},
                       parent),
      context_(context) {}

/// Keeps what does not depend on the kind.
Json StudyQuestion::first_document(int kind, const Json& before) const {
  Json study = before;
  if (!before.contains("schema")) {
    const std::string month = cost::to_string(app::today()).substr(0, 7);
    study = {
        {"schema", "nscope.roi/1"},
        {"horizon_months", 36},
        {"discount_rate", {{"per_year", 0.1}, {"source", assumed_for_study()}}},
        {"load", {{"source", own_figures()}}},
        {"baseline", {{"bill", {{"date", month}, {"source", own_figures()}}}}},
        {"target",
         {{"dtype", "bf16"},
          {"region", "us-east-1"},
          {"billing", "always_on"},
          {"utilisation", {{"share", 0.6}, {"source", assumed_for_study()}}}}},
        {"migration",
         {{"go_live_month", 3},
          {"phases",
           Json::array({{{"name", to_string(tr("migration"))}, {"source", own_figures()}}})}}}};
    // Without ranges, every trial is the plan, and its probability would be certainty.
    for (const auto& [input, p10, p90] :
         {std::tuple{"load", 0.7, 2.0}, {"effort", 0.8, 2.0}, {"schedule", 0.9, 1.8}}) {
      study["uncertainty"]["inputs"][input] = {
          {"p10", p10}, {"p90", p90}, {"source", assumed_for_study()}};
    }
  }
  Json& target = study["target"];
  for (const char* key : {"batch", "throughput"}) target.erase(key);
  if (kind == kKnown) target["throughput"] = {{"source", own_figures()}};
  return study;
}

std::vector<DocumentField> StudyQuestion::all_fields() const {
  return decision_fields(document(), context_, [] { return nullptr; });
}

std::vector<DocumentField> StudyQuestion::asked_fields() const {
  const std::vector<DocumentField> all = all_fields();
  std::vector<DocumentField> asked;
  QString section;
  const auto add = [&](std::string_view pointer) {
    const DocumentField* const found = find_field(all, pointer);
    if (found == nullptr) return;
    asked.push_back(*found);
    asked.back().section = section;
  };
  const auto make = [&](const char* pointer, DocumentField::Kind kind, const QString& label,
                        const QString& unit = {}) -> DocumentField& {
    asked.push_back({.pointer = pointer, .kind = kind, .label = label, .section = section});
    asked.back().unit = unit;
    return asked.back();
  };
  using FieldKind = DocumentField::Kind;
  section = tr("Today");
  add("/baseline/instance");
  add("/baseline/bill/effective_usd_per_hour");
  add("/baseline/bill/instance_hours_per_month");
  constexpr double kMillion = 1e-6;
  make("/load/tokens_per_month", FieldKind::kNumber, tr("Load per month"), tr("million tokens"))
      .scale = kMillion;
  section = tr("Target");
  add("/target/instance");
  DocumentField& model = make("/target/model", FieldKind::kText, tr("Model"));
  CatalogChoices models = model_choices(catalog(), [](const catalog::Model&) { return true; });
  model.choices = std::move(models.rows);
  model.groups = std::move(models.groups);
  const bool known = kind() == kKnown;
  if (known) {
    model.absent = tr("not stated");
    add("/target/throughput/tokens_per_second");
  } else {
    make("/target/input_tokens", FieldKind::kNumber, tr("Input length"), tr("tokens"));
    make("/target/output_tokens", FieldKind::kNumber, tr("Output length"), tr("tokens"));
    make("/target/batch", FieldKind::kNumber, tr("Batch size"));
  }
  add("/target/utilisation/share");
  add("/target/option");
  add("/target/region");
  section = tr("Migration");
  add("/migration/go_live_month");
  add("/migration/phases/0/engineer_weeks");
  add("/migration/phases/0/usd_per_week");
  return asked;
}

/// Names, dates and sources, and members of a side that are asked for in another way.
bool StudyQuestion::is_left_out(const std::string& pointer) const {
  constexpr std::string_view kTexts[] = {"/source", "/title", "/name", "/label", "/date", "/count"};
  return std::ranges::any_of(kTexts,
                             [&](std::string_view end) { return pointer.ends_with(end); }) ||
         pointer.starts_with("/target/price") || pointer.starts_with("/baseline/region") ||
         pointer.starts_with("/migration/phases");
}

Json StudyQuestion::answer() const {
  const Json& asked = document();
  const auto part = [&](const char* key) {
    const auto found = asked.find(key);
    return found != asked.end() && found->is_object() ? *found : Json::object();
  };
  Json baseline = part("baseline");
  Json target = part("target");
  const std::string model = app::member_text(target, "model");
  const std::string from = app::member_text(baseline, "instance");
  const std::string to = app::member_text(target, "instance");
  if (!model.empty()) baseline["model"] = model;
  if (target.contains("region")) baseline["region"] = target["region"];
  if (kind() == kSimulated) target["simulate"] = Json::object();
  Json study = {{"schema", "nscope.roi/1"},
                {"title", model.empty() ? fmt::format("Moving from {} to {}", from, to)
                                        : fmt::format("Moving {} from {} to {}", model, from, to)}};
  study.update(asked);
  study["baseline"] = std::move(baseline);
  study["target"] = std::move(target);
  return study;
}

std::optional<Error> StudyQuestion::rejection() const {
  const Json study = answer();
  if (auto error = check_model(app::member_text(study["target"], "model"), "/target/model")) {
    return error;
  }
  for (const char* side : {"baseline", "target"}) {
    const std::string instance = app::member_text(study[side], "instance");
    if (auto error = check_instance(instance, fmt::format("/{}/instance", side))) return error;
  }
  const auto read = cost::roi_study_from_json(study, "study");
  return read ? std::nullopt : std::optional(read.error());
}

}  // namespace nscope::gui

#include "moc_study_question.cpp"
