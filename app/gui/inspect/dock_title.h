#pragma once

#include <QWidget>

class QDockWidget;
class QToolButton;

namespace nscope::gui {

/// The title bar of a dock, with the name of the dock and buttons that float and close it. Dragging
/// the title bar moves the dock. GUI thread.
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

/// An empty title bar, for docks whose tab shows the name.
class NoDockTitle : public QWidget {
 public:
  using QWidget::QWidget;
  QSize sizeHint() const override { return {0, 0}; }
  QSize minimumSizeHint() const override { return {0, 0}; }
};

}  // namespace nscope::gui
