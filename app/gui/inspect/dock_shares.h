#pragma once

#include <QByteArray>
#include <QMainWindow>
#include <QMap>
#include <QString>

namespace nscope::gui {

/// The parts of a page that its docks take: for docks at the left and right the share of the width,
/// for those at the top and bottom the share of the height, 0 to 1, by object name. Docks that
/// float, are hidden, or lie behind another tab have none.
using DockShares = QMap<QString, double>;

DockShares dock_shares(const QMainWindow& page);
/// Gives the docks these parts of the page, as far as their minimum sizes allow.
void apply_dock_shares(QMainWindow& page, const DockShares& shares);

}  // namespace nscope::gui
