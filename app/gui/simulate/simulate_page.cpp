#include "app/gui/simulate/simulate_page.h"

#include "app/documents/built_in.h"
#include "app/documents/choose_tensor_parallel.h"
#include "app/gui/panels/run_button.h"
#include "app/gui/panels/scroll_column.h"
#include "app/gui/text/text.h"
#include "profiler/base/overloaded.h"
#include "profiler/trace/build/playback_clock.h"
#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/simulation/workload_limits.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kFormWidth = 300;
/// Faster predictions replace the previous one without greying it out.
constexpr int kGreyAfterMs = 150;

}  // namespace

bool SimulatePage::is_simulated(const sim::Workload& workload) {
  return std::visit(Overloaded{[](const sim::InferenceSetup&) { return false; },
                               [](const sim::ServingSetup&) { return true; },
                               [](const sim::TrainingSetup& training) {
                                 return training.job.has_value() || training.rollout.has_value();
                               },
                               [](const sim::CollectiveSetup&) { return true; },
                               [](const sim::KernelSetup&) { return false; }},
                    workload.kind);
}

SimulatePage::SimulatePage(std::shared_ptr<const catalog::Catalog> catalog, QWidget* parent)
    : QWidget(parent),
      job_(new Job(tr("Simulating"), this)),
      estimate_job_(new Job(tr("Computing the prediction"), this)),
      verdict_title_(new SectionTitle(tr("Prediction"))),
      verdict_(new VerdictPanel),
      run_(new QPushButton(tr("Run"))),
      playback_(new PlaybackButtons),
      simulated_(new TraceButtons(this)),
      price_(new QPushButton(tr("Plan Costs"))),
      speed_(new SpeedBox),
      result_title_(new SectionTitle(tr("Timeline"))),
      panel_(new TimelinePanel),
      player_(new RunPlayer(*panel_, this)),
      empty_(named_label("muted", tr("Run simulates the workload event by event and shows every "
                                     "engine, DMA transfer and collective here."))) {
  setObjectName(QStringLiteral("page"));
  if (catalog) {
    catalog_ = std::move(catalog);
  } else {
    auto loaded = catalog::Catalog::load();
    if (!loaded) {
      // A broken built-in catalogue is a bug of Neuronscope. The error names the file.
      auto* layout = new QVBoxLayout(this);
      layout->addWidget(named_label("badText", to_qstring(loaded.error())));
      return;
    }
    catalog_ = std::make_shared<const catalog::Catalog>(std::move(*loaded));
  }
  lay_out_page(*this, build_form_column(), kFormWidth, build_result_column());
  connect(form_, &WorkloadForm::edited, this, &SimulatePage::estimate);
  connect(form_, &WorkloadForm::failed, this, &SimulatePage::failed);
  bind_run_button(run_, job_, [this] { run(); });
  for (const auto signal : {&Job::started, &Job::finished}) {
    connect(job_, signal, this, &SimulatePage::show_actions);
  }
  connect(simulated_, &TraceButtons::open_clicked, this, [this] {
    if (trace_) emit open_requested(trace_, run_title());
  });
  connect(simulated_, &TraceButtons::keep_clicked, this, [this] {
    if (trace_) emit save_requested(trace_, run_title() + QStringLiteral(".nscope"));
  });
  connect(price_, &QPushButton::clicked, this, [this] {
    if (known_ && known_->result) emit price_requested(known_->workload, *known_->result);
  });
  bind_run_shortcut(this, [this] { run(); });
  patience_.setSingleShot(true);
  patience_.setInterval(kGreyAfterMs);
  connect(&patience_, &QTimer::timeout, this, [this] { show_outdated(tr("Calculating…")); });
  load("example");
}

QWidget* SimulatePage::build_form_column() {
  auto* column = new QWidget;
  QVBoxLayout* const layout = lay_out_panel(column);
  layout->addWidget(new SectionTitle(tr("Workload")));
  form_ = new WorkloadForm(*catalog_);
  layout->addWidget(form_);
  layout->addStretch(1);
  // The form can be long, and Run stays in view.
  auto* controls = new QWidget;
  QVBoxLayout* const below = lay_out_panel(controls);
  run_->setObjectName(QStringLiteral("primary"));
  run_->setToolTip(tr("Simulates the workload (Ctrl+Enter)."));
  below->addWidget(run_);
  build_player(below);
  auto* side = new QWidget;
  auto* rows = new QVBoxLayout(side);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(side_column(column), 1);
  rows->addWidget(controls);
  return side;
}

void SimulatePage::build_player(QVBoxLayout* layout) {
  speed_->set_speed(PlaybackClock::kUnlimited);
  QLabel* label = named_label("caption", tr("Speed"));
  label->setBuddy(speed_);
  layout->addWidget(label);
  layout->addWidget(speed_);
  layout->addWidget(playback_);
  connect(speed_, &SpeedBox::speed_changed, player_, &RunPlayer::set_speed);
  connect(playback_, &PlaybackButtons::pause_clicked, this,
          [this] { player_->set_paused(!player_->is_paused()); });
  connect(playback_, &PlaybackButtons::stop_clicked, player_, &RunPlayer::stop);
  connect(player_, &RunPlayer::changed, this, &SimulatePage::show_controls);
  connect(player_, &RunPlayer::played_out, this, &SimulatePage::show_played);
}

QWidget* SimulatePage::build_result_column() {
  auto* column = new QWidget;
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* top = new QWidget;
  auto* top_layout = new QVBoxLayout(top);
  top_layout->setContentsMargins(22, 14, 22, 12);
  top_layout->addWidget(verdict_title_);
  top_layout->addWidget(verdict_);
  layout->addWidget(top);
  auto* bar = new QWidget;
  auto* bar_layout = new QHBoxLayout(bar);
  bar_layout->setContentsMargins(22, 4, 22, 8);
  bar_layout->addWidget(result_title_, 1);
  bar_layout->addWidget(price_);
  bar_layout->addWidget(simulated_->keep());
  bar_layout->addWidget(simulated_->open());
  layout->addWidget(bar);
  empty_->setAlignment(Qt::AlignCenter);
  layout->addWidget(empty_, 1);
  layout->addWidget(panel_, 1);
  panel_->hide();
  show_controls();
  return column;
}

void SimulatePage::load(const std::string& name) {
  const auto workload = app::load_workload(name);
  if (!workload) return emit failed(tr("Cannot read the workload"), workload.error());
  set_workload(*workload);
  emit succeeded();
}

void SimulatePage::set_workload(const sim::Workload& workload) {
  verdict_->release_height();
  if (form_ != nullptr) form_->set_workload(workload);
}

SimulatePage::Verdict SimulatePage::verdict_of(const catalog::Catalog& catalog,
                                               sim::Workload workload, bool chooses,
                                               TaskControl& control) {
  if (chooses) {
    const auto chosen = app::choose_tensor_parallel(catalog, workload, control);
    if (chosen) workload.tensor_parallel = chosen->degree;
  }
  auto result = sim::estimate(catalog, workload, control);
  std::optional<catalog::MemoryFit> fit;
  if (!result) {
    if (auto memory = sim::memory_fit(catalog, workload)) fit = std::move(*memory);
  }
  std::optional<sim::StartUp> start;
  if (auto planned = sim::start_up(catalog, workload)) start = std::move(*planned);
  std::optional<catalog::MemoryLimits> limits;
  std::vector<sim::Workload> remedies;
  if (auto found = sim::memory_limits(catalog, workload, &remedies)) limits = std::move(*found);
  std::vector<sim::Workload> possible;
  const bool refused = !result && (result.error().code == ErrorCode::kInfeasible ||
                                   result.error().code == ErrorCode::kInvalidArgument);
  if (refused) {
    sim::Workload other = workload;
    if (const auto degree = app::choose_tensor_parallel(catalog, other, control)) {
      other.tensor_parallel = degree->degree;
    }
    if (other.tensor_parallel != workload.tensor_parallel) possible.push_back(std::move(other));
    for (sim::Workload& remedy : remedies) possible.push_back(std::move(remedy));
    // A remedy is what fits in memory, and something else can still be impossible.
    std::erase_if(possible, [&](const sim::Workload& each) {
      return !sim::estimate(catalog, each, control);
    });
  }
  return {std::move(workload), std::move(result), std::move(fit),
          std::move(start),    std::move(limits), std::move(possible)};
}

namespace {

/// "trn2.3xlarge, TP 2, int8 weights": what a possible workload has instead of a refused one.
QString changes_text(const sim::Workload& refused, const sim::Workload& possible) {
  QStringList changes;
  const bool moved = possible.instance != refused.instance;
  if (moved) changes << to_qstring(possible.instance);
  if (moved || possible.tensor_parallel != refused.tensor_parallel) {
    changes << SimulatePage::tr("TP %1").arg(possible.tensor_parallel);
  }
  if (possible.weight_dtype != refused.weight_dtype) {
    changes << SimulatePage::tr("%1 weights").arg(to_qstring(possible.weight_dtype));
  }
  const auto* const server = std::get_if<sim::ServingSetup>(&possible.kind);
  if (const auto* const before = std::get_if<sim::ServingSetup>(&refused.kind); server && before) {
    if (server->nodes != before->nodes) {
      changes << SimulatePage::tr("%1 instances per replica").arg(server->nodes);
    }
    const auto& split = server->disaggregation;
    const auto& old = before->disaggregation;
    if (split && old &&
        (split->instance != old->instance || split->tensor_parallel != old->tensor_parallel)) {
      changes << SimulatePage::tr("prefill on %1 with TP %2")
                     .arg(to_qstring(split->instance))
                     .arg(split->tensor_parallel);
    }
  }
  const auto* const training = std::get_if<sim::TrainingSetup>(&possible.kind);
  if (const auto* const before = std::get_if<sim::TrainingSetup>(&refused.kind);
      training && before) {
    if (training->nodes != before->nodes) {
      changes << SimulatePage::tr("%1 nodes").arg(training->nodes);
    }
    if (training->pipeline_parallel != before->pipeline_parallel) {
      changes << SimulatePage::tr("PP %1").arg(training->pipeline_parallel);
    }
  }
  return changes.join(QStringLiteral(", "));
}

}  // namespace

void SimulatePage::estimate() {
  if (outdated_) {
    show_outdated(tr("Calculating…"));
  } else if (!patience_.isActive()) {
    patience_.start();
  }
  estimate_job_->start(
      [catalog = catalog_, workload = form_->workload(), chooses = form_->chose_parallel()](
          TaskControl& control) { return verdict_of(*catalog, workload, chooses, control); },
      [this](Verdict verdict) { show_verdict(std::move(verdict)); });
}

void SimulatePage::show_verdict(Verdict verdict) {
  patience_.stop();
  if (!verdict.result && verdict.result.error().code == ErrorCode::kCancelled) {
    show_outdated(tr("cancelled; previous prediction"));
    return emit estimated();
  }
  outdated_ = false;
  known_ = std::move(verdict);
  verdict_->hold_height();
  verdict_->setEnabled(true);
  verdict_title_->set_caption(is_simulated(known_->workload)
                                  ? tr("simulated, updated while you type")
                                  : tr("analytical, updated while you type"));
  if (form_->chose_parallel()) form_->show_parallel(known_->workload.tensor_parallel);
  verdict_->show_start(known_->start);
  verdict_->show_limits(known_->limits);
  if (known_->result) {
    verdict_->show_result(*known_->result);
  } else {
    verdict_->show_error(known_->result.error(), known_->fit ? &*known_->fit : nullptr);
  }
  show_fixes();
  show_simulated();
  show_actions();
  emit estimated();
}

/// Offers what makes a refused workload possible.
void SimulatePage::show_fixes() {
  std::vector<VerdictFix> fixes;
  for (const sim::Workload& possible : known_->possible) {
    const QString text = tr("Use %1").arg(changes_text(known_->workload, possible));
    const bool known = std::any_of(fixes.begin(), fixes.end(),
                                   [&](const VerdictFix& fix) { return fix.text == text; });
    if (!known) fixes.push_back({text, [this, possible] { form_->apply(possible); }});
  }
  verdict_->show_fixes(std::move(fixes));
}

/// Shows the figures of the last run beside the prediction of the same workload.
void SimulatePage::show_simulated() {
  const bool same = known_ && !simulated_metrics_.empty() &&
                    sim::to_json(known_->workload) == sim::to_json(shown_);
  verdict_->show_simulated(same ? simulated_metrics_ : std::vector<Metric>());
}

void SimulatePage::show_outdated(const QString& why) {
  outdated_ = true;
  verdict_->setEnabled(false);
  verdict_title_->set_caption(why);
  show_actions();
}

/// A workload can be run without a prediction, but costs need one.
void SimulatePage::show_actions() {
  const bool known = known_ && !outdated_;
  const Result<sim::SimulationResult>* const result = known ? &known_->result : nullptr;
  const bool refused = result != nullptr && !*result;
  run_->setEnabled(job_->is_running() || !refused);
  run_->setToolTip(refused ? to_qstring(result->error().message)
                           : tr("Simulates the workload (Ctrl+Enter)."));
  const Metric* const rate = known && !refused ? (*result)->find("throughput") : nullptr;
  const bool tokens = rate != nullptr && rate->unit == "tokens/s";
  price_->setEnabled(tokens);
  price_->setToolTip(known && !refused && !tokens
                         ? tr("Costs are per generated token. This workload generates none.")
                         : tr("Shows the costs of this workload for every purchase option."));
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
  player_->give_up();
  shown_ = form_->workload();
  job_->start([catalog = catalog_, workload = shown_](
                  TaskControl& control) { return simulate(*catalog, workload, control); },
              [this](Result<Run> result) { show_run(std::move(result)); });
}

void SimulatePage::show_run(Result<Run> run) {
  if (!run) {
    if (run.error().code != ErrorCode::kCancelled) {
      emit failed(tr("The simulation failed"), run.error());
    }
    emit run_finished();
    return;
  }
  emit succeeded();
  simulated_metrics_ = run->result.metrics;
  show_simulated();
  const bool plays = speed_->speed() != PlaybackClock::kUnlimited;
  show_trace(run->trace, plays ? tr("playing") : QString());
  if (plays) return player_->play(run->trace, speed_->speed());
  emit run_finished();
}

void SimulatePage::show_played(std::shared_ptr<const Trace> run, bool complete) {
  // A run that was played to its end is already shown, and its selection must be kept.
  show_trace(complete ? trace_ : std::move(run), complete ? QString() : tr("stopped"));
  emit run_finished();
}

QString SimulatePage::title() const {
  if (form_ == nullptr) return {};
  const sim::Workload workload = form_->workload();
  return to_qstring(workload.model + ", " + workload.instance);
}

QString SimulatePage::run_title() const {
  return to_qstring(shown_.model + ", " + shown_.instance);
}

void SimulatePage::show_trace(std::shared_ptr<const Trace> trace, const QString& remark) {
  const bool other = trace != trace_;
  trace_ = std::move(trace);
  empty_->setVisible(!trace_);
  panel_->setVisible(trace_ != nullptr);
  show_controls();
  if (!trace_) return result_title_->set_caption(QString());
  const QString caption = tr("%1 on %2, TP %3 · %4 events")
                              .arg(to_qstring(shown_.model), to_qstring(shown_.instance))
                              .arg(shown_.tensor_parallel)
                              .arg(count_text(trace_->slice_count()));
  result_title_->set_caption(remark.isEmpty() ? caption : caption + QStringLiteral(" · ") + remark);
  if (other) panel_->set_trace(trace_);
}

void SimulatePage::show_controls() {
  const bool playing = player_->is_playing();
  playback_->show_state(playing, player_->is_paused());
  const QString idle = tr("No run is playing. Choose a speed and press Run.");
  playback_->pause().setToolTip(playing ? tr("Pauses playback until you press Continue.") : idle);
  playback_->stop().setToolTip(playing ? tr("Stops playback and keeps the part that was played.")
                                       : idle);
  const QString why =
      playing ? tr("Stop playback first, or wait until it ends.") : tr("Run the workload first.");
  simulated_->show_state(tr("Opens this run in Inspect."),
                         tr("Saves the run as a session (*.nscope)."),
                         trace_ && !playing ? QString() : why);
}

}  // namespace nscope::gui

#include "moc_simulate_page.cpp"
