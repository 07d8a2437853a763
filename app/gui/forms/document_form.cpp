#include "app/gui/forms/document_form.h"

#include "app/gui/forms/choice_list.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/marked_field.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"

#include <QCheckBox>
#include <QCompleter>
#include <QDate>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyleOptionFrame>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <optional>

namespace nscope::gui {
namespace {

constexpr int kDocumentFormLabelWidth = 112;
/// Longer units wrap, so that the form is not wider than its column.
constexpr int kUnitWidth = 64;

/// The width of the longest word of a label, which cannot wrap.
int longest_word(QLabel& label) {
  label.ensurePolished();
  int width = 0;
  for (const QString& word : label.text().split(QLatin1Char(' '))) {
    width = std::max(width, label.fontMetrics().horizontalAdvance(word) + 2);
  }
  return width;
}

using Kind = DocumentField::Kind;

/// Whether check boxes, which cannot wrap, have room beside their label in a narrow column.
bool fits_beside_label(const DocumentField& field, QLabel& label) {
  constexpr int kRoom = 266;
  constexpr int kBox = 30;
  int widest = 0;
  for (const auto& [id, title] : field.choices) {
    widest = std::max(widest, label.fontMetrics().horizontalAdvance(title));
  }
  return std::max(kDocumentFormLabelWidth, longest_word(label)) + kBox + widest <= kRoom;
}

std::optional<double> read_number(QString text) {
  text.remove(QLatin1Char(' '));
  bool good = false;
  double value = QLocale().toDouble(text, &good);
  if (!good) value = QLocale::c().toDouble(text, &good);
  return good && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// The number in the unit of the document. "1" billion is 1000000000, not 999999999.9999999.
double unscaled(double shown, double scale) {
  constexpr double kRounding = 1e-14;
  const double value = shown / scale;
  const double whole = std::round(value);
  return std::abs(value - whole) <= kRounding * std::abs(value) ? whole : value;
}

/// Stores whole numbers as integers, because document readers distinguish them from reals.
Json number_json(double value) {
  constexpr double kExact = 9e15;
  if (value == std::floor(value) && std::abs(value) < kExact) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

/// With separators of thousands, as the number fields of the Simulate form have.
QString number_field_text(double value) {
  const QLocale locale;
  constexpr int kDigits = 12;
  constexpr double kPlain = 1e12;
  const bool whole = value == std::floor(value) && std::abs(value) < kPlain;
  return whole ? locale.toString(value, 'f', 0) : locale.toString(value, 'g', kDigits);
}

QString line_text(const DocumentField& field, const Json& value) {
  if (field.kind == Kind::kNumber && value.is_number()) {
    return number_field_text(value.get<double>() * field.scale);
  }
  if (field.kind == Kind::kNumber && value.is_string()) {
    // Amounts of money are often written as strings.
    bool good = false;
    const double number = QLocale::c().toDouble(to_qstring(value.get<std::string>()), &good);
    if (good) return number_field_text(number * field.scale);
  }
  if (value.is_string()) return to_qstring(value.get_ref<const std::string&>());
  if (field.kind == Kind::kList && value.is_array()) {
    QStringList texts;
    for (const Json& item : value) {
      if (item.is_string()) texts << to_qstring(item.get_ref<const std::string&>());
      if (item.is_number_integer()) texts << QString::number(item.get<std::int64_t>());
    }
    return texts.join(QStringLiteral(", "));
  }
  // The field cannot show this value. It stays in the document unless the user types another one.
  return {};
}

/// The typed text as JSON. Null removes the member; empty means that the text is invalid.
std::optional<Json> read_line(const DocumentField& field, const QString& typed) {
  const QString text = typed.trimmed();
  if (text.isEmpty()) return Json();
  switch (field.kind) {
    case Kind::kNumber: {
      const auto value = read_number(text);
      if (!value) return std::nullopt;
      return number_json(unscaled(*value, field.scale));
    }
    case Kind::kDay:
      if (!QDate::fromString(text, Qt::ISODate).isValid()) return std::nullopt;
      return Json(to_string(text));
    case Kind::kList: {
      Json items = Json::array();
      for (const QString& item : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (item.trimmed().isEmpty()) continue;
        bool is_number = false;
        const qlonglong number = item.trimmed().toLongLong(&is_number);
        if (field.whole && !is_number) return std::nullopt;
        items.push_back(field.whole ? Json(number) : Json(to_string(item.trimmed())));
      }
      return items;
    }
    default: return Json(to_string(text));
  }
}

QString complaint(Kind kind) {
  if (kind == Kind::kNumber) return DocumentForm::tr("Not a number");
  if (kind == Kind::kList) return DocumentForm::tr("Not whole numbers, separated by commas");
  return DocumentForm::tr("Not a date (use YYYY-MM-DD)");
}

void mark(QWidget* widget, const QString& help, const QString& why) {
  mark_field(widget, !why.isEmpty());
  widget->setToolTip(why.isEmpty() ? help : why);
}

Json::json_pointer pointer_of(const DocumentField& field) {
  return Json::json_pointer(field.pointer);
}

/// Removes a member, and parent objects that become empty.
void erase_member(Json& document, const Json::json_pointer& pointer) {
  const auto above = pointer.parent_pointer();
  Json& parent = document.at(above);
  if (!parent.is_object()) return;
  parent.erase(pointer.back());
  if (parent.empty() && !above.empty()) erase_member(document, above);
}

/// The text of a field if the field is too narrow for it.
QString cut_text(const QLineEdit& line) {
  QStyleOptionFrame option;
  option.initFrom(&line);
  const QRect contents = line.style()->subElementRect(QStyle::SE_LineEditContents, &option, &line);
  constexpr int kCursor = 4;
  const int room = contents.width() - line.textMargins().right() - kCursor;
  const bool cut = line.fontMetrics().horizontalAdvance(line.text()) > room;
  return cut ? line.text() : QString();
}

/// The position of the keyboard focus in a form.
struct Place {
  std::string pointer{};  ///< of the field with the focus; empty if there is none
  QString part{};         ///< object name of the focused part of a field with several parts
  QString text{};
  int cursor = 0;
  int selected = -1;  ///< start of the selection; -1 if there is none
  int selected_length = 0;
};

Place place_in(const QWidget* content) {
  Place place;
  const QWidget* const focus = content->window()->focusWidget();
  if (focus == nullptr || !content->isAncestorOf(focus)) return place;
  const QWidget* field = focus;
  while (field->parentWidget() != content) field = field->parentWidget();
  place.pointer = to_string(field->objectName());
  if (field != focus) place.part = focus->objectName();
  if (const auto* const line = qobject_cast<const QLineEdit*>(focus)) {
    place.text = line->text();
    place.cursor = line->cursorPosition();
    place.selected = line->selectionStart();
    place.selected_length = line->selectionLength();
  }
  return place;
}

}  // namespace

const DocumentField* find_field(const std::vector<DocumentField>& fields,
                                std::string_view pointer) {
  const auto found = std::ranges::find_if(
      fields, [&](const DocumentField& field) { return field.pointer == pointer; });
  return found == fields.end() ? nullptr : &*found;
}

DocumentForm::DocumentForm(QWidget* parent) : QWidget(parent), layout_(new QVBoxLayout(this)) {
  layout_->setContentsMargins(0, 0, 0, 0);
}

void DocumentForm::set(Json document, std::vector<DocumentField> fields) {
  const Place place = content_ != nullptr ? place_in(content_) : Place{};
  document_ = std::move(document);
  fields_ = std::move(fields);
  if (content_ != nullptr) {
    // A field that loses the focus now must not change the new document.
    for (QWidget* field : content_->findChildren<QWidget*>()) field->blockSignals(true);
    content_->hide();
    content_->deleteLater();
  }
  content_ = new QWidget;
  auto* rows = new QVBoxLayout(content_);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(6);
  layout_->addWidget(content_);
  QWidget* before = nullptr;
  QString section;
  for (const DocumentField& field : fields_) {
    if (!field.section.isEmpty() && field.section != section) {
      section = field.section;
      rows->addSpacing(8);
      rows->addWidget(named_label("subTitle", section));
    }
    add(field);
    QWidget* const made = this->field(field.pointer);
    if (before != nullptr) setTabOrder(before, made);
    before = made;
    if (field.pointer != place.pointer) continue;
    QWidget* const part = place.part.isEmpty() ? nullptr : made->findChild<QWidget*>(place.part);
    (part != nullptr ? part : made)->setFocus(Qt::OtherFocusReason);
    auto* const line = qobject_cast<QLineEdit*>(made);
    if (line == nullptr) continue;
    // Keep a typed "1.0" if the document contains 1.
    const Json* const value = member(field);
    const auto typed = read_line(field, place.text);
    if (typed && *typed == (value != nullptr ? *value : Json())) line->setText(place.text);
    line->setCursorPosition(place.cursor);
    if (place.selected >= 0) line->setSelection(place.selected, place.selected_length);
  }
}

void DocumentForm::add(const DocumentField& field) {
  QWidget* widget = make(field);
  widget->setObjectName(to_qstring(field.pointer));
  widget->setAccessibleName(field.label);
  widget->setToolTip(field.help);
  auto* rows = static_cast<QVBoxLayout*>(content_->layout());
  if (field.kind == Kind::kAdd || field.kind == Kind::kRemove) return rows->addWidget(widget);
  auto* text = named_label("muted", field.label);
  text->setWordWrap(true);  // translations may be longer
  text->setBuddy(widget);
  text->setToolTip(field.help);
  if (field.kind == Kind::kFlags && !fits_beside_label(field, *text)) {
    rows->addWidget(text);
    return rows->addWidget(widget);
  }
  auto* row = new QHBoxLayout;
  text->setFixedWidth(std::max(kDocumentFormLabelWidth, longest_word(*text)));
  row->addWidget(text);
  row->addWidget(widget, 1);
  if (!field.unit.isEmpty()) {
    auto* unit = named_label("muted", field.unit);
    unit->setWordWrap(true);
    const int whole = unit->fontMetrics().horizontalAdvance(field.unit) + 2;
    unit->setFixedWidth(std::max(std::min(kUnitWidth, whole), longest_word(*unit)));
    row->addWidget(unit);
  }
  rows->addLayout(row);
}

QWidget* DocumentForm::make(const DocumentField& field) {
  if (field.kind == Kind::kChoice) return make_choice(field);
  if (field.kind == Kind::kFlags) return make_flags(field);
  if (field.kind == Kind::kSwitch) return make_switch(field);
  if (field.kind == Kind::kAdd) return make_add(field);
  if (field.kind == Kind::kRemove) return make_remove(field);
  return make_line(field);
}

QWidget* DocumentForm::make_line(const DocumentField& field) {
  auto* line = field.choices.empty()
                   ? new QLineEdit
                   : new ChoiceLine(field.choices, field.groups, field.kind == Kind::kList);
  line->setMinimumWidth(60);
  const Json* const value = member(field);
  if (value != nullptr) line->setText(line_text(field, *value));
  line->setCursorPosition(0);  // shows the beginning of a long text
  const bool richer = value != nullptr && line->text().isEmpty() && !value->is_null();
  line->setPlaceholderText(richer ? tr("set in the file") : field.absent);
  if (field.kind == Kind::kNumber) line->setAlignment(Qt::AlignRight);
  line->installEventFilter(this);
  connect(line, &QLineEdit::textEdited, this, [this, field, line] { typed(field, line); });
  if (field.kind == Kind::kNumber) {
    connect(line, &QLineEdit::editingFinished, this, [this, field, line] {
      const Json* const now = member(field);
      const auto read = read_line(field, line->text());
      if (now != nullptr && read && *read == *now) line->setText(line_text(field, *now));
    });
  }
  if (line->completer() != nullptr) {
    // The text is set after this signal, and without textEdited().
    connect(
        line->completer(), qOverload<const QString&>(&QCompleter::activated), line,
        [this, field, line] { typed(field, line); }, Qt::QueuedConnection);
  }
  return line;
}

QWidget* DocumentForm::make_choice(const DocumentField& field) {
  auto* box = new ChoiceBox;
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  const Json* const value = member(field);
  if (!field.absent.isEmpty()) box->addItem(field.absent);
  for (const auto& [id, title] : field.choices) box->addItem(title, to_qstring(id));
  if (value != nullptr && (value->is_string() || value->is_number_integer())) {
    const QString id = value->is_string() ? to_qstring(value->get_ref<const std::string&>())
                                          : QString::number(value->get<std::int64_t>());
    if (box->findData(id) < 0) box->addItem(id, id);
    box->setCurrentIndex(box->findData(id));
  } else if (field.absent.isEmpty()) {
    box->setCurrentIndex(-1);
  }
  connect(box, &QComboBox::activated, this, [this, field, box] {
    const QVariant id = box->currentData();
    const Json chosen = field.whole ? Json(id.toLongLong()) : Json(to_string(id.toString()));
    store(field, id.isValid() ? chosen : Json());
  });
  return box;
}

QWidget* DocumentForm::make_flags(const DocumentField& field) {
  auto* group = new QWidget;
  auto* column = new QVBoxLayout(group);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  const Json* const value = member(field);
  for (const auto& [id, title] : field.choices) {
    auto* flag = new QCheckBox(title);
    flag->setObjectName(to_qstring(id));
    flag->setChecked(value != nullptr && value->is_array() &&
                     std::find(value->begin(), value->end(), Json(id)) != value->end());
    column->addWidget(flag);
    connect(flag, &QCheckBox::clicked, this, [this, field, group] {
      Json chosen = Json::array();
      for (const auto& [each, unused] : field.choices) {
        if (group->findChild<QCheckBox*>(to_qstring(each))->isChecked()) chosen.push_back(each);
      }
      store(field, chosen.empty() ? Json() : std::move(chosen));
    });
  }
  return group;
}

QWidget* DocumentForm::make_switch(const DocumentField& field) {
  auto* flag = new QCheckBox;
  const Json* const value = member(field);
  flag->setChecked(value != nullptr && value->is_boolean() ? value->get<bool>() : field.usual_on);
  connect(flag, &QCheckBox::clicked, this, [this, field](bool on) { store(field, on); });
  return flag;
}

namespace {

/// A row with the button as a link on the right.
QWidget* action_row(QPushButton* button) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addStretch(1);
  layout->addWidget(button);
  button->setObjectName(QStringLiteral("link"));
  row->setFocusProxy(button);
  return row;
}

}  // namespace

QWidget* DocumentForm::make_add(const DocumentField& field) {
  if (field.choices.empty()) {
    auto* button = new QPushButton(field.label);
    connect(button, &QPushButton::clicked, this,
            [this, field] { put_item(field.pointer, field.item(document_)); });
    return action_row(button);
  }
  auto* box = new ChoiceBox;
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->addItem(field.label);
  for (const auto& [id, title] : field.choices) box->addItem(title, to_qstring(id));
  connect(box, &QComboBox::activated, this, [this, field, box] {
    const QVariant id = box->currentData();
    if (!id.isValid()) return;
    put_item(field.pointer + '/' + to_string(id.toString()), field.item(document_));
  });
  return box;
}

QWidget* DocumentForm::make_remove(const DocumentField& field) {
  auto* button = new QPushButton(field.label);
  connect(button, &QPushButton::clicked, this, [this, pointer = field.pointer] {
    const Json::json_pointer place(pointer);
    if (!document_.contains(place)) return;
    Json& parent = document_.at(place.parent_pointer());
    if (parent.is_array()) {
      parent.erase(static_cast<std::size_t>(std::stoul(place.back())));
    } else {
      parent.erase(place.back());
    }
    emit restructured(to_qstring(pointer));
    emit changed();
  });
  return action_row(button);
}

void DocumentForm::put_item(const std::string& pointer, const Json& item) {
  document_[Json::json_pointer(pointer)] = item;
  emit restructured(to_qstring(pointer));
  emit changed();
}

void DocumentForm::typed(const DocumentField& field, QLineEdit* line) {
  auto value = read_line(field, line->text());
  gui::mark(line, field.help, value ? QString() : complaint(field.kind));
  if (!value) return;
  typed_in_ = field.pointer;
  store(field, std::move(*value));
  typed_in_.clear();
}

bool DocumentForm::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* const line = qobject_cast<QLineEdit*>(watched);
    const QString whole = line != nullptr ? cut_text(*line) : QString();
    if (whole.isEmpty()) return false;
    show_cut_text(static_cast<QHelpEvent*>(event)->globalPos(), whole, *line);
    return true;
  }
  if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->ignore();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

const Json* DocumentForm::member(const DocumentField& field) const {
  const auto pointer = pointer_of(field);
  return document_.contains(pointer) ? &document_.at(pointer) : nullptr;
}

void DocumentForm::store(const DocumentField& field, Json value) {
  const auto pointer = pointer_of(field);
  if (!value.is_null()) {
    document_[pointer] = std::move(value);
  } else if (document_.contains(pointer)) {
    erase_member(document_, pointer);
  }
  emit changed();
}

void DocumentForm::set_member(const std::string& pointer, Json value) {
  const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const DocumentField& field) {
    return field.pointer == pointer;
  });
  DocumentField field;
  if (found != fields_.end()) field = *found;
  field.pointer = pointer;
  if (auto* line = qobject_cast<QLineEdit*>(this->field(pointer)); line != nullptr) {
    line->setText(value.is_null() ? QString() : line_text(field, value));
    gui::mark(line, field.help, {});
  }
  store(field, std::move(value));
}

QWidget* DocumentForm::first_field() const {
  return fields_.empty() ? nullptr : field(fields_.front().pointer);
}

QWidget* DocumentForm::field_below(std::string_view pointer) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const DocumentField& field) {
    const std::string_view of = field.pointer;
    return of.starts_with(pointer) && (of.size() == pointer.size() || of[pointer.size()] == '/');
  });
  return found == fields_.end() ? nullptr : field(found->pointer);
}

QWidget* DocumentForm::field(std::string_view pointer) const {
  return content_ == nullptr ? nullptr : content_->findChild<QWidget*>(to_qstring(pointer));
}

bool DocumentForm::mark(std::string_view where, const QString& why) {
  const DocumentField* meant = nullptr;
  for (const DocumentField& field : fields_) {
    // "file: /a/b" and, for a list, "file: /a/b/3".
    const std::size_t at = where.rfind(": " + field.pointer);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = where.substr(at + 2 + field.pointer.size());
    if (!rest.empty() && rest.front() != '/') continue;
    if (meant == nullptr || field.pointer.size() > meant->pointer.size()) meant = &field;
  }
  if (meant == nullptr) return false;
  gui::mark(field(meant->pointer), meant->help, why);
  return true;
}

void DocumentForm::clear_marks() {
  for (const DocumentField& field : fields_) gui::mark(this->field(field.pointer), field.help, {});
}

}  // namespace nscope::gui

#include "moc_document_form.cpp"
