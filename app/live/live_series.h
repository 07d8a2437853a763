#pragma once

#include "app/live/rolling_series.h"
#include "profiler/trace/columns/trace_batch.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::app {

/// What is watched; one plot for each.
enum class LiveQuantity {
  kUtilization,  ///< of NeuronCores, %
  kMemory,       ///< bytes
  kLatency,      ///< of executions, seconds
  kErrors,       ///< of executions, for each period
  kEcc,          ///< ECC events of devices
  kEngineBusy,   ///< of a run that is played: share of its time
  kEventRate,    ///< of a run that is played: events a second
  kDelivery,     ///< seconds from the source to the recording
};

/// Seconds after a report until which the next one is not late: two and a half periods, or 5
/// where reports state none.
double lateness_limit(std::optional<double> period_seconds);

struct LiveSeries {
  LiveQuantity quantity{};
  std::string name;  ///< "NeuronCore 3", "total p99"
  std::string unit;  ///< as in Table::Column
  RollingSeries points{};
};

/// Reports of neuron-monitor as series: takes the batches of follow_neuron_monitor(), one
/// for each report. A report that comes late, and a series that a report leaves out, make a
/// gap. Times are seconds from the first report. One thread.
class MonitorSeries {
 public:
  /// Series of one quantity at most; what is beyond is counted.
  static constexpr std::size_t kMost = 128;

  /// `period_seconds` is what reports state, unknown where they state none. The new points
  /// are in series() then.
  void take(const TraceBatch& batch, std::optional<double> period_seconds);

  const std::vector<LiveSeries>& series() const { return series_; }
  std::int64_t gaps() const { return gaps_; }          ///< reports that came late
  std::int64_t left_out() const { return left_out_; }  ///< series beyond kMost
  double newest() const { return newest_; }            ///< of the newest report, seconds

 private:
  struct DeclaredTrack {
    std::vector<std::string> path;
    std::string unit;
    std::optional<std::size_t> series{};
    bool looked_up = false;
  };
  void declare(const TraceBatch& batch);
  std::optional<std::size_t> series_of(DeclaredTrack& track);
  std::optional<std::size_t> add_series(LiveQuantity quantity, std::string name, std::string unit);
  std::string with_runtime(const std::string& runtime, std::string name);
  void add_mean(double time, double sum, std::size_t count);
  void break_lines(double time);

  std::vector<std::string> strings_;
  std::vector<DeclaredTrack> tracks_;
  std::vector<LiveSeries> series_;
  std::vector<bool> reported_;  ///< by series: it was in this report
  std::map<LiveQuantity, std::size_t> counts_;
  std::optional<std::size_t> mean_;
  std::string first_runtime_;
  std::int64_t gaps_ = 0;
  std::int64_t left_out_ = 0;
  bool begun_ = false;
  double newest_ = 0.0;
};

/// How busy the engines of a run are while it is played: takes the batches of play_trace(),
/// whose events come in order of time. One thread.
class EngineBusy {
 public:
  void take(const TraceBatch& batch);

  struct Share {
    Engine engine{};
    double busy = 0.0;  ///< 0..1, mean of the engine's tracks that had events
  };
  /// Since the last call; empty where no time of the run has passed.
  std::vector<Share> drain();

 private:
  struct TrackState {
    Engine engine = Engine::kNone;
    bool used = false;
    int open = 0;
    std::int64_t counted_until = std::numeric_limits<std::int64_t>::min();
  };
  void begin(const TraceBatch::Slice& slice);
  void end(const TraceBatch::SliceEnd& end);
  /// Counts an open track as busy until `time`.
  void advance(TrackState& track, std::int64_t time);
  void count(TrackState& track, std::int64_t from, std::int64_t until);

  static constexpr std::size_t kEngines = 8;
  std::vector<TrackState> tracks_;
  std::map<std::uint32_t, std::uint32_t> open_;  ///< slice -> track
  std::int64_t busy_[kEngines] = {};             ///< ticks since drain()
  std::optional<std::int64_t> begin_;
  std::optional<std::int64_t> now_;
  std::optional<std::int64_t> drained_;
};

}  // namespace nscope::app
