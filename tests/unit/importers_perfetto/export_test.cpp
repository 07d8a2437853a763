#include "profiler/export/perfetto.h"
#include "profiler/export/perfetto_events.h"
#include "profiler/perfetto/perfetto_trace.pb.h"
#include "profiler/trace/neuron_tracks.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/simulate.h"
#include "tests/unit/importers_perfetto/round_trip.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <random>

namespace nscope {
namespace {

namespace pb = perfetto_proto;

std::shared_ptr<const Trace> made(const std::function<void(TraceWriter&)>& fill) {
  TraceBuilder builder;
  TraceWriter out(builder);
  fill(out);
  EXPECT_TRUE(out.finish());
  return builder.finish();
}

TEST(PerfettoExport, EverythingComesBack) {
  const auto trace = made([](TraceWriter& out) {
    out.time_base(
        {.ticks_per_ns = 1000, .window_begin = TraceTime(5), .window_end = TraceTime(77777)});
    NeuronTracks tracks(out);
    const TrackId tensor = tracks.engine(1, Engine::kTensor);
    const TrackId queue = tracks.dma_ring(1, 64, 2);
    const TrackId usage = tracks.sbuf_usage(1);
    const StringId name = out.intern("MATMUL");
    const SliceId first =
        out.slice(tensor, name, TraceTime(-2500), TraceTime(1999), TraceTime(333));
    out.arg(first, out.intern("opcode"), "matmul\nover two lines");
    out.arg(first, out.intern("elements"), std::int64_t{-9'000'000'000'000});
    out.arg(first, out.intern("rate"), 0.1);
    out.arg(first, out.intern("opcode"), "twice");
    const SliceId second = out.slice(tensor, name, TraceTime(1001), TraceTime(998));
    out.slice(tensor, out.intern(""), TraceTime(1999), TraceTime(0));
    // Overlapping packets of a queue, two of them alike.
    const SliceId packet = out.slice(queue, out.intern("DMA"), TraceTime(100), TraceTime(5000));
    out.slice(queue, out.intern("DMA a"), TraceTime(200), TraceTime(5000));
    out.slice(queue, out.intern("DMA b"), TraceTime(200), TraceTime(5000));
    out.slice(queue, out.intern("DMA c"), TraceTime(200), TraceTime(0));
    out.slice(queue, out.intern("DMA d"), TraceTime(5100), TraceTime(1));
    out.flow(first, second, out.intern("semaphore"));
    out.flow(first, packet, out.intern("dma_trigger"));
    out.flow(packet, second, out.intern("semaphore"));
    out.flow(second, first, out.intern("points back"));
    for (const double value : {0.0, -0.0, 1.5, 1e300, -3.0, 9007199254740993.0,
                               std::numeric_limits<double>::infinity()}) {
      out.counter(usage, TraceTime(static_cast<std::int64_t>(100 * std::min(9.0, std::abs(value)))),
                  value);
    }
    const TrackId both = out.track({.name = "both", .kind = TrackKind::kOther, .unit = "W"});
    out.slice(both, name, TraceTime(0), TraceTime(10));
    out.counter(both, TraceTime(5), 7.0);
    out.property("text", std::string("a\tb"));
    out.property("integer", std::int64_t{-5});
    out.property("real", 2.5);
    out.property(std::string(property::kClock), std::string("unix"));
    out.property(std::string(property::kClockOrigin), std::int64_t{1'700'000'000'000'000'000});
    out.metric({.name = "mfu",
                .value = 0.5,
                .unit = "share",
                .provenance = Provenance::kSimulated,
                .low = 0.25,
                .high = {},
                .note = "assumed"});
    out.diagnose("strange", Severity::kError, "first one", 12);
  });
  expect_same_trace(*trace, *perfetto_round_trip(*trace));
}

TEST(PerfettoExport, CallStacksComeBack) {
  const auto trace = made([](TraceWriter& out) {
    const TrackId host = out.track({.name = "Host",
                                    .kind = TrackKind::kHost,
                                    .slice_kind = SliceKind::kHost,
                                    .layout = TrackLayout::kNested});
    const auto add = [&](const char* name, std::int64_t start, std::int64_t duration) {
      out.slice(host, out.intern(name), TraceTime(start), TraceTime(duration));
    };
    add("main", 0, 100);
    add("same as main", 0, 100);
    add("child", 10, 20);
    add("overlaps child", 25, 20);
    add("mark", 25, 0);
    add("outlives main", 90, 30);
    add("after", 120, 5);
    add("also after", 120, 5);
  });
  EXPECT_EQ(trace->diagnostics().size(), 1u);  // overlapping_slices: said once, not twice
  expect_same_trace(*trace, *perfetto_round_trip(*trace));
}

TEST(PerfettoExport, AnEmptyTraceComesBack) {
  const auto trace = made([](TraceWriter& out) {
    out.track({.name = "nothing here"});
    out.property("text", std::string("x"));
  });
  expect_same_trace(*trace, *perfetto_round_trip(*trace));
}

TEST(PerfettoExport, RandomTracesComeBack) {
  std::mt19937 random(7);
  const auto below = [&](int limit) {
    return static_cast<std::int64_t>(std::uniform_int_distribution(0, limit - 1)(random));
  };
  for (int round = 0; round < 20; ++round) {
    const auto trace = made([&](TraceWriter& out) {
      out.time_base({.ticks_per_ns = round % 2 == 0 ? 1 : 1000});
      std::vector<TrackId> tracks;
      for (int i = 0; i < 5; ++i) {
        const std::string name = "T" + std::to_string(i / 2);
        tracks.push_back(
            out.track({.name = name,
                       .kind = i < 2 ? TrackKind::kGroup : TrackKind::kOther,
                       .parent = i < 2 ? TrackId() : tracks[static_cast<std::size_t>(below(i))],
                       .layout = below(2) == 0 ? TrackLayout::kFlat : TrackLayout::kNested}));
      }
      std::vector<SliceId> slices;
      for (int i = 0; i < 400; ++i) {
        const auto track = tracks[static_cast<std::size_t>(below(5))];
        slices.push_back(out.slice(track, out.intern("n" + std::to_string(below(9))),
                                   TraceTime(below(3000)), TraceTime(below(4) * below(300)),
                                   TraceTime(below(3))));
        for (std::int64_t n = below(3); n > 0; --n) {
          out.arg(slices.back(), out.intern("k" + std::to_string(below(3))), below(1000));
        }
        out.counter(track, TraceTime(below(3000)), static_cast<double>(below(100)) / 4);
      }
      for (int i = 0; i < 200; ++i) {
        const auto from = slices[static_cast<std::size_t>(below(400))];
        const auto to = slices[static_cast<std::size_t>(below(400))];
        if (from != to) out.flow(from, to, out.intern("f" + std::to_string(below(3))));
      }
    });
    SCOPED_TRACE(round);
    expect_same_trace(*trace, *perfetto_round_trip(*trace));
  }
}

TEST(PerfettoExport, ASimulatedRunComesBack) {
  const auto catalog = catalog::Catalog::load();
  ASSERT_TRUE(catalog);
  TraceBuilder builder;
  TaskControl control;
  const sim::Workload workload{.model = "llama-3-8b",
                               .instance = "inf2.48xlarge",
                               .tensor_parallel = 24,
                               .batch = 1,
                               .input_tokens = 120,
                               .output_tokens = 20,
                               .sequence_length = 512};
  ASSERT_TRUE(sim::simulate(*catalog, workload, builder, control));
  const auto trace = builder.finish();
  ASSERT_GT(trace->slice_count(), 1000u);
  expect_same_trace(*trace, *perfetto_round_trip(*trace));
}

/// What any reader of the format sees, by protobuf's own decoder.
TEST(PerfettoExport, WritesPacketsThatOthersUnderstand) {
  const auto trace = made([](TraceWriter& out) {
    const TrackId core = out.track({.name = "NeuronCore 0", .kind = TrackKind::kCore, .core = 0});
    const TrackId queue = out.track({.name = "Q0", .kind = TrackKind::kDmaQueue, .parent = core});
    const TrackId load =
        out.track({.name = "load", .kind = TrackKind::kCounter, .parent = core, .unit = "B/s"});
    out.slice(queue, out.intern("a"), TraceTime(-5), TraceTime(10));
    out.slice(queue, out.intern("b"), TraceTime(0), TraceTime(10));
    out.counter(load, TraceTime(1), 2.0);
  });
  const std::string path = testing::TempDir() + "packets.pftrace";
  TaskControl control;
  ASSERT_TRUE(export_perfetto(*trace, path, control));
  std::ifstream in(path, std::ios::binary);
  pb::Trace packets;
  ASSERT_TRUE(packets.ParseFromIstream(&in));

  std::map<std::uint64_t, pb::TrackDescriptor> tracks;
  std::vector<std::uint64_t> times;
  std::map<std::uint64_t, int> open;
  for (const pb::TracePacket& packet : packets.packet()) {
    EXPECT_EQ(packet.trusted_packet_sequence_id(), 1u);
    if (packet.has_track_descriptor()) {
      tracks[packet.track_descriptor().uuid()] = packet.track_descriptor();
    }
    if (!packet.has_track_event()) continue;
    times.push_back(packet.timestamp());
    const pb::TrackEvent& event = packet.track_event();
    ASSERT_TRUE(tracks.contains(event.track_uuid()));
    const auto type = static_cast<pb::TrackEvent::Type>(event.type());
    if (type == pb::TrackEvent::TYPE_SLICE_BEGIN) {
      EXPECT_EQ(open[event.track_uuid()]++, 0);
    }
    if (type == pb::TrackEvent::TYPE_SLICE_END) {
      EXPECT_EQ(--open[event.track_uuid()], 0);
    }
  }
  EXPECT_EQ(times, (std::vector<std::uint64_t>{0, 5, 6, 10, 15}));
  std::map<std::string, int> names;
  std::string process;
  for (const auto& [uuid, track] : tracks) {
    ++names[track.name()];
    if (track.has_process()) process = track.process().process_name();
    if (track.name() == "load") {
      EXPECT_EQ(track.counter().unit_name(), "B/s");
    }
    if (track.name() != "NeuronCore 0") {
      EXPECT_TRUE(tracks.contains(track.parent_uuid()));
    }
  }
  EXPECT_EQ(process, "NeuronCore 0");
  EXPECT_EQ(names["Q0"], 2);  // two lanes, as a and b overlap
  std::filesystem::remove(path);
}

TEST(PerfettoExport, LeavesNothingBehindWhenItCannotFinish) {
  const auto trace = made([](TraceWriter& out) {
    const TrackId track = out.track({.name = "T"});
    out.slice(track, out.intern("a"), TraceTime(0), TraceTime(10));
  });
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "leaves_nothing";
  std::filesystem::create_directories(folder);
  TaskControl cancelled;
  cancelled.request_cancel();
  const auto stopped = export_perfetto(*trace, folder / "a.pftrace", cancelled);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
  TaskControl control;
  const auto refused = export_perfetto(*trace, folder / "missing" / "a.pftrace", control);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kIo);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace nscope
