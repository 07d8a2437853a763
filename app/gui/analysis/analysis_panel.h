#pragma once

#include "app/gui/analysis/analysis_list.h"
#include "app/gui/analysis/analysis_page.h"

#include <QSplitter>
#include <vector>

namespace nscope::gui {

/// The list of analyses and the page of the selected analysis. Only the selected analysis is
/// computed. GUI thread.
class AnalysisPanel : public QSplitter {
  Q_OBJECT

 public:
  explicit AnalysisPanel(QWidget* parent = nullptr);

  /// Sets the run. Call set_range() afterwards, which computes.
  void set_trace(std::shared_ptr<const Trace> trace,
                 std::shared_ptr<analysis::SharedDependencies> dependencies = nullptr);
  /// Sets the analysed range in ticks; nullopt: the whole run.
  void set_range(const std::optional<std::pair<TraceTime, TraceTime>>& range);
  /// Selects an analysis. Does nothing if `id` is not in the list.
  void choose(const QString& id) { list_->choose(id); }
  QString chosen() const { return list_->chosen(); }
  std::vector<Job*> jobs() { return {&page_->job()}; }

  AnalysisList& list() { return *list_; }
  AnalysisPage& page() { return *page_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// Gives the list the width of its titles if there is room.
  void share_width();
  void show_chosen(const QString& id);
  /// Selects the operators if the run has no data for the analysis that was chosen for another run,
  /// and the activity of tracks if it has no operators either.
  void replace_empty(const QString& id, int rows);

  std::shared_ptr<const Trace> trace_;
  bool moved_ = false;     ///< whether the user chose the width of the list
  bool fresh_ = false;     ///< no result of this run was shown yet
  bool stand_in_ = false;  ///< whether replace_empty() made the selection
  QString wanted_;         ///< the selection of the user
  AnalysisList* list_;
  AnalysisPage* page_;
};

}  // namespace nscope::gui
