#include "app/gui/forms/choice_list.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/tokens.h"

#include <QAbstractItemView>
#include <QCollator>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kFactsRole = Qt::UserRole + 1;
constexpr int kSearchRole = Qt::UserRole + 2;
/// Width of the arrow of a field, pixels.
constexpr int kChoiceArrow = 22;

bool is_heading(const QModelIndex& index) {
  return !(index.flags() & Qt::ItemIsEnabled);
}

/// Shows "trn2.48xlarge · 16 × AWS Trainium2", and headings in bold.
class ChoiceDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    constexpr int kRowHeight = 22;
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width(), std::max(size.height(), kRowHeight)};
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (is_heading(index)) {
      option->font.setBold(true);
      option->palette.setColor(QPalette::Text, current_tokens().muted);
      option->state |= QStyle::State_Enabled;
      return;
    }
    const QString facts = index.data(kFactsRole).toString();
    if (!facts.isEmpty()) option->text += QStringLiteral(" · ") + facts;
  }
};

/// Makes a list as wide as its rows.
void fit_to_rows(QAbstractItemView& list) {
  const int bar = list.verticalScrollBar()->sizeHint().width();
  constexpr int kMargins = 12;
  list.setMinimumWidth(list.sizeHintForColumn(0) + bar + kMargins);
}

QStandardItem* heading_item(const QString& title) {
  auto* item = new QStandardItem(title);
  item->setFlags(Qt::NoItemFlags);
  return item;
}

}  // namespace

QStandardItemModel* choice_model(const ChoiceRows& choices, const ChoiceGroups& groups,
                                 QObject* parent) {
  auto* model = new QStandardItemModel(parent);
  QCollator order;
  order.setNumericMode(true);  // "qwen3-8b" before "qwen3-32b"
  const auto add = [&](std::size_t begin, std::size_t end, const QString& group) {
    ChoiceRows part(choices.begin() + static_cast<std::ptrdiff_t>(begin),
                    choices.begin() + static_cast<std::ptrdiff_t>(end));
    std::ranges::sort(part, [&order](const auto& a, const auto& b) {
      return order.compare(to_qstring(a.first), to_qstring(b.first)) < 0;
    });
    if (!group.isEmpty() && !part.empty()) model->appendRow(heading_item(group));
    for (const auto& [id, facts] : part) {
      auto* item = new QStandardItem(to_qstring(id));
      item->setData(facts, kFactsRole);
      item->setData(QStringLiteral("%1 %2 %3").arg(to_qstring(id), facts, group), kSearchRole);
      model->appendRow(item);
    }
  };
  if (groups.empty()) add(0, choices.size(), {});
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::size_t end = i + 1 < groups.size() ? groups[i + 1].first : choices.size();
    add(groups[i].first, end, groups[i].second);
  }
  return model;
}

ChoiceCompleter::ChoiceCompleter(QStandardItemModel* model, bool is_list, QObject* parent)
    : QCompleter(model, parent), is_list_(is_list) {
  setCompletionRole(kSearchRole);
  setFilterMode(Qt::MatchContains);
  setCaseSensitivity(Qt::CaseInsensitive);
  popup()->setItemDelegate(new ChoiceDelegate(popup()));
  popup()->setObjectName(QStringLiteral("popupList"));
}

void ChoiceCompleter::show_all(QLineEdit& line) {
  setWidget(&line);
  appends_ = is_list_ && !splitPath(line.text()).front().isEmpty();
  setCompletionPrefix({});
  constexpr int kRows = 14;
  setMaxVisibleItems(kRows);
  fit_to_rows(*popup());
  complete();
}

QString ChoiceCompleter::pathFromIndex(const QModelIndex& index) const {
  const QString chosen = index.data().toString();
  const auto* const line = qobject_cast<const QLineEdit*>(widget());
  if (!is_list_ || line == nullptr) return chosen;
  const QString text = line->text();
  if (appends_ && completionPrefix().isEmpty()) return text + QStringLiteral(", ") + chosen;
  const qsizetype comma = text.lastIndexOf(QLatin1Char(','));
  return comma < 0 ? chosen : text.left(comma) + QStringLiteral(", ") + chosen;
}

QStringList ChoiceCompleter::splitPath(const QString& path) const {
  return {is_list_ ? path.mid(path.lastIndexOf(QLatin1Char(',')) + 1).trimmed() : path};
}

ChoiceLine::ChoiceLine(const ChoiceRows& choices, const ChoiceGroups& groups, bool is_list,
                       QWidget* parent)
    : QLineEdit(parent),
      completer_(new ChoiceCompleter(choice_model(choices, groups, this), is_list, this)) {
  setCompleter(completer_);
  setTextMargins(0, 0, kChoiceArrow - 8, 0);
  setMouseTracking(true);
  connect(this, &QLineEdit::textEdited, this, [this] { fit_to_rows(*completer_->popup()); });
}

void ChoiceLine::show_choices() {
  completer_->show_all(*this);
}

bool ChoiceLine::is_arrow(const QPointF& at) const {
  return at.x() >= width() - kChoiceArrow;
}

void ChoiceLine::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  QPainter painter(this);
  draw_choice_arrow(painter, rect());
}

void ChoiceLine::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && is_arrow(event->position())) return show_choices();
  QLineEdit::mousePressEvent(event);
}

void ChoiceLine::mouseMoveEvent(QMouseEvent* event) {
  setCursor(is_arrow(event->position()) ? Qt::ArrowCursor : Qt::IBeamCursor);
  QLineEdit::mouseMoveEvent(event);
}

void ChoiceLine::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Down && !completer_->popup()->isVisible()) return show_choices();
  QLineEdit::keyPressEvent(event);
}

SearchBox::SearchBox(const QString& name, QWidget* parent) : ChoiceBox(parent) {
  setEditable(true);
  setInsertPolicy(QComboBox::NoInsert);
  setAccessibleName(name);
  // Long names must not widen the form. The list shows them completely.
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  constexpr int kLetters = 8;
  setMinimumContentsLength(kLetters);
  setItemDelegate(new ChoiceDelegate(this));
}

void SearchBox::set_choices(const ChoiceRows& choices, const ChoiceGroups& groups) {
  QStandardItemModel* const model = choice_model(choices, groups, this);
  setModel(model);
  setCompleter(new ChoiceCompleter(model, false, this));
  connect(lineEdit(), &QLineEdit::textEdited, completer(),
          [this] { fit_to_rows(*completer()->popup()); });
  int first = 0;
  while (first < count() && is_heading(model->index(first, 0))) ++first;
  setCurrentIndex(first < count() ? first : -1);
}

void SearchBox::add_choice(const QString& id) {
  if (findText(id) >= 0) return;
  insertItem(0, id);
  setItemData(0, id, kSearchRole);
}

void SearchBox::showPopup() {
  fit_to_rows(*view());
  ChoiceBox::showPopup();
}

}  // namespace nscope::gui
