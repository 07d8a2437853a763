// The raw recording of the runtime: reading any of its four files, or all of them together, must
// never crash, hang or allocate what the file dictates.
#include "importers/system_recording/host_samples.h"
#include "importers/system_recording/record_blocks.h"
#include "importers/system_recording/recording_info.h"
#include "importers/system_recording/runtime_events.h"
#include "importers/system_recording/system_recording.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/build/trace_builder.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using namespace nscope;
using namespace nscope::importers;

void read_alone(const ByteSource& file) {
  TraceBuilder builder;
  TaskControl control;
  if (read_system_recording_on(1, {file, nullptr}, builder, control)) (void)builder.finish();
}

/// The input is trace_info.pb, a separator, and records.
void read_together(const ByteSource& file) {
  const std::string_view text = file.text();
  constexpr std::string_view kSeparator("\n\0\n", 3);
  const std::size_t end = text.find(kSeparator);
  if (end == std::string_view::npos) return;
  const auto part = [](std::string_view bytes) {
    const auto* const first = reinterpret_cast<const std::byte*>(bytes.data());
    return ByteSource::from_bytes("fuzz", {first, first + bytes.size()});
  };
  const RecordingInfo info = read_recording_info(part(text.substr(0, end)));
  TraceBuilder builder;
  TaskControl control;
  TraceWriter out(builder);
  put_recording_info(out, info);
  EventTracks tracks(out, info);
  const std::int64_t origin = info.begin_ns.value_or(0);
  RuntimeEvents events(out, tracks, info, origin);
  const ByteSource records = part(text.substr(end + kSeparator.size()));
  RecordBlocks blocks(records.text());
  for (RecordBlock block; blocks.next(block);) {
    block.decode();
    events.take(block);
  }
  events.finish();
  HostSamples samples(out, tracks, info, origin);
  (void)samples.read_cpu(records, control);
  (void)samples.read_memory(records, control);
  (void)out.finish();
  (void)builder.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  const auto file = ByteSource::from_bytes("fuzz", {first, first + size});
  (void)sniff_system_recording(file);
  read_alone(file);
  read_together(file);
  return 0;
}
