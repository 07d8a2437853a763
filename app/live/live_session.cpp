#include "app/live/live_session.h"

#include "profiler/base/order_statistics.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

namespace nscope::app {
namespace {

using namespace std::chrono_literals;

/// Finer than the resolution of a rolling plot.
constexpr std::chrono::milliseconds kSample = 125ms;
/// Time between two looks for a file that does not exist yet.
constexpr std::chrono::milliseconds kLookAgain = 100ms;
/// Number of batches whose delays are kept for the percentiles.
constexpr std::size_t kDelays = 4096;

double seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

std::int64_t events_of(const StreamFigures& figures) {
  return figures.slices + figures.samples;
}

LiveSeries& series_of(std::vector<LiveSeries>& all, LiveQuantity quantity, const Text& name,
                      std::string_view unit) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const LiveSeries& series) {
    return series.quantity == quantity && series.name == name;
  });
  if (found != all.end()) return *found;
  return all.emplace_back(LiveSeries{quantity, name, std::string(unit)});
}

}  // namespace

/// The sink of the source: counts the batches and records when they were sent.
class LiveSession::Entrance final : public TraceSink {
 public:
  explicit Entrance(LiveSession& session) : session_(session) {}

  bool push(TraceBatch&& batch) override {
    session_.sent_.count(batch);
    {
      const std::scoped_lock lock(session_.mutex_);
      session_.sent_at_.push_back(Clock::now());
    }
    return session_.queue_.push(std::move(batch));
  }

 private:
  LiveSession& session_;
};

LiveSession::LiveSession(LiveOptions options, LiveSettings settings)
    : options_(std::move(options)),
      settings_(std::move(settings)),
      clock_(settings_.speed),
      recording_(settings_.record ? std::optional(settings_.most_recorded_events) : std::nullopt) {}

LiveSession::LiveSession(std::shared_ptr<const Trace> run, LiveSettings settings)
    : LiveSession(LiveOptions(), std::move(settings)) {
  input_ = {.kind = "simulation", .run = std::move(run)};
}

LiveSession::~LiveSession() = default;

/// Returns when the file exists, or when the task is cancelled.
void LiveSession::wait_for_file(const TaskControl& control) {
  std::error_code unreadable;  // another error than a missing file is that of opening it
  const auto is_missing = [&] {
    return !std::filesystem::exists(options_.source, unreadable) && !unreadable;
  };
  if (!options_.waits_for_file || options_.source.empty() || !is_missing()) return;
  {
    const std::scoped_lock lock(mutex_);
    status_.phase = LiveStatus::Phase::kMissing;
  }
  while (!control.cancelled() && is_missing()) std::this_thread::sleep_for(kLookAgain);
}

Result<> LiveSession::open(TaskControl& control) {
  if (!input_.run) {
    wait_for_file(control);
    if (control.cancelled()) return fail(ErrorCode::kCancelled, tr("cancelled"));
    auto opened = open_live_input(options_, std::nullopt, control);
    if (!opened) return fail(opened.error());
    const std::scoped_lock lock(mutex_);
    input_ = std::move(*opened);
  }
  const std::scoped_lock lock(mutex_);
  status_.kind = input_.kind;
  status_.played = input_.run != nullptr;
  arrives_as_made_ = input_.stream && input_.stream->arrives_as_made();
  status_.phase = LiveStatus::Phase::kWaiting;
  if (input_.run) played_ticks_ = static_cast<double>(input_.run->begin().value());
  begun_at_ = Clock::now();
  if (clock_.paused()) paused_at_ = begun_at_;
  return {};
}

Result<> LiveSession::deliver_all(TaskControl& control) {
  Entrance entrance(*this);
  LiveDelivery delivery{.repeat = settings_.repeat, .reconnect = settings_.reconnect};
  importers::FollowOptions& follow = delivery.follow;
  follow.on_report = [this](const importers::MonitorFigures& figures) {
    recording_.set_newest(figures);
    const std::scoped_lock lock(mutex_);
    report_at_ = Clock::now();
  };
  follow.on_diagnostics = [this](std::span<const Diagnostic> diagnostics) {
    const std::scoped_lock lock(mutex_);
    status_.diagnostics.assign(diagnostics.begin(), diagnostics.end());
  };
  follow.on_connection = [this](const importers::Connection& each) { set_connection(each); };
  follow.backoff = settings_.backoff;
  auto ran = deliver_live_input(input_, clock_, std::move(delivery), entrance, control);
  // Stopping playback is not an error.
  const bool stopped = input_.run && !ran && ran.error().code == ErrorCode::kCancelled;
  return stopped ? Result<>() : ran;
}

void LiveSession::set_connection(const importers::Connection& connection) {
  using State = importers::Connection::State;
  const std::scoped_lock lock(mutex_);
  status_.attempt = connection.attempt;
  status_.reason = connection.reason;
  retry_at_.reset();
  switch (connection.state) {
    case State::kConnected: status_.phase = LiveStatus::Phase::kRunning; break;
    case State::kTrying: status_.phase = LiveStatus::Phase::kTrying; break;
    case State::kMissing: status_.phase = LiveStatus::Phase::kMissing; break;
    case State::kLost:
      status_.phase = LiveStatus::Phase::kLost;
      retry_at_ = Clock::now() + connection.retry_in;
      if (connection.attempt == 1) ++status_.connections_lost;
      break;
  }
}

Result<> LiveSession::run(TaskControl& control) {
  if (auto opened = open(control); !opened) {
    const std::scoped_lock lock(mutex_);
    status_.phase = LiveStatus::Phase::kEnded;
    return opened;
  }
  std::thread consumer([this] { consume(); });
  auto ran = deliver_all(control);
  queue_.close();
  consumer.join();
  const std::int64_t missing = events_of(sent_.figures()) - events_of(recording_.figures());
  const std::scoped_lock lock(mutex_);
  status_.lost_events = std::max(status_.lost_events, missing);
  status_.phase = LiveStatus::Phase::kEnded;
  retry_at_.reset();
  ended_at_ = Clock::now();
  return ran;
}

/// Counts lost events: slices have consecutive numbers.
void LiveSession::look_for_losses(const TraceBatch& batch) {
  for (const auto& slice : batch.slices) {
    if (slice.id.value != next_slice_) {
      const std::scoped_lock lock(mutex_);
      status_.lost_events += slice.id.value - next_slice_;
    }
    next_slice_ = slice.id.value + 1;
  }
}

void LiveSession::consume() {
  sampled_at_ = Clock::now();
  while (auto batch = queue_.pop()) {
    const auto now = Clock::now();
    Clock::time_point sent = now;
    {
      const std::scoped_lock lock(mutex_);
      sent = sent_at_.front();
      sent_at_.pop_front();
    }
    deliver(std::move(*batch), seconds(now - sent));
    if (status_.played && Clock::now() - sampled_at_ >= kSample) sample();
  }
  if (status_.played) sample();
}

void LiveSession::deliver(TraceBatch&& batch, double seconds_in_queue) {
  look_for_losses(batch);
  delays_.push_back(seconds_in_queue);
  const bool played = status_.played;
  if (played) engines_.take(batch);
  const std::optional<double> period_seconds = recording_.newest().period_seconds;
  {
    const std::scoped_lock lock(mutex_);
    if (played && batch.time_base) {
      played_ticks_ = static_cast<double>(batch.time_base->window_end.value());
    }
    if (!played) {
      monitor_.take(batch, period_seconds);
      ++status_.version;
    }
    for (const Diagnostic& diagnostic : batch.diagnostics) {
      const auto same = [&](const Diagnostic& each) { return each.code == diagnostic.code; };
      if (std::none_of(status_.diagnostics.begin(), status_.diagnostics.end(), same)) {
        status_.diagnostics.push_back(diagnostic);
      }
    }
    if (played && status_.phase == LiveStatus::Phase::kWaiting) {
      status_.phase = LiveStatus::Phase::kRunning;
    }
    newest_delays_.push_back(seconds_in_queue);
    if (newest_delays_.size() > kDelays) newest_delays_.pop_front();
    status_.delivery_max = std::max(status_.delivery_max, seconds_in_queue);
  }
  recording_.push(std::move(batch));
  const std::scoped_lock lock(mutex_);
  status_.kept = recording_.kept();
  status_.not_kept = recording_.not_kept();
}

void LiveSession::sample() {
  sampled_at_ = Clock::now();
  const std::int64_t events = events_of(recording_.figures());
  const auto shares = engines_.drain();
  const double median = quantile(delays_, 0.5);
  const double late = quantile(delays_, 0.99);
  const std::scoped_lock lock(mutex_);
  const double time = active_seconds();
  const double passed = time - std::exchange(sampled_time_, time);
  if (passed <= 0.0) return delays_.clear();
  const auto rate = static_cast<double>(events - std::exchange(sampled_events_, events)) / passed;
  for (const EngineBusy::Share& share : shares) {
    series_of(stream_, LiveQuantity::kEngineBusy,
              Text::verbatim(std::string(to_string(share.engine))), "share")
        .points.add(time, share.busy);
  }
  series_of(stream_, LiveQuantity::kEventRate, tr("events"), "events/s").points.add(time, rate);
  if (!delays_.empty()) {
    series_of(stream_, LiveQuantity::kDelivery, Text::verbatim("p50"), "s")
        .points.add(time, median);
    series_of(stream_, LiveQuantity::kDelivery, Text::verbatim("p99"), "s").points.add(time, late);
  }
  delays_.clear();
  status_.events_per_second = rate;
  ++status_.version;
}

void LiveSession::pause() {
  const std::scoped_lock lock(mutex_);
  if (clock_.paused()) return;
  clock_.pause();
  paused_at_ = Clock::now();
}

void LiveSession::resume() {
  const std::scoped_lock lock(mutex_);
  if (!clock_.paused()) return;
  if (paused_at_) paused_for_ += Clock::now() - *std::exchange(paused_at_, std::nullopt);
  clock_.resume();
}

void LiveSession::set_speed(double speed) {
  clock_.set_speed(speed);
}

/// Seconds since the start without pauses: the time axis stops while the session is paused.
double LiveSession::active_seconds() const {
  if (!begun_at_) return 0.0;
  const auto end = ended_at_ ? *ended_at_ : Clock::now();
  return seconds((paused_at_ ? std::min(*paused_at_, end) : end) - *begun_at_ - paused_for_);
}

LiveStatus LiveSession::status() const {
  const StreamFigures delivered = recording_.figures();
  const importers::MonitorFigures newest = recording_.newest();
  const Backpressure backpressure = queue_.backpressure();
  const std::scoped_lock lock(mutex_);
  LiveStatus status = status_;
  status.delivered = delivered;
  status.newest = newest;
  status.backpressure = backpressure;
  status.gaps = monitor_.gaps();
  status.series_left_out = monitor_.left_out();
  const auto now = Clock::now();
  if (retry_at_) status.retry_in = std::max(0.0, seconds(*retry_at_ - now));
  if (report_at_) status.since_report = seconds((ended_at_ ? *ended_at_ : now) - *report_at_);
  if (!newest_delays_.empty()) {
    std::vector<double> delays(newest_delays_.begin(), newest_delays_.end());
    status.delivery_p50 = quantile(delays, 0.5);
    status.delivery_p99 = quantile(delays, 0.99);
  }
  const double since = arrives_as_made_ ? status.since_report.value_or(0.0) : 0.0;
  status.now = status.played ? active_seconds() : monitor_.newest() + since;
  return status;
}

double LiveSession::played_ticks() const {
  const std::scoped_lock lock(mutex_);
  return played_ticks_;
}

void LiveSession::visit_series(
    const std::function<void(std::span<const LiveSeries>)>& visit) const {
  const std::scoped_lock lock(mutex_);
  visit(status_.played ? stream_ : monitor_.series());
}

void LiveSession::close() {
  std::optional<importers::LiveSource> stream;
  const std::scoped_lock lock(mutex_);
  std::swap(stream, input_.stream);
}

std::shared_ptr<const Trace> LiveSession::finish() {
  if (!settings_.record || recording_.kept() == 0) return nullptr;
  return recording_.finish();
}

}  // namespace nscope::app
