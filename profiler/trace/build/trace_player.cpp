#include "profiler/trace/build/trace_player.h"

#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/limits.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <vector>

namespace nscope {
namespace {

/// Shorter than a frame of a display; also the delay of a cancellation.
constexpr std::chrono::milliseconds kFrame{10};
constexpr std::size_t kBatchEvents = 1u << 14;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// The starts of slices and the samples of all tracks, in order of time.
class EventOrder {
 public:
  struct Event {
    std::int64_t time = 0;
    std::uint32_t track = 0;
    bool sample = false;
    std::size_t row = 0;

    friend bool operator>(const Event& a, const Event& b) {
      if (a.time != b.time) return a.time > b.time;
      return a.track != b.track ? a.track > b.track : a.sample > b.sample;
    }
  };

  explicit EventOrder(const Trace& trace) : trace_(trace) { begin(); }

  /// Restarts at the first event.
  void begin() {
    next_ = {};
    for (const Track& track : trace_.tracks()) {
      push({.track = track.id.value, .sample = false});
      push({.track = track.id.value, .sample = true});
    }
  }

  bool empty() const { return next_.empty(); }
  std::int64_t next_time() const { return next_.empty() ? kNever : next_.top().time; }
  Event pop() {
    const Event event = next_.top();
    next_.pop();
    push({.track = event.track, .sample = event.sample, .row = event.row + 1});
    return event;
  }

 private:
  void push(Event event) {
    const Track& track = trace_.tracks()[event.track];
    const auto& times = event.sample ? track.counters.time : track.slices.start;
    if (event.row >= times.size()) return;
    event.time = times[event.row];
    next_.push(event);
  }

  const Trace& trace_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> next_;
};

class Player {
 public:
  Player(const Trace& trace, PlaybackClock& clock, TraceSink& sink, TaskControl& control,
         const PlayOptions& options)
      : trace_(trace),
        options_(options),
        clock_(clock),
        control_(control),
        out_(sink, std::numeric_limits<std::size_t>::max()),  // flushed by send()
        events_(trace),
        begin_(trace.begin().value()),
        end_(trace.end().value()),
        now_(begin_),
        tracks_(trace.tracks().size()),
        strings_(trace.strings().size()) {
    if (trace.flows().size() > 0) sent_.resize(trace.slice_count());
  }

  Result<> run();

 private:
  struct TrackState {
    TrackId id;
    std::vector<std::size_t> next_arg;  ///< by column
  };
  struct End {
    std::int64_t time = 0;
    SliceId slice;

    friend bool operator>(const End& a, const End& b) {
      return a.time != b.time ? a.time > b.time : a.slice.value > b.slice.value;
    }
  };

  void declare_tracks();
  StringId text(StringId id);
  std::int64_t ticks(double ns) const;
  double to_ns(std::int64_t ticks) const {
    return static_cast<double>(ticks) / static_cast<double>(trace_.time_base().ticks_per_ns);
  }
  bool played_all() const { return events_.empty() && ends_.empty() && now_ >= end_; }
  std::int64_t next_time() const {
    return std::min(events_.next_time(), ends_.empty() ? kNever : ends_.top().time);
  }
  /// Plays the events until `limit`, at most one batch. False if the consumer has ended.
  bool play_batch(std::int64_t limit);
  void play_next();
  void begin_slice(const Track& track, std::size_t row);
  void write_args(SliceId slice, const Track& track, std::size_t row);
  void write_flows(SliceId source, SliceId slice);
  bool send();
  TraceTime shifted(TraceTime time) const { return time + TraceTime(shift_); }
  bool plays_again() const;
  void begin_again();
  Text position() const;
  void diagnose_rounds();
  Result<> finish();
  Result<> stop();

  const Trace& trace_;
  PlayOptions options_;
  PlaybackClock& clock_;
  TaskControl& control_;
  TraceWriter out_;
  EventOrder events_;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;  ///< of open slices
  std::int64_t begin_;
  std::int64_t end_;
  std::int64_t now_;                ///< events before it have been played in this round
  std::vector<TrackState> tracks_;  ///< by the trace's track id
  std::vector<StringId> strings_;   ///< by the trace's string id
  std::vector<SliceId> sent_;       ///< by the trace's slice id; empty without flows
  std::size_t slices_played_ = 0;   ///< in this round, like samples_played_
  std::size_t samples_played_ = 0;
  std::int64_t shift_ = 0;  ///< of this round, ticks
  std::size_t rounds_ = 0;  ///< complete rounds
};

StringId Player::text(StringId id) {
  if (!id.valid()) return out_.intern({});
  StringId& known = strings_[id.index()];
  if (!known.valid()) known = out_.intern(trace_.text(id));
  return known;
}

std::int64_t Player::ticks(double ns) const {
  const double from_begin = ns * static_cast<double>(trace_.time_base().ticks_per_ns);
  const double left =
      static_cast<double>(kNever) - static_cast<double>(std::max<std::int64_t>(begin_, 0));
  return from_begin >= left ? kNever : begin_ + static_cast<std::int64_t>(from_begin);
}

void Player::declare_tracks() {
  for (const Track& track : trace_.tracks()) {
    TrackState& state = tracks_[track.id.index()];
    state.id =
        out_.track({.name = trace_.text(track.name),
                    .kind = track.kind,
                    .parent = track.parent.valid() ? tracks_[track.parent.index()].id : TrackId(),
                    .engine = track.engine,
                    .slice_kind = track.slice_kind,
                    .layout = track.layout,
                    .core = track.core,
                    .unit = trace_.text(track.unit)});
    state.next_arg.assign(track.args.size(), 0);
  }
}

void Player::write_args(SliceId slice, const Track& track, std::size_t row) {
  for (std::size_t i = 0; i < track.args.size(); ++i) {
    const ArgColumn& column = track.args[i];
    std::size_t& next = tracks_[track.id.index()].next_arg[i];
    for (; next < column.size() && column.row(next) == row; ++next) {
      ArgValue value = column.value(next);
      if (auto* string = std::get_if<StringId>(&value)) *string = text(*string);
      std::visit([&](const auto& v) { out_.arg(slice, text(column.key), v); }, value);
    }
  }
}

void Player::write_flows(SliceId source, SliceId slice) {
  if (sent_.empty()) return;
  sent_[source.index()] = slice;
  for (const Flow& flow : trace_.flows_from(source)) {
    const SliceId to = sent_[flow.to.index()];
    if (to.valid()) out_.flow(slice, to, text(flow.kind));
  }
  for (const Flow& flow : trace_.flows_to(source)) {
    const SliceId from = sent_[flow.from.index()];
    if (from.valid() && from != slice) out_.flow(from, slice, text(flow.kind));
  }
}

void Player::begin_slice(const Track& track, std::size_t row) {
  const Trace::SliceRef ref{&track, row};
  const bool lasts = ref.end() > ref.begin();
  // If the end is in the same batch, the writer sets it in the slice.
  const SliceId slice =
      out_.slice(tracks_[track.id.index()].id, text(ref.name()), shifted(ref.begin()),
                 lasts ? kOpenDuration : TraceTime(0), ref.wait());
  if (lasts) ends_.push({ref.end().value(), slice});
  write_args(slice, track, row);
  write_flows(Trace::slice_id(track, row), slice);
  ++slices_played_;
}

void Player::play_next() {
  // At equal times, slices end before others begin.
  if (!ends_.empty() && ends_.top().time <= events_.next_time()) {
    const End end = ends_.top();
    ends_.pop();
    out_.close_slice(end.slice, shifted(TraceTime(end.time)));
    return;
  }
  const EventOrder::Event event = events_.pop();
  const Track& track = trace_.tracks()[event.track];
  if (!event.sample) return begin_slice(track, event.row);
  out_.counter(tracks_[event.track].id, shifted(TraceTime(event.time)),
               track.counters.value[event.row]);
  ++samples_played_;
}

bool Player::play_batch(std::int64_t limit) {
  std::int64_t next = next_time();
  for (std::size_t i = 0; i < kBatchEvents && next <= limit && next != kNever; ++i) {
    now_ = std::max(now_, next);
    play_next();
    next = next_time();
  }
  if (next > limit || next == kNever) now_ = std::max(now_, std::min(limit, end_));
  return send();
}

bool Player::send() {
  TimeBase base = trace_.time_base();
  base.window_end =
      shifted(std::min(base.window_end, std::max(base.window_begin, TraceTime(now_))));
  out_.time_base(base);
  control_.advance_to(static_cast<std::uint64_t>(now_ - begin_));
  return out_.flush();
}

Result<> Player::finish() {
  if (auto damage = trace_.storage_error()) return fail(std::move(*damage));
  if (rounds_ > 0) {  // the metrics describe one round only
    diagnose_rounds();
    return send() && out_.finish() ? Result<>() : cancelled();
  }
  for (const Metric& metric : trace_.metrics()) out_.metric(metric);
  out_.time_base(trace_.time_base());
  return out_.finish() ? Result<>() : cancelled();
}

/// The number of slices is limited by their 32-bit ids.
bool Player::plays_again() const {
  const std::size_t sent = (rounds_ + 1) * trace_.slice_count();
  return options_.repeat && end_ > begin_ && sent + trace_.slice_count() < SliceId::kNone &&
         shift_ < limits::kFarthestTime - 2 * (end_ - begin_);
}

void Player::begin_again() {
  ++rounds_;
  shift_ += end_ - begin_;
  now_ = begin_;
  slices_played_ = 0;
  samples_played_ = 0;
  for (TrackState& track : tracks_) std::fill(track.next_arg.begin(), track.next_arg.end(), 0u);
  std::fill(sent_.begin(), sent_.end(), SliceId());
  events_.begin();
}

void Player::diagnose_rounds() {
  out_.diagnose("playback_repeated", Severity::kInfo,
                tr("the run was started {} times and stopped at {}", rounds_ + 1, position()),
                static_cast<std::int64_t>(rounds_));
}

/// How far the current round was played, and what is missing.
Text Player::position() const {
  std::size_t samples = 0;
  for (const Track& track : trace_.tracks()) samples += track.counters.size();
  return tr("{} of {} (missing slices: {}, samples: {}, metrics of the complete run: {})",
            as::duration_ns(to_ns(now_ - begin_)), as::duration_ns(to_ns(end_ - begin_)),
            trace_.slice_count() - slices_played_, samples - samples_played_,
            trace_.metrics().size());
}

Result<> Player::stop() {
  if (auto damage = trace_.storage_error()) return fail(std::move(*damage));
  if (rounds_ == 0) {
    out_.diagnose("playback_stopped", Severity::kWarning, tr("stopped at {}", position()));
  } else {
    diagnose_rounds();
  }
  send();
  out_.finish();
  return cancelled();
}

Result<> Player::run() {
  control_.begin(phrase("Playing the run"), static_cast<std::uint64_t>(end_ - begin_));
  for (const auto& [key, value] : trace_.properties()) out_.property(key, value);
  for (const Diagnostic& diagnostic : trace_.diagnostics()) {
    if (diagnostic.code == kRecountedDiagnostic) continue;
    out_.diagnose(diagnostic.code, diagnostic.severity, diagnostic.example, diagnostic.count);
  }
  declare_tracks();
  if (!send()) return cancelled();
  clock_.start();
  double due_ns = 0.0;  // trace time to be played, from the start of the round
  while (true) {
    bool behind = false;  // a frame may contain many rounds
    if (played_all()) {
      if (!plays_again()) return finish();
      due_ns -= to_ns(end_ - begin_);
      begin_again();
      behind = due_ns > 0.0 && !std::isinf(due_ns) && !clock_.paused();
    }
    const double more_ns = behind ? 0.0 : clock_.advance(kFrame);
    if (control_.cancelled()) return stop();
    const bool unlimited = more_ns == PlaybackClock::kUnlimited;
    if (std::isinf(due_ns)) due_ns = to_ns(now_ - begin_);  // the speed was unlimited until now
    due_ns += more_ns;
    const std::int64_t limit = unlimited ? kNever : ticks(due_ns);
    if (clock_.paused()) continue;
    do {
      if (control_.cancelled()) return stop();
      if (!play_batch(limit)) return cancelled();
    } while (!unlimited && !clock_.paused() && next_time() <= limit && next_time() != kNever);
  }
}

}  // namespace

Result<> play_trace(const Trace& trace, PlaybackClock& clock, TraceSink& sink, TaskControl& control,
                    const PlayOptions& options) {
  return Player(trace, clock, sink, control, options).run();
}

}  // namespace nscope
