#pragma once

#include <QWidget>
#include <functional>
#include <optional>

namespace nscope::gui {

/// Lies over a drawing of a whole run and hides what has not been played yet: to the right
/// of a moment that moves on. Takes no focus; the pointer sees nothing below what is hidden.
/// GUI thread; a child of what it covers.
class PlayedCover : public QWidget {
 public:
  /// `x_of` gives the place of a tick in `covered` pixels; `top` pixels stay free.
  PlayedCover(QWidget* covered, int left, int top, std::function<double(double tick)> x_of);

  /// Nothing: all has been played.
  void set_until(std::optional<double> tick);
  std::optional<double> until() const { return until_; }
  /// After the drawing below has moved.
  void follow();

 protected:
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* covered_;
  int left_;
  int top_;
  std::function<double(double)> x_of_;
  std::optional<double> until_;
};

}  // namespace nscope::gui
