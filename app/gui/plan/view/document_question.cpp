#include "app/gui/plan/view/document_question.h"

#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

using Kind = DocumentField::Kind;

constexpr int kFormWidth = 460;
/// From this width on, the other values are beside the question.
constexpr int kTwoColumns = 2 * kFormWidth;

/// The same fields with a word in those that must be filled in, which state no usual value.
std::vector<DocumentField> with_required(std::vector<DocumentField> asked) {
  for (DocumentField& field : asked) {
    if (field.absent.isEmpty()) field.absent = DocumentQuestion::tr("required");
  }
  return asked;
}

/// The value that a document states.
QString stated_value(const DocumentField& field, const Json& value) {
  if (value.is_number()) {
    const QString number = number_text(fmt::format("{:.6g}", value.get<double>() * field.scale));
    return field.unit.isEmpty() ? number : number + QLatin1Char(' ') + field.unit;
  }
  if (value.is_array()) {
    QStringList values;
    for (const Json& each : value) values << stated_value(field, each);
    return values.join(QStringLiteral(", "));
  }
  if (!value.is_string()) return {};
  const std::string word = value.get<std::string>();
  const auto found =
      std::ranges::find(field.choices, word, &std::pair<std::string, QString>::first);
  return found == field.choices.end() ? to_qstring(word) : found->second;
}

QString value_of(const DocumentField& field, const Json& document) {
  const Json::json_pointer at(field.pointer);
  if (document.contains(at)) return stated_value(field, document.at(at));
  if (field.kind == Kind::kSwitch) {
    return field.usual_on ? DocumentQuestion::tr("yes") : DocumentQuestion::tr("no");
  }
  const bool number = !field.absent.isEmpty() && field.absent[0].isDigit();
  return number && !field.unit.isEmpty() ? field.absent + QLatin1Char(' ') + field.unit
                                         : field.absent;
}

/// The source that a document states for the value; empty if there is none.
QString stated_source(const DocumentField& field, const Json& document) {
  const Json::json_pointer source = Json::json_pointer(field.pointer).parent_pointer() / "source";
  if (!document.contains(source) || !document.at(source).is_string()) return {};
  return to_qstring(document.at(source).get<std::string>());
}

/// The first field that has no value but needs one; null: all are stated.
const DocumentField* first_missing(const std::vector<DocumentField>& asked, const Json& document) {
  const auto found = std::ranges::find_if(asked, [&](const DocumentField& field) {
    return field.absent.isEmpty() && !document.contains(Json::json_pointer(field.pointer));
  });
  return found == asked.end() ? nullptr : &*found;
}

}  // namespace

DocumentQuestion::DocumentQuestion(const Texts& texts, QWidget* parent)
    : QFrame(parent),
      answer_help_(texts.answer_help),
      form_(new DocumentForm),
      problem_(named_label("warnText")),
      answer_(new QPushButton(texts.answer)),
      cancel_(new QPushButton(tr("Cancel"))),
      assumed_(new TablePanel(tr("Nothing else is assumed."))),
      columns_(new QBoxLayout(QBoxLayout::TopToBottom)) {
  setObjectName(QStringLiteral("planCard"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 16, 20, 16);
  layout->setSpacing(10);
  layout->addWidget(named_label("sectionTitle", texts.question));
  auto* group = new QButtonGroup(this);
  auto* kind_row = new QHBoxLayout;
  for (const QString& text : texts.kinds) {
    auto* button = new QPushButton(text);
    button->setObjectName(QStringLiteral("segment"));
    button->setCheckable(true);
    connect(button, &QPushButton::clicked, this,
            [this, kind = static_cast<int>(kinds_.size())] { set_kind(kind); });
    group->addButton(button);
    kind_row->addWidget(button);
    kinds_.push_back(button);
  }
  kind_row->addStretch(1);
  layout->addLayout(kind_row);
  form_->setMaximumWidth(kFormWidth);
  problem_->setWordWrap(true);
  problem_->setTextFormat(Qt::PlainText);
  auto* buttons = new QHBoxLayout;
  answer_->setObjectName(QStringLiteral("primary"));
  buttons->addWidget(answer_);
  buttons->addWidget(cancel_);
  buttons->addStretch(1);
  auto* asked = new QVBoxLayout;
  asked->addWidget(form_);
  asked->addWidget(problem_);
  asked->addLayout(buttons);
  asked->addStretch(1);
  auto* title = new SectionTitle(tr("Everything else has these values"));
  title->set_caption(tr("you can change them beside the result"));
  assumed_->view().setAccessibleName(tr("Assumed settings"));
  auto* others = new QVBoxLayout;
  others->addWidget(title);
  others->addWidget(assumed_, 1);
  columns_->setSpacing(28);
  columns_->addLayout(asked);
  columns_->addLayout(others, 1);
  layout->addLayout(columns_, 1);
  connect(form_, &DocumentForm::changed, this, &DocumentQuestion::show_state);
  connect(answer_, &QPushButton::clicked, this, &DocumentQuestion::finish);
  connect(cancel_, &QPushButton::clicked, this, &DocumentQuestion::cancelled);
}

void DocumentQuestion::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  columns_->setDirection(width() < kTwoColumns ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

int DocumentQuestion::kind() const {
  const auto chosen = std::ranges::find_if(kinds_, &QPushButton::isChecked);
  return chosen == kinds_.end() ? 0 : static_cast<int>(chosen - kinds_.begin());
}

QString DocumentQuestion::problem() const {
  return problem_->text();
}

void DocumentQuestion::ask(std::shared_ptr<const catalog::Catalog> catalog,
                           std::shared_ptr<const cost::PriceBook> book) {
  catalog_ = std::move(catalog);
  book_ = std::move(book);
  form_->set(Json::object(), {});
  set_kind(0);
}

void DocumentQuestion::set_kind(int kind) {
  kinds_[static_cast<std::size_t>(kind)]->setChecked(true);
  Json first = first_document(kind, document());
  form_->set(first, {});
  const std::vector<DocumentField> asked = asked_fields();
  assumed_->set_table(assumed_settings(asked));
  form_->set(std::move(first), with_required(asked));
  if (QWidget* const field = form_->first_field()) field->setFocus();
  show_state();
}

std::string DocumentQuestion::own_figures() {
  return to_string(tr("my own figures"));
}

Error DocumentQuestion::at_field(const Error& error, std::string_view pointer) {
  return {error.code, error.message, fmt::format("question: {}", pointer)};
}

std::optional<Error> DocumentQuestion::check_model(const std::string& model,
                                                   std::string_view pointer) const {
  if (model.empty()) return std::nullopt;
  const auto found = catalog().model(model);
  return found ? std::nullopt : std::optional(at_field(found.error(), pointer));
}

std::optional<Error> DocumentQuestion::check_instance(const std::string& instance,
                                                      std::string_view pointer) const {
  if (std::ranges::binary_search(book().instances(), instance)) return std::nullopt;
  const auto found = catalog().instance(instance);
  return found ? std::nullopt : std::optional(at_field(found.error(), pointer));
}

/// Each setting that is not asked for with its value, and its meaning or source, as the fields of
/// the whole form say them.
Table DocumentQuestion::assumed_settings(const std::vector<DocumentField>& asked) const {
  Table table({{.id = "setting", .title = text_of(tr("Setting"))},
               {.id = "value", .title = text_of(tr("Value"))},
               {.id = "basis", .title = text_of(tr("Meaning and source"))}});
  std::vector<DocumentField> others = all_fields();
  std::erase_if(others, [&](const DocumentField& field) {
    const bool is_asked = find_field(asked, field.pointer) != nullptr;
    return field.kind == Kind::kAdd || field.kind == Kind::kRemove || field.label.isEmpty() ||
           is_asked || is_left_out(field.pointer) || value_of(field, document()).isEmpty();
  });
  for (const DocumentField& field : others) {
    // A label that is used twice needs its heading.
    const bool clear = std::ranges::count(others, field.label, &DocumentField::label) == 1;
    const QString name = clear || field.section.isEmpty()
                             ? field.label
                             : field.section + QStringLiteral(": ") + field.label;
    const QString basis = field.help.isEmpty() ? stated_source(field, document()) : field.help;
    table.add_row({to_string(name), to_string(value_of(field, document())), to_string(basis)});
  }
  return table;
}

void DocumentQuestion::show_state() {
  form_->clear_marks();
  const std::vector<DocumentField> asked = asked_fields();
  QString problem;
  if (const DocumentField* const missing = first_missing(asked, document())) {
    const QString& section = missing->section;
    problem = tr("Enter: %1")
                  .arg(section.isEmpty() ? missing->label
                                         : section + QStringLiteral(", ") + missing->label);
  } else if (const auto error = rejection()) {
    problem = to_qstring(error->message);
    form_->mark(error->where.english(), problem);
  }
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
  answer_->setEnabled(problem.isEmpty());
  answer_->setToolTip(problem.isEmpty() ? answer_help_ : problem);
}

void DocumentQuestion::finish() {
  if (answer_->isEnabled()) emit asked(answer());
}

}  // namespace nscope::gui

#include "moc_document_question.cpp"
