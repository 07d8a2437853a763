#pragma once

#include <QLabel>
#include <QStackedWidget>

namespace nscope::gui {

/// Shows a widget, or a message that gives the reason why the widget is empty and what to do. GUI
/// thread.
class MessageStack : public QStackedWidget {
  Q_OBJECT

 public:
  explicit MessageStack(QWidget* content, QWidget* parent = nullptr);

  void show_message(const QString& text);
  void show_content() { setCurrentIndex(0); }
  /// Empty while the content is shown.
  QString message() const { return currentIndex() == 1 ? message_->text() : QString(); }

 private:
  QLabel* message_;
};

}  // namespace nscope::gui
