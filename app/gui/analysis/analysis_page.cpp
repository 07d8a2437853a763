#include "app/gui/analysis/analysis_page.h"

#include "app/gui/files/file_dialog.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/model/run_words.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/format.h"

#include <QApplication>
#include <QClipboard>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>

namespace nscope::gui {
namespace {

std::vector<int> cores_of(const Trace& trace) {
  std::set<int> cores;
  for (const Track& track : trace.tracks()) {
    if (track.core >= 0) cores.insert(track.core);
  }
  return {cores.begin(), cores.end()};
}

QString joined_notes(const Table& table) {
  QStringList notes;
  for (const Text& note : table.notes()) notes << to_qstring(note);
  return notes.join(QLatin1Char('\n'));
}

/// The message that replaces a table without rows.
QString empty_text(const analysis::Analysis& analysis, const Table& table) {
  if (!table.notes().empty()) return joined_notes(table);
  if (analysis.id == "diagnostics") {
    return AnalysisPage::tr("No diagnostics: no data was skipped, repaired or assumed.");
  }
  return AnalysisPage::tr("No rows. Content of this analysis: %1.").arg(to_qstring(analysis.shows));
}

}  // namespace

AnalysisPage::AnalysisPage(QWidget* parent)
    : QWidget(parent),
      job_(new Job(tr("Analysis"), this)),
      header_(new AnalysisHeader),
      form_(new ParameterForm),
      progress_(named_label("muted")),
      cancel_(new QPushButton(tr("Cancel"))),
      split_(new QSplitter(Qt::Horizontal)),
      table_(new TablePanel(QString())),
      chart_(new AnalysisChart),
      notes_(named_label("caption")) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  build_layout();
  table_->model().set_row_hint(row_hint);
  progress_timer_.setInterval(100);
  connect(&progress_timer_, &QTimer::timeout, this, &AnalysisPage::show_progress);
  // The first timeout comes after the interval, so short work shows no progress.
  connect(job_, &Job::started, &progress_timer_, qOverload<>(&QTimer::start));
  connect(job_, &Job::finished, this, &AnalysisPage::show_progress);
  connect(cancel_, &QPushButton::clicked, this, [this] {
    if (job_->is_running()) {
      job_->cancel();
    } else {
      compute();
    }
  });
  connect(form_, &ParameterForm::changed, this, [this] {
    parameters_[analysis_->id] = form_->values();
    compute();
  });
  connect(header_, &AnalysisHeader::core_changed, this, &AnalysisPage::compute);
  connect(header_, &AnalysisHeader::view_changed, this, &AnalysisPage::set_view);
  connect(header_, &AnalysisHeader::export_requested, this, &AnalysisPage::export_as);
  connect(split_, &QSplitter::splitterMoved, this, [this] { split_moved_ = true; });
  connect(table_, &TablePanel::row_chosen, this, &AnalysisPage::announce_name);
  connect(table_, &TablePanel::row_activated, this, &AnalysisPage::follow_row);
  connect(table_, &TablePanel::order_changed, this, &AnalysisPage::draw);
  connect(chart_, &AnalysisChart::row_clicked, table_, &TablePanel::select_row);
  connect(chart_, &AnalysisChart::row_activated, this, &AnalysisPage::follow_row);
}

void AnalysisPage::build_layout() {
  cancel_->setObjectName(QStringLiteral("link"));
  notes_->setWordWrap(true);
  notes_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  notes_->setContentsMargins(12, 2, 12, 6);
  split_->addWidget(table_);
  split_->addWidget(chart_);
  split_->setChildrenCollapsible(false);
  split_->setHandleWidth(1);
  header_->add_status(cancel_);
  header_->add_status(progress_);
  auto* top = new QVBoxLayout;
  top->setContentsMargins(12, 6, 12, 4);
  top->setSpacing(4);
  top->addWidget(header_);
  top->addWidget(form_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(top);
  layout->addWidget(split_, 1);
  layout->addWidget(notes_);
  header_->set_view(view_);
  header_->set_exportable(false);
  notes_->hide();
  progress_->hide();
  cancel_->hide();
}

void AnalysisPage::set_trace(std::shared_ptr<const Trace> trace,
                             std::shared_ptr<analysis::SharedDependencies> dependencies) {
  trace_ = std::move(trace);
  range_.reset();
  cache_.clear();
  dependencies_ =
      dependencies ? std::move(dependencies) : std::make_shared<analysis::SharedDependencies>();
  wanted_.clear();
  shown_ = {};
  header_->set_cores(cores_of(*trace_));
  name_analysis();
}

void AnalysisPage::set_range(const std::optional<std::pair<TraceTime, TraceTime>>& range) {
  range_ = range;
  compute();
}

void AnalysisPage::choose(const analysis::Analysis& analysis) {
  analysis_ = &analysis;
  const auto [values, fresh] =
      parameters_.try_emplace(analysis.id, analysis::ParameterValues(analysis.parameters));
  name_analysis();
  form_->set_values(values->second);
  table_->view().setAccessibleName(to_qstring(analysis.title));
  job_->set_title(to_qstring(analysis.title));
  compute();
}

/// Names the analysis in the words of the run: GPUs have kernels, not opcodes.
void AnalysisPage::name_analysis() {
  if (analysis_ == nullptr) return;
  if (analysis_->id == "opcodes" && trace_ && run_words(*trace_) == RunWords::kGpu) {
    return header_->set_analysis(*analysis_, tr("Time by kernel"),
                                 tr("Count, time and share of kernel time of each kernel"));
  }
  header_->set_analysis(*analysis_, to_qstring(analysis_->title), to_qstring(analysis_->shows));
}

QString AnalysisPage::scope_text() const {
  if (!range_) return tr("whole run");
  const auto ticks = static_cast<double>((range_->second - range_->first).value());
  const double ns = ticks / static_cast<double>(trace_->time_base().ticks_per_ns);
  return tr("selection of %1").arg(number_text(format_duration_ns(ns)));
}

AnalysisPage::Question AnalysisPage::question() const {
  Question asked{.analysis = analysis_, .scope = scope_text()};
  asked.request.scope.range = range_;
  asked.request.scope.core = header_->core();
  asked.request.parameters = parameters_.at(analysis_->id);
  asked.request.dependencies = dependencies_;
  asked.key = ResultCache::key(*analysis_, asked.request);
  return asked;
}

void AnalysisPage::compute() {
  if (!trace_ || analysis_ == nullptr) return;
  const Question asked = question();
  if (job_->is_running() && asked.key == wanted_) return;
  wanted_ = asked.key;
  if (auto known = cache_.find(wanted_)) {
    // A running job belongs to an older request, and receive() does not show its result.
    job_->cancel();
    return show_result(asked, std::move(known));
  }
  if (shown_.analysis != analysis_) {
    shown_ = {};
    table_->set_message(QString());
    notes_->hide();
    header_->set_exportable(false);
    show_views();
  }
  job_->start(
      [trace = trace_, asked](TaskControl& control) {
        control.begin(phrase("Computing"), 0);
        return asked.analysis->run(*trace, asked.request, control);
      },
      [this, trace = trace_, asked](Result<Table> result) {
        if (trace == trace_) receive(asked, std::move(result));
      });
}

void AnalysisPage::receive(const Question& asked, Result<Table> result) {
  const bool wanted = asked.key == wanted_;
  if (!result) {
    if (wanted) show_error(result.error());
    return;
  }
  auto table = std::make_shared<const Table>(std::move(*result));
  cache_.add(asked.key, table);
  if (wanted) show_result(asked, std::move(table));
}

void AnalysisPage::show_result(const Question& asked, std::shared_ptr<const Table> table) {
  const bool other = shown_.analysis != asked.analysis;
  shown_ = asked;
  const int rows = static_cast<int>(table->row_count());
  header_->set_scope(asked.scope);
  header_->set_exportable(rows > 0);
  QString notes = rows == 0 ? QString() : joined_notes(*table);
  if (leads_to_timeline(*table)) {
    notes = (notes + QLatin1Char('\n') +
             tr("Double-click a row or press Enter to show it in the timeline."))
                .trimmed();
  }
  notes_->setText(notes);
  notes_->setVisible(!notes.isEmpty());
  table_->set_empty_text(empty_text(*asked.analysis, *table));
  table_->set_table(std::move(table));
  // Sort operators by time across all engines.
  if (other && asked.analysis->id == "opcodes") {
    table_->sort_by("time_ns", Qt::DescendingOrder);
  }
  show_views();
  draw();
  show_progress();
  emit result_shown(to_qstring(asked.analysis->id), rows);
}

void AnalysisPage::show_error(const Error& error) {
  shown_ = {};
  header_->set_exportable(false);
  header_->set_scope(scope_text());
  notes_->hide();
  table_->set_message(error.code == ErrorCode::kCancelled ? tr("Cancelled.") : to_qstring(error));
  show_views();
  show_progress();
}

void AnalysisPage::show_progress() {
  const bool running = job_->is_running();
  if (!running) progress_timer_.stop();
  const bool missing = !running && trace_ && analysis_ != nullptr && shown_.analysis == nullptr;
  const double fraction = job_->fraction();
  progress_->setText(fraction > 0.0
                         ? tr("computing · %1").arg(number_text(format_percent(fraction, 0)))
                         : tr("computing"));
  progress_->setVisible(running);
  if (running && shown_.analysis == nullptr) table_->set_message(tr("Computing…"));
  cancel_->setText(running ? tr("Cancel") : tr("Compute"));
  cancel_->setVisible(running || missing);
}

void AnalysisPage::set_view(ResultView view) {
  view_ = view;
  header_->set_view(view);
  show_views();
  draw();
}

/// Shows the table, the plot or both. Without rows there is no plot, and the table shows the
/// message.
void AnalysisPage::show_views() {
  const bool plots = shown_.analysis != nullptr &&
                     shown_.analysis->plot.kind != analysis::Plot::Kind::kNone &&
                     table_->model().rowCount() > 0;
  chart_->setVisible(plots && view_ != ResultView::kTable);
  table_->setVisible(!plots || view_ != ResultView::kPlot);
  share_width();
}

/// Gives the table the width of its columns and the plot the rest, which is 30 % to 50 % of the
/// width.
void AnalysisPage::share_width() {
  if (split_moved_ || chart_->isHidden() || table_->isHidden()) return;
  const int all = split_->width();
  const int plot = std::clamp(all - table_->full_width(), all * 3 / 10, all / 2);
  split_->setSizes({all - plot, plot});
}

void AnalysisPage::draw() {
  if (chart_->isHidden() || shown_.analysis == nullptr) return;
  chart_->set_data(plot_data(table_->model().table(), shown_.analysis->plot, table_->row_order()));
}

void AnalysisPage::announce_name() {
  QString name = table_->current_text("opcode");
  if (name.isEmpty()) name = table_->current_text("instruction");
  emit name_chosen(name);
}

void AnalysisPage::follow_row(std::size_t row) {
  const auto target = row_target(table_->model().table(), row);
  if (!target) return;
  if (const auto* slice = std::get_if<SliceId>(&*target)) {
    if (slice->index() < trace_->slice_count()) emit slice_chosen(*slice);
  } else {
    emit range_chosen(std::get<RowRange>(*target));
  }
}

std::string AnalysisPage::shown_as(ExportFormat format) const {
  if (shown_.analysis == nullptr) return {};
  return export_text(format, *shown_.analysis, shown_.request.parameters,
                     rows_of(table_->model().table(), table_->row_order()));
}

void AnalysisPage::save_as(ExportFormat format, const QString& path) {
  const auto written = write_file(to_string(path), shown_as(format));
  if (!written) emit failed(tr("Cannot save %1").arg(path), written.error());
}

void AnalysisPage::export_as(ExportFormat format) {
  if (shown_.analysis == nullptr) return;
  if (format == ExportFormat::kText) {
    return QApplication::clipboard()->setText(to_qstring(shown_as(format)));
  }
  const QString suffix =
      format == ExportFormat::kCsv ? QStringLiteral("csv") : QStringLiteral("json");
  const QString name = to_qstring(shown_.analysis->id) + QLatin1Char('.') + suffix;
  const QString path =
      ask_save_file(this, {.title = tr("Save Table"),
                           .use = FileUse::kTable,
                           .filters = QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix),
                           .name = name});
  if (!path.isEmpty()) save_as(format, path);
}

}  // namespace nscope::gui

#include "moc_analysis_page.cpp"
