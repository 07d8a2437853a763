#include "profiler/analysis/memory/spills.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/dma/packets.h"
#include "profiler/analysis/metrics/metric_computation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

struct SpillSums {
  std::int64_t count = 0;
  double bytes = 0.0;
  std::int64_t time = 0;  ///< ticks
  double most = -1.0;
  SliceId slice{};

  void add(double amount, std::int64_t duration, SliceId from) {
    ++count;
    bytes += amount;
    time += duration;
    if (amount <= most) return;
    most = amount;
    slice = from;
  }
};

struct CoreSpills {
  SpillSums saved;     ///< by spill_save_bytes
  SpillSums reloaded;  ///< by spill_reload_bytes
  SpillSums typed;     ///< instructions of the type SPILL
  double read = 0.0;
  double write = 0.0;
  std::map<StringId, SpillSums> queues;  ///< whose name says that they spill
  double packets = 0.0;                  ///< bytes of all packets
};

bool says_spill(std::string_view queue) {
  std::string lower(queue);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find("spill") != std::string::npos;
}

class Spills {
 public:
  Spills(const Trace& trace, const Scope& scope)
      : trace_(trace), scope_(scope), spill_(trace.strings().find("SPILL")) {}

  bool instructions(const Track& track, const TaskControl& control);
  bool packets(const Track& track, const TaskControl& control);

  const std::map<int, CoreSpills>& cores() const { return cores_; }
  std::int64_t typed() const { return typed_; }
  bool bytes_stated() const { return bytes_stated_; }

 private:
  const Trace& trace_;
  const Scope& scope_;
  StringId spill_;
  std::map<int, CoreSpills> cores_;
  std::int64_t typed_ = 0;  ///< instructions that have a type
  bool bytes_stated_ = false;
};

bool Spills::instructions(const Track& track, const TaskControl& control) {
  const auto reader = [&](std::string_view key) {
    return ArgReader(track, trace_.strings().find(key));
  };
  ArgReader save = reader(key::kSpillSaveBytes);
  ArgReader reload = reader(key::kSpillReloadBytes);
  ArgReader type = reader(key::kInstructionType);
  ArgReader read = reader(key::kHbmReadBytes);
  ArgReader write = reader(key::kHbmWriteBytes);
  bytes_stated_ = bytes_stated_ || !save.empty() || !reload.empty();
  const bool silent =
      save.empty() && reload.empty() && type.empty() && read.empty() && write.empty();
  if (silent) return true;
  CoreSpills& core = cores_[track.core];
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (control.cancelled_at(row)) return false;
    if (!scope_.holds(track.slices.begin(row), track.slices.end(row))) continue;
    const SliceId slice = Trace::slice_id(track, row);
    const std::int64_t duration = track.slices.duration[row];
    const double from_hbm = read.amount(row);
    const double to_hbm = write.amount(row);
    core.read += from_hbm;
    core.write += to_hbm;
    if (const double bytes = save.amount(row); bytes > 0.0) core.saved.add(bytes, duration, slice);
    if (const double bytes = reload.amount(row); bytes > 0.0) {
      core.reloaded.add(bytes, duration, slice);
    }
    const StringId kind = type.text(row);
    typed_ += kind.valid() ? 1 : 0;
    if (kind.valid() && kind == spill_) core.typed.add(from_hbm + to_hbm, duration, slice);
  }
  return true;
}

bool Spills::packets(const Track& track, const TaskControl& control) {
  ArgReader queue(track, trace_.strings().find(key::kQueueName));
  CoreSpills& core = cores_[track.core];
  StringId last;
  SpillSums* to = nullptr;
  return visit_packets(trace_, track, scope_, control, [&](const Packet& packet) {
    core.packets += packet.bytes.value_or(0.0);
    const StringId name = queue.text(packet.row);
    if (name != last) {
      last = name;
      to = name.valid() && says_spill(trace_.text(name)) ? &core.queues[name] : nullptr;
    }
    if (to != nullptr) {
      to->add(packet.bytes.value_or(0.0), packet.duration(), Trace::slice_id(track, packet.row));
    }
  });
}

class SpillRows {
 public:
  SpillRows(const Trace& trace, Table& table) : trace_(trace), table_(table) {}

  void of(int core, const CoreSpills& spills) {
    row(core, "instructions", "saved", spills.saved, spills.write);
    row(core, "instructions", "reloaded", spills.reloaded, spills.read);
    row(core, "instructions", "of type SPILL", spills.typed, spills.read + spills.write);
    for (const auto& [name, sums] : spills.queues) {
      row(core, "DMA packets", "queue " + std::string(trace_.text(name)), sums, spills.packets);
    }
  }

  /// What the capture states as a whole.
  void stated(std::string_view where, std::string_view what, Cell core, double bytes) {
    const Missing whole{"stated as a sum"};
    table_.add_row({std::move(core), std::string(where), std::string(what), whole, amount(bytes),
                    whole, whole, whole});
  }

 private:
  void row(int core, std::string_view where, std::string what, const SpillSums& sums, double all) {
    if (sums.count == 0) return;
    table_.add_row({core >= 0 ? Cell(std::int64_t{core}) : Cell(Missing{"none"}),
                    std::string(where), std::move(what), sums.count, amount(sums.bytes),
                    ratio(sums.bytes, all, "no traffic stated"), in_ns(trace_, sums.time),
                    std::int64_t{sums.slice.value}});
  }

  const Trace& trace_;
  Table& table_;
};

Table empty_spills_table() {
  return Table({{.id = "core", .title = "Core"},
                {.id = "source", .title = "Stated by"},
                {.id = "what", .title = "What"},
                {.id = "count", .title = "Count"},
                {.id = "bytes", .title = "Bytes", .unit = "B"},
                {.id = "share", .title = "Share of this traffic", .decimals = 4},
                {.id = "time_ns", .title = "Time", .unit = "ns", .decimals = 0},
                {.id = "slice_id", .title = "Largest"}});
}

void add_stated(const Trace& trace, const Scope& scope, SpillRows& rows) {
  if (scope.whole_run()) {
    for (const Metric& metric : trace.metrics()) {
      if (metric.name != key::kSpillSaveBytes && metric.name != key::kSpillReloadBytes) continue;
      rows.stated("summary", metric.name == key::kSpillSaveBytes ? "saved" : "reloaded",
                  Missing{"all cores"}, metric.value);
    }
  }
  const int cores = DeviceFigures(trace).core_count();
  for (int core = 0; core < cores; ++core) {
    if (scope.core() && *scope.core() != core) continue;
    const std::string name = std::string(property::kHbmUsage) + "DRAM Spill";
    const auto bytes = trace.property_number(property::core_property(core, name));
    if (bytes) rows.stated("HBM usage", "set aside for spills", std::int64_t{core}, *bytes);
  }
}

Result<Table> spill_table(const Trace& trace, const AnalysisRequest& request,
                          TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  Spills spills(trace, scope);
  bool instructions = false;
  control.begin("Looking for spills", trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    control.advance_to(track.id.index());
    if (!scope.holds(track)) continue;
    const bool holds_instructions =
        track.slice_kind == SliceKind::kInstruction && track.slices.size() > 0;
    instructions = instructions || holds_instructions;
    if (holds_instructions && !spills.instructions(track, control)) return cancelled();
    if (shows_dma(track) && track.core >= 0 && !spills.packets(track, control)) return cancelled();
  }
  Table table = empty_spills_table();
  SpillRows rows(trace, table);
  for (const auto& [core, of_core] : spills.cores()) rows.of(core, of_core);
  add_stated(trace, scope, rows);
  if (!instructions) {
    table.add_note("The run has no instructions, so no part of its traffic is known as a spill.");
  } else if (spills.typed() == 0 && !spills.bytes_stated()) {
    table.add_note(
        "The capture does not say which instructions spill: it has neither their types "
        "nor spill bytes. Open it with its NEFF, or an export as JSON or Parquet.");
  } else if (spills.typed() > 0) {
    table.add_note(fmt::format("{} instructions state their type.", spills.typed()));
  }
  if (instructions && !spills.bytes_stated()) {
    table.add_note("Bytes saved and reloaded by each instruction are only in Parquet exports.");
  }
  return table;
}

}  // namespace

constinit const Analysis kSpillAnalysis{
    .id = "spills",
    .group = "DMA",
    .title = "Spills",
    .shows = "what did not fit into SBUF: bytes saved to HBM and reloaded, by whatever states them",
    .definition =
        "Each row is one statement of the run about spills; they describe the same traffic and do "
        "not add up. instructions, saved and reloaded: spill_save_bytes and spill_reload_bytes, "
        "share of the core's hbm_write_bytes and hbm_read_bytes; of type SPILL: instruction_type, "
        "their HBM bytes and share of all HBM bytes of the core's instructions; DMA packets: "
        "queues that are called spill, share of all packets' bytes; summary: the vendor's sums; "
        "HBM usage: memory set aside. slice_id is the largest.",
    .run = spill_table,
    .plot = {Plot::Kind::kBars, "what", "bytes", "source"}};

}  // namespace nscope::analysis
