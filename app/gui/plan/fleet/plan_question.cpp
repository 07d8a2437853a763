#include "app/gui/plan/fleet/plan_question.h"

#include "app/gui/forms/capacity.h"
#include "app/gui/forms/fleet_fields.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace nscope::gui {
namespace {

using Kind = DocumentField::Kind;

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
std::vector<DocumentField> asked_fields(const std::vector<DocumentField>& all, bool trains) {
  std::vector<DocumentField> asked;
  for (const std::string_view pointer : trains ? kTrained : kServed) {
    const auto found = std::ranges::find(
        all, pointer, [](const auto& field) { return std::string_view(field.pointer); });
    if (found == all.end()) continue;
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

/// The same fields with a word in those that must be filled in, which state no usual value.
std::vector<DocumentField> with_required(std::vector<DocumentField> asked) {
  for (DocumentField& field : asked) {
    if (field.absent.isEmpty()) field.absent = PlanQuestion::tr("required");
  }
  return asked;
}

QString value_of(const DocumentField& field) {
  if (field.kind == Kind::kSwitch) {
    return field.usual_on ? PlanQuestion::tr("yes") : PlanQuestion::tr("no");
  }
  const bool number = !field.absent.isEmpty() && field.absent[0].isDigit();
  return number && !field.unit.isEmpty() ? field.absent + QLatin1Char(' ') + field.unit
                                         : field.absent;
}

/// The first field that has no value but needs one; null: all are stated.
const DocumentField* first_missing(const std::vector<DocumentField>& asked, const Json& plan) {
  const auto found = std::ranges::find_if(asked, [&](const DocumentField& field) {
    return field.absent.isEmpty() && !plan.contains(Json::json_pointer(field.pointer));
  });
  return found == asked.end() ? nullptr : &*found;
}

}  // namespace

Table assumed_settings(const std::vector<DocumentField>& all,
                       const std::vector<DocumentField>& asked) {
  const auto text = [](const QString& words) { return text_of(words); };
  Table table({{.id = "setting", .title = text(PlanQuestion::tr("Setting"))},
               {.id = "value", .title = text(PlanQuestion::tr("Value"))},
               {.id = "basis", .title = text(PlanQuestion::tr("Meaning and source"))}});
  for (const DocumentField& field : all) {
    if (field.kind == Kind::kAdd || field.kind == Kind::kRemove || field.label.isEmpty()) continue;
    const bool is_asked = std::ranges::any_of(
        asked, [&](const DocumentField& each) { return each.pointer == field.pointer; });
    const QString value = value_of(field);
    const bool is_limit = field.pointer.starts_with("/sla/");  // further ones are not needed
    if (is_asked || is_limit || value.isEmpty()) continue;
    table.add_row({to_string(field.label), to_string(value), to_string(field.help)});
  }
  return table;
}

PlanQuestion::PlanQuestion(QWidget* parent)
    : QFrame(parent),
      serve_(new QPushButton(tr("Serve Requests"))),
      train_(new QPushButton(tr("Train a Model"))),
      form_(new DocumentForm),
      problem_(named_label("warnText")),
      plan_(new QPushButton(tr("Plan"))),
      cancel_(new QPushButton(tr("Cancel"))),
      assumed_(new TablePanel(tr("Nothing else is assumed."))) {
  setObjectName(QStringLiteral("planCard"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 16, 20, 16);
  layout->setSpacing(10);
  layout->addWidget(named_label("sectionTitle", tr("Which fleet do you need?")));
  auto* kinds = new QButtonGroup(this);
  auto* kind_row = new QHBoxLayout;
  for (QPushButton* button : {serve_, train_}) {
    button->setObjectName(QStringLiteral("segment"));
    button->setCheckable(true);
    kinds->addButton(button);
    kind_row->addWidget(button);
  }
  kind_row->addStretch(1);
  layout->addLayout(kind_row);
  constexpr int kFormWidth = 460;
  form_->setMaximumWidth(kFormWidth);
  layout->addWidget(form_);
  problem_->setWordWrap(true);
  problem_->setTextFormat(Qt::PlainText);
  layout->addWidget(problem_);
  auto* buttons = new QHBoxLayout;
  plan_->setObjectName(QStringLiteral("primary"));
  buttons->addWidget(plan_);
  buttons->addWidget(cancel_);
  buttons->addStretch(1);
  layout->addLayout(buttons);
  layout->addSpacing(8);
  auto* title = new SectionTitle(tr("Everything else has these values"));
  title->set_caption(tr("you can change them beside the result"));
  layout->addWidget(title);
  assumed_->view().setAccessibleName(tr("Assumed settings"));
  layout->addWidget(assumed_, 1);
  connect(serve_, &QPushButton::clicked, this, [this] { set_kind(false); });
  connect(train_, &QPushButton::clicked, this, [this] { set_kind(true); });
  connect(form_, &DocumentForm::changed, this, &PlanQuestion::show_state);
  connect(plan_, &QPushButton::clicked, this, &PlanQuestion::finish);
  connect(cancel_, &QPushButton::clicked, this, &PlanQuestion::cancelled);
}

bool PlanQuestion::trains() const {
  return train_->isChecked();
}

void PlanQuestion::ask(std::shared_ptr<const catalog::Catalog> catalog,
                       std::shared_ptr<const cost::PriceBook> book) {
  catalog_ = std::move(catalog);
  book_ = std::move(book);
  form_->set(Json::object(), {});
  set_kind(false);
}

std::vector<DocumentField> PlanQuestion::all_fields() const {
  Json plan = document();
  // An emptied form has no member that says what kind of plan it is.
  if (trains() && !plan.contains("training")) plan["training"] = Json::object();
  return plan_fields(plan, *catalog_, *book_, true);
}

/// Keeps the model if the other kind of work is chosen.
void PlanQuestion::set_kind(bool trains) {
  (trains ? train_ : serve_)->setChecked(true);
  Json plan = empty_plan(trains);
  if (document().contains("model")) plan["model"] = document()["model"];
  form_->set(plan, {});
  const std::vector<DocumentField> all = all_fields();
  const std::vector<DocumentField> asked = asked_fields(all, trains);
  assumed_->set_table(assumed_settings(all, asked));
  form_->set(std::move(plan), with_required(asked));
  if (QWidget* const first = form_->first_field()) first->setFocus();
  show_state();
}

/// Why the reader of the document or the catalogue rejects what is stated.
std::optional<Error> PlanQuestion::rejection() const {
  const std::string name = "plan";
  if (trains()) {
    const auto request = capacity::training_request_from_json(document(), name);
    if (!request) return request.error();
    const auto types = capacity::training_types(*catalog_, *book_, *request);
    return types ? std::nullopt : std::optional(types.error());
  }
  const auto request = capacity::plan_request_from_json(document(), name);
  if (!request) return request.error();
  const auto types = capacity::types_of(*catalog_, *book_, *request);
  return types ? std::nullopt : std::optional(types.error());
}

void PlanQuestion::show_state() {
  form_->clear_marks();
  const std::vector<DocumentField> asked = asked_fields(all_fields(), trains());
  QString problem;
  if (const DocumentField* const missing = first_missing(asked, document())) {
    problem = tr("Enter: %1").arg(missing->label);
  } else if (const auto error = rejection()) {
    const std::string place = error->where.english();
    if (!form_->mark(place, to_qstring(error->message))) {
      form_->mark("plan: " + field_of_problem(*error, *catalog_, document(), book_->regions()),
                  to_qstring(error->message));
    }
    problem = to_qstring(error->message);
  }
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  plan_->setEnabled(problem.isEmpty());
  plan_->setToolTip(problem.isEmpty() ? tr("Finds the cheapest fleet (Ctrl+Enter).") : problem);
}

void PlanQuestion::finish() {
  if (plan_->isEnabled()) emit asked(document());
}

}  // namespace nscope::gui

#include "moc_plan_question.cpp"
