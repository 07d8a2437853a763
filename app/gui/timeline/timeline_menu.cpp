// The context menus of tracks and markers.
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/paint/hit_test.h"
#include "app/gui/timeline/timeline_widget.h"
#include "profiler/trace/track_path.h"

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QMetaMethod>
#include <utility>

namespace nscope::gui {
namespace {

/// Maximum number of hidden tracks that the menu lists.
constexpr std::size_t kMostListed = 20;

}  // namespace

QMenu* TimelineWidget::make_track_menu(TrackId track) {
  auto* menu = new QMenu(this);
  if (!trace_) return menu;
  const TimelineRow* row = track.valid() ? rows_.row_of(track) : nullptr;
  if (row != nullptr) {
    const bool pinned = rows_.is_pinned(track);
    menu->addAction(pinned ? tr("Unpin") : tr("Pin to Top"), this, [this, track, pinned] {
      arrange([&](TimelineRows& rows) { rows.set_pinned(track, !pinned); });
    });
    menu->addAction(tr("Hide"), this, [this, track] {
      arrange([&](TimelineRows& rows) { rows.set_hidden(track, true); });
    });
    add_only_actions(menu, track);
    if (isSignalConnected(QMetaMethod::fromSignal(&TimelineWidget::remove_wanted))) {
      menu->addAction(tr("Remove"), this, [this, track] { emit remove_wanted(track); });
    }
    const auto move = [&](const QString& text, int direction) {
      QAction* action = menu->addAction(text, this, [this, track, direction] {
        arrange([&](TimelineRows& rows) { rows.move_by(track, direction); });
      });
      action->setShortcut(QKeySequence(Qt::ALT | (direction < 0 ? Qt::Key_Up : Qt::Key_Down)));
    };
    move(tr("Move Up"), -1);
    move(tr("Move Down"), 1);
    if (row->kind == RowKind::kGroup) {
      const bool collapsed = row->collapsed;
      menu->addAction(collapsed ? tr("Expand") : tr("Collapse"), this, [this, track, collapsed] {
        arrange([&](TimelineRows& rows) { rows.set_collapsed(track, !collapsed); });
      });
    } else {
      add_height_actions(menu, track);
    }
    if (row->lanes > 1) add_stack_actions(menu, track);
    if (row->kind == RowKind::kCounter || row->kind == RowKind::kSteps) {
      add_counter_actions(menu, track);
    }
    menu->addSeparator();
  }
  if (isSignalConnected(QMetaMethod::fromSignal(&TimelineWidget::link_wanted))) {
    menu->addAction(selection_ ? tr("Copy Link to Range") : tr("Copy Link to View"), this,
                    [this] { emit link_wanted({}); });
    menu->addSeparator();
  }
  add_visibility_actions(menu);
  return menu;
}

/// "Show Only" for the track and for the groups around it.
void TimelineWidget::add_only_actions(QMenu* menu, TrackId track) {
  QMenu* only = menu->addMenu(tr("Show Only"));
  for (TrackId at = track; at.valid(); at = trace_->track(at).parent) {
    only->addAction(without_mnemonics(to_qstring(track_path(*trace_, trace_->track(at)))), this,
                    [this, at] { arrange([at](TimelineRows& rows) { rows.show_only(at); }); });
  }
}

void TimelineWidget::add_height_actions(QMenu* menu, TrackId track) {
  const int height = rows_.row_of(track)->height;
  const auto add = [&](const QString& text, std::optional<int> to) {
    return menu->addAction(text, this, [this, track, to] {
      arrange([&](TimelineRows& rows) { rows.set_height(track, to); });
    });
  };
  add(tr("Increase Height"), height * 3 / 2)->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Plus));
  add(tr("Decrease Height"), height * 2 / 3)->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Minus));
  add(tr("Reset Height"), std::nullopt)->setEnabled(arrangement().heights.contains(track));
}

void TimelineWidget::add_stack_actions(QMenu* menu, TrackId track) {
  menu->addSeparator();
  const bool compact = rows_.row_of(track)->stack == StackMode::kCompact;
  menu->addAction(compact ? tr("Expand Stack") : tr("Compact Stack"), this,
                  [this, track] { toggle_stack(track); })
      ->setShortcut(QKeySequence(Qt::Key_E));
}

void TimelineWidget::add_counter_actions(QMenu* menu, TrackId track) {
  menu->addSeparator();
  auto* group = new QActionGroup(menu);
  const std::pair<CounterStyle, QString> styles[] = {{CounterStyle::kArea, tr("Draw as Area")},
                                                     {CounterStyle::kLine, tr("Draw as Line")},
                                                     {CounterStyle::kSteps, tr("Draw as Steps")}};
  for (const auto& [style, text] : styles) {
    QAction* action = menu->addAction(text, this, [this, track, s = style] {
      arrange([&](TimelineRows& rows) { rows.set_counter_style(track, s); });
    });
    action->setCheckable(true);
    action->setChecked(rows_.row_of(track)->counter == style);
    group->addAction(action);
  }
}

void TimelineWidget::add_visibility_actions(QMenu* menu) {
  const auto& hidden = arrangement().hidden;
  QMenu* show = menu->addMenu(tr("Show Hidden Tracks"));
  show->setEnabled(!hidden.empty());
  show->addAction(tr("Show All"), this,
                  [this] { arrange([](TimelineRows& rows) { rows.show_all(); }); });
  show->addSeparator();
  std::size_t listed = 0;
  for (const TrackId id : hidden) {
    if (++listed > kMostListed) break;
    show->addAction(
        without_mnemonics(to_qstring(track_path(*trace_, trace_->track(id)))), this,
        [this, id] { arrange([&](TimelineRows& rows) { rows.set_hidden(id, false); }); });
  }
  menu->addAction(tr("Reset Arrangement"), this, [this] {
    arrange(
        [this](TimelineRows& rows) { rows.set_arrangement(TimelineRows(trace_).arrangement()); });
  });
  menu->addSeparator();
  menu->addAction(tr("Collapse All Groups"), this, [this] { set_all_collapsed(true); });
  menu->addAction(tr("Expand All Groups"), this, [this] { set_all_collapsed(false); });
  menu->addAction(tr("Expand All Stacks"), this, [this] { set_all_stacks(StackMode::kExpanded); });
  menu->addAction(tr("Compact All Stacks"), this, [this] { set_all_stacks(StackMode::kCompact); });
}

void TimelineWidget::open_marker_menu(std::size_t index, const QPoint& global) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  pick_marker(index);
  menu->addAction(tr("Rename"), this, [this, index] { markers_->edit_name(frame(), index); });
  menu->addAction(tr("Delete"), this, [this, index] { remove_marker(index); });
  QMenu* difference = menu->addMenu(tr("Measure Distance To"));
  const Markers& all = markers();
  difference->setEnabled(all.size() > 1);
  constexpr std::size_t kMostEntries = 20;
  const auto [first, end] = nearest_markers(all, index, kMostEntries);
  for (std::size_t other = first; other < end; ++other) {
    if (other == index) continue;
    difference->addAction(without_mnemonics(all[other].name), this, [this, index, other] {
      pick_marker(other);
      pick_marker(index);
    });
  }
  if (const std::size_t further = all.size() - (end - first); further > 0) {
    const QString count = count_text(further);
    difference->addAction(tr("%1 more (click two markers to measure their distance)").arg(count))
        ->setEnabled(false);
  }
  menu->popup(global);
}

void TimelineWidget::contextMenuEvent(QContextMenuEvent* event) {
  if (!trace_) return;
  const bool by_mouse = event->reason() == QContextMenuEvent::Mouse;
  if (by_mouse) {
    if (const auto marker = marker_at(frame(), markers(), picked_markers(), event->pos())) {
      return open_marker_menu(*marker, event->globalPos());
    }
    if (const SliceId slice = slice_at(event->pos()); slice.valid()) {
      select(slice);
      return open_menu(make_event_menu(slice), event->globalPos());
    }
  } else if (const auto picked = picked_markers().last; picked && !current_.valid()) {
    const QPoint at = marker_flag(frame(), markers()[*picked]).bottomLeft().toPoint();
    return open_marker_menu(*picked, viewport()->mapToGlobal(at));
  }
  if (!by_mouse && !current_.valid() && selected_.valid()) {
    const QPoint corner = slice_rect(selected_).bottomLeft().toPoint();
    return open_menu(make_event_menu(selected_), viewport()->mapToGlobal(corner));
  }
  const TimelineRow* row = by_mouse ? row_at(frame(), event->pos()) : rows_.row_of(current_);
  QPoint at = event->globalPos();
  if (!by_mouse) {
    const int y = row != nullptr ? frame().y(*row) + row->height : kAxisHeight;
    at = viewport()->mapToGlobal(QPoint(16, y));
  }
  if (row != nullptr) set_current_track(row->track);
  open_menu(make_track_menu(row != nullptr ? row->track : TrackId()), at);
}

void TimelineWidget::open_menu(QMenu* menu, const QPoint& at) {
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->popup(at);
}

}  // namespace nscope::gui
