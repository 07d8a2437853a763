#pragma once

#include <QWidget>
#include <functional>
#include <optional>

namespace nscope::gui {

/// Covers the part of a timeline that has not been played yet, to the right of the playback
/// position. It takes no focus and blocks the mouse over the covered part. GUI thread; a child of
/// the covered widget.
class PlayedCover : public QWidget {
 public:
  /// `x_of` returns the x position of a tick in `covered`. The leftmost `left` and the topmost
  /// `top` pixels are never covered.
  PlayedCover(QWidget* covered, int left, int top, std::function<double(double tick)> x_of);

  /// Sets the playback position; nullopt if everything has been played.
  void set_until(std::optional<double> tick);
  std::optional<double> until() const { return until_; }
  /// Updates the cover after the widget below was panned or zoomed.
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
