#include "profiler/export/perfetto.h"
#include "profiler/perfetto/perfetto_trace.pb.h"
#include "tests/support/round_trip_cases.h"
#include "tests/unit/importers_perfetto/round_trip.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace nscope {
namespace {

namespace pb = perfetto_proto;

void expect_comes_back(const std::shared_ptr<const Trace>& trace) {
  expect_same_trace(*trace, *perfetto_round_trip(*trace));
}

TEST(PerfettoExport, EverythingComesBack) {
  for (const std::int64_t ticks_per_ns : {1, 1000}) expect_comes_back(rich_trace(ticks_per_ns));
}

TEST(PerfettoExport, CallStacksComeBack) {
  expect_comes_back(call_stack_trace());
}

TEST(PerfettoExport, AnEmptyTraceComesBack) {
  expect_comes_back(empty_trace());
}

TEST(PerfettoExport, RandomTracesComeBack) {
  for (unsigned round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    expect_comes_back(random_trace(round));
  }
}

TEST(PerfettoExport, ASimulatedRunComesBack) {
  expect_comes_back(simulated_trace());
}

/// Reads the file with protobuf's own decoder, as any other reader of the format does.
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
  EXPECT_EQ(names["Q0"], 2);  // two tracks, because a and b overlap
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
