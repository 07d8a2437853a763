#include "app/gui/analysis/analysis_panel.h"

#include "app/gui/text/text.h"
#include "app/gui/timeline/model/run_words.h"
#include "profiler/analysis/operators/opcode_tables.h"

#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

/// The default analysis, its replacement for runs without operators, and the diagnostics.
const QString kOperators = QStringLiteral("opcodes");
const QString kTracks = QStringLiteral("activity");
const QString kDiagnostics = QStringLiteral("diagnostics");

constexpr int kListWidth = 208;  ///< even if the titles need less, in pixels

}  // namespace

AnalysisPanel::AnalysisPanel(QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), list_(new AnalysisList), page_(new AnalysisPage) {
  addWidget(list_);
  addWidget(page_);
  setStretchFactor(1, 1);
  setChildrenCollapsible(false);
  setHandleWidth(1);
  list_->setMinimumWidth(120);
  connect(list_, &AnalysisList::chosen_changed, this, &AnalysisPanel::show_chosen);
  connect(page_, &AnalysisPage::result_shown, this, &AnalysisPanel::replace_empty);
  connect(this, &QSplitter::splitterMoved, this, [this] { moved_ = true; });
  list_->choose(kOperators);
}

void AnalysisPanel::resizeEvent(QResizeEvent* event) {
  QSplitter::resizeEvent(event);
  share_width();
}

void AnalysisPanel::share_width() {
  if (moved_) return;
  const int most = std::max(kListWidth, width() * 2 / 7);
  const int list = std::clamp(list_->full_width(), kListWidth, most);
  setSizes({list, width() - list - handleWidth()});
}

void AnalysisPanel::set_trace(std::shared_ptr<const Trace> trace,
                              std::shared_ptr<analysis::SharedDependencies> dependencies) {
  trace_ = std::move(trace);
  page_->set_trace(trace_, std::move(dependencies));
  list_->set_title(kOperators, run_words(*trace_) == RunWords::kGpu
                                   ? AnalysisPage::tr("Time by kernel")
                                   : to_qstring(analysis::kOpcodeAnalysis.title));
  // If the selection was only a replacement for the previous run, return to that of the user.
  if (stand_in_) list_->choose(wanted_);
  fresh_ = true;
  const int diagnostics = static_cast<int>(trace_->diagnostics().size());
  list_->set_count(kDiagnostics, diagnostics == 0 ? -1 : diagnostics);
  share_width();
}

void AnalysisPanel::set_range(const std::optional<std::pair<TraceTime, TraceTime>>& range) {
  page_->set_range(range);
}

void AnalysisPanel::show_chosen(const QString& id) {
  stand_in_ = false;
  fresh_ = false;
  wanted_ = id;
  const auto analysis = analysis::find_analysis(to_string(id));
  if (!analysis) return;
  page_->choose(**analysis);
}

void AnalysisPanel::replace_empty(const QString& id, int rows) {
  if (!std::exchange(fresh_, false) || id == kTracks || rows > 0) return;
  const QString wanted = wanted_;
  list_->choose(id == kOperators ? kTracks : kOperators);
  wanted_ = wanted;
  stand_in_ = true;
  fresh_ = true;  // The operators can be empty, too.
}

}  // namespace nscope::gui

#include "moc_analysis_panel.cpp"
