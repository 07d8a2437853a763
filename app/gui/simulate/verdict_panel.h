#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/simulate/memory_bar.h"
#include "simcore/catalog/memory_limits.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/start_up/start_up.h"

#include <QLabel>
#include <QWidget>
#include <array>
#include <optional>

namespace nscope::gui {

/// The prediction of a workload: key metrics with their error bands, the memory of one core, the
/// start, and warnings. The panel is disabled while it shows the prediction of a previous workload.
/// GUI thread.
class VerdictPanel : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictPanel(QWidget* parent = nullptr);

  void show_result(const sim::SimulationResult& result);
  /// Shows an error and, if not null, the memory of the workload.
  void show_error(const Error& error, const catalog::MemoryFit* fit);

  /// Shows the times of compilation and start, and the memory of the host with its verdict;
  /// nullopt: the workload has no start of its own.
  void show_start(const std::optional<sim::StartUp>& start);

  /// Shows the largest batch and the other sizes that fit in memory; nullopt: not known.
  void show_limits(const std::optional<catalog::MemoryLimits>& limits);

  QString figure(std::size_t card) const { return cards_[card]->value(); }
  QString message() const { return message_->text(); }
  QString start() const { return start_->text(); }
  QString host() const { return host_->text(); }
  QString limits() const { return limits_->text(); }
  const MemoryBar& memory() const { return *memory_; }

 private:
  void show_fit(const catalog::MemoryFit& fit);
  void set_message(const char* style, const QString& text);

  std::array<KeyFigure*, 4> cards_{};
  SectionTitle* memory_title_;
  MemoryBar* memory_;
  QLabel* limits_;
  SectionTitle* start_title_;
  QLabel* start_;
  QLabel* host_;
  QLabel* message_;
};

}  // namespace nscope::gui
