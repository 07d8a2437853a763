#pragma once

#include "app/gui/compare/run_clock.h"
#include "app/gui/panels/choice_box.h"
#include "profiler/analysis/comparison/comparison.h"

#include <QButtonGroup>
#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace nscope::gui {

/// The toolbar of the Compare page: grouping, alignment of the timelines, and actions on the
/// result. GUI thread.
class CompareBar : public QWidget {
  Q_OBJECT

 public:
  enum class Report { kMarkdown, kHtml, kJson, kCopy };

  explicit CompareBar(QWidget* parent = nullptr);

  /// The chosen grouping and, if chosen, the places (time intervals or ranks).
  analysis::ComparisonOptions options() const;
  QComboBox& by_box() { return *by_; }

  void set_alignment(TimeAlignment alignment);
  /// Disables an alignment and shows the reason. An empty reason enables it.
  void set_obstacle(TimeAlignment alignment, const QString& why);
  QPushButton& alignment_button(TimeAlignment alignment);

  /// Sets the run that the tables compare with the baseline. `names` are those of all runs;
  /// `base` and `shown` are indices. The box is hidden if there is no choice.
  void set_shown(const QStringList& names, std::size_t base, std::size_t shown);
  QComboBox& shown_box() { return *shown_; }

  enum class State { kIdle, kBusy, kStopped };
  void set_state(State state);
  void set_has_result(bool has, int runs);
  QPushButton& swap_button() { return *swap_; }
  QPushButton& run_button() { return *run_; }
  QPushButton& report_button() { return *report_; }

 signals:
  void add_requested();
  void by_changed();
  void alignment_requested(nscope::gui::TimeAlignment alignment);
  void all_requested();
  void swap_requested();
  void shown_requested(std::size_t side);
  /// "Cancel" or "Compare Again" was clicked.
  void run_requested();
  void report_requested(nscope::gui::CompareBar::Report report);

 private:
  QPushButton* add_;
  ChoiceBox* by_;
  QButtonGroup* alignments_;
  QPushButton* all_;
  QPushButton* swap_;
  QLabel* shown_title_;
  ChoiceBox* shown_;
  QPushButton* run_;
  QPushButton* report_;
};

}  // namespace nscope::gui
