#include "app/gui/docks/event_panel.h"

#include "app/gui/docks/event_baseline.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "app/gui/timeline/model/slice_text.h"
#include "profiler/base/format.h"
#include "profiler/trace/stated_dependencies.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

/// Maximum number of entries in the menu of dependencies; a last entry counts the rest.
constexpr std::size_t kMaxMenu = 30;
/// Maximum number of rows in the list of dependencies. A semaphore of a long run can have far more
/// successors than a list can usefully show.
constexpr std::size_t kMostDependencies = 5'000;
constexpr int kVisibleDependencies = 8;
constexpr int kRowHeight = 24;
/// Columns of the table of dependencies.
constexpr std::size_t kDirection = 0;
constexpr std::size_t kEvent = 1;
constexpr std::size_t kKind = 4;
/// Number of letters after which a text without spaces may wrap.
constexpr int kLongestWord = 16;

/// Lets a long text wrap after punctuation, and anywhere in words that are wider than the panel.
QString breakable(const QString& text) {
  constexpr QChar kBreak(0x200B);
  static const QString after = QStringLiteral(",/=_:;<>()[]|.-");
  QString shown;
  int letters = 0;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    shown += c;
    letters = c.isSpace() ? 0 : letters + 1;
    const bool pair = c.isHighSurrogate();
    // Numbers stay whole.
    const bool in_number = i > 0 && i + 1 < text.size() && text[i - 1].isDigit() &&
                           text[i + 1].isDigit() &&
                           (c == QLatin1Char(',') || c == QLatin1Char('.'));
    if (!pair && !in_number && letters > 0 && (after.contains(c) || letters >= kLongestWord)) {
      shown += kBreak;
      letters = 0;
    }
  }
  return shown;
}

}  // namespace

EventPanel::EventPanel(QWidget* parent)
    : QWidget(parent),
      title_(new SectionTitle(QString())),
      empty_(named_label("muted", tr("Click an event in the timeline to see its fields, "
                                     "predecessors and successors."))),
      comparison_(named_label("caption")),
      filter_(new QLineEdit),
      links_(new QWidget),
      predecessors_(new QPushButton),
      successors_(new QPushButton),
      copy_(new QPushButton(tr("Copy as JSON"))),
      dependencies_(new TablePanel(QString())) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  layout->addWidget(title_);
  empty_->setWordWrap(true);
  layout->addWidget(empty_);
  comparison_->setWordWrap(true);
  comparison_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  comparison_->setAccessibleName(tr("Comparison with the pinned event"));
  layout->addWidget(comparison_);
  filter_->setPlaceholderText(tr("Find a field"));
  filter_->setAccessibleName(tr("Find a field"));
  filter_->setClearButtonEnabled(true);
  layout->addWidget(filter_);
  connect(filter_, &QLineEdit::textChanged, this, &EventPanel::filter_fields);
  auto* row = new QGridLayout(links_);
  row->setContentsMargins(0, 6, 0, 0);
  row->setSpacing(8);
  row->addWidget(predecessors_, 0, 0);
  row->addWidget(successors_, 0, 1);
  copy_->setObjectName(QStringLiteral("link"));
  row->addWidget(copy_, 1, 0, 1, 2);
  // In a narrow dock the buttons shrink instead of widening the panel; their tooltips are complete.
  for (QPushButton* button : {predecessors_, successors_, copy_}) button->setMinimumWidth(60);
  layout->addWidget(links_);
  dependencies_->view().setAccessibleName(tr("Dependencies"));
  dependencies_->model().set_row_hint([](const Table& table, std::size_t row) {
    return tr("%1 by %2")
               .arg(cell_text(table.columns()[kDirection], table.at(row, kDirection)),
                    cell_text(table.columns()[kKind], table.at(row, kKind))) +
           QLatin1Char('\n') + tr("Double-click or press Enter to go to this event.");
  });
  // In place of the column of the direction, which would take a third of the dock.
  dependencies_->model().set_cell_looks(
      [this](const Table& table, std::size_t row,
             std::size_t column) -> std::optional<TableModel::CellLook> {
        if (column != kEvent) return std::nullopt;
        const QString name = cell_text(table.columns()[kEvent], table.at(row, kEvent));
        return TableModel::CellLook{
            .text = (row < before_.size() ? QStringLiteral("← ") : QStringLiteral("→ ")) + name};
      });
  dependencies_->layout()->setContentsMargins(0, 4, 0, 0);
  dependencies_->setMinimumWidth(60);
  layout->addWidget(dependencies_);
  connect(dependencies_, &TablePanel::row_activated, this, [this](std::size_t at) {
    emit navigate(at < before_.size() ? before_[at] : after_[at - before_.size()]);
  });
  connect(predecessors_, &QPushButton::clicked, this, [this] { follow(before_, predecessors_); });
  connect(successors_, &QPushButton::clicked, this, [this] { follow(after_, successors_); });
  connect(copy_, &QPushButton::clicked, this, [this] {
    if (slice_.valid()) QApplication::clipboard()->setText(slice_json(*trace_, slice_));
  });
  show_slice(SliceId());
}

void EventPanel::set_trace(std::shared_ptr<const Trace> trace) {
  trace_ = std::move(trace);
  show_slice(SliceId());
}

void EventPanel::show_slice(SliceId slice) {
  slice_ = trace_ ? slice : SliceId();
  delete fields_;
  fields_ = nullptr;
  field_rows_.clear();
  before_.clear();
  after_.clear();
  empty_->setVisible(!slice_.valid());
  links_->setVisible(slice_.valid());
  filter_->setVisible(slice_.valid());
  dependencies_->hide();
  comparison_->setText(
      slice_.valid() && baseline_.valid() ? baseline_text(*trace_, slice_, baseline_) : QString());
  comparison_->setVisible(!comparison_->text().isEmpty());
  title_->set_caption(QString());
  if (!slice_.valid()) return;
  const Trace::SliceRef ref = trace_->slice(slice_);
  title_->set_caption(to_qstring(trace_->text(ref.name())) + QStringLiteral(" · ") +
                      track_text(*trace_, *ref.track));
  fill_fields();
  fill_dependencies();
  set_up_link(predecessors_, before_,
              before_.empty()
                  ? tr("no predecessor")
                  : QStringLiteral("◂ ") + (before_.size() == 1
                                                ? tr("1 predecessor")
                                                : tr("%1 predecessors").arg(before_.size())));
  set_up_link(successors_, after_,
              after_.empty() ? tr("no successor")
                             : (after_.size() == 1 ? tr("1 successor")
                                                   : tr("%1 successors").arg(after_.size())) +
                                   QStringLiteral(" ▸"));
}

void EventPanel::fill_fields() {
  fields_ = new QWidget;
  auto* grid = new QGridLayout(fields_);
  grid->setContentsMargins(0, 2, 0, 0);
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(5);
  grid->setColumnMinimumWidth(0, 84);
  grid->setColumnStretch(1, 1);
  int row = 0;
  for (const auto& [label, value, key] : slice_fields(*trace_, slice_)) {
    auto* name = named_label("muted", label);
    // Long keys of captures must not push the values out of the panel.
    name->setText(name->fontMetrics().elidedText(label, Qt::ElideMiddle, 104));
    name->setToolTip(key.isEmpty() ? label : key);
    name->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* text = new QLabel(breakable(value));
    text->setFont(mono_font(11));
    text->setStyleSheet(QStringLiteral("font-size: 11px;"));
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    text->setAccessibleName(label);
    field_rows_.push_back(
        {label + QLatin1Char('\n') + key + QLatin1Char('\n') + value, name, text});
    grid->addWidget(name, row, 0);
    grid->addWidget(text, row, 1);
    ++row;
  }
  auto* outer = static_cast<QVBoxLayout*>(layout());
  outer->insertWidget(outer->indexOf(filter_) + 1, fields_);
  filter_fields();
}

void EventPanel::filter_fields() {
  for (const FieldRow& row : field_rows_) {
    const bool shown = row.searched.contains(filter_->text().trimmed(), Qt::CaseInsensitive);
    row.label->setVisible(shown);
    row.value->setVisible(shown);
  }
}

QStringList EventPanel::shown_fields() const {
  QStringList shown;
  for (const FieldRow& row : field_rows_) {
    if (!row.value->isHidden()) shown << row.value->accessibleName();
  }
  return shown;
}

void EventPanel::fill_dependencies() {
  const auto text = [](const QString& words) { return text_of(words); };
  Table table({{.id = "direction", .title = text(tr("Relation"))},
               {.id = "name", .title = text(tr("Event"))},
               {.id = "lag_ns", .title = text(tr("Lag")), .unit = "ns"},
               {.id = "track", .title = text(tr("Track"))},
               {.id = "kind", .title = text(tr("Kind"))}});
  const auto per_ns = static_cast<double>(trace_->time_base().ticks_per_ns);
  const auto add = [&](const Dependency& dependency, const QString& direction,
                       std::vector<SliceId>& to) {
    to.push_back(dependency.other);
    if (table.row_count() >= kMostDependencies) return;
    const Trace::SliceRef other = trace_->slice(dependency.other);
    table.add_row({to_string(direction), std::string(trace_->text(other.name())),
                   static_cast<double>(dependency.lag) / per_ns,
                   to_string(track_text(*trace_, *other.track)),
                   std::string(trace_->text(dependency.kind))});
  };
  for (const auto& one : predecessors(*trace_, slice_)) add(one, tr("predecessor"), before_);
  for (const auto& one : successors(*trace_, slice_)) add(one, tr("successor"), after_);
  const int rows = static_cast<int>(std::min(table.row_count(), kMostDependencies));
  dependencies_->setVisible(rows > 0);
  if (rows == 0) return;
  dependencies_->set_table(std::move(table));
  // The tooltip and copied rows have them.
  dependencies_->hide_column("direction");
  dependencies_->hide_column("kind");
  const QHeaderView* header = dependencies_->view().horizontalHeader();
  dependencies_->setFixedHeight(header->sizeHint().height() + 20 +
                                kRowHeight * std::min(rows, kVisibleDependencies));
}

void EventPanel::set_up_link(QPushButton* button, const std::vector<SliceId>& ids,
                             const QString& text) {
  button->setText(text);
  button->setEnabled(!ids.empty());
  button->setToolTip(ids.empty()       ? tr("The capture records no dependency in this direction.")
                     : ids.size() == 1 ? link_text(ids.front())
                                       : tr("Opens a list of these events."));
}

QString EventPanel::link_text(SliceId slice) const {
  const Trace::SliceRef ref = trace_->slice(slice);
  const double ns = static_cast<double>(trace_->to_ns(ref.begin()));
  return QStringLiteral("%1 · %2 · %3")
      .arg(to_qstring(trace_->text(ref.name())), track_text(*trace_, *ref.track),
           number_text(format_time_ns(ns, 1.0)));
}

void EventPanel::follow(const std::vector<SliceId>& ids, QPushButton* button) {
  if (ids.size() == 1) {
    emit navigate(ids.front());
    return;
  }
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (std::size_t i = 0; i < std::min(ids.size(), kMaxMenu); ++i) {
    const SliceId id = ids[i];
    menu->addAction(without_mnemonics(link_text(id)), this, [this, id] { emit navigate(id); });
  }
  if (ids.size() > kMaxMenu) {
    menu->addAction(tr("%1 more").arg(ids.size() - kMaxMenu))->setEnabled(false);
  }
  menu->popup(button->mapToGlobal(QPoint(0, button->height())));
}

}  // namespace nscope::gui

#include "moc_event_panel.cpp"
