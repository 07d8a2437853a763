#include "app/gui/analysis/parameter_form.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/disconnect_fields.h"
#include "app/gui/panels/marked_field.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

using analysis::Parameter;

/// The tooltip of a field: the meaning of the parameter and its valid range.
QString field_tip(const Parameter& parameter) {
  QString tip = to_qstring(parameter.meaning);
  if (parameter.words.empty()) {
    const QString unit = to_qstring(parameter.unit);
    tip += ParameterForm::tr("\nRange: %1 to %2 %3")
               .arg(value_text(parameter, parameter.lowest),
                    value_text(parameter, parameter.highest), unit)
               .trimmed();
  }
  return tip;
}

bool is_default(const analysis::ParameterValues& values) {
  for (const Parameter& parameter : values.parameters()) {
    if (values.number(parameter.id) != parameter.value) return false;
  }
  return true;
}

}  // namespace

QString value_text(const Parameter& parameter, double value) {
  if (!parameter.words.empty()) {
    return to_qstring(parameter.words[static_cast<std::size_t>(value)]);
  }
  return to_qstring(fmt::format("{}", value));
}

ParameterForm::ParameterForm(QWidget* parent)
    : QWidget(parent),
      scroll_(new QScrollArea),
      reset_(new QPushButton(tr("Reset"))),
      error_(named_label("badText")) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(12);
  // Many fields scroll horizontally, so that the page does not grow.
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  scroll_->setMinimumWidth(0);
  row->addWidget(scroll_);
  reset_->setObjectName(QStringLiteral("link"));
  reset_->setToolTip(tr("Resets all parameters to their default values."));
  row->addWidget(reset_);
  row->addWidget(error_);
  row->addStretch(1);
  connect(reset_, &QPushButton::clicked, this, &ParameterForm::reset);
  show_state();
}

ParameterForm::~ParameterForm() {
  disconnect_fields(*this);
}

void ParameterForm::set_values(const analysis::ParameterValues& values) {
  values_ = values;
  refused_.clear();
  if (fields_ != nullptr) {
    // A field that loses the focus when it is removed must not set a value of the new analysis.
    for (QWidget* field : fields_->findChildren<QWidget*>()) field->blockSignals(true);
    scroll_->takeWidget();
    fields_->hide();
    fields_->deleteLater();
  }
  fields_ = new QWidget;
  auto* layout = new QHBoxLayout(fields_);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  for (const Parameter& parameter : values_.parameters()) {
    if (parameter.words.empty()) {
      add_number(parameter);
    } else {
      add_choice(parameter);
    }
  }
  fit_fields();
  show_state();
}

void ParameterForm::fit_fields() {
  scroll_->setWidget(fields_);
  fields_->adjustSize();
  const QSize needed = fields_->sizeHint();
  scroll_->setVisible(!values_.parameters().empty());
  scroll_->setMaximumWidth(needed.width());
  scroll_->setFixedHeight(needed.height());
  constexpr std::size_t kFieldsOfARow = 5;
  const bool scrolls = values_.parameters().size() > kFieldsOfARow;
  if (scrolls)
    scroll_->setFixedHeight(needed.height() + scroll_->horizontalScrollBar()->sizeHint().height());
  QSizePolicy policy(scrolls ? QSizePolicy::Ignored : QSizePolicy::Maximum, QSizePolicy::Fixed);
  policy.setHorizontalStretch(scrolls ? 100 : 0);
  scroll_->setSizePolicy(policy);
}

QWidget* ParameterForm::field(std::string_view id) const {
  return fields_ == nullptr ? nullptr : fields_->findChild<QWidget*>(to_qstring(id));
}

void ParameterForm::add_number(const Parameter& parameter) {
  auto* field = new QLineEdit(value_text(parameter, values_.number(parameter.id)));
  field->setProperty("parameter", true);
  field->setObjectName(to_qstring(parameter.id));
  field->setAccessibleName(to_qstring(parameter.title));
  field->setToolTip(field_tip(parameter));
  field->setFixedWidth(76);
  field->setAlignment(Qt::AlignRight);
  auto* label = named_label("muted", to_qstring(parameter.title));
  label->setBuddy(field);
  label->setToolTip(field->toolTip());
  fields_->layout()->addWidget(label);
  fields_->layout()->addWidget(field);
  auto* unit = named_label("muted", to_qstring(parameter.unit));
  unit->setContentsMargins(0, 0, 10, 0);
  fields_->layout()->addWidget(unit);
  connect(field, &QLineEdit::textEdited, this,
          [this, &parameter, field] { check(parameter, field); });
  connect(field, &QLineEdit::editingFinished, this,
          [this, &parameter, field] { apply(parameter, field); });
}

void ParameterForm::add_choice(const Parameter& parameter) {
  auto* field = new ChoiceBox;
  field->setObjectName(to_qstring(parameter.id));
  field->setAccessibleName(to_qstring(parameter.title));
  field->setToolTip(field_tip(parameter));
  for (const std::string_view word : parameter.words) field->addItem(to_qstring(word));
  field->setCurrentIndex(static_cast<int>(values_.number(parameter.id)));
  auto* label = named_label("muted", to_qstring(parameter.title));
  label->setBuddy(field);
  fields_->layout()->addWidget(label);
  fields_->layout()->addWidget(field);
  auto* gap = new QWidget;
  gap->setFixedWidth(10);
  fields_->layout()->addWidget(gap);
  connect(field, &QComboBox::currentIndexChanged, this, [this, &parameter](int index) {
    if (!values_.set(parameter.id, static_cast<double>(index))) return;
    show_state();
    emit changed();
  });
}

void ParameterForm::check(const Parameter& parameter, QLineEdit* field) {
  analysis::ParameterValues tried = values_;
  const auto set = tried.set(parameter.id, to_string(field->text().trimmed()));
  mark_field(field, !set);
  refused_.erase(std::string(parameter.id));
  if (!set) refused_[std::string(parameter.id)] = to_qstring(set.error().message);
  show_state();
}

void ParameterForm::apply(const Parameter& parameter, QLineEdit* field) {
  check(parameter, field);
  if (refused_.contains(parameter.id)) return;
  const double before = values_.number(parameter.id);
  if (!values_.set(parameter.id, to_string(field->text().trimmed()))) return;
  show_state();
  if (values_.number(parameter.id) != before) emit changed();
}

void ParameterForm::show_state() {
  error_->setText(refused_.empty() ? QString() : refused_.begin()->second);
  error_->setVisible(!refused_.empty());
  setVisible(!values_.parameters().empty());
  reset_->setVisible(!refused_.empty() || !is_default(values_));
}

void ParameterForm::reset() {
  const bool other = !is_default(values_);
  set_values(analysis::ParameterValues(values_.parameters()));
  if (other) emit changed();
}

}  // namespace nscope::gui

#include "moc_parameter_form.cpp"
