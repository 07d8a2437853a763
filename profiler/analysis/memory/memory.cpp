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

constexpr std::array kMemoryParameters{
    Parameter{.id = "live",
              .title = phrase("Maximum components"),
              .meaning = phrase("Number of components to list for each peak, largest first"),
              .value = 20,
              .lowest = 0,
              .highest = 1e4}};

/// Adds the tensors that are allocated in SBUF at `time`. Returns false if cancelled.
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

/// The columns that the rows of one memory have in common.
struct MemoryCells {
  int core = -1;
  Cell name;
  std::string unit;
};

Text title_of(const MemoryCells& memory) {
  const auto* const text = std::get_if<Text>(&memory.name);
  const Text name = text != nullptr ? *text : Text::verbatim(to_string(memory.name, Language()));
  return memory.core >= 0 ? tr("Core {} {}", memory.core, name) : name;
}

class MemoryRows {
 public:
  /// `outside` is the analysed range of memories that are used between executions, too.
  MemoryRows(const Trace& trace, const Scope& scope, const Scope& outside, std::size_t most,
             Table& table)
      : trace_(trace), scope_(scope), outside_(outside), most_(most), table_(table) {}

  void allocator(const AllocatorMemory& allocator);
  /// Errors: kCancelled.
  Result<> of(const CounterMemory& memory, const TaskControl& control);
  /// Adds the HBM usage by component that the capture states without times.
  void stated(int core);
  bool nothing_live() const { return nothing_live_; }

 private:
  void peak_row(const MemoryCells& memory, const MemoryPeak& peak, Cell share);
  void list(const MemoryCells& memory, const MemoryPeak& peak, std::string_view unit,
            std::vector<MemoryUse> live);

  const Trace& trace_;
  const Scope& scope_;
  const Scope& outside_;
  std::size_t most_;
  Table& table_;
  bool nothing_live_ = false;  ///< whether an SBUF peak has no known components
};

Cell core_cell(int core) {
  return core >= 0 ? Cell(std::int64_t{core}) : Cell(Missing{tr("none")});
}

void MemoryRows::peak_row(const MemoryCells& memory, const MemoryPeak& peak, Cell share) {
  table_.add_row({core_cell(memory.core), memory.name, tr("(peak)"), memory.unit, peak.value,
                  std::move(share), peak.mean, in_ns(trace_, peak.begin),
                  in_ns(trace_, peak.length), Missing{tr("n/a")}});
}

Result<> MemoryRows::of(const CounterMemory& memory, const TaskControl& control) {
  const bool host = memory.core < 0 && memory.unit == "B";
  const auto peak = memory_peak(memory.total, host ? outside_ : scope_, control);
  if (!peak) return fail(peak.error());
  if (!*peak) return {};
  const MemoryPeak& at = **peak;
  Cell share = Missing{tr("size not stated")};
  if (memory.unit == "share") share = at.value;
  if (memory.unit == "banks") share = at.value / static_cast<double>(memory.total.size());
  const MemoryCells cells{.core = memory.core, .name = memory.name, .unit = memory.unit};
  peak_row(cells, at, std::move(share));
  std::vector<MemoryUse> live;
  for (const Track* use : memory.uses) {
    const auto value = value_at(*use, at.begin);
    if (value.value_or(0.0) != 0.0) live.push_back({std::string(trace_.text(use->name)), *value});
  }
  if (memory.name != "SBUF") {
    list(cells, at, memory.unit, std::move(live));
    return {};
  }
  if (!live_tensors(trace_, memory.core, at.begin, control, live)) return cancelled();
  nothing_live_ = nothing_live_ || live.empty();
  list(cells, at, "B/partition", std::move(live));
  return {};
}

void MemoryRows::allocator(const AllocatorMemory& allocator) {
  const MemoryCells memory{.name = allocator.name, .unit = "B"};
  peak_row(memory, allocator.peak, Missing{tr("size not stated")});
  if (allocator.reserved > 0.0) {
    const Missing none{tr("n/a")};
    table_.add_row({core_cell(-1), allocator.name, tr("(reserved)"), std::string("B"),
                    amount(allocator.reserved), none, none, in_ns(trace_, allocator.peak.begin),
                    in_ns(trace_, allocator.peak.length), none});
  }
  list(memory, allocator.peak, "B", allocator.live);
}

void MemoryRows::list(const MemoryCells& memory, const MemoryPeak& peak, std::string_view unit,
                      std::vector<MemoryUse> live) {
  std::stable_sort(live.begin(), live.end(), [](const MemoryUse& a, const MemoryUse& b) {
    return std::tuple(-a.value, a.name) < std::tuple(-b.value, b.name);
  });
  const bool same_unit = unit == memory.unit;
  for (std::size_t i = 0; i < std::min(most_, live.size()); ++i) {
    const MemoryUse& use = live[i];
    table_.add_row(
        {core_cell(memory.core), memory.name,
         use.name.empty() ? Cell(tr("(unknown)")) : Cell(use.name), std::string(unit), use.value,
         same_unit ? ratio(use.value, peak.value, phrase("no usage"))
                   : Cell(Missing{tr("different unit")}),
         Missing{tr("n/a")}, in_ns(trace_, peak.begin), in_ns(trace_, peak.length),
         use.slice.valid() ? Cell(std::int64_t{use.slice.value}) : Cell(Missing{tr("n/a")})});
  }
  if (live.size() > most_) {
    const auto hidden = static_cast<std::int64_t>(live.size() - most_);
    table_.add_note(
        tr_plural(hidden, "{}: {} smaller component of the peak is not listed (parameter 'live').",
                  "{}: {} smaller components of the peak are not listed (parameter 'live').",
                  title_of(memory), as::count(hidden)));
  }
}

void MemoryRows::stated(int core) {
  const std::string prefix = property::core_property(core, property::kHbmUsage);
  std::vector<MemoryUse> uses;
  double sum = 0.0;
  std::optional<double> total;  // stated by exports in addition to the components
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
  const Missing whole{tr("whole run")};
  const auto row = [&](Cell use, double bytes, Cell share) {
    table_.add_row({std::int64_t{core}, std::string("HBM"), std::move(use), std::string("B"),
                    amount(bytes), std::move(share), whole, whole, whole, whole});
  };
  row(tr("(all)"), sum, Missing{tr("size not stated")});
  std::stable_sort(uses.begin(), uses.end(),
                   [](const MemoryUse& a, const MemoryUse& b) { return a.value > b.value; });
  for (const MemoryUse& use : uses) {
    row(use.name, use.value, ratio(use.value, sum, phrase("no usage")));
  }
}

Table empty_memory_table() {
  return Table({{.id = "core", .title = tr("Core")},
                {.id = "memory", .title = tr("Memory")},
                {.id = "use", .title = tr("Component")},
                {.id = "unit", .title = tr("Unit")},
                {.id = "value", .title = tr("Peak")},
                {.id = "share", .title = tr("Share"), .decimals = 4},
                {.id = "mean", .title = tr("Mean"), .decimals = 4},
                {.id = "start_ns", .title = tr("Peak start"), .unit = "ns", .decimals = 0},
                {.id = "duration_ns", .title = tr("Peak duration"), .unit = "ns", .decimals = 0},
                {.id = "slice_id", .title = tr("Allocation")}});
}

/// The cores in scope that have tracks.
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
  SummaryOptions whole = request.scope;
  if (!whole.range) whole.range = {trace.begin(), trace.end()};
  const Scope outside(trace, whole);
  MemoryRows rows(trace, scope, outside, request.parameters.count("live"), table);
  const std::vector<CounterMemory> memories = counter_memories(trace, scope);
  control.begin(phrase("Finding memory peaks"), memories.size());
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
    table.add_note(tr("The run contains no memory usage."));
  } else if (rows.nothing_live()) {
    table.add_note(
        tr("The allocations in SBUF at its peak are unknown. Only Parquet exports contain them."));
  }
  return table;
}

}  // namespace

constinit const Analysis kMemoryAnalysis{
    .id = "memory",
    .group = phrase("Memory"),
    .title = phrase("Memory peaks"),
    .shows = phrase("Peak and mean use of HBM, SBUF, PSUM, KV cache and host memory, with the "
                    "components of each peak"),
    .definition = phrase(
        "A sample of a counter is valid until the next one. (peak) = highest value in the analysed "
        "range, with the time at which it is first reached and its duration. Bytes of the host and "
        "of a recording of the runtime are analysed over the whole run if no range is selected. "
        "The share of a peak "
        "refers to the size of the memory. mean = integral / time with samples. SBUF is stated as "
        "a share of its size, PSUM as the number of banks in use at the same time. The rows below "
        "a peak are its components at that moment: counters by use, or allocations in SBUF with "
        "the bytes that they take in a partition (slice_id). HBM rows without a time are stated "
        "for the whole run; (all) is their sum. Components of 0 bytes are excluded."),
    .run = memory_table,
    .parameters = kMemoryParameters,
    .plot = {Plot::Kind::kBars, "use", "value", "memory"}};

}  // namespace nscope::analysis
