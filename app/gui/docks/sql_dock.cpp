#include "app/gui/docks/sql_dock.h"

#include <QVBoxLayout>

namespace nscope::gui {

SqlDock::SqlDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRun, parent), panel_(new SqlPanel) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(panel_);
}

}  // namespace nscope::gui
