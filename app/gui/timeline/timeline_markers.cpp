// Markers of the timeline: set, pick, move, name, remove.
#include "app/gui/theme/theme.h"
#include "app/gui/timeline/timeline_widget.h"

#include <QContextMenuEvent>
#include <algorithm>
#include <cmath>

namespace nscope::gui {

void TimelineWidget::set_markers(Markers markers) {
  if (markers == markers_) return;
  markers_ = std::move(markers);
  picked_ = {};
  if (name_editor_) name_editor_->deleteLater();
  sort_markers();
}

void TimelineWidget::add_marker(double tick) {
  if (!trace_) return;
  markers_.push_back({tick, next_marker_name(markers_)});
  pick_marker(markers_.size() - 1);
  sort_markers();
}

void TimelineWidget::remove_marker(std::size_t index) {
  if (index >= markers_.size()) return;
  markers_.erase(markers_.begin() + static_cast<std::ptrdiff_t>(index));
  picked_ = {};
  viewport()->update();
  emit markers_changed();
}

void TimelineWidget::rename_marker(std::size_t index, const QString& name) {
  const QString text = name.simplified();
  if (index >= markers_.size() || text.isEmpty() || text == markers_[index].name) return;
  markers_[index].name = text;
  viewport()->update();
  emit markers_changed();
}

void TimelineWidget::pick_marker(std::optional<std::size_t> index) {
  if (index == picked_.last) return;
  picked_ = index ? PickedMarkers{index, picked_.last} : PickedMarkers{};
  viewport()->update();
}

/// By time, so that keys step from left to right; the picked ones stay picked.
void TimelineWidget::sort_markers() {
  std::vector<std::size_t> order(markers_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    return markers_[a].tick < markers_[b].tick;
  });
  Markers sorted;
  PickedMarkers picked;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (picked_.last == order[i]) picked.last = i;
    if (picked_.before == order[i]) picked.before = i;
    sorted.push_back(std::move(markers_[order[i]]));
  }
  markers_ = std::move(sorted);
  picked_ = picked;
  viewport()->update();
  emit markers_changed();
}

/// At the cursor, moved to the edge of an event; else at the selected event's begin.
void TimelineWidget::mark_here() {
  if (!trace_) return;
  if (cursor_ && cursor_->x() >= kGutterWidth) return add_marker(snapped_tick(frame(), *cursor_));
  if (selected_.valid()) {
    return add_marker(static_cast<double>(trace_->slice(selected_).begin().value()));
  }
  add_marker(cursor_anchor());
}

void TimelineWidget::step_marker(int direction) {
  if (markers_.empty()) return;
  const auto last = std::ssize(markers_) - 1;
  std::ptrdiff_t index = direction > 0 ? 0 : last;
  if (picked_.last) {
    index =
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(*picked_.last) + direction, 0, last);
  }
  pick_marker(static_cast<std::size_t>(index));
  const double tick = markers_[static_cast<std::size_t>(index)].tick;
  if (tick < view_.begin || tick > view_.end) {
    set_view(panned(view_, tick - (view_.begin + view_.end) / 2.0));
  }
}

void TimelineWidget::remove_picked_marker() {
  if (picked_.last) remove_marker(*picked_.last);
}

void TimelineWidget::drag_marker(const QPoint& position) {
  if (drag_marker_ >= markers_.size()) return;
  const FrameInput input = frame();
  const double tick = snapped_tick(input, position);
  if (tick == markers_[drag_marker_].tick) return;
  markers_[drag_marker_].tick = tick;
  // It may pass others: they stay in order of time.
  const auto step_over = [this](std::size_t other) {
    std::swap(markers_[drag_marker_], markers_[other]);
    for (auto* picked : {&picked_.last, &picked_.before}) {
      if (*picked == drag_marker_) {
        *picked = other;
      } else if (*picked == other) {
        *picked = drag_marker_;
      }
    }
    drag_marker_ = other;
  };
  while (drag_marker_ > 0 && markers_[drag_marker_ - 1].tick > tick) step_over(drag_marker_ - 1);
  while (drag_marker_ + 1 < markers_.size() && markers_[drag_marker_ + 1].tick < tick) {
    step_over(drag_marker_ + 1);
  }
  viewport()->update();
}

/// A field over the flag: Enter keeps the new name, Esc the old one.
void TimelineWidget::edit_marker_name(std::size_t index) {
  const QRectF flag = marker_flag(frame(), markers_.at(index));
  if (flag.isEmpty()) return;
  if (name_editor_) name_editor_->deleteLater();
  auto* editor = new QLineEdit(markers_[index].name, viewport());
  name_editor_ = editor;
  editor->setAccessibleName(tr("Name of the marker"));
  editor->setFont(ui_font(11));
  editor->setGeometry(static_cast<int>(flag.left()), 0, 140, kAxisHeight);
  editor->selectAll();
  editor->show();
  editor->setFocus();
  connect(editor, &QLineEdit::editingFinished, editor, [this, editor, index] {
    if (name_editor_ == editor) rename_marker(index, editor->text());
    name_editor_ = nullptr;
    editor->deleteLater();
    setFocus();
  });
  auto* cancel = new QAction(editor);
  cancel->setShortcut(Qt::Key_Escape);
  cancel->setShortcutContext(Qt::WidgetShortcut);
  editor->addAction(cancel);
  connect(cancel, &QAction::triggered, editor, [this, editor] {
    name_editor_ = nullptr;
    editor->deleteLater();
    setFocus();
  });
}

}  // namespace nscope::gui
