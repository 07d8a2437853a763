#include "app/gui/panels/event_panel.h"

#include "app/gui/text.h"
#include "app/gui/theme/theme.h"
#include "app/gui/timeline/slice_text.h"
#include "profiler/base/format.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

/// Entries of a menu of dependencies at most; the rest is counted.
constexpr std::size_t kMaxMenu = 30;

}  // namespace

EventPanel::EventPanel(QWidget* parent)
    : QWidget(parent),
      title_(new SectionTitle(QString())),
      empty_(named_label("muted", tr("Click an event in the timeline to see its fields, what it "
                                     "waited for and what depends on it."))),
      links_(new QWidget),
      predecessors_(new QPushButton),
      successors_(new QPushButton),
      copy_(new QPushButton(tr("Copy as JSON"))) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  layout->addWidget(title_);
  empty_->setWordWrap(true);
  layout->addWidget(empty_);
  auto* row = new QGridLayout(links_);
  row->setContentsMargins(0, 6, 0, 0);
  row->setSpacing(8);
  row->addWidget(predecessors_, 0, 0);
  row->addWidget(successors_, 0, 1);
  copy_->setObjectName(QStringLiteral("link"));
  row->addWidget(copy_, 1, 0, 1, 2);
  layout->addWidget(links_);
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
  before_.clear();
  after_.clear();
  empty_->setVisible(!slice_.valid());
  links_->setVisible(slice_.valid());
  title_->set_caption(QString());
  if (!slice_.valid()) return;
  const Trace::SliceRef ref = trace_->slice(slice_);
  title_->set_caption(to_qstring(trace_->text(ref.name())) + QStringLiteral(" · ") +
                      track_path(*trace_, *ref.track));
  fill_fields();
  for (const Flow& flow : trace_->flows_to(slice_)) before_.push_back(flow.from);
  for (const Flow& flow : trace_->flows_from(slice_)) after_.push_back(flow.to);
  const auto when = [this](SliceId id) { return std::pair(trace_->slice(id).end(), id); };
  // The producer that ended last is the one the event really waited for.
  std::sort(before_.begin(), before_.end(),
            [&](SliceId a, SliceId b) { return when(a) > when(b); });
  std::sort(after_.begin(), after_.end(), [&](SliceId a, SliceId b) { return when(a) < when(b); });
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
    name->setText(name->fontMetrics().elidedText(label, Qt::ElideMiddle, 118));
    name->setToolTip(key.isEmpty() ? label : key);
    name->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    QString shown = value;
    for (const QChar c : {QLatin1Char(','), QLatin1Char('/'), QLatin1Char('='), QLatin1Char('_')}) {
      shown.replace(c, QString(c) + QChar(0x200B));  // places to break long texts
    }
    auto* text = new QLabel(shown);
    text->setFont(mono_font(11));
    text->setStyleSheet(QStringLiteral("font-size: 11px;"));
    text->setWordWrap(true);
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    text->setAccessibleName(label);
    grid->addWidget(name, row, 0);
    grid->addWidget(text, row, 1);
    ++row;
  }
  auto* outer = static_cast<QVBoxLayout*>(layout());
  outer->insertWidget(2, fields_);
}

void EventPanel::set_up_link(QPushButton* button, const std::vector<SliceId>& ids,
                             const QString& text) {
  button->setText(text);
  button->setEnabled(!ids.empty());
  button->setToolTip(ids.empty()       ? tr("The capture names no such dependency of this event.")
                     : ids.size() == 1 ? link_text(ids.front())
                                       : tr("Lists them; choose one to go there."));
}

QString EventPanel::link_text(SliceId slice) const {
  const Trace::SliceRef ref = trace_->slice(slice);
  const double ns = static_cast<double>(trace_->to_ns(ref.begin()));
  return QStringLiteral("%1 · %2 · %3")
      .arg(to_qstring(trace_->text(ref.name())), track_path(*trace_, *ref.track),
           to_qstring(format_time_ns(ns, 1.0)));
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
    menu->addAction(link_text(id), this, [this, id] { emit navigate(id); });
  }
  if (ids.size() > kMaxMenu) {
    menu->addAction(tr("%1 more").arg(ids.size() - kMaxMenu))->setEnabled(false);
  }
  menu->popup(button->mapToGlobal(QPoint(0, button->height())));
}

}  // namespace nscope::gui
