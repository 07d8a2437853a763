#include "app/gui/inspect/dock_shares.h"

#include <QDockWidget>
#include <QTabBar>
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace nscope::gui {
namespace {

bool is_at_side(const QMainWindow& page, QDockWidget* dock) {
  const Qt::DockWidgetArea area = page.dockWidgetArea(dock);
  return area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
}

/// Docks behind another tab are visible for Qt, but have no visible region.
bool takes_space(const QDockWidget& dock) {
  return dock.isVisible() && !dock.isFloating() && !dock.visibleRegion().isEmpty();
}

/// The height that resizeDocks() sets, which includes the bar of the tabs above a dock.
int height_with_tabs(const QMainWindow& page, const QDockWidget& dock) {
  for (const QTabBar* tabs : page.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
    const QRect bar = tabs->geometry();
    const bool above = std::abs(bar.bottom() + 1 - dock.y()) <= 2 && bar.x() <= dock.x() + 2 &&
                       bar.right() > dock.x();
    if (tabs->isVisible() && above) return dock.geometry().bottom() + 1 - bar.top();
  }
  return dock.height();
}

}  // namespace

DockShares dock_shares(const QMainWindow& page) {
  DockShares shares;
  if (page.width() <= 0 || page.height() <= 0) return shares;
  for (QDockWidget* dock : page.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
    if (!takes_space(*dock)) continue;
    shares[dock->objectName()] = is_at_side(page, dock)
                                     ? 1.0 * dock->width() / page.width()
                                     : 1.0 * height_with_tabs(page, *dock) / page.height();
  }
  return shares;
}

void apply_dock_shares(QMainWindow& page, const DockShares& shares) {
  QList<QDockWidget*> columns;
  QList<QDockWidget*> rows;
  QList<int> widths;
  QList<int> heights;
  for (QDockWidget* dock : page.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
    const double share = std::clamp(shares.value(dock->objectName(), 0.0), 0.0, 1.0);
    if (share <= 0.0 || !takes_space(*dock)) continue;
    if (is_at_side(page, dock)) {
      columns << dock;
      widths << std::max(1, static_cast<int>(std::lround(share * page.width())));
    } else {
      rows << dock;
      heights << std::max(1, static_cast<int>(std::lround(share * page.height())));
    }
  }
  page.resizeDocks(columns, widths, Qt::Horizontal);
  page.resizeDocks(rows, heights, Qt::Vertical);
}

}  // namespace nscope::gui
