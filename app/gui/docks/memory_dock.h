#pragma once

#include "app/gui/docks/memory/onchip_map_panel.h"
#include "app/gui/docks/time_chart.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/message_stack.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/memory/memory_series.h"

#include <QSplitter>
#include <QTabWidget>
#include <vector>

namespace nscope::gui {

/// Shows memory usage over time, the contents of each memory at its peak, the tensors, the on-chip
/// map, and notes about data that the run does not contain. Covers the analysed range. GUI thread.
class MemoryDock : public DockView {
  Q_OBJECT

 public:
  MemoryDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return {job_, map_->job()}; }
  QByteArray save_state() const override { return split_->saveState(); }
  void restore_state(const QByteArray& state) override { split_->restoreState(state); }
  /// Shows the tab with this title.
  void enter(const QString& tab) override;

  QComboBox& place_box() { return *places_; }
  TimeChart& bytes_chart() { return *bytes_; }
  TimeChart& chip_chart() { return *chip_; }
  TablePanel& peaks() { return *peaks_; }
  TablePanel& tensors() { return *tensors_; }
  OnchipMapPanel& map() { return *map_; }
  QTabWidget& tabs() { return *tabs_; }
  QString message() const { return stack_->message(); }
  QString missing() const { return missing_->text(); }

 protected:
  void refresh() override;

 private:
  struct Outcome {
    std::vector<analysis::MemorySeries> series;
    Table peaks;
    Table tensors;
  };
  static Result<Outcome> compute(const Trace& trace, const analysis::SummaryOptions& options,
                                 TaskControl& control);
  void receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome);
  void list_places();
  void show_place();
  void say_what_is_missing(const Outcome& outcome);
  void show_missing();
  TimeLines lines_of(bool bytes, int core) const;

  Job* job_;
  MessageStack* stack_;
  QSplitter* split_;
  QWidget* choice_;
  ChoiceBox* places_;
  TimeChart* bytes_;
  TimeChart* chip_;
  QLabel* no_series_;
  QTabWidget* tabs_;
  TablePanel* peaks_;
  TablePanel* tensors_;
  OnchipMapPanel* map_;
  QLabel* missing_;
  std::vector<analysis::MemorySeries> series_;
  bool has_missing_ = false;  ///< whether there are texts on data that the run does not contain
};

}  // namespace nscope::gui
