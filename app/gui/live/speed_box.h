#pragma once

#include "app/gui/panels/choice_box.h"

namespace nscope::gui {

/// The speed at which a run is played: real time, a multiple of it, or as fast as possible. A
/// multiple can be typed ("x20"). Invalid input is marked and does not change the speed. GUI
/// thread.
class SpeedBox : public ChoiceBox {
  Q_OBJECT

 public:
  explicit SpeedBox(QWidget* parent = nullptr);
  ~SpeedBox() override;

  /// Nanoseconds of the run per nanosecond of real time; PlaybackClock::kUnlimited means as fast
  /// as possible.
  double speed() const { return speed_; }
  void set_speed(double speed);

 signals:
  void speed_changed(double speed);

 private:
  void take_text(const QString& text);

  double speed_ = 1.0;
};

}  // namespace nscope::gui
