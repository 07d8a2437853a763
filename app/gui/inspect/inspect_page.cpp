#include "app/gui/inspect/inspect_page.h"

#include "app/gui/text.h"
#include "profiler/analysis/tables.h"
#include "profiler/base/format.h"
#include "profiler/trace/vocabulary.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

constexpr int kSideWidth = 340;

QString count_text(std::size_t count) {
  return to_qstring(format_count(static_cast<std::int64_t>(count)));
}

/// What the run holds, in the words of its kind.
QString contents_text(const Trace& trace) {
  std::size_t work = 0;
  std::size_t packets = 0;
  for (const Track& track : trace.tracks()) {
    if (track.core < 0) continue;
    if (track.kind == TrackKind::kEngine) work += track.slices.size();
    if (track.kind == TrackKind::kDmaQueue) packets += track.slices.size();
  }
  if (work == 0 && packets == 0) {
    return InspectPage::tr("%1 events on %2 tracks")
        .arg(count_text(trace.slice_count()), count_text(trace.tracks().size()));
  }
  const bool simulated = trace.property_text(property::kProvenance) == "simulated";
  return (simulated ? InspectPage::tr("%1 operator intervals, %2 DMA packets")
                    : InspectPage::tr("%1 instructions, %2 DMA packets"))
      .arg(count_text(work), count_text(packets));
}

}  // namespace

InspectPage::InspectPage(QWidget* parent)
    : QWidget(parent),
      summary_job_(new Job(tr("Summary"), this)),
      columns_(new QSplitter(Qt::Horizontal)),
      rows_(new QSplitter(Qt::Vertical)),
      panel_(new TimelinePanel),
      analyses_(new AnalysisPanel),
      summary_(new SummaryPanel),
      event_(new EventPanel) {
  auto* side = new QWidget;
  side->setObjectName(QStringLiteral("panel"));
  side->setAttribute(Qt::WA_StyledBackground);
  auto* side_layout = new QVBoxLayout(side);
  side_layout->setContentsMargins(16, 14, 16, 16);
  side_layout->setSpacing(20);
  side_layout->addWidget(summary_);
  side_layout->addWidget(event_);
  side_layout->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setObjectName(QStringLiteral("panel"));
  scroll->setWidget(side);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumWidth(260);

  rows_->addWidget(panel_);
  rows_->addWidget(analyses_);
  rows_->setStretchFactor(0, 1);
  rows_->setSizes({600, 370});
  rows_->setChildrenCollapsible(false);
  columns_->addWidget(rows_);
  columns_->addWidget(scroll);
  columns_->setStretchFactor(0, 1);
  columns_->setSizes({1260, kSideWidth});
  columns_->setChildrenCollapsible(false);
  for (QSplitter* splitter : {rows_, columns_}) splitter->setHandleWidth(1);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(columns_);

  TimelineWidget* timeline = &panel_->timeline();
  connect(timeline, &TimelineWidget::slice_selected, event_, &EventPanel::show_slice);
  connect(event_, &EventPanel::navigate, timeline, &TimelineWidget::show_slice);
  range_timer_.setSingleShot(true);
  range_timer_.setInterval(120);
  connect(&range_timer_, &QTimer::timeout, this, &InspectPage::summarize);
  connect(timeline, &TimelineWidget::range_selected, this, [this] { range_timer_.start(); });
  connect(timeline, &TimelineWidget::cursor_moved, this, &InspectPage::update_status);
  connect(timeline, &TimelineWidget::message, this, &InspectPage::status_changed);
  connect_analyses();
}

void InspectPage::connect_analyses() {
  connect(analyses_, &AnalysisPanel::diagnostics_counted, this, &InspectPage::diagnostics_counted);
  AnalysisPage* page = &analyses_->page();
  connect(page, &AnalysisPage::failed, this, &InspectPage::failed);
  connect(page, &AnalysisPage::name_chosen, this, [this](const QString& name) {
    if (trace_) {
      panel_->timeline().set_highlight(trace_->strings().find(to_string(name)));
    }
  });
  connect(page, &AnalysisPage::slice_chosen, &panel_->timeline(), &TimelineWidget::zoom_to_slice);
  connect(page, &AnalysisPage::range_chosen, this, [this](const RowRange& range) {
    const auto per_ns = static_cast<double>(trace_->time_base().ticks_per_ns);
    const double begin = range.begin_ns * per_ns;
    panel_->timeline().set_view(with_margin({begin, begin + range.duration_ns * per_ns}, 0.2));
  });
}

std::vector<Job*> InspectPage::jobs() {
  std::vector<Job*> jobs = analyses_->jobs();
  jobs.push_back(summary_job_);
  for (Job* job : panel_->timeline().jobs()) jobs.push_back(job);
  return jobs;
}

void InspectPage::set_trace(std::shared_ptr<const Trace> trace) {
  trace_ = std::move(trace);
  summary_->clear();
  const auto metrics = trace_->metrics();
  const bool simulated = trace_->property_text(property::kProvenance) == "simulated";
  summary_->set_predictions(simulated ? std::vector<Metric>(metrics.begin(), metrics.end())
                                      : std::vector<Metric>());
  event_->set_trace(trace_);
  panel_->set_trace(trace_);
  analyses_->set_trace(trace_);
  summarize();
  update_status(std::nullopt);
}

void InspectPage::summarize() {
  if (!trace_) return;
  range_timer_.stop();
  const auto range = panel_->timeline().range();
  analysis::SummaryOptions options;
  const QString provenance = to_qstring(trace_->property_text(property::kProvenance));
  QString scope = tr("whole run");
  if (range) {
    options.range = {TraceTime(static_cast<std::int64_t>(range->begin)),
                     TraceTime(static_cast<std::int64_t>(range->end))};
    const double ns = range->span() / static_cast<double>(trace_->time_base().ticks_per_ns);
    scope = tr("selection of %1").arg(to_qstring(format_duration_ns(ns)));
  }
  if (!provenance.isEmpty()) scope += QStringLiteral(" · ") + provenance;
  struct Outcome {
    analysis::Summary summary;
    std::optional<Table> activity{};
  };
  summary_job_->start(
      [trace = trace_, options](TaskControl& control) {
        Outcome outcome{.summary = analysis::summarize(*trace, options)};
        // A simulated server has figures of its own, but no engines either.
        const bool engines = outcome.summary.find("tensor_engine_active_time_percent") != nullptr;
        if (!outcome.summary.of_neuroncores() || (!engines && trace->slice_count() > 0)) {
          auto activity =
              analysis::run_analysis(analysis::kActivityAnalysis, *trace, options, control);
          if (activity) outcome.activity = std::move(*activity);
        }
        return outcome;
      },
      [this, scope](const Outcome& outcome) {
        summary_->set_summary(outcome.summary, scope);
        if (outcome.activity) summary_->set_activity(*outcome.activity);
      });
  analyses_->set_range(options.range);
}

void InspectPage::update_status(std::optional<double> cursor) {
  if (!trace_) return;
  QStringList parts;
  const double per_ns = static_cast<double>(trace_->time_base().ticks_per_ns);
  if (cursor) {
    const double step = panel_->timeline().view().span() / per_ns / 2000.0;
    parts << tr("cursor %1").arg(to_qstring(format_time_ns(*cursor / per_ns, step)));
  }
  if (const auto range = panel_->timeline().range()) {
    parts << tr("selection %1").arg(to_qstring(format_duration_ns(range->span() / per_ns)));
  }
  parts << contents_text(*trace_);
  status_ = parts.join(QStringLiteral(" · "));
  emit status_changed(status_);
}

QByteArray InspectPage::save_layout() const {
  QByteArray state;
  QDataStream out(&state, QIODevice::WriteOnly);
  out << columns_->saveState() << rows_->saveState() << analyses_->saveState();
  return state;
}

void InspectPage::restore_layout(const QByteArray& state) {
  QByteArray columns;
  QByteArray rows;
  QDataStream in(state);
  in >> columns >> rows;
  if (in.status() != QDataStream::Ok) return;
  columns_->restoreState(columns);
  rows_->restoreState(rows);
  QByteArray analyses;
  in >> analyses;  // absent in layouts of earlier versions
  if (in.status() == QDataStream::Ok) analyses_->restoreState(analyses);
}

}  // namespace nscope::gui
