#pragma once

#include <QWidget>

class QDockWidget;
class QToolButton;

namespace nscope::gui {

/// The title of a dock: its name, and buttons that float and close it. Dragging it moves
/// the dock. GUI thread.
class DockTitle : public QWidget {
  Q_OBJECT

 public:
  explicit DockTitle(QDockWidget* dock);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void draw_icons();

  QToolButton* float_;
  QToolButton* close_;
};

/// In place of a title, for docks whose tab names them.
class NoDockTitle : public QWidget {
 public:
  using QWidget::QWidget;
  QSize sizeHint() const override { return {0, 0}; }
  QSize minimumSizeHint() const override { return {0, 0}; }
};

}  // namespace nscope::gui
