#include "app/gui/timeline/arrangement_undo.h"

#include <QCoreApplication>
#include <utility>

namespace nscope::gui {
namespace {

class ArrangementUndo : public QUndoCommand {
 public:
  ArrangementUndo(TimelineWidget& timeline, TrackArrangement before, TrackArrangement after)
      : QUndoCommand(QCoreApplication::translate("ArrangementUndo", "track arrangement")),
        timeline_(timeline),
        trace_(timeline.trace()),
        before_(std::move(before)),
        after_(std::move(after)) {}

  void undo() override { apply(before_); }
  void redo() override {
    if (!std::exchange(first_, false)) apply(after_);
  }

 private:
  void apply(const TrackArrangement& arrangement) {
    if (trace_.lock() != timeline_.trace()) return setObsolete(true);
    TrackArrangement wanted = arrangement;
    // The filter and the zoom are not part of the undo history.
    wanted.filter = timeline_.arrangement().filter;
    wanted.lane_zoom = timeline_.arrangement().lane_zoom;
    timeline_.set_arrangement(wanted);
  }

  TimelineWidget& timeline_;
  std::weak_ptr<const Trace> trace_;
  TrackArrangement before_;
  TrackArrangement after_;
  bool first_ = true;
};

}  // namespace

QUndoCommand* make_arrangement_undo(TimelineWidget& timeline, const TrackArrangement& before,
                                    const TrackArrangement& after) {
  return new ArrangementUndo(timeline, before, after);
}

}  // namespace nscope::gui
