#include "profiler/analysis/ranks/collectives.h"

#include "profiler/analysis/metrics/busy_time.h"
#include "profiler/analysis/ranks/collective_events.h"
#include "profiler/base/order_statistics.h"
#include "profiler/trace/collective_facts.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <unordered_map>

namespace nscope::analysis {
namespace {

/// The median of fewer events is not meaningful.
constexpr std::size_t kLeastForOutliers = 5;

constexpr auto kCollectivesParameters = std::to_array<Parameter>(
    {{.id = "rows",
      .title = phrase("Maximum rows"),
      .meaning = phrase("Number of rows, most time first"),
      .value = 200,
      .lowest = 1,
      .highest = 1e6},
     {.id = "outlier_ratio",
      .title = phrase("Outlier ratio"),
      .meaning = phrase("Events longer than this multiple of the median of their row are outliers"),
      .value = 2,
      .lowest = 1,
      .highest = 1000}});

/// The properties in which compared events agree.
struct Kind {
  CollectiveOp op = CollectiveOp::kOther;
  bool folded = false;
  double bytes = -1.0;
  std::int64_t ranks = 0;
  StringId algorithm;
  std::uint32_t group = 0;
  StringId name;  ///< set if the operation is unknown

  auto key() const { return std::tuple(op, folded, bytes, ranks, algorithm, group, name); }
  bool operator==(const Kind& other) const { return key() == other.key(); }
};

struct KindHash {
  std::size_t operator()(const Kind& kind) const {
    std::size_t hash = std::hash<double>()(kind.bytes);
    for (const std::size_t part :
         {static_cast<std::size_t>(kind.op), static_cast<std::size_t>(kind.ranks),
          std::size_t{kind.algorithm.value}, std::size_t{kind.group},
          std::size_t{kind.name.value}}) {
      hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    }
    return hash;
  }
};

Kind kind_of(const CollectiveEvent& event) {
  const bool folded = event.calls > 1;
  return {.op = folded ? CollectiveOp::kOther : event.op,
          .folded = folded,
          .bytes = folded ? -1.0 : event.bytes,
          .ranks = event.ranks,
          .algorithm = event.algorithm,
          .group = event.group,
          .name = folded || event.op == CollectiveOp::kOther ? event.name : StringId()};
}

struct Totals {
  Kind kind;
  std::int64_t calls = 0;
  std::int64_t time = 0;        ///< ticks
  std::int64_t comparable = 0;  ///< ticks on devices with known compute
  std::int64_t overlapped = 0;
  double stated = 0.0;  ///< sum of the bandwidths that the tool states
  std::int64_t stated_count = 0;
  std::vector<std::int64_t> durations{};  ///< ticks
  const CollectiveEvent* slowest = nullptr;

  void add(const CollectiveEvent& event, const CoveredTime* compute) {
    calls += event.calls;
    time += event.duration();
    durations.push_back(event.duration());
    if (slowest == nullptr || event.duration() > slowest->duration()) slowest = &event;
    if (compute != nullptr && !kind.folded) {
      comparable += event.duration();
      overlapped += compute->within(event.begin, event.end);
    }
    if (event.stated_bandwidth > 0.0) {
      stated += event.stated_bandwidth;
      ++stated_count;
    }
  }
};

/// Computes the busy time of a device once, for the first of its events.
class ComputeOf {
 public:
  ComputeOf(const Trace& trace, TaskControl& control) : trace_(trace), control_(control) {}

  /// Null if the device has no compute, or if cancelled.
  const CoveredTime* of(std::uint32_t index, const Device& device) {
    if (!known_ || index != index_) {
      known_ = true;
      index_ = index;
      covered_.reset();
      if (!device.compute.empty()) {
        if (const auto busy = busy_time(trace_, device.compute, control_)) covered_.emplace(*busy);
      }
    }
    return covered_ ? &*covered_ : nullptr;
  }

 private:
  const Trace& trace_;
  TaskControl& control_;
  bool known_ = false;
  std::uint32_t index_ = 0;
  std::optional<CoveredTime> covered_;
};

Result<std::vector<Totals>> totals_of(const Trace& trace, const CollectiveEvents& all,
                                      TaskControl& control) {
  std::vector<Totals> totals;
  std::unordered_map<Kind, std::size_t, KindHash> index;
  ComputeOf compute(trace, control);
  std::size_t done = 0;
  for (const CollectiveEvent& event : all.events) {
    if (control.cancelled_at(done++)) return cancelled();
    const Kind kind = kind_of(event);
    const auto [entry, added] = index.try_emplace(kind, totals.size());
    if (added) totals.push_back({.kind = kind});
    totals[entry->second].add(event, compute.of(event.device, all.devices[event.device]));
  }
  if (control.cancelled()) return cancelled();
  std::stable_sort(totals.begin(), totals.end(),
                   [](const Totals& a, const Totals& b) { return a.time > b.time; });
  return totals;
}

/// Adds the totals of one kind as a row.
class RowWriter {
 public:
  RowWriter(const Trace& trace, const CollectiveEvents& all, double outlier_ratio, Table& table)
      : trace_(trace),
        all_(all),
        outlier_ratio_(outlier_ratio),
        ticks_per_ns_(static_cast<double>(trace.time_base().ticks_per_ns)),
        table_(table) {}

  void write(Totals& totals) {
    const auto events = static_cast<double>(totals.durations.size());
    const std::int64_t median = upper_median(totals.durations);
    const auto outliers =
        std::count_if(totals.durations.begin(), totals.durations.end(), [&](std::int64_t duration) {
          return static_cast<double>(duration) > outlier_ratio_ * static_cast<double>(median);
        });
    const Cell outlier_cell = totals.durations.size() < kLeastForOutliers
                                  ? Cell(Missing{tr("fewer than {} events", kLeastForOutliers)})
                                  : Cell(static_cast<std::int64_t>(outliers));
    const Kind& kind = totals.kind;
    const Missing folded{tr("merged event")};
    const Missing not_stated{tr("not stated")};
    const std::optional<double> algorithm_bandwidth = bandwidth(totals);
    table_.add_row(
        {operation(kind),
         kind.folded        ? Cell(folded)
         : kind.bytes < 0.0 ? Cell(not_stated)
                            : Cell(static_cast<std::int64_t>(kind.bytes)),
         kind.ranks > 0 ? Cell(kind.ranks) : Cell(not_stated),
         kind.algorithm.valid() ? Cell(std::string(trace_.text(kind.algorithm))) : Cell(not_stated),
         kind.group > 0 ? Cell(all_.groups[kind.group]) : Cell(not_stated), totals.calls,
         ns(totals.time), ns(totals.time) / events, ns(median), ns(totals.slowest->duration()),
         outlier_cell, algorithm_bandwidth ? Cell(*algorithm_bandwidth) : Cell(not_stated),
         bus_bandwidth(totals, algorithm_bandwidth), exposed(totals), exposed_share(totals),
         static_cast<std::int64_t>(totals.slowest->slice.value)});
  }

 private:
  double ns(std::int64_t ticks) const { return static_cast<double>(ticks) / ticks_per_ns_; }

  Cell operation(const Kind& kind) const {
    if (kind.folded) return tr("several ({})", trace_.text(kind.name));
    return std::string(operation_text(trace_, kind.op, kind.name));
  }

  std::optional<double> bandwidth(const Totals& totals) const {
    if (totals.kind.bytes < 0.0 || totals.time <= 0) return std::nullopt;
    const double seconds = ns(totals.time) / 1e9;
    return totals.kind.bytes * static_cast<double>(totals.durations.size()) / seconds;
  }

  Cell bus_bandwidth(const Totals& totals, std::optional<double> algorithm_bandwidth) const {
    const auto factor = bus_bandwidth_factor(totals.kind.op, totals.kind.ranks);
    if (factor && algorithm_bandwidth) return *factor * *algorithm_bandwidth;
    if (totals.stated_count > 0) return totals.stated / static_cast<double>(totals.stated_count);
    return Missing{tr("operation, bytes or ranks not stated")};
  }

  /// The times of the collectives in a merged event are unknown.
  static Missing no_compute(const Totals& totals) {
    return {totals.kind.folded ? tr("merged event") : tr("no compute on this device")};
  }

  Cell exposed(const Totals& totals) const {
    if (totals.comparable == 0) return no_compute(totals);
    return ns(totals.comparable - totals.overlapped);
  }

  static Cell exposed_share(const Totals& totals) {
    if (totals.comparable == 0) return no_compute(totals);
    return static_cast<double>(totals.comparable - totals.overlapped) /
           static_cast<double>(totals.comparable);
  }

  const Trace& trace_;
  const CollectiveEvents& all_;
  double outlier_ratio_;
  double ticks_per_ns_;
  Table& table_;
};

Table empty_collectives_table() {
  return Table({{.id = "operation", .title = tr("Operation")},
                {.id = "bytes", .title = tr("Bytes"), .unit = "B"},
                {.id = "ranks", .title = tr("Ranks")},
                {.id = "algorithm", .title = tr("Algorithm")},
                {.id = "group", .title = tr("Group")},
                {.id = "count", .title = tr("Count")},
                {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
                {.id = "mean_ns", .title = tr("Mean"), .unit = "ns", .decimals = 0},
                {.id = "median_ns", .title = tr("Median"), .unit = "ns", .decimals = 0},
                {.id = "longest_ns", .title = tr("Longest"), .unit = "ns", .decimals = 0},
                {.id = "outliers", .title = tr("Outliers")},
                {.id = "algorithm_bandwidth",
                 .title = tr("Algorithm bandwidth"),
                 .unit = "B/s",
                 .decimals = 0},
                {.id = "bus_bandwidth", .title = tr("Bus bandwidth"), .unit = "B/s", .decimals = 0},
                {.id = "exposed_ns", .title = tr("Exposed"), .unit = "ns", .decimals = 0},
                {.id = "exposed_share", .title = tr("Exposed share"), .decimals = 3},
                {.id = "slice_id", .title = tr("Longest event")}});
}

Result<Table> collective_table(const Trace& trace, const AnalysisRequest& request,
                               TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto all = collective_events(trace, Scope(trace, request.scope), control);
  if (!all) return fail(all.error());
  auto totals = totals_of(trace, *all, control);
  if (!totals) return fail(totals.error());
  Table table = empty_collectives_table();
  RowWriter writer(trace, *all, request.parameters.number("outlier_ratio"), table);
  const std::size_t shown = std::min(totals->size(), request.parameters.count("rows"));
  for (std::size_t i = 0; i < shown; ++i) writer.write((*totals)[i]);
  if (all->events.empty()) {
    table.add_note(all->outside == 0 ? tr("The run contains no collectives.")
                                     : tr("No collective is complete in the analysed range. Durations and bandwidths are of complete collectives."));
  }
  if (all->outside > 0) {
    table.add_note(tr_plural(
        all->outside, "{} collective that is not entirely in the analysed range is excluded.",
        "{} collectives that are not entirely in the analysed range are excluded.",
        as::count(all->outside)));
  }
  if (shown < totals->size()) {
    const auto hidden = static_cast<std::int64_t>(totals->size() - shown);
    table.add_note(tr_plural(hidden, "{} row with less time is not listed (parameter 'rows').",
                             "{} rows with less time are not listed (parameter 'rows').",
                             as::count(hidden)));
  }
  if (std::any_of(totals->begin(), totals->end(), [](const Totals& t) { return t.kind.folded; })) {
    table.add_note(
        tr("A row 'several' contains events into which the simulation merged the collectives of a "
           "repeated step. Its count is the number of collectives; mean, median and longest refer "
           "to the merged events."));
  }
  return table;
}

}  // namespace

std::optional<double> bus_bandwidth_factor(CollectiveOp op, std::int64_t ranks) {
  if (ranks < 2) return std::nullopt;
  const auto n = static_cast<double>(ranks);
  switch (op) {
    case CollectiveOp::kAllReduce: return 2.0 * (n - 1.0) / n;
    case CollectiveOp::kAllGather:
    case CollectiveOp::kReduceScatter:
    case CollectiveOp::kAllToAll: return (n - 1.0) / n;
    case CollectiveOp::kBroadcast:
    case CollectiveOp::kReduce:
    case CollectiveOp::kPermute:
    case CollectiveOp::kSendRecv: return 1.0;
    case CollectiveOp::kBarrier:
    case CollectiveOp::kOther: break;
  }
  return std::nullopt;
}

constinit const Analysis kCollectivesAnalysis{
    .id = "collectives",
    .group = phrase("Collectives"),
    .title = phrase("Collectives by operation and size"),
    .shows =
        phrase("Count, time, bandwidth, exposed time and outliers by operation, bytes and group"),
    .definition = phrase(
        "One row for each combination of operation, bytes, ranks, algorithm and group; the events "
        "of all recorded ranks are included. bytes = size of the larger buffer of a rank (the "
        "gathered result of an all-gather, the input of a reduce-scatter). algorithm_bandwidth = "
        "bytes / mean_ns. bus_bandwidth = algorithm_bandwidth x factor; for n ranks the factor is "
        "2 (n - 1) / n for all-reduce, (n - 1) / n for all-gather, reduce-scatter and all-to-all, "
        "and 1 for broadcast, reduce, permute and send (nccl-tests, doc/PERFORMANCE.md). If "
        "operation or ranks are not stated, it is the value that the measuring tool states. "
        "exposed_ns = time in which no engine of the core, or no kernel of the GPU, is busy; "
        "semaphore waits "
        "and DMA do not count as work. exposed_share = exposed_ns / time_ns. outliers = events "
        "longer than outlier_ratio x median_ns. slice_id is the longest event."),
    .run = collective_table,
    .parameters = kCollectivesParameters,
    .plot = {Plot::Kind::kPoints, "bytes", "bus_bandwidth", "operation"}};

}  // namespace nscope::analysis
