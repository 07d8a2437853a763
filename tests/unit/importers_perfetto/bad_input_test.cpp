#include "tests/unit/importers_perfetto/perfetto_file.h"

#include <gmock/gmock.h>
#include <zlib.h>

namespace nscope {
namespace {

using testing::HasSubstr;

std::string good_file() {
  PerfettoFile file;
  file.track(1, "Work");
  for (std::uint64_t i = 0; i < 10; ++i) {
    file.begin(1, 100 * i, "slice");
    file.end(1, 100 * i + 50);
  }
  return file.bytes();
}

TEST(PerfettoBadInput, OtherFormatsAreRefused) {
  for (const std::string& other :
       {std::string(), std::string("{\"traceEvents\":[]}"), std::string("\n{\"traceEvents\": []}"),
        std::string("\n\nSome text in a file, which goes on for a while and says nothing."),
        std::string("\x1f\x8b but no gzip"), std::string(100000, '\0'),
        // XSpace of TensorFlow's profiler, which is also protobuf: plane 1 "name".
        std::string("\x0a\x0a\x08\x01\x12\x06/host:"), std::string("\x0a")}) {
    EXPECT_FALSE(importers::sniff_perfetto(source_of(other))) << other.substr(0, 20);
    const auto trace = read_perfetto_bytes(other);
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
    EXPECT_THAT(trace.error().where.english(), HasSubstr("test.pftrace: byte 0"));
  }
}

TEST(PerfettoBadInput, ATraceThatIsCutOffShowsWhatIsThere) {
  const std::string good = good_file();
  const auto trace = read_perfetto_bytes(good.substr(0, good.size() - 3));
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->slice_count(), 10u);
  ASSERT_EQ(count_of(**trace, "trace_cut_off"), 1);
  for (const Diagnostic& diagnostic : (*trace)->diagnostics()) {
    if (diagnostic.code == "trace_cut_off") {
      EXPECT_THAT(diagnostic.example.english(), HasSubstr("unexpected end of file"));
    }
  }
  EXPECT_EQ(count_of(**trace, "slice_without_end"), 1);
}

TEST(PerfettoBadInput, ALengthOfFourGigabytesIsRefused) {
  std::string bytes = good_file();
  const std::size_t position = bytes.size();
  bytes += "\x0a\xff\xff\xff\xff\x0f";
  bytes += "rest";
  const auto trace = read_perfetto_bytes(bytes);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->slice_count(), 10u);
  EXPECT_EQ(count_of(**trace, "trace_cut_off"), 1);
  EXPECT_THAT((*trace)->diagnostics()[0].example.english(),
              HasSubstr("byte " + std::to_string(position)));

  // Without packets before it there is nothing to show.
  const auto nothing =
      read_perfetto_bytes(std::string("\x0a\xff\xff\xff\xff\x0f\x40\x01\x50\x01", 10));
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(nothing.error().message.english(), HasSubstr("4294967301"));
}

TEST(PerfettoBadInput, DamageEndsTheTraceWithItsPosition) {
  std::string bytes = good_file();
  const std::size_t position = bytes.size();
  bytes += std::string(1000, '\0');
  const auto trace = read_perfetto_bytes(bytes);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->slice_count(), 10u);
  EXPECT_EQ(count_of(**trace, "trace_damaged"), 1);
  EXPECT_THAT((*trace)->diagnostics()[0].example.english(),
              HasSubstr("byte " + std::to_string(position) +
                        ": damaged trace: no packet starts "
                        "here; the last 1000 bytes"));
}

TEST(PerfettoBadInput, DamagedPacketsAreLeftOut) {
  std::string bytes = good_file();
  bytes += std::string("\x0a\x04\x5a\x7f\x48\x01", 6);          // event longer than its packet
  bytes += std::string("\x0a\x06\x5a\x04\x48\xff\xff\xff", 8);  // varint that does not end
  bytes += std::string("\x0a\x05\x92\x03\x02\x78\x9c", 7);      // zlib without data
  bytes += std::string("\x0a\x04\xe2\x03\x01\x08", 6);          // descriptor cut off
  bytes += good_file();
  const auto trace = read_perfetto_bytes(bytes);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->slice_count(), 20u);
  EXPECT_EQ(count_of(**trace, "damaged_packet"), 4);
}

TEST(PerfettoBadInput, CompressedPacketsThatUnpackTooFarAreLeftOut) {
  const auto packed = [](const std::string& text) {
    std::string out(compressBound(text.size()), '\0');
    uLongf size = out.size();
    EXPECT_EQ(compress(reinterpret_cast<Bytef*>(out.data()), &size,
                       reinterpret_cast<const Bytef*>(text.data()), text.size()),
              Z_OK);
    out.resize(size);
    return out;
  };
  std::string many;  // identical tiny packets, which deflate compresses to 1/1000 of their size
  for (int i = 0; i < 60000; ++i) many += std::string("\x0a\x02\x5a\x00", 4);
  pb::Trace bombs;
  for (int i = 0; i < 5; ++i) bombs.add_packet()->set_compressed_packets(packed(many));
  bombs.add_packet()->set_compressed_packets(packed(std::string(2 << 20, '\0')));
  const auto trace = read_perfetto_bytes(good_file() + bombs.SerializeAsString());
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->slice_count(), 10u);
  EXPECT_EQ(count_of(**trace, "damaged_packet"), 6);
  EXPECT_EQ(count_of(**trace, "event_without_time"), 0);
}

TEST(PerfettoBadInput, ATraceWithoutTrackEventsSaysWhatItHas) {
  PerfettoFile file;
  file.packet().set_timestamp(5);
  std::string bytes = file.bytes();
  for (int i = 0; i < 3; ++i) bytes += std::string("\x0a\x04\x0a\x02\x08\x01", 6);
  const auto trace = read_perfetto_bytes(bytes);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(trace.error().message.english(), HasSubstr("3 ftrace_events"));
}

TEST(PerfettoBadInput, TimesBeyondReasonAreCounted) {
  PerfettoFile file;
  file.track(1, "Work");
  file.event(1, 100, pb::TrackEvent::TYPE_INSTANT, "x");
  file.event(1, UINT64_MAX / 2, pb::TrackEvent::TYPE_INSTANT, "far");
  pb::TracePacket& packet = file.packet();
  packet.mutable_track_event()->set_type(pb::TrackEvent::TYPE_INSTANT);
  packet.mutable_track_event()->set_track_uuid(1);
  const auto trace = import(file);
  EXPECT_EQ(trace->slice_count(), 1u);
  EXPECT_EQ(count_of(*trace, "event_without_time"), 2);
}

TEST(PerfettoBadInput, DeepNestingEndsSomewhere) {
  std::string annotation = "\x20\x01";  // int_value 1
  for (int i = 0; i < 5000; ++i) {
    std::string outer = "\x5a";  // dict_entries
    std::uint64_t size = annotation.size();
    while (size >= 128) {
      outer += static_cast<char>(size | 0x80);
      size >>= 7;
    }
    outer += static_cast<char>(size);
    annotation = outer + annotation;
  }
  PerfettoFile file;
  file.track(1, "Work");
  pb::TrackEvent& event = file.event(1, 100, pb::TrackEvent::TYPE_INSTANT, "x");
  ASSERT_TRUE(event.add_debug_annotations()->ParsePartialFromString("\x52\x01k"));
  pb::Trace trace;
  ASSERT_TRUE(trace.ParseFromString(file.bytes()));
  // protobuf refuses to parse messages nested this deeply, so the bytes are assembled here.
  const auto prefixed = [](char tag, const std::string& message) {
    std::string out(1, tag);
    std::uint64_t size = message.size();
    while (size >= 128) {
      out += static_cast<char>(size | 0x80);
      size >>= 7;
    }
    out += static_cast<char>(size);
    return out + message;
  };
  const std::string track_event = "\x48\x03\x58\x01" + prefixed('\x22', "\x52\x01k" + annotation);
  const std::string bytes = file.bytes() + prefixed('\x0a', std::string("\x40\x7f\x50\x07") +
                                                                prefixed('\x5a', track_event));
  const auto read = read_perfetto_bytes(bytes);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(count_of(**read, "nested_too_deep"), 1);
}

}  // namespace
}  // namespace nscope
