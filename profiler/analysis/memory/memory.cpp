#include "profiler/analysis/memory/memory.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/memory/allocator_events.h"
#include "profiler/analysis/memory/memory_counters.h"
#include "profiler/analysis/memory/memory_peak.h"
#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::string_view kPeakRow = "(peak)";

constexpr std::array kMemoryParameters{
    Parameter{.id = "live",
              .title = "Uses at most",
              .meaning = "largest uses or tensors listed for each peak",
              .value = 20,
              .lowest = 0,
              .highest = 1e4}};

/// Tensors that the capture says lie in SBUF at `time`, the largest first.
/// False when cancelled.
bool live_tensors(const Trace& trace, int core, std::int64_t time, const TaskControl& control,
                  std::vector<MemoryUse>& live) {
  const StringId low = trace.strings().find("start_address");
  const StringId high = trace.strings().find("end_address");
  for (const Track& track : trace.tracks()) {
    if (track.core != core || !trace.text(track.name).starts_with("SBUF allocations")) continue;
    ArgReader from(track, low);
    ArgReader to(track, high);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (control.cancelled_at(row)) return false;
      if (track.slices.begin(row).value() > time) break;
      if (track.slices.end(row).value() <= time) continue;
      const auto first = from.number(row);
      const auto last = to.number(row);
      live.push_back({.name = fmt::format("{} ({})", trace.text(track.slices.name[row]),
                                          trace.text(track.name)),
                      .value = first && last ? *last - *first : 0.0,
                      .slice = Trace::slice_id(track, row)});
    }
  }
  return true;
}

class MemoryRows {
 public:
  MemoryRows(const Trace& trace, const Scope& scope, std::size_t most, Table& table)
      : trace_(trace), scope_(scope), most_(most), table_(table) {}

  void allocator(const AllocatorMemory& allocator);
  /// Errors: kCancelled.
  Result<> of(const CounterMemory& memory, const TaskControl& control);
  /// What the capture states of HBM by use, without times.
  void stated(int core);
  bool nothing_live() const { return nothing_live_; }

 private:
  void peak_row(const CounterMemory& memory, const MemoryPeak& peak, Cell share);
  void list(const CounterMemory& memory, const MemoryPeak& peak, std::string_view unit,
            std::vector<MemoryUse> live);

  const Trace& trace_;
  const Scope& scope_;
  std::size_t most_;
  Table& table_;
  bool nothing_live_ = false;  ///< SBUF without names of tensors
};

Cell core_cell(int core) {
  return core >= 0 ? Cell(std::int64_t{core}) : Cell(Missing{"none"});
}

void MemoryRows::peak_row(const CounterMemory& memory, const MemoryPeak& peak, Cell share) {
  table_.add_row({core_cell(memory.core), memory.name, std::string(kPeakRow), memory.unit,
                  peak.value, std::move(share), peak.mean, in_ns(trace_, peak.begin),
                  in_ns(trace_, peak.length), Missing{"a counter"}});
}

Result<> MemoryRows::of(const CounterMemory& memory, const TaskControl& control) {
  const auto peak = memory_peak(memory.total, scope_, control);
  if (!peak) return fail(peak.error());
  if (!*peak) return {};
  const MemoryPeak& at = **peak;
  Cell share = Missing{"size not stated"};
  if (memory.unit == "share") share = at.value;
  if (memory.unit == "banks") share = at.value / static_cast<double>(memory.total.size());
  table_.add_row({core_cell(memory.core), memory.name, std::string(kPeakRow), memory.unit, at.value,
                  share, at.mean, in_ns(trace_, at.begin), in_ns(trace_, at.length),
                  Missing{"a counter"}});
  std::vector<MemoryUse> live;
  for (const Track* use : memory.uses) {
    const auto value = value_at(*use, at.begin);
    if (value.value_or(0.0) != 0.0) live.push_back({std::string(trace_.text(use->name)), *value});
  }
  if (memory.name != "SBUF") {
    list(memory, at, memory.unit, std::move(live));
    return {};
  }
  if (!live_tensors(trace_, memory.core, at.begin, control, live)) return cancelled();
  nothing_live_ = nothing_live_ || live.empty();
  list(memory, at, "B of a partition", std::move(live));
  return {};
}

void MemoryRows::allocator(const AllocatorMemory& allocator) {
  const CounterMemory memory{.name = allocator.name, .unit = "B"};
  peak_row(memory, allocator.peak, Missing{"size not stated"});
  if (allocator.reserved > 0.0) {
    table_.add_row({core_cell(-1), allocator.name, "(reserved)", "B", amount(allocator.reserved),
                    Missing{"no part of it"}, Missing{"at the peak"},
                    in_ns(trace_, allocator.peak.begin), in_ns(trace_, allocator.peak.length),
                    Missing{"a counter"}});
  }
  list(memory, allocator.peak, "B", allocator.live);
}

void MemoryRows::list(const CounterMemory& memory, const MemoryPeak& peak, std::string_view unit,
                      std::vector<MemoryUse> live) {
  std::stable_sort(live.begin(), live.end(), [](const MemoryUse& a, const MemoryUse& b) {
    return std::tuple(-a.value, a.name) < std::tuple(-b.value, b.name);
  });
  const bool same_unit = unit == memory.unit;
  for (std::size_t i = 0; i < std::min(most_, live.size()); ++i) {
    const MemoryUse& use = live[i];
    table_.add_row(
        {core_cell(memory.core), memory.name, use.name, std::string(unit), use.value,
         same_unit ? ratio(use.value, peak.value, "nothing used")
                   : Cell(Missing{"in another unit than the peak"}),
         Missing{"at the peak"}, in_ns(trace_, peak.begin), in_ns(trace_, peak.length),
         use.slice.valid() ? Cell(std::int64_t{use.slice.value}) : Cell(Missing{"a counter"})});
  }
  if (live.size() > most_) {
    const std::string where =
        memory.core >= 0 ? fmt::format("Core {} {}", memory.core, memory.name) : memory.name;
    table_.add_note(fmt::format("{}: {} smaller uses at the peak are not shown (parameter live).",
                                where, live.size() - most_));
  }
}

void MemoryRows::stated(int core) {
  const std::string prefix = property::core_property(core, property::kHbmUsage);
  std::vector<MemoryUse> uses;
  double sum = 0.0;
  std::optional<double> total;  // exports state it beside the uses
  for (const auto& [name, value] : trace_.properties()) {
    if (!name.starts_with(prefix)) continue;
    const auto bytes = trace_.property_number(name);
    if (!bytes || *bytes <= 0.0) continue;
    const std::string use = name.substr(prefix.size());
    if (is_total_use(use)) {
      total = bytes;
      continue;
    }
    uses.push_back({.name = use, .value = *bytes});
    sum += *bytes;
  }
  sum = total.value_or(sum);
  if (uses.empty()) return;
  const Missing whole{"whole run"};
  const auto row = [&](std::string use, double bytes, Cell share) {
    table_.add_row({std::int64_t{core}, "HBM", std::move(use), "B", amount(bytes), std::move(share),
                    whole, whole, whole, whole});
  };
  row("(all)", sum, Missing{"size not stated"});
  std::stable_sort(uses.begin(), uses.end(),
                   [](const MemoryUse& a, const MemoryUse& b) { return a.value > b.value; });
  for (const MemoryUse& use : uses) row(use.name, use.value, ratio(use.value, sum, "nothing used"));
}

Table empty_memory_table() {
  return Table({{.id = "core", .title = "Core"},
                {.id = "memory", .title = "Memory"},
                {.id = "use", .title = "Use"},
                {.id = "unit", .title = "Unit"},
                {.id = "value", .title = "Peak"},
                {.id = "share", .title = "Share", .decimals = 4},
                {.id = "mean", .title = "Mean", .decimals = 4},
                {.id = "start_ns", .title = "When", .unit = "ns", .decimals = 0},
                {.id = "duration_ns", .title = "For", .unit = "ns", .decimals = 0},
                {.id = "slice_id", .title = "Allocation"}});
}

/// Cores that any track or property is about.
std::vector<int> cores_of(const Trace& trace, const Scope& scope) {
  std::vector<int> cores;
  for (const Track& track : trace.tracks()) {
    if (track.core >= 0 && scope.holds(track)) cores.push_back(track.core);
  }
  std::sort(cores.begin(), cores.end());
  cores.erase(std::unique(cores.begin(), cores.end()), cores.end());
  return cores;
}

Result<Table> memory_table(const Trace& trace, const AnalysisRequest& request,
                           TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  Table table = empty_memory_table();
  MemoryRows rows(trace, scope, request.parameters.count("live"), table);
  const std::vector<CounterMemory> memories = counter_memories(trace, scope);
  control.begin("Looking for memory peaks", memories.size());
  std::size_t done = 0;
  for (const CounterMemory& memory : memories) {
    if (auto ok = rows.of(memory, control); !ok) return fail(ok.error());
    control.advance_to(++done);
  }
  const auto allocators = allocator_memories(trace, scope, control);
  if (!allocators) return fail(allocators.error());
  for (const AllocatorMemory& allocator : *allocators) rows.allocator(allocator);
  for (const int core : cores_of(trace, scope)) rows.stated(core);
  if (table.row_count() == 0) {
    table.add_note("The run says nothing about memory in use.");
  } else if (rows.nothing_live()) {
    table.add_note(
        "What lay in SBUF at its peak is not in this run; Parquet exports name the "
        "allocations.");
  }
  return table;
}

}  // namespace

constinit const Analysis kMemoryAnalysis{
    .id = "memory",
    .group = "Memory",
    .title = "Memory peaks",
    .shows = "peak and mean use of HBM, SBUF, PSUM, KV cache and host memory, and what was live",
    .definition =
        "A sample of a counter holds until the next. (peak) = highest value in the time looked at, "
        "when it is first reached and for how long; its share is of the memory's size where that "
        "is known; mean = integral / time with samples. SBUF is a share of its size; PSUM the "
        "banks in use at the same time. Rows below a peak are what made it up at that moment, as "
        "far as the run says: counters by use, or allocations in SBUF with the bytes they take of "
        "a partition (slice_id). HBM by use without a time is what the capture or simulation "
        "states for the whole run, (all) their sum; uses that are 0 are left out.",
    .run = memory_table,
    .parameters = kMemoryParameters,
    .plot = {Plot::Kind::kBars, "use", "value", "memory"}};

}  // namespace nscope::analysis
