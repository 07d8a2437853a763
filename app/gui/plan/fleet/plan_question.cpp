#include "app/gui/plan/fleet/plan_question.h"

#include "app/gui/forms/capacity.h"
#include "app/gui/forms/fleet_fields.h"
#include "app/gui/text/text.h"

#include <array>
#include <string>
#include <string_view>

namespace nscope::gui {
namespace {

constexpr std::array<std::string_view, 6> kServed{"/model",
                                                  "/traffic/requests_per_second",
                                                  "/traffic/input_tokens/tokens",
                                                  "/traffic/output_tokens/tokens",
                                                  "/sla/ttft_p99_s",
                                                  "/sla/e2e_p99_s"};
constexpr std::array<std::string_view, 6> kTrained{"/model",
                                                   "/training/job/tokens",
                                                   "/training/sequence_length",
                                                   "/training/global_batch",
                                                   "/training/job/deadline_days",
                                                   "/training/budget_usd"};

/// A document with the members that decide which fields a plan has.
Json empty_plan(bool trains) {
  if (trains) return {{"schema", "nscope.plan/1"}, {"training", Json::object()}};
  const Json fixed = {{"kind", "fixed"}};
  return {{"schema", "nscope.plan/1"},
          {"traffic", {{"input_tokens", fixed}, {"output_tokens", fixed}}}};
}

/// The fields of the whole form that the question asks for, in the order of the question.
std::vector<DocumentField> asked_of(const std::vector<DocumentField>& all, bool trains) {
  std::vector<DocumentField> asked;
  for (const std::string_view pointer : trains ? kTrained : kServed) {
    const DocumentField* const found = find_field(all, pointer);
    if (found == nullptr) continue;
    asked.push_back(*found);
    asked.back().section.clear();
    if (found->label.isEmpty()) {
      asked.back().label = pointer.find("input") != std::string_view::npos
                               ? PlanQuestion::tr("Input length")
                               : PlanQuestion::tr("Output length");
    }
  }
  return asked;
}

}  // namespace

PlanQuestion::PlanQuestion(QWidget* parent)
    : DocumentQuestion({.question = tr("Which fleet do you need?"),
                        .kinds = {tr("Serve Requests"), tr("Train a Model")},
                        .answer = tr("Plan"),
                        .answer_help = tr("Finds the cheapest fleet (Ctrl+Enter).")},
                       parent) {}

Json PlanQuestion::first_document(int kind, const Json& before) const {
  Json plan = empty_plan(kind == kTrain);
  if (before.contains("model")) plan["model"] = before["model"];
  return plan;
}

std::vector<DocumentField> PlanQuestion::asked_fields() const {
  return asked_of(all_fields(), trains());
}

std::vector<DocumentField> PlanQuestion::all_fields() const {
  Json plan = document();
  // An emptied form has no member that says what kind of plan it is.
  if (trains() && !plan.contains("training")) plan["training"] = Json::object();
  return plan_fields(plan, catalog(), book(), true);
}

bool PlanQuestion::is_left_out(const std::string& pointer) const {
  return pointer.starts_with("/sla/");
}

std::optional<Error> PlanQuestion::rejection() const {
  const std::string name = "plan";
  std::optional<Error> error;
  if (trains()) {
    const auto request = capacity::training_request_from_json(document(), name);
    if (!request) return request.error();
    const auto types = capacity::training_types(catalog(), book(), *request);
    if (!types) error = types.error();
  } else {
    const auto request = capacity::plan_request_from_json(document(), name);
    if (!request) return request.error();
    const auto types = capacity::types_of(catalog(), book(), *request);
    if (!types) error = types.error();
  }
  if (error) {
    error->where = name + ": " + field_of_problem(*error, catalog(), document(), book().regions());
  }
  return error;
}

}  // namespace nscope::gui

#include "moc_plan_question.cpp"
