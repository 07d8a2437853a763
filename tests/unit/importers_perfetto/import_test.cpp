#include "profiler/trace/vocabulary.h"
#include "tests/support/gzip.h"
#include "tests/unit/importers_perfetto/perfetto_file.h"

#include <gmock/gmock.h>

namespace nscope {
namespace {

using testing::HasSubstr;

TEST(PerfettoImport, PairsNestedSlicesOfATrack) {
  PerfettoFile file;
  file.track(1, "Work");
  file.begin(1, 1000, "outer");
  file.begin(1, 1100, "inner");
  file.end(1, 1200);
  file.begin(1, 1300, "second");
  file.end(1, 1400);
  file.end(1, 2000);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "Work"), "outer 0+1000 0; inner 100+100 1; second 300+100 1");
  EXPECT_EQ(*trace->property_number(property::kClockOrigin), 1000);
  EXPECT_EQ(trace->property_text(property::kClock), "boot");
  EXPECT_TRUE(trace->diagnostics().empty());
}

TEST(PerfettoImport, SortsEventsOfATrackThatComeOutOfOrder) {
  PerfettoFile file;
  file.track(1, "Work");
  file.begin(1, 1000, "outer");  // the order of exporters that write slice by slice
  file.end(1, 2000);
  file.begin(1, 1100, "inner");
  file.end(1, 1200);
  file.begin(1, 1300, "second");
  file.end(1, 1400);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "Work"), "outer 0+1000 0; inner 100+100 1; second 300+100 1");
  EXPECT_EQ(count_of(*trace, "events_out_of_order"), 4);
}

TEST(PerfettoImport, SortsIntoASliceThatIsOpen) {
  PerfettoFile file;
  file.track(1, "Work");
  file.begin(1, 1000, "outer").add_flow_ids(5);
  file.begin(1, 1500, "late");
  file.begin(1, 1100, "early");  // before "late" began
  file.end(1, 1200);
  file.end(1, 1600);
  file.end(1, 2000);
  file.begin(1, 2100, "after").add_terminating_flow_ids(5);
  file.end(1, 2200);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "Work"),
            "outer 0+1000 0; early 100+100 1; late 500+100 1; after 1100+100 0");
  ASSERT_EQ(trace->flows().size(), 1u);
  EXPECT_EQ(trace->text(trace->slice(trace->flows()[0].from).name()), "outer");
  EXPECT_EQ(trace->text(trace->slice(trace->flows()[0].to).name()), "after");
}

TEST(PerfettoImport, NamedEndClosesTheSliceOfThatName) {
  PerfettoFile file;
  file.track(1, "Work");
  file.begin(1, 1000, "a");
  file.begin(1, 1100, "b");
  file.end(1, 1500, "a");
  file.end(1, 1500, "nothing");
  file.end(1, 1900);
  const auto trace = import(file);
  EXPECT_THAT(slices_of(*trace, "Work"), HasSubstr("a 0+500"));
  EXPECT_THAT(slices_of(*trace, "Work"), HasSubstr("b 100+800"));
  EXPECT_EQ(count_of(*trace, "slice_end_without_begin"), 1);
}

TEST(PerfettoImport, SlicesWithoutEndLastUntilTheEnd) {
  PerfettoFile file;
  file.track(1, "Work");
  file.begin(1, 1000, "open");
  file.begin(1, 1100, "inner");
  file.end(1, 1200);
  file.event(1, 1500, pb::TrackEvent::TYPE_INSTANT, "mark");
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "Work"), "open 0+500 0; inner 100+100 1; mark 500+0 0");
  EXPECT_EQ(count_of(*trace, "slice_without_end"), 1);
}

TEST(PerfettoImport, LongOutermostSlicesLeaveInParts) {
  PerfettoFile file;
  file.track(1, "Work");
  file.begin(1, 0, "main");
  constexpr int kChildren = 40000;  // more than the importer keeps in memory
  for (int i = 0; i < kChildren; ++i) {
    const auto time = static_cast<std::uint64_t>(10 * i + 10);
    file.begin(1, time, "call");
    file.end(1, time + 5);
  }
  pb::DebugAnnotation& late = *file.end(1, 10 * kChildren + 100).add_debug_annotations();
  late.set_name("result");
  late.set_int_value(42);
  const auto trace = import(file);
  const Track& track = track_named(*trace, "Work");
  ASSERT_EQ(track.slices.size(), kChildren + 1u);
  EXPECT_EQ(trace->text(track.slices.name[0]), "main");
  EXPECT_EQ(track.slices.end(0).value(), 10 * kChildren + 100);
  EXPECT_EQ(track.slices.depth[kChildren], 1);
  EXPECT_EQ(args_of(*trace, "Work", 0), "result=42");
  EXPECT_TRUE(trace->diagnostics().empty());
}

TEST(PerfettoImport, PlacesTracksBelowProcessesAndParents) {
  PerfettoFile file;
  pb::TrackDescriptor& thread = file.track(2, "");  // before its process
  thread.mutable_thread()->set_pid(10);
  thread.mutable_thread()->set_tid(11);
  thread.mutable_thread()->set_thread_name("main thread");
  pb::TrackDescriptor& process = file.track(1, "");
  process.mutable_process()->set_pid(10);
  process.mutable_process()->set_process_name("python");
  file.track(3, "async", 1);
  file.track(4, "below", 3);
  for (const std::uint64_t track : {1, 2, 3, 4, 99}) {
    file.begin(track, 100, "x");
    file.end(track, 200);
  }
  const auto trace = import(file);
  std::string tree;
  for (const Track& track : trace->tracks()) {
    const std::string_view above =
        track.parent.valid() ? trace->text(trace->track(track.parent).name) : "-";
    tree += std::string(trace->text(track.name)) + "<" + std::string(above) + " ";
  }
  EXPECT_EQ(tree,
            "python<- main thread<python python<python async<python below<async "
            "Track 99 (not described)<- ");
  EXPECT_EQ(track_named(*trace, "main thread").kind, TrackKind::kHost);
  EXPECT_EQ(track_named(*trace, "main thread").slice_kind, SliceKind::kHost);
  EXPECT_EQ(track_named(*trace, "async").kind, TrackKind::kOther);
  EXPECT_EQ(count_of(*trace, "track_not_described"), 1);
}

TEST(PerfettoImport, TracksThatHoldEachOtherDoNotHang) {
  PerfettoFile file;
  file.track(1, "a", 2);
  file.track(2, "b", 1);
  file.begin(1, 100, "x");
  file.end(1, 200);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "a"), "x 0+100 0");
}

TEST(PerfettoImport, EventsWaitForTheDescriptionOfTheirTrack) {
  PerfettoFile file;
  file.begin(1, 1000, "outer");
  file.begin(1, 1100, "inner").add_flow_ids(3);
  pb::DebugAnnotation& told = *file.end(1, 1200).add_debug_annotations();
  told.set_name("result");
  told.set_int_value(7);
  file.end(1, 1300);  // the track has no descriptor yet
  file.begin(1, 2000, "next").add_terminating_flow_ids(3);
  file.track(1, "Late", 2);
  file.end(1, 2100);  // its parent track has no descriptor yet
  file.begin(1, 3000, "open");
  file.track(2, "Above");
  file.end(1, 3100);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "Late"),
            "outer 0+300 0; inner 100+100 1; next 1000+100 0; open 2000+100 0");
  EXPECT_EQ(args_of(*trace, "Late", 1), "result=7");
  EXPECT_EQ(trace->flows().size(), 1u);
  EXPECT_TRUE(track_named(*trace, "Late").parent.valid());
}

TEST(PerfettoImport, ATrackThatHoldsOthersKeepsWhatWaitedForIt) {
  PerfettoFile file;
  file.track(1, "outer track", 9);  // the descriptor of 9 follows later
  file.track(2, "inner track", 1);
  file.begin(1, 100, "waits");
  file.begin(1, 200, "too");
  file.track(9, "top");
  file.begin(2, 250, "below");  // also creates its parent track
  file.end(2, 260);
  file.end(1, 300);
  file.end(1, 400);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "outer track"), "waits 0+300 0; too 100+100 1");
  EXPECT_EQ(slices_of(*trace, "inner track"), "below 150+10 0");
}

TEST(PerfettoImport, ExplicitOrderOfSiblings) {
  PerfettoFile file;
  file.track(1, "top").set_child_ordering(pb::TrackDescriptor::EXPLICIT);
  file.track(2, "second", 1).set_sibling_order_rank(5);
  file.track(3, "first", 1).set_sibling_order_rank(-1);
  for (const std::uint64_t track : {1, 2, 3}) {
    file.begin(track, 100, "x");
    file.end(track, 200);
  }
  const auto trace = import(file);
  ASSERT_EQ(trace->tracks().size(), 3u);
  EXPECT_EQ(trace->text(trace->tracks()[1].name), "first");
  EXPECT_EQ(trace->text(trace->tracks()[2].name), "second");
}

TEST(PerfettoImport, ResolvesInternedTextsPerSequence) {
  PerfettoFile file;
  file.track(1, "Work");
  for (const std::uint32_t sequence : {1u, 2u}) {
    pb::TracePacket& start = file.clear(sequence);
    pb::InternedData& data = *start.mutable_interned_data();
    const auto add = [&](pb::InternedText* entry, std::uint64_t id, const std::string& text) {
      entry->set_iid(id);
      entry->set_text(text + std::to_string(sequence));
    };
    add(data.add_event_names(), 1, "name");
    add(data.add_event_names(), 1'000'000'000'000, "far");
    add(data.add_event_categories(), 1, "category");
    add(data.add_debug_annotation_names(), 1, "key");
    add(data.add_debug_annotation_string_values(), 1, "text");
    start.mutable_trace_packet_defaults()->mutable_track_event_defaults()->set_track_uuid(1);
  }
  const auto named = [&](std::uint32_t sequence, std::uint64_t time, std::uint64_t name) {
    pb::TracePacket& packet = file.packet(sequence);
    packet.set_timestamp(time);
    packet.set_sequence_flags(pb::TracePacket::SEQ_NEEDS_INCREMENTAL_STATE);
    pb::TrackEvent& event = *packet.mutable_track_event();
    event.set_type(pb::TrackEvent::TYPE_INSTANT);
    event.set_name_iid(name);
    event.add_category_iids(1);
    pb::DebugAnnotation& annotation = *event.add_debug_annotations();
    annotation.set_name_iid(1);
    annotation.set_string_value_iid(1);
  };
  named(1, 100, 1);
  named(2, 200, 1);
  named(2, 300, 1'000'000'000'000);
  named(1, 400, 77);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "Work"), "name1 0+0 0; name2 100+0 0; far2 200+0 0; ? 300+0 0");
  EXPECT_EQ(args_of(*trace, "Work", 0), "key1=text1 category=category1");
  EXPECT_EQ(args_of(*trace, "Work", 1), "category=category2 key2=text2");
  EXPECT_EQ(count_of(*trace, "unknown_interned_text"), 1);
}

TEST(PerfettoImport, LeavesOutEventsThatNeedLostState) {
  PerfettoFile file;
  file.track(1, "Work");
  const auto add = [&](std::uint64_t time, bool lost, bool cleared) {
    pb::TracePacket& packet = file.packet();
    packet.set_timestamp(time);
    if (lost) packet.set_previous_packet_dropped(1);
    packet.set_sequence_flags(cleared ? pb::TracePacket::SEQ_INCREMENTAL_STATE_CLEARED
                                      : pb::TracePacket::SEQ_NEEDS_INCREMENTAL_STATE);
    if (cleared) {
      pb::InternedText& name = *packet.mutable_interned_data()->add_event_names();
      name.set_iid(1);
      name.set_text("named");
    }
    packet.mutable_track_event()->set_type(pb::TrackEvent::TYPE_INSTANT);
    packet.mutable_track_event()->set_track_uuid(1);
    packet.mutable_track_event()->set_name_iid(1);
  };
  add(100, false, true);
  add(200, true, false);   // packets before it are missing
  add(300, false, false);  // so the names of this one cannot be resolved either
  add(400, false, true);
  add(500, false, false);
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "Work"), "named 0+0 0; named 300+0 0; named 400+0 0");
  EXPECT_EQ(count_of(*trace, "event_after_lost_packets"), 2);
}

TEST(PerfettoImport, ReadsEveryKindOfProperty) {
  PerfettoFile file;
  file.track(1, "Work");
  pb::TrackEvent& event = file.event(1, 10, pb::TrackEvent::TYPE_INSTANT, "x");
  const auto add = [&](const std::string& name) -> pb::DebugAnnotation& {
    pb::DebugAnnotation& out = *event.add_debug_annotations();
    out.set_name(name);
    return out;
  };
  add("int").set_int_value(-5);
  add("uint").set_uint_value(5);
  add("huge").set_uint_value(UINT64_MAX);
  add("bool").set_bool_value(true);
  add("real").set_double_value(0.5);
  add("text").set_string_value("hi");
  add("at").set_pointer_value(0xbeef);
  pb::DebugAnnotation& dict = add("dict");
  pb::DebugAnnotation& member = *dict.add_dict_entries();
  member.set_name("list");
  member.add_array_values()->set_int_value(1);
  member.add_array_values()->set_string_value("two");
  pb::DebugAnnotation& old = add("old");
  old.mutable_nested_value()->set_nested_type(1);
  old.mutable_nested_value()->add_dict_keys("k");
  old.mutable_nested_value()->add_dict_values()->set_int_value(3);
  event.mutable_source_location()->set_file_name("a.cc");
  event.mutable_source_location()->set_function_name("f");
  event.mutable_source_location()->set_line_number(12);
  const auto trace = import(file);
  EXPECT_EQ(args_of(*trace, "Work", 0),
            "int=-5 uint=5 huge=18446744073709551615 bool=1 real=0.500000 text=hi at=0xbeef "
            "dict.list[0]=1 dict.list[1]=two old.k=3 source_location=f a.cc:12");
}

TEST(PerfettoImport, ReadsCountersPlainIncrementalAndAttached) {
  PerfettoFile file;
  pb::TrackDescriptor& plain = file.track(1, "plain");
  plain.mutable_counter()->set_unit_name("B/s");
  pb::TrackDescriptor& steps = file.track(2, "steps");
  steps.mutable_counter()->set_is_incremental(true);
  steps.mutable_counter()->set_unit_multiplier(10);
  steps.mutable_counter()->set_unit(pb::CounterDescriptor::UNIT_COUNT);
  file.track(3, "Work");
  file.track(4, "attached").mutable_counter();
  file.counter(1, 100, 7);
  file.event(1, 200, pb::TrackEvent::TYPE_COUNTER).set_double_counter_value(1.5);
  file.counter(2, 100, 3);
  file.counter(2, 200, 4);
  pb::TrackEvent& event = file.event(3, 150, pb::TrackEvent::TYPE_INSTANT, "x");
  event.add_extra_counter_track_uuids(4);
  event.add_extra_counter_values(9);
  const auto trace = import(file);
  const auto values = [&](std::string_view name) {
    const Track& track = track_named(*trace, name);
    std::vector<double> out;
    for (std::size_t i = 0; i < track.counters.size(); ++i) out.push_back(track.counters.value[i]);
    return out;
  };
  EXPECT_EQ(values("plain"), (std::vector<double>{7, 1.5}));
  EXPECT_EQ(values("steps"), (std::vector<double>{30, 70}));
  EXPECT_EQ(values("attached"), (std::vector<double>{9}));
  EXPECT_EQ(track_named(*trace, "plain").kind, TrackKind::kCounter);
  EXPECT_EQ(trace->text(track_named(*trace, "plain").unit), "B/s");
  EXPECT_EQ(trace->text(track_named(*trace, "steps").unit), "count");
}

TEST(PerfettoImport, JoinsFlowsInOrderOfTime) {
  PerfettoFile file;
  for (const std::uint64_t track : {1, 2}) file.track(track, "T" + std::to_string(track));
  file.begin(2, 300, "third").add_terminating_flow_ids(9);
  file.end(2, 310);
  file.begin(1, 100, "first").add_flow_ids(9);
  file.end(1, 110);
  file.begin(1, 200, "second").add_flow_ids(9);
  file.end(1, 210);
  file.begin(1, 400, "again").add_flow_ids(9);
  file.end(1, 410);
  file.begin(2, 500, "old").add_terminating_flow_ids_old(9);
  file.end(2, 510);
  file.begin(2, 600, "dangling").add_terminating_flow_ids(77);
  file.end(2, 610);
  const auto trace = import(file);
  std::string flows;
  for (const Flow& flow : trace->flows()) {
    flows += std::string(trace->text(trace->slice(flow.from).name())) + ">" +
             std::string(trace->text(trace->slice(flow.to).name())) + " ";
  }
  EXPECT_EQ(flows, "first>second second>third again>old ");
  EXPECT_EQ(count_of(*trace, "flow_without_start"), 1);
}

TEST(PerfettoImport, TranslatesClocks) {
  PerfettoFile file;
  pb::ClockSnapshot& snapshot = *file.clear().mutable_clock_snapshot();
  const auto reading = [&](std::uint32_t id, std::uint64_t time) -> pb::ClockSnapshot::Clock& {
    pb::ClockSnapshot::Clock& clock = *snapshot.add_clocks();
    clock.set_clock_id(id);
    clock.set_timestamp(time);
    return clock;
  };
  reading(6, 1'000'000);                    // boot time
  reading(3, 400'000);                      // monotonic
  reading(1, 1'700'000'000'000'000'000);    // Unix time
  reading(64, 0).set_is_incremental(true);  // the clock of this sequence, in microseconds
  snapshot.mutable_clocks(3)->set_unit_multiplier_ns(1000);
  file.track(1, "Work");
  const auto at = [&](std::uint32_t clock, std::uint64_t time, const std::string& name) {
    pb::TracePacket& packet = file.packet();
    packet.set_timestamp(time);
    packet.set_timestamp_clock_id(clock);
    packet.mutable_track_event()->set_type(pb::TrackEvent::TYPE_INSTANT);
    packet.mutable_track_event()->set_track_uuid(1);
    packet.mutable_track_event()->set_name(name);
  };
  at(6, 1'000'000, "boot");
  at(3, 400'500, "monotonic");
  at(64, 1, "one");    // 1 us after the snapshot
  at(64, 2, "three");  // 2 us after that
  at(99, 1'000'777, "unknown");
  const auto trace = import(file);
  EXPECT_EQ(slices_of(*trace, "Work"),
            "boot 0+0 0; monotonic 500+0 0; unknown 777+0 0; one 1000+0 0; three 3000+0 0");
  EXPECT_EQ(count_of(*trace, "clock_not_synchronised"), 1);
  EXPECT_EQ(trace->property_text(property::kClock), "unix");
  EXPECT_EQ(std::get<std::int64_t>(*trace->property(property::kClockOrigin)),
            1'700'000'000'000'000'000);
}

/// More than a hundred thousand packets, so that the file has many blocks, which are decoded in
/// parallel.
PerfettoFile large_file() {
  PerfettoFile file;
  for (std::uint64_t track = 1; track <= 8; ++track) {
    file.track(track, "T" + std::to_string(track));
  }
  for (std::uint64_t i = 0; i < 60000; ++i) {
    const std::uint64_t track = i % 8 + 1;
    pb::TrackEvent& begin = file.begin(track, 1000 + i * 10, "slice " + std::to_string(i % 100));
    pb::DebugAnnotation& annotation = *begin.add_debug_annotations();
    annotation.set_name("i");
    annotation.set_uint_value(i);
    file.end(track, 1005 + i * 10);
  }
  return file;
}

TEST(PerfettoImport, PackedFilesAndPacketsAndMoreCoresReadTheSame) {
  const PerfettoFile file = large_file();
  const std::string plain = file.bytes();
  const auto expected = read_perfetto_bytes(plain);
  ASSERT_TRUE(expected) << to_string(expected.error());
  ASSERT_EQ((*expected)->slice_count(), 60000u);
  EXPECT_EQ(args_of(**expected, "T1", 7499), "i=59992");

  const std::string zipped = gzip(plain);
  EXPECT_TRUE(importers::sniff_perfetto(source_of(zipped)));
  const auto unzipped = read_perfetto_bytes(zipped);
  ASSERT_TRUE(unzipped) << to_string(unzipped.error());

  pb::Trace outer;
  pb::Trace all;
  ASSERT_TRUE(all.ParseFromString(plain));
  for (int first = 0; first < all.packet_size(); first += 1000) {
    pb::Trace some;
    for (int i = first; i < std::min(first + 1000, all.packet_size()); ++i) {
      *some.add_packet() = all.packet(i);
    }
    outer.add_packet()->set_compressed_packets(deflated(some.SerializeAsString()));
  }
  const auto unpacked = read_perfetto_bytes(outer.SerializeAsString());
  ASSERT_TRUE(unpacked) << to_string(unpacked.error());

  const auto shared = read_perfetto_bytes(plain, 8);
  ASSERT_TRUE(shared) << to_string(shared.error());
  for (const auto& trace : {*unzipped, *unpacked, *shared}) {
    EXPECT_TRUE(trace->diagnostics().empty());
    for (int track = 1; track <= 8; ++track) {
      const std::string name = "T" + std::to_string(track);
      EXPECT_EQ(slices_of(*trace, name), slices_of(**expected, name));
      EXPECT_EQ(args_of(*trace, name, 1234), args_of(**expected, name, 1234));
    }
  }
}

TEST(PerfettoImport, CancelsAndReportsProgress) {
  const std::string bytes = large_file().bytes();
  const ByteSource file = source_of(bytes);
  TraceBuilder builder;
  TaskControl control;
  control.request_cancel();
  const auto read = importers::read_perfetto({file}, builder, control);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kCancelled);

  TaskControl done;
  TraceBuilder second;
  ASSERT_TRUE(importers::read_perfetto({file}, second, done));
  EXPECT_EQ(done.fraction(), 1.0);
}

TEST(PerfettoImport, CountsPacketsItDoesNotRead) {
  PerfettoFile file;
  file.track(1, "Work");
  file.event(1, 10, pb::TrackEvent::TYPE_INSTANT, "x");
  std::string bytes = file.bytes();
  bytes += std::string("\x0a\x04\x0a\x02\x08\x01", 6);      // ftrace_events
  bytes += std::string("\x0a\x05\x8a\x02\x02\x08\x01", 7);  // trace_config
  const auto trace = read_perfetto_bytes(bytes);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(count_of(**trace, "ftrace_events_not_read"), 1);
  EXPECT_EQ(count_of(**trace, "trace_config_not_read"), 1);
}

}  // namespace
}  // namespace nscope
