#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/simulate/memory_bar.h"
#include "simcore/catalog/memory_limits.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/start_up/start_up.h"

#include <QLabel>
#include <QWidget>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

class QHBoxLayout;
class QPushButton;

namespace nscope::gui {

/// A change that makes a refused workload possible: the text of its button, and what it does.
struct VerdictFix {
  QString text;
  std::function<void()> run;
};

/// The prediction of a workload: key metrics with their error bands, the memory of one core, the
/// start, and warnings. The panel is disabled while it shows the prediction of a previous workload.
/// GUI thread.
class VerdictPanel : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictPanel(QWidget* parent = nullptr);

  void show_result(const sim::SimulationResult& result);
  /// Shows an error in place of the figures and, if not null, the memory of the workload.
  void show_error(const Error& error, const catalog::MemoryFit* fit);

  /// Shows the times of compilation and start, and the memory of the host with its verdict;
  /// nullopt: the workload has no start of its own.
  void show_start(const std::optional<sim::StartUp>& start);

  /// Shows the largest batch and the other sizes that fit in memory; nullopt: not known.
  void show_limits(const std::optional<catalog::MemoryLimits>& limits);

  /// Buttons below an error that make the workload possible.
  void show_fixes(std::vector<VerdictFix> fixes);
  /// Shows the metrics of a run of the same workload beside the prediction; empty: there is none.
  void show_simulated(const std::vector<Metric>& metrics);
  /// Keeps the panel at least as high as it is now, so that what is below it does not move while
  /// the user types. Called before a prediction is shown; another width ends this.
  void hold_height();
  /// Forgets the height of hold_height(), for another workload: its first prediction is not held.
  void release_height();
  /// The buttons of show_fixes().
  std::vector<QPushButton*> fixes() const;

  QString figure(std::size_t card) const { return cards_[card]->value(); }
  QString note(std::size_t card) const { return cards_[card]->note(); }
  /// The error, or the warning about the figures.
  QString message() const;
  bool shows_figures() const { return !figures_->isHidden(); }
  QString start() const { return start_->text(); }
  QString host() const { return host_->text(); }
  QString limits() const { return limits_->text(); }
  const MemoryBar& memory() const { return *memory_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show_fit(const catalog::MemoryFit& fit);
  /// Shows the error in place of the figures; empty: the figures.
  void set_refused(const QString& why);
  void set_warning(const QString& text);

  void show_notes();

  std::array<KeyFigure*, 4> cards_{};
  std::array<QString, 4> bands_;        ///< notes of the cards: the error bands
  std::array<std::string, 4> metrics_;  ///< names of the metrics of the cards
  std::vector<Metric> simulated_;
  bool released_ = false;
  QWidget* figures_;
  QLabel* refusal_;
  QHBoxLayout* fixes_;
  SectionTitle* memory_title_;
  MemoryBar* memory_;
  QLabel* limits_;
  SectionTitle* start_title_;
  QLabel* start_;
  QLabel* host_;
  QLabel* message_;
};

}  // namespace nscope::gui
