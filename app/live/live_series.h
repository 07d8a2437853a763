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

/// A quantity of the live view; each has its own plot.
enum class LiveQuantity {
  kUtilization,  ///< of NeuronCores, %
  kMemory,       ///< bytes
  kLatency,      ///< of executions, seconds
  kErrors,       ///< of executions, per period
  kEcc,          ///< ECC events of devices
  kEngineBusy,   ///< of a played run: share of time
  kEventRate,    ///< of a played run: events per second
  kDelivery,     ///< delay from the source to the recording, seconds
};

/// Seconds after a report until the next one is late: two and a half periods, or 5 s if reports do
/// not state a period.
double lateness_limit(std::optional<double> period_seconds);

/// A curve of the live view.
struct LiveSeries {
  LiveQuantity quantity{};
  Text name;         ///< "NeuronCore 3", "total p99"
  std::string unit;  ///< as in Table::Column
  RollingSeries points{};
  bool mean = false;  ///< the mean of the other series of the quantity
};

/// Converts the batches of follow_neuron_monitor(), one per report, to series. A late report and a
/// series that is missing in a report cause a gap. Times are in seconds since the first report. One
/// thread.
class MonitorSeries {
 public:
  /// Maximum number of series per quantity; further series are only counted.
  static constexpr std::size_t kMost = 128;

  /// Adds the points of a report. `period_seconds`: the period that reports state, if any.
  void take(const TraceBatch& batch, std::optional<double> period_seconds);

  const std::vector<LiveSeries>& series() const { return series_; }
  std::int64_t gaps() const { return gaps_; }          ///< late reports
  std::int64_t left_out() const { return left_out_; }  ///< series beyond kMost
  double newest() const { return newest_; }            ///< time of the latest report, seconds

 private:
  struct DeclaredTrack {
    std::vector<std::string> path;
    std::string unit;
    std::optional<std::size_t> series{};
    bool looked_up = false;
  };
  void declare(const TraceBatch& batch);
  std::optional<std::size_t> series_of(DeclaredTrack& track);
  std::optional<std::size_t> add_series(LiveQuantity quantity, Text name, std::string unit);
  Text with_runtime(const std::string& runtime, const Text& name);
  void add_mean(double time, double sum, std::size_t count);
  void break_lines(double time);

  std::vector<std::string> strings_;
  std::vector<DeclaredTrack> tracks_;
  std::vector<LiveSeries> series_;
  std::vector<bool> reported_;  ///< by series: whether the report contains it
  std::map<LiveQuantity, std::size_t> counts_;
  std::optional<std::size_t> mean_;
  std::string first_runtime_;
  std::int64_t gaps_ = 0;
  std::int64_t left_out_ = 0;
  bool begun_ = false;
  double newest_ = 0.0;
};

/// Computes the busy time of engines while a run is played, from the batches of play_trace(), whose
/// events are in the order of time. One thread.
class EngineBusy {
 public:
  void take(const TraceBatch& batch);

  struct Share {
    Engine engine{};
    double busy = 0.0;  ///< 0..1, mean of the tracks of the engine that have events
  };
  /// The shares since the last call; empty if no time of the run has passed.
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
