// Traces as other programs write them: events of Chrome's older macros, states, tracks and counters
// of several writers, packets compressed with zstd.
#include "tests/unit/importers_perfetto/perfetto_file.h"

#include <cstdint>
#include <string>

#include <zstd.h>

namespace nscope {
namespace {

/// An event that has a phase instead of a type.
pb::TrackEvent& legacy(PerfettoFile& file, std::uint64_t track, std::uint64_t time, char phase,
                       const std::string& name) {
  pb::TracePacket& packet = file.packet();
  packet.set_timestamp(time);
  pb::TrackEvent& event = *packet.mutable_track_event();
  if (track != 0) event.set_track_uuid(track);
  if (!name.empty()) event.set_name(name);
  event.mutable_legacy_event()->set_phase(phase);
  return event;
}

void thread(PerfettoFile& file, std::uint64_t uuid, std::int32_t pid, std::int64_t tid,
            const std::string& name) {
  pb::ThreadDescriptor& out = *file.track(uuid, "").mutable_thread();
  out.set_pid(pid);
  out.set_tid(tid);
  out.set_thread_name(name);
}

TEST(PerfettoLegacyEvents, PhasesOfAThread) {
  PerfettoFile file;
  thread(file, 1, 5, 5, "main");
  legacy(file, 1, 1000, 'B', "outer");
  legacy(file, 1, 2000, 'X', "complete").mutable_legacy_event()->set_duration_us(3);
  legacy(file, 1, 3000, 'I', "instant");
  legacy(file, 1, 6000, 'E', "");
  legacy(file, 1, 7000, 'R', "mark");
  legacy(file, 1, 7000, 'M', "metadata");
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "main"),
            "outer 0+5000 0; complete 1000+3000 1; instant 2000+0 2; mark 6000+0 0");
  EXPECT_EQ(count_of(*trace, "legacy_event_not_read"), 1);
}

TEST(PerfettoLegacyEvents, AsynchronousEventsBelongTogetherByTheirId) {
  PerfettoFile file;
  thread(file, 1, 5, 5, "main");
  const auto step = [&](std::uint64_t time, char phase, const std::string& name, std::uint64_t id) {
    pb::TrackEvent& event = legacy(file, 1, time, phase, name);
    event.add_categories("c");
    event.mutable_legacy_event()->set_global_id(id);
  };
  step(1000, 'b', "request", 1);
  step(1100, 'b', "part", 1);
  step(1200, 'b', "request", 2);
  step(1300, 'n', "note", 1);
  step(1400, 'e', "part", 1);
  step(1500, 'e', "request", 1);
  step(1600, 'S', "old", 1);
  step(1700, 'T', "old", 1);
  step(1800, 'F', "old", 1);
  step(1900, 'e', "request", 2);
  step(2000, 'e', "request", 3);
  const auto trace = import(file);
  std::string all;
  for (const Track& track : trace->tracks()) {
    if (track.slices.size() == 0) continue;
    all += std::string(trace->text(track.name)) + ":";
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      all += " " + std::string(trace->text(track.slices.name[row])) + " " +
             std::to_string(track.slices.begin(row).value()) + "-" +
             std::to_string(track.slices.end(row).value());
    }
    all += "\n";
    EXPECT_EQ(trace->text(trace->track(track.parent).name), "Process 5");
  }
  EXPECT_EQ(all,
            "request: request 0-500 part 100-400 note 300-300\n"
            "request: request 200-900\n"
            "old: old 600-800 old 700-700\n");
  EXPECT_EQ(count_of(*trace, "async_end_without_begin"), 1);
}

TEST(PerfettoLegacyEvents, LocalIdsAreThoseOfAProcess) {
  PerfettoFile file;
  thread(file, 1, 5, 5, "main");
  thread(file, 2, 6, 6, "other");
  for (const std::uint64_t track : {1, 2}) {
    legacy(file, track, 1000 * track, 'b', "wait").mutable_legacy_event()->set_local_id(9);
  }
  for (const std::uint64_t track : {1, 2}) {
    legacy(file, track, 5000 * track, 'e', "wait").mutable_legacy_event()->set_local_id(9);
  }
  const auto trace = import(file);
  std::string spans;
  for (const Track& track : trace->tracks()) {
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      spans += std::to_string(track.slices.begin(row).value()) + "-" +
               std::to_string(track.slices.end(row).value()) + " ";
    }
  }
  EXPECT_EQ(spans, "0-4000 1000-9000 ");
}

TEST(PerfettoLegacyEvents, FlowsAndOtherThreads) {
  PerfettoFile file;
  thread(file, 1, 5, 5, "main");
  thread(file, 2, 5, 6, "worker");
  pb::LegacyEvent& out = *legacy(file, 1, 1000, 'X', "send").mutable_legacy_event();
  out.set_duration_us(1);
  out.set_bind_id(77);
  out.set_flow_direction(pb::LegacyEvent::FLOW_OUT);
  pb::LegacyEvent& in = *legacy(file, 1, 3000, 'X', "receive").mutable_legacy_event();
  in.set_duration_us(1);
  in.set_bind_id(77);
  in.set_flow_direction(pb::LegacyEvent::FLOW_IN);
  in.set_tid_override(6);
  legacy(file, 1, 5000, 'I', "unknown").mutable_legacy_event()->set_tid_override(8);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "main"), "send 0+1000 0");
  EXPECT_EQ(slices_of(*trace, "worker"), "receive 2000+1000 0");
  EXPECT_EQ(slices_of(*trace, "Thread 8"), "unknown 4000+0 0");
  ASSERT_EQ(trace->flows().size(), 1u);
  EXPECT_EQ(trace->text(trace->slice(trace->flows()[0].to).name()), "receive");
}

TEST(PerfettoStates, LastUntilTheNextOne) {
  PerfettoFile file;
  file.track(3, "power");
  file.event(3, 1000, pb::TrackEvent::TYPE_STATE, "idle");
  file.event(3, 4000, pb::TrackEvent::TYPE_STATE, "busy");
  file.event(3, 5000, pb::TrackEvent::TYPE_STATE);
  file.event(3, 7000, pb::TrackEvent::TYPE_STATE, "idle");
  file.event(3, 9000, pb::TrackEvent::TYPE_STATE);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "power"), "idle 0+3000 0; busy 3000+1000 0; idle 6000+2000 0");
}

TEST(PerfettoCounters, EachSequenceHasItsOwnDifferences) {
  PerfettoFile file;
  for (const std::uint32_t sequence : {1, 2}) {
    pb::TrackDescriptor& track = *file.clear(sequence).mutable_track_descriptor();
    track.set_uuid(10);
    track.set_name("bytes");
    track.mutable_counter()->set_is_incremental(true);
  }
  const auto sample = [&](std::uint32_t sequence, std::uint64_t time, std::int64_t value) {
    pb::TracePacket& packet = file.packet(sequence);
    packet.set_timestamp(time);
    pb::TrackEvent& event = *packet.mutable_track_event();
    event.set_type(pb::TrackEvent::TYPE_COUNTER);
    event.set_track_uuid(10);
    event.set_counter_value(value);
  };
  sample(1, 100, 70);
  sample(2, 150, 20);
  sample(1, 200, 7);
  sample(2, 250, 2);
  file.clear(1);
  sample(1, 300, 5);
  const auto trace = import(file);
  const Track& track = track_named(*trace, "bytes");
  const std::vector<double> expected = {70, 20, 77, 22, 5};
  ASSERT_EQ(track.counters.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(track.counters.value[i], expected[i]);
}

TEST(PerfettoTracks, WithoutANameHaveThatOfTheirFirstEvent) {
  PerfettoFile file;
  file.track(3, "parent");
  file.track(4, "", 3);
  file.begin(4, 1000, "upload");
  file.end(4, 2000);
  file.begin(4, 3000, "download");
  file.end(4, 4000);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "upload"), "upload 0+1000 0; download 2000+1000 0");
}

TEST(PerfettoTracks, EventsWithoutATrackAreOnTheThreadOfTheirWriter) {
  PerfettoFile file;
  thread(file, 1, 5, 6, "main");
  pb::TrackDescriptor& time = *file.clear().mutable_track_descriptor();  // also clears the defaults
  time.set_uuid(2);
  time.set_parent_uuid(1);
  time.mutable_counter()->set_type(pb::CounterDescriptor::COUNTER_THREAD_TIME_NS);
  pb::TracePacket& packet = file.packet();
  packet.set_timestamp(1000);
  pb::TrackEvent& event = *packet.mutable_track_event();
  event.set_type(pb::TrackEvent::TYPE_INSTANT);
  event.set_name("here");
  event.add_extra_counter_track_uuids(2);
  event.add_extra_counter_values(7);
  legacy(file, 0, 2000, 'b', "request").mutable_legacy_event()->set_unscoped_id(3);
  legacy(file, 0, 3000, 'e', "request").mutable_legacy_event()->set_unscoped_id(3);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "main"), "here 0+0 0");
  EXPECT_EQ(slices_of(*trace, "request"), "request 1000+1000 0");
  EXPECT_EQ(trace->text(trace->track(track_named(*trace, "request").parent).name), "Process 5");
  const Track& counter = track_named(*trace, "thread time");
  EXPECT_EQ(trace->text(counter.unit), "ns");
  EXPECT_EQ(counter.counters.size(), 1u);
}

TEST(PerfettoTracks, WorkOfAGpuIsKnownByItsCategory) {
  PerfettoFile file;
  file.track(3, "COMPUTE AGENT [0] QUEUE [1] (GPU)");
  file.track(4, "COPY to AGENT [0] THREAD [2] (GPU)");
  file.track(5, "THREAD 9");
  // Written slice by slice, with times of the device: a kernel begins when the one before ends.
  const auto slice = [&](std::uint64_t track, std::uint64_t begin, std::uint64_t end,
                         const std::string& name, const std::string& category) {
    file.begin(track, begin, name).add_categories(category);
    file.end(track, end);
  };
  slice(5, 1000, 1100, "hipLaunchKernel", "hip_api");
  slice(3, 5000, 7000, "gemm2", "kernel_dispatch");
  slice(3, 2000, 5000, "gemm1", "kernel_dispatch");
  slice(3, 7000, 7000, "empty", "kernel_dispatch");
  slice(4, 1500, 1600, "MEMORY_COPY_HOST_TO_DEVICE", "memory_copy");
  const auto trace = import(file);
  const Track& kernels = track_named(*trace, "COMPUTE AGENT [0] QUEUE [1] (GPU)");
  EXPECT_EQ(kernels.kind, TrackKind::kEngine);
  EXPECT_EQ(slices_of(*trace, trace->text(kernels.name)),
            "gemm1 1000+3000 0; gemm2 4000+2000 0; empty 6000+0 0");
  EXPECT_EQ(track_named(*trace, "COPY to AGENT [0] THREAD [2] (GPU)").kind, TrackKind::kDmaQueue);
  EXPECT_EQ(track_named(*trace, "THREAD 9").kind, TrackKind::kOther);
}

std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 1));
  return out;
}

TEST(PerfettoPackets, AreUnpackedWithZstd) {
  PerfettoFile file;
  file.track(1, "Work");
  for (std::uint64_t i = 0; i < 1000; ++i) {
    file.begin(1, 100 * i, "slice");
    file.end(1, 100 * i + 50);
  }
  const std::string packed = zstd(file.bytes());
  pb::Trace outer;
  outer.add_packet()->set_zstd_compressed_packets(packed);
  outer.add_packet()->set_zstd_compressed_packets(packed.substr(0, packed.size() / 2));
  outer.add_packet()->set_zstd_compressed_packets("nothing");
  outer.add_packet()->set_zstd_compressed_packets(zstd(std::string(3 << 20, 'a')));
  const auto trace = read_perfetto_bytes(outer.SerializeAsString());
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->slice_count(), 1000u);
  EXPECT_EQ(count_of(**trace, "damaged_packet"), 3);
}

}  // namespace
}  // namespace nscope
