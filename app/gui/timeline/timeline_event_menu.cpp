// The context menu of an event.
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/model/slice_text.h"
#include "app/gui/timeline/timeline_widget.h"
#include "profiler/trace/vocabulary.h"

#include <QApplication>
#include <QClipboard>
#include <QMetaMethod>

namespace nscope::gui {

QMenu* TimelineWidget::make_event_menu(SliceId slice) {
  auto* menu = new QMenu(this);
  if (!trace_ || !slice.valid()) return menu;
  const Trace::SliceRef ref = trace_->slice(slice);
  menu->addAction(tr("Zoom to Event"), this, [this, slice] { zoom_to_slice(slice); });
  const TimeView time{static_cast<double>(ref.begin().value()),
                      static_cast<double>(ref.end().value())};
  menu->addAction(tr("Select Time of Event"), this, [this, time] { set_range(time); })
      ->setEnabled(time.span() > 0.0);
  menu->addAction(tr("Select Whole Track"), this, [this, track = ref.track->id] {
    set_selection(SelectedRange{.time = limits(), .tracks = {track}});
  });
  menu->addSeparator();
  add_copy_actions(menu, slice);
  menu->addSeparator();
  add_find_actions(menu, slice);
  menu->addSeparator();
  const auto follow = [&](const QString& text, Qt::Key key, int direction) {
    menu->addAction(text, this,
                    [this, slice, direction] {
                      select(slice);
                      direction < 0 ? follow_predecessor() : follow_successor();
                    })
        ->setShortcut(QKeySequence(key));
  };
  follow(tr("Go to Predecessor"), Qt::Key_P, -1);
  follow(tr("Go to Successor"), Qt::Key_N, 1);
  menu->addSeparator();
  QMenu* track = make_track_menu(ref.track->id);
  track->setTitle(without_mnemonics(tr("Track %1").arg(to_qstring(trace_->text(ref.track->name)))));
  track->setParent(menu, track->windowFlags());
  menu->addMenu(track);
  return menu;
}

void TimelineWidget::add_find_actions(QMenu* menu, SliceId slice) {
  const StringId name = trace_->slice(slice).name();
  if (isSignalConnected(QMetaMethod::fromSignal(&TimelineWidget::find_wanted))) {
    menu->addAction(tr("Find Events with This Name"), this,
                    [this, slice] { emit find_wanted(slice); });
  }
  menu->addAction(tr("Highlight Events with This Name"), this,
                  [this, name] { set_highlight(name); });
  if (isSignalConnected(QMetaMethod::fromSignal(&TimelineWidget::annotate_wanted))) {
    menu->addAction(tr("Add Note…"), this, [this, slice] { emit annotate_wanted(slice); });
  }
  if (isSignalConnected(QMetaMethod::fromSignal(&TimelineWidget::baseline_wanted))) {
    const bool pinned = slice == baseline_;
    menu->addAction(pinned ? tr("Unpin Baseline") : tr("Pin as Baseline"), this,
                    [this, slice, pinned] { emit baseline_wanted(pinned ? SliceId() : slice); });
  }
  const StringId source = trace_->strings().find(key::kSourceLocation);
  if (isSignalConnected(QMetaMethod::fromSignal(&TimelineWidget::source_wanted))) {
    menu->addAction(tr("Go to Source Line"), this, [this, slice] { emit source_wanted(slice); })
        ->setEnabled(source.valid() && trace_->arg(slice, source).has_value());
  }
}

void TimelineWidget::add_copy_actions(QMenu* menu, SliceId slice) {
  const auto copy = [](const QString& text) { QApplication::clipboard()->setText(text); };
  menu->addAction(tr("Copy Name"), this, [this, slice, copy] {
    copy(to_qstring(trace_->text(trace_->slice(slice).name())));
  });
  menu->addAction(tr("Copy Details as JSON"), this,
                  [this, slice, copy] { copy(slice_json(*trace_, slice)); });
  if (isSignalConnected(QMetaMethod::fromSignal(&TimelineWidget::link_wanted))) {
    menu->addAction(tr("Copy Link to Event"), this, [this, slice] { emit link_wanted(slice); });
  }
}

}  // namespace nscope::gui
