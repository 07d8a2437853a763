#include "app/gui/inspect/dock_shares.h"

#include <QDockWidget>
#include <algorithm>
#include <cmath>

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

}  // namespace

DockShares dock_shares(const QMainWindow& page) {
  DockShares shares;
  if (page.width() <= 0 || page.height() <= 0) return shares;
  for (QDockWidget* dock : page.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
    if (!takes_space(*dock)) continue;
    shares[dock->objectName()] = is_at_side(page, dock) ? 1.0 * dock->width() / page.width()
                                                        : 1.0 * dock->height() / page.height();
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
  // The height that resizeDocks() sets includes the bar of the tabs.
  QList<int> with_tabs;
  for (qsizetype i = 0; i < rows.size(); ++i) {
    with_tabs << heights[i] + std::max(0, heights[i] - rows[i]->height());
  }
  if (with_tabs != heights) page.resizeDocks(rows, with_tabs, Qt::Vertical);
}

}  // namespace nscope::gui
