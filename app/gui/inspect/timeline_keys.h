#pragma once

#include "app/gui/run/visited_places.h"
#include "app/gui/timeline/timeline_widget.h"

#include <QObject>
#include <QTimer>

namespace nscope::gui {

/// Makes the keys of the timeline work in the whole window while its page is shown, except in text
/// fields and where a widget uses the key itself, and goes back and forward through the visited
/// places with Alt+Left and Alt+Right. GUI thread.
class TimelineKeys : public QObject {
  Q_OBJECT

 public:
  /// `page` contains the timeline and must be its ancestor.
  TimelineKeys(TimelineWidget& timeline, QWidget* page);

  void back();
  void forward();
  /// Forgets the places, because another run is shown.
  void forget();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool takes_key(const QWidget* focus, const QKeyEvent& key) const;
  void remember();
  void go_to(const VisitedPlace& place);

  TimelineWidget& timeline_;
  QWidget& page_;
  VisitedPlaces places_;
  QTimer pause_;  ///< a place counts as visited after a pause
  bool going_ = false;
};

}  // namespace nscope::gui
