#include "profiler/analysis/memory/onchip_tables.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/memory/onchip_use.h"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::array kMapParameters{
    Parameter{.id = "rows",
              .title = phrase("Maximum rows"),
              .meaning = phrase("Number of lifetimes to list, largest bytes x time first"),
              .value = 1000,
              .lowest = 1,
              .highest = 1e6}};

constexpr std::array kMemories{OnchipMemory::kSbuf, OnchipMemory::kPsum};

/// A lifetime and the core whose memory it is in.
struct ListedLifetime {
  const OnchipCore* core = nullptr;
  const OnchipLifetime* life = nullptr;

  double size() const {
    return static_cast<double>(life->area.bytes()) * static_cast<double>(life->duration());
  }
};

/// The `most` largest lifetimes in the order of the map.
std::vector<ListedLifetime> largest(const OnchipMap& map, std::size_t most) {
  std::vector<ListedLifetime> listed;
  for (const OnchipCore& core : map.cores) {
    for (const OnchipMemory memory : kMemories) {
      for (const OnchipLifetime& life : core.of(memory)) listed.push_back({&core, &life});
    }
  }
  if (listed.size() <= most) return listed;
  // Pointers into one vector order equal sizes as in the map.
  const auto place = [](const ListedLifetime& a) {
    return std::tuple(a.core->core, a.life->area.memory, a.life);
  };
  std::nth_element(listed.begin(), listed.begin() + static_cast<std::ptrdiff_t>(most), listed.end(),
                   [&](const ListedLifetime& a, const ListedLifetime& b) {
                     const double left = a.size();
                     const double right = b.size();
                     return left != right ? left > right : place(a) < place(b);
                   });
  listed.resize(most);
  std::sort(listed.begin(), listed.end(),
            [&](const ListedLifetime& a, const ListedLifetime& b) { return place(a) < place(b); });
  return listed;
}

Table empty_map_table() {
  return Table({{.id = "core", .title = tr("Core")},
                {.id = "memory", .title = tr("Memory")},
                {.id = "address", .title = tr("Address"), .unit = "B"},
                {.id = "bytes", .title = tr("Bytes per partition"), .unit = "B"},
                {.id = "partition", .title = tr("First partition")},
                {.id = "partitions", .title = tr("Partitions")},
                {.id = "start_ns", .title = tr("Start"), .unit = "ns", .decimals = 0},
                {.id = "duration_ns", .title = tr("Duration"), .unit = "ns", .decimals = 0},
                {.id = "owner", .title = tr("Owner")},
                {.id = "owner_kind", .title = tr("Kind of owner")},
                {.id = "written_by", .title = tr("Written by")},
                {.id = "writes", .title = tr("Writes")},
                {.id = "reads", .title = tr("Reads")},
                {.id = "idle_ns", .title = tr("Longest idle time"), .unit = "ns", .decimals = 0},
                {.id = "spill", .title = tr("Spilled")},
                {.id = "slice_id", .title = tr("First write")}});
}

void add_lifetime(const Trace& trace, const ListedLifetime& listed, Table& table) {
  const OnchipLifetime& life = *listed.life;
  const OnchipArea& area = life.area;
  const OnchipContent* content = listed.core->content_of(life);
  const Missing unknown{tr("unknown")};
  const bool counted = !listed.core->allocations[static_cast<std::size_t>(area.memory)];
  const auto if_counted = [&](Cell cell) {
    return counted ? std::move(cell) : Cell(Missing{tr("not stated")});
  };
  Cell owner = unknown;
  Cell kind = unknown;
  Cell written_by = unknown;
  Cell spill = unknown;
  if (content != nullptr) {
    owner = std::string(owner_name(trace, *content));
    kind = owner_kind_text(content->kind);
    written_by = if_counted(content->by_dma ? tr("DMA") : tr("instruction"));
    spill = if_counted(spill_text(*content));
  }
  table.add_row({std::int64_t{listed.core->core}, std::string(memory_name(area.memory)), area.begin,
                 area.end - area.begin, std::int64_t{area.first_partition},
                 std::int64_t{area.end_partition - area.first_partition}, in_ns(trace, life.begin),
                 in_ns(trace, life.duration()), std::move(owner), std::move(kind),
                 std::move(written_by), if_counted(std::int64_t{life.writes}),
                 if_counted(std::int64_t{life.reads}), if_counted(in_ns(trace, life.idle)),
                 std::move(spill), std::int64_t{life.first.value}});
}

Result<Table> onchip_map_table(const Trace& trace, const AnalysisRequest& request,
                               TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto map = onchip_map(trace, Scope(trace, request.scope), control);
  if (!map) return fail(map.error());
  Table table = empty_map_table();
  std::size_t all = 0;
  for (const OnchipCore& core : map->cores) {
    all += core.lifetimes[0].size() + core.lifetimes[1].size();
  }
  const std::vector<ListedLifetime> listed = largest(*map, request.parameters.count("rows"));
  for (const ListedLifetime& life : listed) add_lifetime(trace, life, table);
  if (listed.size() < all) {
    const auto hidden = static_cast<std::int64_t>(all - listed.size());
    table.add_note(tr_plural(hidden, "{} smaller lifetime is not listed (parameter 'rows').",
                             "{} smaller lifetimes are not listed (parameter 'rows').",
                             as::count(hidden)));
  }
  for (Text& note : onchip_notes(trace, *map)) table.add_note(std::move(note));
  return table;
}

Table empty_use_table() {
  return Table({{.id = "core", .title = tr("Core")},
                {.id = "memory", .title = tr("Memory")},
                {.id = "partition_bytes", .title = tr("Bytes of a partition"), .unit = "B"},
                {.id = "peak", .title = tr("Peak of the fullest partition"), .unit = "B"},
                {.id = "share", .title = tr("Share of the partition"), .decimals = 4},
                {.id = "mean", .title = tr("Mean"), .unit = "B", .decimals = 0},
                {.id = "start_ns", .title = tr("Peak start"), .unit = "ns", .decimals = 0},
                {.id = "duration_ns", .title = tr("Peak duration"), .unit = "ns", .decimals = 0},
                {.id = "never_used", .title = tr("Share never used"), .decimals = 4},
                {.id = "idle_bytes", .title = tr("Idle for half of the time"), .unit = "B"},
                {.id = "saved_bytes", .title = tr("Saved"), .unit = "B"},
                {.id = "reloaded_bytes", .title = tr("Reloaded"), .unit = "B"},
                {.id = "read_again_bytes", .title = tr("Read again"), .unit = "B"},
                {.id = "lifetimes", .title = tr("Lifetimes")}});
}

void add_use(const Trace& trace, const OnchipCore& core, OnchipMemory memory, const Scope& scope,
             Table& table) {
  if (core.of(memory).empty()) return;
  const OnchipUse use = onchip_use(core, memory, scope);
  const Missing size_unknown{tr("size not stated")};
  Cell size = size_unknown;
  Cell share = size_unknown;
  Cell never_used = size_unknown;
  std::int64_t partition = memory == OnchipMemory::kPsum ? kPsumPartitionBytes : 0;
  if (const auto sbuf = sbuf_size(trace); sbuf && memory == OnchipMemory::kSbuf) {
    partition = sbuf->partition;
  }
  if (partition > 0) {
    const auto bytes = static_cast<double>(partition);
    size = partition;
    share = static_cast<double>(use.peak) / bytes;
    never_used = 1.0 - static_cast<double>(use.ever_live) / (bytes * kPartitions);
  }
  const bool counted = !core.allocations[static_cast<std::size_t>(memory)];
  const auto if_counted = [&](std::int64_t bytes) {
    return counted ? Cell(bytes) : Cell(Missing{tr("not stated")});
  };
  table.add_row({std::int64_t{core.core}, std::string(memory_name(memory)), std::move(size),
                 use.peak, std::move(share), use.mean, in_ns(trace, use.peak_begin),
                 in_ns(trace, use.peak_end - use.peak_begin), std::move(never_used),
                 if_counted(use.idle), if_counted(use.saved), if_counted(use.reloaded),
                 if_counted(use.read_again), static_cast<std::int64_t>(core.of(memory).size())});
}

Result<Table> onchip_use_table(const Trace& trace, const AnalysisRequest& request,
                               TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  const auto map = onchip_map(trace, scope, control);
  if (!map) return fail(map.error());
  Table table = empty_use_table();
  for (const OnchipCore& core : map->cores) {
    for (const OnchipMemory memory : kMemories) add_use(trace, core, memory, scope, table);
  }
  const auto sbuf = sbuf_size(trace);
  if (sbuf && table.row_count() > 0) {
    table.add_note(tr("Programs can use {} of the {} bytes of an SBUF partition.",
                      as::count(sbuf->usable), as::count(sbuf->partition)));
  }
  for (Text& note : onchip_notes(trace, *map)) table.add_note(std::move(note));
  return table;
}

}  // namespace

Text owner_kind_text(OnchipContent::Owner kind) {
  switch (kind) {
    case OnchipContent::Owner::kTensor: return tr("tensor");
    case OnchipContent::Owner::kValue: return tr("compiler's value");
    case OnchipContent::Owner::kSource: return tr("source line");
    case OnchipContent::Owner::kOperator: return tr("operator");
    case OnchipContent::Owner::kOpcode: return tr("opcode");
    case OnchipContent::Owner::kAllocation: return tr("allocation");
  }
  return tr("unknown");
}

Text spill_text(const OnchipContent& content) {
  if (content.saved && content.reloaded) return tr("saved and reloaded");
  if (content.saved) return tr("saved");
  if (content.reloaded) return tr("reloaded");
  return content.read_again ? tr("read again") : tr("no");
}

std::string_view memory_name(OnchipMemory memory) {
  return memory == OnchipMemory::kPsum ? "PSUM" : "SBUF";
}

std::vector<Text> onchip_notes(const Trace& trace, const OnchipMap& map) {
  std::vector<Text> notes;
  if (map.cores.empty()) {
    notes.push_back(
        tr("The run has no instructions with addresses in SBUF or PSUM. NTFF captures, "
           "neuron-profile's JSON exports and Parquet exports with SBUF allocations have them."));
  }
  bool unknown = false;
  for (const OnchipCore& core : map.cores) {
    for (const auto& lifetimes : core.lifetimes) {
      unknown = unknown ||
                std::any_of(lifetimes.begin(), lifetimes.end(), [&](const OnchipLifetime& life) {
                  return core.content_of(life) == nullptr;
                });
    }
  }
  if (unknown) {
    notes.push_back(
        tr("Data without a known writer is listed from its first to its last read, so that it can "
           "be live earlier."));
  }
  if (map.descriptor_transfers > 0) {
    notes.push_back(tr_plural(
        map.descriptor_transfers,
        "{} DMA transfer uses prepared descriptors, whose addresses are not in the capture.",
        "{} DMA transfers use prepared descriptors, whose addresses are not in the capture.",
        as::count(map.descriptor_transfers)));
  }
  if (map.unknown_operands > 0) {
    notes.push_back(tr_plural(map.unknown_operands,
                              "The address of {} operand is in a register, in another core or "
                              "outside of the memories. It is not included.",
                              "The addresses of {} operands are in registers, in other cores or "
                              "outside of the memories. They are not included.",
                              as::count(map.unknown_operands)));
  }
  if (map.stopped_at) {
    notes.push_back(tr("The map ends at {}: a core has more instructions than can be evaluated.",
                       as::duration_ns(in_ns(trace, map.stopped_at->value()))));
  }
  return notes;
}

constinit const Analysis kOnchipMapAnalysis{
    .id = "onchip-map",
    .group = phrase("Memory"),
    .title = phrase("On-chip map"),
    .shows = phrase("Data in SBUF and PSUM by address and time, with its owner and its accesses"),
    .definition = phrase(
        "Each row is a lifetime: bytes of some partitions from the start of the first write to the "
        "end of the last access before they are overwritten. Areas come from the operands of "
        "instructions; a strided operand counts from its first to its last byte. A lifetime ends "
        "as a whole: reads of a part keep all of it live. A partial write ends the overwritten "
        "part "
        "only. Accumulating matrix multiplications, and strided writes before the first read, "
        "continue a lifetime. The destination of MATMUL counts 4 bytes an element. A DMA "
        "instruction accesses its area until its last packet. owner: the HBM tensor that was "
        "loaded; else the first that the last writer before the first read has of: the compiler's "
        "value, source line, operator, layer, opcode. idle_ns: the longest time between two "
        "accesses. spill: saved = copied to HBM and read back by the core during the run, or "
        "copied "
        "by a spill copy of the compiler; reloaded = loaded from such a copy; read again = loaded "
        "from HBM bytes that the core had read before. slice_id: the first write, or the first "
        "read if the "
        "writer is unknown. If the capture lists the allocations of SBUF, they replace its "
        "operands."),
    .run = onchip_map_table,
    .parameters = kMapParameters};

constinit const Analysis kOnchipUseAnalysis{
    .id = "onchip-use",
    .group = phrase("Memory"),
    .title = phrase("On-chip use"),
    .shows = phrase("Peak, free space and idle data of SBUF and PSUM, from the on-chip map"),
    .definition = phrase(
        "From the lifetimes of the on-chip map, clipped to the analysed range (from the first to "
        "the "
        "last execution). peak: most bytes "
        "that are live at the same time in one partition, with the time at which they are first "
        "reached. mean: live bytes of the fullest partition, averaged over the range. never_used: "
        "share of all bytes of all partitions that no lifetime contains. idle_bytes: bytes of "
        "lifetimes without an access for more than half of the range. saved_bytes, reloaded_bytes "
        "and read_again_bytes: sums over the lifetimes marked so in the on-chip map. The peak can "
        "be higher than the usage counter of SBUF, which excludes DMA transfers and ends each byte "
        "at its own last read."),
    .run = onchip_use_table,
    .plot = {Plot::Kind::kBars, "memory", "peak", "core"}};

}  // namespace nscope::analysis
