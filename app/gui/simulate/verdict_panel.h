#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/simulate/memory_bar.h"
#include "simcore/engine/run/run_prediction.h"

#include <QLabel>
#include <QWidget>
#include <array>

namespace nscope::gui {

/// The prediction of a workload: key metrics with their error bands, the memory of one core, and
/// warnings. The panel is disabled while it shows the prediction of a previous workload. GUI
/// thread.
class VerdictPanel : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictPanel(QWidget* parent = nullptr);

  void show_result(const sim::SimulationResult& result);
  /// Shows an error and, if not null, the memory of the workload.
  void show_error(const Error& error, const catalog::MemoryFit* fit);

  QString figure(std::size_t card) const { return cards_[card]->value(); }
  QString message() const { return message_->text(); }
  const MemoryBar& memory() const { return *memory_; }

 private:
  void show_fit(const catalog::MemoryFit& fit);
  void set_message(const char* style, const QString& text);

  std::array<KeyFigure*, 4> cards_{};
  SectionTitle* memory_title_;
  MemoryBar* memory_;
  QLabel* message_;
};

}  // namespace nscope::gui
