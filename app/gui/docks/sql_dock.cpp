#include "app/gui/docks/sql_dock.h"

#include "app/gui/docks/evidence.h"

#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {

SqlDock::SqlDock(RunView& run, QWidget* parent)
    : DockView(run, Follows::kRun, parent), panel_(new SqlPanel) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(panel_);
  if (!run.data_folder().isEmpty()) {
    panel_->editor().history().set_file(run.data_folder() + QStringLiteral("/sql_history.json"));
  }
  connect(panel_, &SqlPanel::track_wanted, this, [this](const QueryTrack& track) {
    std::vector<QueryTrack> all = this->run().query_tracks();
    if (std::find(all.begin(), all.end(), track) == all.end()) all.push_back(track);
    this->run().set_query_tracks(std::move(all));
  });
  connect(panel_, &SqlPanel::started, this, &DockView::entered);
  connect(panel_, &SqlPanel::failed, this, &DockView::failed);
  connect(panel_, &SqlPanel::row_activated, this, [this](std::size_t row) {
    show_row(this->run(), panel_->result().model().table(), row);
  });
}

void SqlDock::enter(const QString& text) {
  panel_->set_query(text);
  panel_->set_plotted(true);
  panel_->run();
}

}  // namespace nscope::gui

#include "moc_sql_dock.cpp"
