#include "app/gui/simulate/simulate_page.h"

#include "app/core/built_in.h"
#include "app/gui/background/run_button.h"
#include "app/gui/panels/side_column.h"
#include "app/gui/text.h"
#include "profiler/base/format.h"
#include "profiler/trace/trace_builder.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QShortcut>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

constexpr int kFormWidth = 300;

}  // namespace

SimulatePage::SimulatePage(QWidget* parent)
    : QWidget(parent),
      job_(new Job(tr("Simulating"), this)),
      verdict_(new VerdictPanel),
      run_(new QPushButton(tr("Run"))),
      open_(new QPushButton(tr("Open in Inspect"))),
      price_(new QPushButton(tr("Price it"))),
      result_title_(new SectionTitle(tr("Timeline"))),
      panel_(new TimelinePanel),
      empty_(named_label("muted", tr("Run simulates the workload event by event and shows every "
                                     "engine, DMA transfer and collective here."))) {
  setObjectName(QStringLiteral("page"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto loaded = catalog::Catalog::load();
  if (!loaded) {
    // A broken built-in catalogue is our own bug; say which file it is.
    layout->addWidget(named_label("badText", to_qstring(nscope::to_string(loaded.error()))));
    return;
  }
  catalog_ = std::make_shared<const catalog::Catalog>(std::move(*loaded));
  layout->addWidget(build_form_column());
  layout->addWidget(build_result_column(), 1);
  connect(form_, &WorkloadForm::edited, this, &SimulatePage::estimate);
  connect(form_, &WorkloadForm::failed, this, &SimulatePage::failed);
  bind_run_button(run_, job_, [this] { run(); });
  connect(job_, &Job::finished, this, [this] { estimate(); });
  connect(open_, &QPushButton::clicked, this, [this] {
    if (trace_) emit open_requested(trace_, to_qstring(shown_.model + ", " + shown_.instance));
  });
  connect(price_, &QPushButton::clicked, this, [this] { emit price_requested(form_->workload()); });
  auto* shortcut = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), this);
  shortcut->setContext(Qt::WidgetWithChildrenShortcut);
  connect(shortcut, &QShortcut::activated, this, &SimulatePage::run);
  load("example");
}

QWidget* SimulatePage::build_form_column() {
  auto* column = new QWidget;
  column->setObjectName(QStringLiteral("panel"));
  column->setAttribute(Qt::WA_StyledBackground);
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(16, 14, 16, 16);
  layout->setSpacing(10);
  layout->addWidget(new SectionTitle(tr("Workload")));
  form_ = new WorkloadForm(*catalog_);
  layout->addWidget(form_);
  run_->setObjectName(QStringLiteral("primary"));
  run_->setToolTip(tr("Simulates the workload (Ctrl+Enter)"));
  layout->addSpacing(4);
  layout->addWidget(run_);
  layout->addStretch(1);
  return side_column(column, kFormWidth);
}

QWidget* SimulatePage::build_result_column() {
  auto* column = new QWidget;
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* top = new QWidget;
  auto* top_layout = new QVBoxLayout(top);
  top_layout->setContentsMargins(22, 14, 22, 12);
  auto* title = new SectionTitle(tr("Expected"));
  title->set_caption(tr("closed form, while you type"));
  top_layout->addWidget(title);
  top_layout->addWidget(verdict_);
  layout->addWidget(top);
  auto* bar = new QWidget;
  auto* bar_layout = new QHBoxLayout(bar);
  bar_layout->setContentsMargins(22, 4, 22, 8);
  bar_layout->addWidget(result_title_, 1);
  bar_layout->addWidget(price_);
  bar_layout->addWidget(open_);
  layout->addWidget(bar);
  empty_->setAlignment(Qt::AlignCenter);
  layout->addWidget(empty_, 1);
  layout->addWidget(panel_, 1);
  panel_->hide();
  open_->setEnabled(false);
  open_->setToolTip(tr("Run the workload first."));
  return column;
}

void SimulatePage::load(const std::string& name) {
  const auto workload = app::load_workload(name);
  if (!workload) return emit failed(tr("Cannot read the workload"), workload.error());
  set_workload(*workload);
}

void SimulatePage::set_workload(const sim::Workload& workload) {
  if (form_ != nullptr) form_->set_workload(workload);
}

void SimulatePage::estimate() {
  const sim::Workload workload = form_->workload();
  const auto result = sim::estimate(*catalog_, workload);
  if (result) {
    verdict_->show_result(*result);
  } else {
    const auto fit = sim::memory_fit(*catalog_, workload);
    verdict_->show_error(result.error(), fit ? &*fit : nullptr);
  }
  const bool running = job_->is_running();
  run_->setEnabled(running || result.has_value());
  const Metric* const rate = result ? result->find("throughput") : nullptr;
  const bool tokens = rate != nullptr && rate->unit == "tokens/s";
  price_->setEnabled(tokens);
  price_->setToolTip(result && !tokens
                         ? tr("Only generated tokens are priced, not inferences")
                         : tr("What this workload costs under every purchase option"));
  run_->setToolTip(result ? tr("Simulates the workload (Ctrl+Enter)")
                          : to_qstring(result.error().message));
}

Result<SimulatePage::Run> SimulatePage::simulate(const catalog::Catalog& catalog,
                                                 const sim::Workload& workload,
                                                 TaskControl& control) {
  TraceBuilder builder;
  auto result = sim::simulate(catalog, workload, builder, control);
  if (!result) return fail(result.error());
  return Run{std::move(*result), builder.finish()};
}

void SimulatePage::run() {
  if (form_ == nullptr) return;
  shown_ = form_->workload();
  job_->start([catalog = catalog_, workload = shown_](
                  TaskControl& control) { return simulate(*catalog, workload, control); },
              [this](Result<Run> result) { show_run(std::move(result)); });
}

void SimulatePage::show_run(Result<Run> run) {
  if (!run) {
    if (run.error().code != ErrorCode::kCancelled) {
      emit failed(tr("The simulation stopped"), run.error());
    }
    emit run_finished();
    return;
  }
  trace_ = run->trace;
  result_title_->set_caption(
      tr("%1 on %2, TP %3 · %4 events")
          .arg(to_qstring(shown_.model), to_qstring(shown_.instance))
          .arg(shown_.tensor_parallel)
          .arg(number_text(format_count(static_cast<std::int64_t>(trace_->slice_count())))));
  empty_->hide();
  panel_->show();
  panel_->set_trace(trace_);
  open_->setEnabled(true);
  open_->setToolTip(tr("Summary, tables, SQL and dependencies of this run"));
  emit run_finished();
}

}  // namespace nscope::gui
