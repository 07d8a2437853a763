#pragma once

#include <QWidget>

class QStackedWidget;
class QTabBar;

namespace nscope::gui {

/// Pages below a tab bar, which scrolls if it is too narrow. GUI thread.
class TabbedPages : public QWidget {
 public:
  /// `name` is the accessible name of the tab bar.
  explicit TabbedPages(const QString& name, QWidget* parent = nullptr);

  void add(QWidget* page, const QString& title);
  void show_page(int index);
  int current() const;

 private:
  QTabBar* tabs_;
  QStackedWidget* pages_;
};

}  // namespace nscope::gui
