#pragma once

#include "app/gui/analysis/analysis_list.h"
#include "app/gui/analysis/analysis_page.h"

#include <QSplitter>
#include <vector>

namespace nscope::gui {

/// The list of analyses, and the page of the chosen one, which alone is computed.
/// GUI thread.
class AnalysisPanel : public QSplitter {
  Q_OBJECT

 public:
  explicit AnalysisPanel(QWidget* parent = nullptr);

  /// Follow with set_range(), which computes.
  void set_trace(std::shared_ptr<const Trace> trace,
                 std::shared_ptr<analysis::SharedDependencies> dependencies = nullptr);
  /// The selected range in ticks; empty: the whole run.
  void set_range(const std::optional<std::pair<TraceTime, TraceTime>>& range);
  /// Does nothing for an id that is not listed.
  void choose(const QString& id) { list_->choose(id); }
  QString chosen() const { return list_->chosen(); }
  std::vector<Job*> jobs() { return {&page_->job()}; }

  AnalysisList& list() { return *list_; }
  AnalysisPage& page() { return *page_; }

 private:
  void show_chosen(const QString& id);
  /// A run without operators begins with what it does have.
  void replace_empty(const QString& id, int rows);

  std::shared_ptr<const Trace> trace_;
  bool fresh_ = false;     ///< nothing of this run was shown yet
  bool stand_in_ = false;  ///< replace_empty() chose what is shown
  AnalysisList* list_;
  AnalysisPage* page_;
};

}  // namespace nscope::gui
