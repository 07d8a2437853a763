#pragma once

#include <QWidget>

class QStackedWidget;
class QTabBar;

namespace nscope::gui {

/// Pages under a row of tabs that scrolls where it is too narrow. GUI thread.
class TabbedPages : public QWidget {
 public:
  /// `name`: of the tabs, for those who do not see them.
  explicit TabbedPages(const QString& name, QWidget* parent = nullptr);

  void add(QWidget* page, const QString& title);
  void show_page(int index);
  int current() const;

 private:
  QTabBar* tabs_;
  QStackedWidget* pages_;
};

}  // namespace nscope::gui
