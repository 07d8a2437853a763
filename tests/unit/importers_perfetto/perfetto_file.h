#pragma once

#include "importers/perfetto/perfetto.h"
#include "profiler/perfetto/perfetto_trace.pb.h"
#include "profiler/trace/build/trace_builder.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace nscope {

namespace pb = perfetto_proto;

inline ByteSource source_of(std::string_view bytes, const std::string& name = "test.pftrace") {
  const auto* const first = reinterpret_cast<const std::byte*>(bytes.data());
  return ByteSource::from_bytes(name, {first, first + bytes.size()});
}

/// Writes a Perfetto trace with protobuf's own encoder.
class PerfettoFile {
 public:
  static constexpr std::uint32_t kSequence = 7;

  pb::TracePacket& packet(std::uint32_t sequence = kSequence) {
    pb::TracePacket& out = *trace_.add_packet();
    out.set_trusted_packet_sequence_id(sequence);
    return out;
  }
  /// A packet that starts a sequence.
  pb::TracePacket& clear(std::uint32_t sequence = kSequence) {
    pb::TracePacket& out = packet(sequence);
    out.set_sequence_flags(pb::TracePacket::SEQ_INCREMENTAL_STATE_CLEARED);
    return out;
  }
  pb::TrackDescriptor& track(std::uint64_t uuid, const std::string& name,
                             std::uint64_t parent = 0) {
    pb::TrackDescriptor& out = *packet().mutable_track_descriptor();
    out.set_uuid(uuid);
    if (!name.empty()) out.set_name(name);
    if (parent != 0) out.set_parent_uuid(parent);
    return out;
  }
  pb::TrackEvent& event(std::uint64_t track, std::uint64_t time, pb::TrackEvent::Type type,
                        const std::string& name = {}) {
    pb::TracePacket& out = packet();
    out.set_timestamp(time);
    pb::TrackEvent& event = *out.mutable_track_event();
    event.set_type(type);
    event.set_track_uuid(track);
    if (!name.empty()) event.set_name(name);
    return event;
  }
  pb::TrackEvent& begin(std::uint64_t track, std::uint64_t time, const std::string& name) {
    return event(track, time, pb::TrackEvent::TYPE_SLICE_BEGIN, name);
  }
  pb::TrackEvent& end(std::uint64_t track, std::uint64_t time, const std::string& name = {}) {
    return event(track, time, pb::TrackEvent::TYPE_SLICE_END, name);
  }
  pb::TrackEvent& counter(std::uint64_t track, std::uint64_t time, std::int64_t value) {
    pb::TrackEvent& out = event(track, time, pb::TrackEvent::TYPE_COUNTER);
    out.set_counter_value(value);
    return out;
  }
  std::string bytes() const { return trace_.SerializeAsString(); }

 private:
  pb::Trace trace_;
};

inline Result<std::shared_ptr<const Trace>> read_perfetto_bytes(std::string_view bytes,
                                                                std::size_t cores = 2) {
  const ByteSource file = source_of(bytes);
  TraceBuilder builder;
  TaskControl control;
  if (auto read = importers::read_perfetto_on(cores, {file}, builder, control); !read) {
    return fail(read.error());
  }
  return builder.finish();
}

inline std::shared_ptr<const Trace> import(const PerfettoFile& file) {
  const auto trace = read_perfetto_bytes(file.bytes());
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : TraceBuilder().finish();
}

inline const Track& track_named(const Trace& trace, std::string_view name) {
  for (const Track& track : trace.tracks()) {
    if (trace.text(track.name) == name) return track;
  }
  ADD_FAILURE() << "no track '" << name << "'";
  static const Track none;
  return none;
}

/// The slices of one track as "name start+duration depth; ...".
inline std::string slices_of(const Trace& trace, std::string_view name) {
  const Track& track = track_named(trace, name);
  std::string out;
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (row > 0) out += "; ";
    out += std::string(trace.text(track.slices.name[row])) + " " +
           std::to_string(track.slices.begin(row).value()) + "+" +
           std::to_string((track.slices.end(row) - track.slices.begin(row)).value()) + " " +
           std::to_string(track.slices.depth[row]);
  }
  return out;
}

/// The properties of one slice as "key=value ...", in the order of the trace.
inline std::string args_of(const Trace& trace, std::string_view track_name, std::size_t row) {
  const Track& track = track_named(trace, track_name);
  std::string out;
  for (const Arg& arg : trace.args_of(Trace::slice_id(track, row))) {
    if (!out.empty()) out += ' ';
    out += std::string(trace.text(arg.key)) + "=";
    if (const auto* const integer = std::get_if<std::int64_t>(&arg.value)) {
      out += std::to_string(*integer);
    } else if (const auto* const real = std::get_if<double>(&arg.value)) {
      out += std::to_string(*real);
    } else {
      out += trace.text(std::get<StringId>(arg.value));
    }
  }
  return out;
}

inline std::int64_t count_of(const Trace& trace, std::string_view code) {
  for (const Diagnostic& diagnostic : trace.diagnostics()) {
    if (diagnostic.code == code) return diagnostic.count;
  }
  return 0;
}

}  // namespace nscope
