// Exports come from other people: reading one must never crash, hang or allocate
// what the file dictates. Both JSON formats, whatever the content looks like.
#include "importers/neuron_profile_json/neuron_profile_json.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/build/trace_builder.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  const auto file = nscope::ByteSource::from_bytes("fuzz.json", {first, first + size});
  using nscope::importers::CaptureInput;
  for (const auto read :
       {nscope::importers::read_profile_json, nscope::importers::read_summary_json}) {
    nscope::TraceBuilder builder;
    nscope::TaskControl control;
    if (read(CaptureInput{file, nullptr}, builder, control)) (void)builder.finish();
  }
  (void)nscope::importers::sniff_profile_json(file);
  (void)nscope::importers::sniff_summary_json(file);
  return 0;
}
