// The context menu of an event.
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/model/slice_text.h"
#include "app/gui/timeline/timeline_widget.h"

#include <QApplication>
#include <QClipboard>
#include <QMetaMethod>

namespace nscope::gui {

QMenu* TimelineWidget::make_event_menu(SliceId slice) {
  auto* menu = new QMenu(this);
  if (!trace_ || !slice.valid()) return menu;
  const Trace::SliceRef ref = trace_->slice(slice);
  const StringId name = ref.name();
  menu->addAction(tr("Zoom to Event"), this, [this, slice] { zoom_to_slice(slice); });
  const TimeView time{static_cast<double>(ref.begin().value()),
                      static_cast<double>(ref.end().value())};
  menu->addAction(tr("Select Time of Event"), this, [this, time] { set_range(time); })
      ->setEnabled(time.span() > 0.0);
  menu->addSeparator();
  add_copy_actions(menu, slice);
  menu->addSeparator();
  if (isSignalConnected(QMetaMethod::fromSignal(&TimelineWidget::find_wanted))) {
    menu->addAction(tr("Find Events with This Name"), this,
                    [this, slice] { emit find_wanted(slice); });
  }
  menu->addAction(tr("Highlight Events with This Name"), this,
                  [this, name] { set_highlight(name); });
  if (isSignalConnected(QMetaMethod::fromSignal(&TimelineWidget::annotate_wanted))) {
    menu->addAction(tr("Add Note…"), this, [this, slice] { emit annotate_wanted(slice); });
  }
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
