#include "app/gui/live/live_page.h"

#include "app/gui/panels/restyle.h"
#include "app/gui/panels/run_button.h"
#include "app/gui/panels/scroll_column.h"
#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

using app::LiveQuantity;

constexpr int kLivePageSideWidth = 300;
constexpr int kFrameMs = 33;
constexpr int kTableFrames = 15;  ///< numbers that change more often cannot be read
constexpr int kStatusFrames = 6;
constexpr int kLivePageRowHeight = 22;
constexpr int kNumberWidth = 90;
constexpr int kGapsWidth = 72;
constexpr std::size_t kLongestTitle = 60;

struct Window {
  const char* title;
  double seconds;
};
constexpr Window kWindows[] = {
    {QT_TRANSLATE_NOOP("nscope::gui::LivePage", "30 seconds"), 30.0},
    {QT_TRANSLATE_NOOP("nscope::gui::LivePage", "1 minute"), 60.0},
    {QT_TRANSLATE_NOOP("nscope::gui::LivePage", "5 minutes"), 300.0},
    {QT_TRANSLATE_NOOP("nscope::gui::LivePage", "15 minutes"), 900.0},
};

/// The cell of a plot in the grid: row, column, and number of columns it spans.
struct Place {
  LiveQuantity quantity;
  int row;
  int column;
  int columns;
};
constexpr Place kMonitorPlaces[] = {{LiveQuantity::kUtilization, 0, 0, 1},
                                    {LiveQuantity::kMemory, 0, 1, 1},
                                    {LiveQuantity::kLatency, 1, 0, 1},
                                    {LiveQuantity::kErrors, 1, 1, 1},
                                    {LiveQuantity::kEcc, 2, 0, 1}};
constexpr Place kPlayedPlaces[] = {{LiveQuantity::kEngineBusy, 0, 0, 2},
                                   {LiveQuantity::kEventRate, 1, 0, 1},
                                   {LiveQuantity::kDelivery, 1, 1, 1}};

}  // namespace

LivePage::LivePage(QWidget* parent)
    : QWidget(parent),
      stream_job_(new Job(tr("Live"), this)),
      finish_job_(new Job(tr("Finishing the recording"), this)),
      close_job_(new Job(tr("Closing the source"), this)),
      form_(new SourceForm),
      record_(new QCheckBox(tr("Record"))),
      start_(new QPushButton(tr("Start"))),
      playback_(new PlaybackButtons),
      recording_title_(new SectionTitle(tr("Recording"))),
      recorded_(new TraceButtons(this)),
      earlier_(new EarlierRecording),
      diagnostics_title_(new SectionTitle(tr("Diagnostics"))),
      diagnostics_(named_label("caption")),
      state_(named_label("pageTitle", tr("Not started"))),
      details_(named_label("muted", tr("Choose a source and press Start."))),
      window_(new ChoiceBox),
      figure_row_(new QWidget),
      empty_(named_label("muted")),
      chart_area_(new QWidget),
      grid_(new QGridLayout(chart_area_)),
      model_(new LiveTableModel(this)),
      view_(new QTableView) {
  setObjectName(QStringLiteral("page"));
  auto* right = new QWidget;
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(22, 14, 22, 14);
  column->setSpacing(10);
  column->addWidget(build_header());
  column->addWidget(figure_row_);
  column->addWidget(build_charts(), 1);
  empty_->setText(
      tr("Start shows utilisation, memory, latency, errors and ECC events that neuron-monitor "
         "reports, or the engine activity of a simulated run while it is played. The stream is "
         "recorded and can be saved as a session."));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  column->addWidget(empty_, 1);
  figure_row_->hide();
  chart_area_->hide();
  lay_out_page(*this, build_side(), kLivePageSideWidth, right);
  timer_.setInterval(kFrameMs);
  timer_.setTimerType(Qt::PreciseTimer);
  connect_controls();
  show_controls();
}

LivePage::~LivePage() = default;

QWidget* LivePage::build_side() {
  auto* column = new QWidget;
  QVBoxLayout* const layout = lay_out_panel(column);
  layout->addWidget(new SectionTitle(tr("Stream")));
  layout->addWidget(form_);
  record_->setChecked(true);
  record_->setToolTip(
      tr("Records the stream in memory, so that it can be opened in Inspect and saved."));
  layout->addWidget(record_);
  start_->setObjectName(QStringLiteral("primary"));
  layout->addWidget(start_);
  layout->addWidget(playback_);
  layout->addSpacing(6);
  layout->addWidget(recording_title_);
  layout->addWidget(recorded_->open());
  layout->addWidget(recorded_->keep());
  layout->addWidget(earlier_);
  layout->addSpacing(6);
  diagnostics_title_->hide();  // until there is a stream
  layout->addWidget(diagnostics_title_);
  diagnostics_->setWordWrap(true);
  diagnostics_->setTextFormat(Qt::PlainText);
  diagnostics_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  diagnostics_->setAccessibleName(tr("Diagnostics"));
  layout->addWidget(diagnostics_);
  layout->addStretch(1);
  return side_column(column);
}

QWidget* LivePage::build_header() {
  auto* header = new QWidget;
  auto* layout = new QHBoxLayout(header);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(12);
  state_->setAccessibleName(tr("State"));
  details_->setWordWrap(true);
  details_->setTextFormat(Qt::PlainText);
  details_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(state_);
  layout->addWidget(details_, 1);
  layout->addWidget(named_label("caption", tr("Time window")));
  window_->setAccessibleName(tr("Time window of the plots"));
  for (const Window& window : kWindows) window_->addItem(tr(window.title), window.seconds);
  window_->setCurrentIndex(1);
  layout->addWidget(window_);
  auto* figures = new QHBoxLayout(figure_row_);
  figures->setContentsMargins(0, 0, 0, 0);
  figures->setSpacing(8);
  for (KeyFigure*& figure : figures_) {
    figure = new KeyFigure(QString());
    figures->addWidget(figure, 1);
  }
  return header;
}

QWidget* LivePage::build_charts() {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(10);
  const auto add = [this](LiveQuantity quantity, const char* unit, const QString& empty) {
    charts_.push_back(new RollingChart(quantity, quantity_title(quantity), unit, empty));
    charts_.back()->setParent(chart_area_);
    charts_.back()->hide();
  };
  add(LiveQuantity::kUtilization, "%", tr("No report contains a NeuronCore yet."));
  add(LiveQuantity::kMemory, "B", tr("No report contains memory usage yet."));
  add(LiveQuantity::kLatency, "s",
      tr("No report contains latencies because nothing has been executed yet."));
  add(LiveQuantity::kErrors, "count", tr("No report contains an error summary yet."));
  add(LiveQuantity::kEcc, "count",
      tr("No report contains ECC counters yet. neuron-monitor reports them if its configuration "
         "includes neuron_hw_counters."));
  add(LiveQuantity::kEngineBusy, "share", tr("No engine has been busy yet."));
  add(LiveQuantity::kEventRate, "events/s", tr("No events have been received yet."));
  add(LiveQuantity::kDelivery, "s", tr("No events have been received yet."));
  build_table();
  return chart_area_;
}

void LivePage::build_table() {
  view_->setModel(model_);
  view_->setParent(chart_area_);
  view_->setAccessibleName(tr("Values of the plots"));
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setTabKeyNavigation(false);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(kLivePageRowHeight);
  view_->horizontalHeader()->setHighlightSections(false);
  QHeaderView* header = view_->horizontalHeader();
  header->setMinimumSectionSize(40);
  // Columns of numbers have a fixed width; the names share the remaining width.
  for (int column = 0; column < LiveTableModel::kColumns; ++column) {
    const bool number = column >= LiveTableModel::kNewest;
    header->setSectionResizeMode(column, number ? QHeaderView::Fixed : QHeaderView::Stretch);
    if (number) header->resizeSection(column, kNumberWidth);
  }
  header->resizeSection(LiveTableModel::kGaps, kGapsWidth);
}

void LivePage::connect_controls() {
  connect(start_, &QPushButton::clicked, this, qOverload<>(&LivePage::start));
  connect(playback_, &PlaybackButtons::stop_clicked, this, &LivePage::stop);
  connect(playback_, &PlaybackButtons::pause_clicked, this, [this] { set_paused(!paused_); });
  connect(&timer_, &QTimer::timeout, this, &LivePage::refresh);
  connect(window_, &QComboBox::currentIndexChanged, this, [this] {
    show_all_ = true;
    refresh();
  });
  connect(&form_->speed(), &SpeedBox::speed_changed, this, [this](double speed) {
    if (session_ && is_running()) session_->set_speed(speed);
  });
  connect(recorded_, &TraceButtons::open_clicked, this,
          [this] { emit open_requested(recording_.trace, recording_.title); });
  connect(recorded_, &TraceButtons::keep_clicked, this,
          [this] { emit save_requested(recording_.trace, recording_.file_name()); });
  connect(earlier_, &EarlierRecording::open_requested, this, &LivePage::open_requested);
  connect(earlier_, &EarlierRecording::save_requested, this, &LivePage::save_requested);
  bind_run_shortcut(this, [this] {
    if (is_running()) {
      stop();
    } else {
      start();
    }
  });
}

double LivePage::window_seconds() const {
  return window_->currentData().toDouble();
}

void LivePage::keep() {
  const LiveRecording& earlier = earlier_->recording();
  if (earlier.trace) emit save_requested(earlier.trace, earlier.file_name());
  if (is_running() || is_finishing()) {
    connect(this, &LivePage::recorded, this, &LivePage::keep, Qt::SingleShotConnection);
    return stop();
  }
  if (!recording_.is_dispensable) emit save_requested(recording_.trace, recording_.file_name());
}

RollingChart& LivePage::chart(LiveQuantity quantity) {
  return **std::find_if(charts_.begin(), charts_.end(),
                        [&](const RollingChart* chart) { return chart->quantity() == quantity; });
}

/// Arranges the plots for this kind of stream, with the table below or beside them.
void LivePage::arrange(bool played) {
  if (arranged_ && arranged_played_ == played) return;
  arranged_ = true;
  arranged_played_ = played;
  for (RollingChart* each : charts_) {
    grid_->removeWidget(each);
    each->hide();
  }
  grid_->removeWidget(view_);
  const std::span<const Place> places =
      played ? std::span<const Place>(kPlayedPlaces) : std::span<const Place>(kMonitorPlaces);
  for (const Place& place : places) {
    grid_->addWidget(&chart(place.quantity), place.row, place.column, 1, place.columns);
    chart(place.quantity).show();
  }
  grid_->addWidget(view_, 2, played ? 0 : 1, 1, played ? 2 : 1);
  view_->show();
  for (int row = 0; row < 3; ++row) grid_->setRowStretch(row, row == 2 && played ? 2 : 3);
  for (int column = 0; column < 2; ++column) grid_->setColumnStretch(column, 1);
}

void LivePage::start() {
  if (is_running()) return;
  const auto options = form_->options();
  if (!options) return emit failed(tr("Cannot start"), options.error());
  app::LiveSettings settings;
  settings.record = record_->isChecked();
  settings.speed = form_->speed().speed();
  settings.repeat = form_->repeats();
  start(*options, settings);
}

bool LivePage::is_finishing() const {
  return finish_job_->is_running() && !played_ && session_->status().kept > 0;
}

/// At most two recordings are in memory: the earlier one and the one that starts next.
bool LivePage::make_room() {
  if (recording_.is_dispensable) return true;
  if (earlier_->recording().trace) {
    emit failed(tr("Cannot start"), {ErrorCode::kInvalidArgument,
                                     text_of(tr("Two recordings are not saved. Save or discard "
                                                "the earlier one first.")),
                                     {}});
    return false;
  }
  earlier_->set_recording(std::move(recording_));
  return true;
}

bool LivePage::has_unsaved() const {
  const bool records =
      is_running() && records_ && !played_ && session_->status().newest.reports > 0;
  return records || is_finishing() || !recording_.is_dispensable ||
         earlier_->recording().trace != nullptr;
}

void LivePage::mark_kept(const std::shared_ptr<const Trace>& trace) {
  if (trace == recording_.trace) recording_.is_dispensable = true;
  if (trace == earlier_->recording().trace) earlier_->set_recording({});
}

void LivePage::start(const app::LiveOptions& options, const app::LiveSettings& settings) {
  if (is_running() || is_finishing() || !make_room()) return;
  std::string title = to_string(form_->title());
  shorten(title, kLongestTitle);  // Commands can be long.
  title_ = to_qstring(title);
  session_ = std::make_shared<app::LiveSession>(options, settings);
  records_ = settings.record;
  played_ = form_->kind() == LiveKind::kSimulator;
  recording_ = {};
  paused_ = false;
  stopping_ = false;
  show_all_ = true;
  frame_ = 0;
  for (RollingChart* each : charts_) each->clear();
  model_->clear();
  arrange(played_);
  empty_->hide();
  figure_row_->show();
  chart_area_->show();
  stream_job_->start([session = session_](TaskControl& control) { return session->run(control); },
                     [this](const Result<>& result) { on_ended(result); });
  timer_.start();
  emit started();
  show_controls();
  refresh();
  playback_->stop().setFocus();
}

void LivePage::stop() {
  if (!is_running()) return;
  stopping_ = true;
  stream_job_->cancel();
  playback_->stop().setEnabled(false);
}

void LivePage::set_paused(bool paused) {
  if (!is_running() || paused == paused_) return;
  paused_ = paused;
  const app::LiveStatus status = session_->status();
  held_now_ = status.now;
  frame_ = 0;
  if (played_ && paused) session_->pause();
  if (played_ && !paused) session_->resume();
  show_all_ = true;
  show_controls();
  refresh();
}

void LivePage::on_ended(const Result<>& result) {
  timer_.stop();
  paused_ = false;
  const bool cancelled = !result && result.error().code == ErrorCode::kCancelled;
  refresh();
  StateText text{stopping_ ? tr("Stopped") : tr("Ended"),
                 stopping_ ? tr("%1 was stopped.").arg(title_) : tr("%1 has ended.").arg(title_)};
  if (!result && !cancelled) {
    text = {tr("Failed"), to_qstring(result.error()), true};
    Error error = result.error();
    // The advice that the banner gives for files does not apply to a command.
    if (error.code == ErrorCode::kBadInput) error.code = ErrorCode::kInvalidArgument;
    emit failed(tr("%1 failed").arg(title_), error);
  }
  show_state(text);
  finish_recording();
  close_job_->start(
      [session = session_](TaskControl&) {
        session->close();
        return Result<>();
      },
      [](const Result<>&) {});
  show_controls();
  emit stopped();
}

void LivePage::finish_recording() {
  finish_job_->start([session = session_](TaskControl&) { return session->finish(); },
                     [this, session = session_,
                      ended = QDateTime::currentDateTime()](std::shared_ptr<const Trace> trace) {
                       if (session != session_) return;  // Another stream has started.
                       const bool dispensable = trace == nullptr || played_;
                       recording_ = {std::move(trace), title_, ended, dispensable};
                       show_status(session_->status());
                       show_controls();
                       emit recorded();
                     });
}

void LivePage::show_state(const StateText& text) {
  set_style_name(*details_, text.alarming ? "warnText" : "muted");
  state_->setText(text.title);
  details_->setText(text.details);
}

void LivePage::show_controls() {
  const bool running = is_running();
  const bool finishing = is_finishing();
  start_->setEnabled(!running && !finishing);
  start_->setToolTip(running     ? tr("Stop the current stream first (Ctrl+Enter).")
                     : finishing ? tr("The recording is being finished.")
                                 : tr("Starts the stream of the selected source (Ctrl+Enter)."));
  record_->setEnabled(!running);
  playback_->show_state(running, paused_, stopping_);
  playback_->pause().setToolTip(!running  ? tr("No stream is running.")
                                : played_ ? tr("Pauses the run until you press Continue.")
                                          : tr("Pauses the display; recording continues."));
  playback_->stop().setToolTip(running
                                   ? tr("Stops the stream and keeps its recording (Ctrl+Enter).")
                                   : tr("No stream is running."));
  const QString why = running ? tr("Stop the stream first.") : tr("There is no recording.");
  recorded_->show_state(tr("Opens the recording in Inspect."),
                        tr("Saves the recording as a session (*.nscope)."),
                        recording_.trace != nullptr ? QString() : why);
}

void LivePage::show_status(const app::LiveStatus& status) {
  const auto texts = figure_texts(status);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    figures_[i]->set_label(texts[i].label);
    figures_[i]->set_value(texts[i].value, texts[i].definition);
    figures_[i]->set_note(texts[i].note);
  }
  recording_title_->set_caption(!records_ ? tr("off")
                                          : tr("%1 events").arg(count_text(status.kept)));
  const QString counted = diagnostics_text(status);
  diagnostics_->setText(counted.isEmpty() ? tr("No data was repaired or skipped.") : counted);
  std::int64_t count = 0;
  for (const Diagnostic& each : status.diagnostics) count += each.count;
  diagnostics_title_->show();
  diagnostics_title_->set_caption(count == 0 ? QString() : count_text(count));
}

/// Updates one plot per frame, in turn, because updating all of them exceeds the time of a frame.
void LivePage::show_series(const app::LiveStatus& status) {
  const double now = paused_ ? held_now_ : status.now;
  const double window = window_seconds();
  const bool all = show_all_ || !is_running();
  std::vector<RollingChart*> due;
  for (RollingChart* each : charts_) {
    if (each->isVisible()) due.push_back(each);
  }
  if (!all && !due.empty()) due = {due[static_cast<std::size_t>(frame_) % due.size()]};
  const bool fill_table = all || (!paused_ && frame_ % kTableFrames == 0);
  if (paused_ && !all) {
    for (RollingChart* each : due) each->set_time(now, window);
    return;
  }
  show_all_ = false;
  session_->visit_series([&](std::span<const app::LiveSeries> series) {
    for (RollingChart* each : due) each->set_series(series, status.version, now, window);
    if (fill_table) model_->set_series(series, now, window);
  });
}

/// Shows the data that arrived while the page was hidden.
void LivePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  show_all_ = true;
  refresh();
}

void LivePage::refresh() {
  if (!session_ || !isVisible()) return;
  emit refreshing();
  const app::LiveStatus status = session_->status();
  // Key figures that change more often cannot be read.
  ++frame_;
  const bool changed = std::exchange(shown_phase_, status.phase) != status.phase;
  if (changed || !is_running() || frame_ % kStatusFrames == 1) {
    if (is_running() && !stopping_) show_state(state_text(status, paused_));
    show_status(status);
  }
  if (!status.kind.empty()) arrange(status.played);
  show_series(status);
}

}  // namespace nscope::gui

#include "moc_live_page.cpp"
