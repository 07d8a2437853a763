#pragma once

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QString>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <vector>

namespace nscope::gui {

/// A stop of the tour: what it says, and a function that shows the part of the window that it is
/// about and returns its widget.
struct TourStop {
  QString title;
  QString text;
  std::function<QWidget*()> show;
};

/// A guided tour over the real window: everything but the part that a stop is about is dimmed, as
/// long as it is visible, and a card beside it explains it. The window stays usable. Esc or Skip
/// ends the tour. GUI thread.
class Tour : public QWidget {
  Q_OBJECT

 public:
  /// `window` is the parent, which the tour covers. Starts at `first`.
  Tour(QWidget* window, std::vector<TourStop> stops, std::size_t first = 0);
  ~Tour() override;

  std::size_t stop() const { return stop_; }
  std::size_t size() const { return stops_.size(); }
  QPushButton& next_button() { return *next_; }
  QPushButton& back_button() { return *back_; }
  QPushButton& skip_button() { return *skip_; }
  const QFrame& card() const { return *card_; }
  /// The highlighted part, in the window; empty while it is not visible.
  QRect highlight() const { return hole_; }

 signals:
  /// A stop is shown.
  void moved(std::size_t stop);
  /// The tour ended, after its last stop if `complete`.
  void ended(bool complete);

 protected:
  void paintEvent(QPaintEvent* event) override;
  /// Notices that the user clicks something else, which then keeps the keyboard focus.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void go_to(std::size_t stop);
  void end(bool complete);
  /// Follows the size of the window and the place of the part.
  void follow();

  std::vector<TourStop> stops_;
  std::size_t stop_ = 0;
  bool keeps_focus_ = true;  ///< pages that appear at a stop would take the focus
  QWidget* target_ = nullptr;
  QRect hole_;
  QFrame* card_;
  QLabel* title_;
  QLabel* text_;
  QLabel* count_;
  QPushButton* skip_;
  QPushButton* back_;
  QPushButton* next_;
  QTimer timer_;
};

}  // namespace nscope::gui
