#pragma once

#include "app/gui/docks/time_chart.h"
#include "app/gui/docks/traffic/chip_matrix_model.h"
#include "app/gui/docks/traffic/topology_view.h"
#include "app/gui/panels/message_stack.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/memory/counter_series.h"

#include <QTabWidget>
#include <QTableView>
#include <memory>
#include <optional>
#include <vector>

namespace nscope::gui {

/// Shows the communication between chips and ranks in the analysed range: collectives with their
/// bandwidth, stragglers, the chips and their links, and link bandwidth over time. GUI thread.
class TrafficDock : public DockView {
  Q_OBJECT

 public:
  TrafficDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return {job_}; }
  QByteArray save_state() const override;
  void restore_state(const QByteArray& state) override;

  QTabWidget& tabs() { return *tabs_; }
  TablePanel& collectives() { return *collectives_; }
  TablePanel& stragglers() { return *stragglers_; }
  TopologyView& topology() { return *topology_; }
  ChipMatrixModel& matrix() { return *matrix_model_; }
  QTableView& matrix_view() { return *matrix_; }
  TimeChart& bandwidth() { return *bandwidth_; }
  QString message() const { return stack_->message(); }
  QString chips_note() const { return chips_note_->text(); }

 protected:
  void refresh() override;

 private:
  struct Machine {
    QString instance;
    TopologyLayout layout;
    int chips = 0;
    int cores_per_chip = 0;  ///< physical; 0: unknown
  };
  struct Outcome {
    Table collectives;
    Table stragglers;
    std::vector<analysis::LinkTraffic> links;
    analysis::CounterSeries series;  ///< bandwidth of the first links
    std::optional<Machine> machine;  ///< from the catalogue, if known
  };
  static Result<Outcome> compute(const Trace& trace, const analysis::SummaryOptions& options,
                                 TaskControl& control);
  static std::optional<Machine> machine_of(const Trace& trace);
  void receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome);
  QWidget* make_chips_page();
  void show_chips(const Trace& trace, const Outcome& outcome);
  void show_bandwidth(const Trace& trace, Outcome& outcome);
  static void fill(TablePanel& panel, Table table);

  Job* job_;
  MessageStack* stack_;
  QTabWidget* tabs_;
  TablePanel* collectives_;
  TablePanel* stragglers_;
  TopologyView* topology_;
  ChipMatrixModel* matrix_model_;
  QTableView* matrix_;
  MessageStack* matrix_stack_;
  QLabel* chips_note_;
  TimeChart* bandwidth_;
  MessageStack* bandwidth_stack_;
};

}  // namespace nscope::gui
