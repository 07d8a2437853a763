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
  SpillSums saved;     ///< sum of spill_save_bytes
  SpillSums reloaded;  ///< sum of spill_reload_bytes
  SpillSums typed;     ///< instructions of type SPILL
  double read = 0.0;
  double write = 0.0;
  std::map<StringId, SpillSums> queues;  ///< DMA queues with "spill" in their name
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
  std::int64_t typed_ = 0;  ///< number of instructions with a type
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
    const auto part = scope_.part(track.slices.begin(row), track.slices.end(row));
    if (!part) continue;
    const SliceId slice = Trace::slice_id(track, row);
    const std::int64_t duration = part->length();
    const double from_hbm = read.amount(row) * part->share;
    const double to_hbm = write.amount(row) * part->share;
    core.read += from_hbm;
    core.write += to_hbm;
    if (const double bytes = save.amount(row) * part->share; bytes > 0.0) {
      core.saved.add(bytes, duration, slice);
    }
    if (const double bytes = reload.amount(row) * part->share; bytes > 0.0) {
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
    core.packets += packet.bytes();
    const StringId name = queue.text(packet.row);
    if (name != last) {
      last = name;
      to = name.valid() && says_spill(trace_.text(name)) ? &core.queues[name] : nullptr;
    }
    if (to != nullptr) {
      to->add(packet.bytes(), packet.duration(), Trace::slice_id(track, packet.row));
    }
  });
}

class SpillRows {
 public:
  SpillRows(const Trace& trace, Table& table) : trace_(trace), table_(table) {}

  void of(int core, const CoreSpills& spills) {
    const Text instructions = tr("instructions");
    row(core, instructions, tr("saved"), spills.saved, spills.write);
    row(core, instructions, tr("reloaded"), spills.reloaded, spills.read);
    row(core, instructions, tr("of type SPILL"), spills.typed, spills.read + spills.write);
    for (const auto& [name, sums] : spills.queues) {
      row(core, tr("DMA packets"), tr("queue {}", trace_.text(name)), sums, spills.packets);
    }
  }

  /// Adds a total that the capture states.
  void stated(Text source, Text what, Cell core, double bytes) {
    const Missing total{tr("only the total is stated")};
    table_.add_row({std::move(core), std::move(source), std::move(what), total, amount(bytes),
                    total, total, total});
  }

 private:
  void row(int core, Text source, Text what, const SpillSums& sums, double all) {
    if (sums.count == 0) return;
    table_.add_row({core >= 0 ? Cell(std::int64_t{core}) : Cell(Missing{tr("none")}),
                    std::move(source), std::move(what), sums.count, amount(sums.bytes),
                    ratio(sums.bytes, all, phrase("no traffic stated")), in_ns(trace_, sums.time),
                    std::int64_t{sums.slice.value}});
  }

  const Trace& trace_;
  Table& table_;
};

Table empty_spills_table() {
  return Table({{.id = "core", .title = tr("Core")},
                {.id = "source", .title = tr("Source")},
                {.id = "what", .title = tr("Data")},
                {.id = "count", .title = tr("Count")},
                {.id = "bytes", .title = tr("Bytes"), .unit = "B"},
                {.id = "share", .title = tr("Share of traffic"), .decimals = 4},
                {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
                {.id = "slice_id", .title = tr("Largest event")}});
}

void add_stated(const Trace& trace, const Scope& scope, SpillRows& rows) {
  if (scope.whole_run()) {
    for (const Metric& metric : trace.metrics()) {
      if (metric.name != key::kSpillSaveBytes && metric.name != key::kSpillReloadBytes) continue;
      rows.stated(tr("summary"), metric.name == key::kSpillSaveBytes ? tr("saved") : tr("reloaded"),
                  Missing{tr("all cores")}, metric.value);
    }
  }
  const int cores = DeviceFigures(trace).core_count();
  for (int core = 0; core < cores; ++core) {
    if (scope.core() && *scope.core() != core) continue;
    const std::string name = std::string(property::kHbmUsage) + "DRAM Spill";
    const auto bytes = trace.property_number(property::core_property(core, name));
    if (bytes) {
      rows.stated(tr("HBM usage"), tr("set aside for spills"), std::int64_t{core}, *bytes);
    }
  }
}

Result<Table> spill_table(const Trace& trace, const AnalysisRequest& request,
                          TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  Spills spills(trace, scope);
  bool instructions = false;
  control.begin(phrase("Finding spills"), trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    control.advance_to(track.id.index());
    if (!scope.holds(track)) continue;
    const bool has_instructions =
        track.slice_kind == SliceKind::kInstruction && track.slices.size() > 0;
    instructions = instructions || has_instructions;
    if (has_instructions && !spills.instructions(track, control)) return cancelled();
    if (shows_dma(track) && track.core >= 0 && !spills.packets(track, control)) return cancelled();
  }
  Table table = empty_spills_table();
  SpillRows rows(trace, table);
  for (const auto& [core, of_core] : spills.cores()) rows.of(core, of_core);
  add_stated(trace, scope, rows);
  if (!instructions) {
    table.add_note(tr("The run contains no instructions, so its spill traffic is unknown."));
  } else if (spills.typed() == 0 && !spills.bytes_stated()) {
    table.add_note(tr(
        "The capture contains neither the types nor the spilled bytes of instructions, so its "
        "spills are unknown. Open the capture with its NEFF, or open a JSON or Parquet export."));
  } else if (spills.typed() > 0) {
    table.add_note(tr_plural(spills.typed(), "The type of {} instruction is known.",
                             "The types of {} instructions are known.", as::count(spills.typed())));
  }
  if (instructions && !spills.bytes_stated()) {
    table.add_note(
        tr("Only Parquet exports state the bytes that each instruction saved and reloaded."));
  }
  return table;
}

}  // namespace

constinit const Analysis kSpillAnalysis{
    .id = "spills",
    .group = phrase("DMA"),
    .title = phrase("Spills"),
    .shows = phrase("Data that did not fit into SBUF: bytes saved to HBM and reloaded, by source"),
    .definition = phrase(
        "Each row is what one source in the run states about spills. The sources describe the same "
        "traffic and do not add up. instructions, saved and reloaded: spill_save_bytes and "
        "spill_reload_bytes, with their shares of the core's hbm_write_bytes and hbm_read_bytes. "
        "instructions, of type SPILL: HBM bytes of these instructions, with their share of the HBM "
        "bytes of all instructions of the core. DMA packets: queues with 'spill' in their name, "
        "with their share of the bytes of all packets. summary: totals of the vendor's summary. "
        "HBM usage: memory set aside for spills. Events that cross an edge of a selected range "
        "count with the part inside. slice_id is the largest event."),
    .run = spill_table,
    .plot = {Plot::Kind::kBars, "what", "bytes", "source"}};

}  // namespace nscope::analysis
