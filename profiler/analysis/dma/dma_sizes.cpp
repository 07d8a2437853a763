#include "profiler/analysis/dma/dma_sizes.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/dma/packets.h"

#include <array>
#include <cmath>
#include <string>

namespace nscope::analysis {
namespace {

struct Bin {
  std::int64_t packets = 0;
  double bytes = 0.0;
  std::int64_t time = 0;  ///< ticks
  std::int64_t longest = -1;
  SliceId slice{};
};

/// Bin 0 contains packets without bytes, bin i packets of at least 2^(i-1) and less than 2^i bytes.
struct Histogram {
  static constexpr std::size_t kBins = 66;
  std::array<Bin, kBins> bins{};
  Bin all;
  std::int64_t no_size = 0;

  static std::size_t bin_of(double bytes) {
    if (bytes < 1.0) return 0;
    return std::min<std::size_t>(kBins - 1, static_cast<std::size_t>(std::ilogb(bytes)) + 1);
  }

  void add(const Track& track, const Packet& packet) {
    if (!packet.size) {
      ++no_size;
      return;
    }
    Bin& bin = bins[bin_of(*packet.size)];
    for (Bin* const to : {&bin, &all}) {
      ++to->packets;
      to->bytes += packet.bytes();
      to->time += packet.duration();
    }
    if (packet.duration() <= bin.longest) return;
    bin.longest = packet.duration();
    bin.slice = Trace::slice_id(track, packet.row);
  }
};

Table empty_dma_sizes_table() {
  return Table({{.id = "from_bytes", .title = tr("From"), .unit = "B"},
                {.id = "below_bytes", .title = tr("Below"), .unit = "B"},
                {.id = "packets", .title = tr("Packets")},
                {.id = "packet_share", .title = tr("Share of packets"), .decimals = 4},
                {.id = "bytes", .title = tr("Bytes"), .unit = "B"},
                {.id = "byte_share", .title = tr("Share of bytes"), .decimals = 4},
                {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
                {.id = "time_share", .title = tr("Share of time"), .decimals = 4},
                {.id = "mean_ns", .title = tr("Mean duration"), .unit = "ns", .decimals = 1},
                {.id = "bytes_per_s", .title = tr("Rate"), .unit = "B/s", .decimals = 0},
                {.id = "slice_id", .title = tr("Longest packet")}});
}

void add_rows(const Trace& trace, const Histogram& histogram, Table& table) {
  constexpr Phrase no_time = phrase("the time is zero");
  const Bin& all = histogram.all;
  for (std::size_t i = 0; i < histogram.bins.size(); ++i) {
    const Bin& bin = histogram.bins[i];
    if (bin.packets == 0) continue;
    const auto power = [](std::size_t n) { return amount(std::ldexp(1.0, static_cast<int>(n))); };
    const auto packets = static_cast<double>(bin.packets);
    const double time = in_ns(trace, bin.time);
    table.add_row({i == 0 ? Cell(std::int64_t{0}) : power(i - 1), power(i), bin.packets,
                   ratio(packets, static_cast<double>(all.packets), phrase("no packets")),
                   amount(bin.bytes), ratio(bin.bytes, all.bytes, phrase("no bytes")), time,
                   ratio(time, in_ns(trace, all.time), no_time), time / packets,
                   ratio(bin.bytes, time * 1e-9, no_time), std::int64_t{bin.slice.value}});
  }
}

Result<Table> size_table(const Trace& trace, const AnalysisRequest& request, TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  Histogram histogram;
  control.begin(phrase("Analysing DMA packets"), trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    control.advance_to(track.id.index());
    if (!shows_dma(track) || !scope.holds(track)) continue;
    const auto add = [&](const Packet& packet) { histogram.add(track, packet); };
    if (!visit_packets(trace, track, scope, control, add)) return cancelled();
  }
  Table table = empty_dma_sizes_table();
  add_rows(trace, histogram, table);
  if (table.row_count() == 0 && histogram.no_size == 0) table.add_note(kNoPackets);
  if (histogram.no_size > 0) {
    table.add_note(tr_plural(histogram.no_size, "{} packet without a size is excluded.",
                             "{} packets without a size are excluded.",
                             as::count(histogram.no_size)));
  }
  return table;
}

}  // namespace

constinit const Analysis kDmaSizeAnalysis{
    .id = "dma-sizes",
    .group = phrase("DMA"),
    .title = phrase("DMA packets by size"),
    .shows = phrase("Number, bytes, time and rate of DMA packets by size in powers of two"),
    .definition = phrase(
        "A row contains the packets of at least from_bytes and less than below_bytes. Packets that "
        "cross an edge of a selected range belong to the row of their whole size and count with "
        "the part inside: their time, and the same share of their bytes. time_ns = sum of the durations on all "
        "queues. mean_ns = time_ns / packets. bytes_per_s = bytes / time_ns, the rate of one "
        "packet in flight. Simulations have one transfer for each operator; for GPUs, the copies "
        "are analysed. slice_id is the longest packet of the row."),
    .run = size_table,
    .plot = {Plot::Kind::kBars, "from_bytes", "time_ns", ""}};

}  // namespace nscope::analysis
