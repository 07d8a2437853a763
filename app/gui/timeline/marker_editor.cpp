#include "app/gui/timeline/marker_editor.h"

#include "app/gui/theme/theme.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <algorithm>
#include <utility>

namespace nscope::gui {

MarkerEditor::MarkerEditor(QAbstractScrollArea* timeline)
    : QObject(timeline), timeline_(*timeline) {}

MarkerEditor::~MarkerEditor() {
  if (!field_) return;
  // Losing the focus must not rename anything now.
  field_->disconnect(this);
  delete field_;
}

void MarkerEditor::repaint() {
  timeline_.viewport()->update();
}

void MarkerEditor::set(Markers markers) {
  if (markers == markers_) return;
  markers_ = std::move(markers);
  picked_ = {};
  if (field_) field_->deleteLater();
  sort();
}

void MarkerEditor::add(double tick) {
  markers_.push_back({tick, next_marker_name(markers_)});
  pick(markers_.size() - 1);
  sort();
}

void MarkerEditor::remove(std::size_t index) {
  if (index >= markers_.size()) return;
  markers_.erase(markers_.begin() + static_cast<std::ptrdiff_t>(index));
  picked_ = {};
  repaint();
  emit changed();
}

void MarkerEditor::rename(std::size_t index, const QString& name) {
  const QString text = name.simplified();
  if (index >= markers_.size() || text.isEmpty() || text == markers_[index].name) return;
  markers_[index].name = text;
  repaint();
  emit changed();
}

void MarkerEditor::pick(std::optional<std::size_t> index) {
  if (index == picked_.last) return;
  picked_ = index ? PickedMarkers{index, picked_.last} : PickedMarkers{};
  repaint();
}

/// Sorts the markers by time, so that keys step from left to right. Picked markers stay picked.
void MarkerEditor::sort() {
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
  repaint();
  emit changed();
}

std::optional<double> MarkerEditor::step(int direction) {
  if (markers_.empty()) return std::nullopt;
  const auto last = std::ssize(markers_) - 1;
  std::ptrdiff_t index = direction > 0 ? 0 : last;
  if (picked_.last) {
    index =
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(*picked_.last) + direction, 0, last);
  }
  pick(static_cast<std::size_t>(index));
  return markers_[static_cast<std::size_t>(index)].tick;
}

void MarkerEditor::begin_move(std::size_t index) {
  moved_ = index;
  moved_from_ = markers_.at(index).tick;
  pick(index);
}

void MarkerEditor::move_to(double tick) {
  // Another run may have been opened while the mouse button was pressed.
  if (moved_ >= markers_.size() || tick == markers_[moved_].tick) return;
  markers_[moved_].tick = tick;
  // The marker may pass others; the order by time is kept.
  while (moved_ > 0 && markers_[moved_ - 1].tick > tick) step_over(moved_ - 1);
  while (moved_ + 1 < markers_.size() && markers_[moved_ + 1].tick < tick) step_over(moved_ + 1);
  repaint();
}

void MarkerEditor::step_over(std::size_t other) {
  std::swap(markers_[moved_], markers_[other]);
  for (auto* picked : {&picked_.last, &picked_.before}) {
    if (*picked == moved_) {
      *picked = other;
    } else if (*picked == other) {
      *picked = moved_;
    }
  }
  moved_ = other;
}

void MarkerEditor::end_move() {
  if (moved_ < markers_.size() && markers_[moved_].tick != moved_from_) sort();
}

void MarkerEditor::edit_name(const FrameInput& frame, std::size_t index) {
  const QRectF flag = marker_flag(frame, markers_.at(index));
  if (flag.isEmpty()) return;
  if (field_) field_->deleteLater();
  auto* field = new QLineEdit(markers_[index].name, timeline_.viewport());
  field_ = field;
  field->setAccessibleName(tr("Marker name"));
  field->setFont(ui_font(11));
  field->setGeometry(static_cast<int>(flag.left()), 0, 140, kAxisHeight);
  field->selectAll();
  field->show();
  field->setFocus();
  connect(field, &QLineEdit::editingFinished, this, [this, field, index] {
    if (field_ == field) rename(index, field->text());
    close_field(field);
  });
  auto* cancel = new QAction(field);
  cancel->setShortcut(Qt::Key_Escape);
  cancel->setShortcutContext(Qt::WidgetShortcut);
  field->addAction(cancel);
  connect(cancel, &QAction::triggered, this, [this, field] { close_field(field); });
}

void MarkerEditor::close_field(QLineEdit* field) {
  field_ = nullptr;
  field->deleteLater();
  timeline_.setFocus();
}

}  // namespace nscope::gui

#include "moc_marker_editor.cpp"
