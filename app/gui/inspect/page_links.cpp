// Links to places of the run.
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/text/text.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

namespace nscope::gui {

RunPlace InspectPage::place() const {
  RunPlace place;
  if (!trace()) return place;
  const TimelineWidget& timeline = panel_->timeline();
  const TimeView& view = timeline.view();
  if (view != timeline.limits()) {
    place.shown = ticks_of(SelectedRange{view});
  }
  place.range = ticks_of(run_.range());
  if (run_.range()) place.tracks = run_.range()->tracks;
  place.event = run_.selected_event();
  return place;
}

void InspectPage::go_to(const RunPlace& place) {
  if (!trace()) return;
  TimelineWidget& timeline = panel_->timeline();
  const auto time_of = [](const RunPlace::Interval& interval) {
    return TimeView{static_cast<double>(interval.first.value()),
                    static_cast<double>(interval.second.value())};
  };
  run_.set_range(place.range ? std::optional(SelectedRange{time_of(*place.range), place.tracks})
                             : std::nullopt);
  if (!place.tracks.empty()) timeline.show_track(place.tracks.front());
  if (place.event.valid()) {
    run_.reveal(place.event);
  } else {
    run_.select(SliceId());
  }
  // The visible time of the link comes last, because an event is shown at a readable size.
  if (place.shown) {
    timeline.set_view(time_of(*place.shown));
  } else if (place.range) {
    timeline.set_view(with_margin(time_of(*place.range), 0.5));
  }
}

void InspectPage::copy_link(const RunPlace& place) {
  const QString& file = run_.session().isEmpty() ? run_.capture() : run_.session();
  if (!trace() || file.isEmpty()) {
    emit noticed(tr("No link was copied"),
                 tr("A link names a file. Save the run as a session first."));
    return;
  }
  QString link = QFileInfo(file).absoluteFilePath();
  if (const std::string text = place_text(place, *trace()); !text.empty()) {
    link += QLatin1Char('#') + to_qstring(text);
  }
  QApplication::clipboard()->setText(link);
  emit status_changed(tr("Copied: %1").arg(link));
}

}  // namespace nscope::gui
