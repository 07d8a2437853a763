#pragma once

#include "profiler/trace/trace.h"

#include <QFrame>

class QPushButton;

namespace nscope::gui {

class ElidedLabel;
class RunView;

/// A line above the timeline that says when parts of a capture are missing or could not be read:
/// their number with the worst as an example, and a button for the list of diagnostics. Hidden for
/// a complete run and after Close. GUI thread.
class InputNotice : public QFrame {
  Q_OBJECT

 public:
  explicit InputNotice(RunView& run, QWidget* parent = nullptr);

  /// The sentence; empty while the line is hidden.
  QString text() const;
  QPushButton& details() { return *details_; }
  QPushButton& close_button() { return *close_; }

 signals:
  void diagnostics_wanted();

 private:
  void show_losses(const Trace* trace);

  ElidedLabel* text_;
  QPushButton* details_;
  QPushButton* close_;
};

}  // namespace nscope::gui
