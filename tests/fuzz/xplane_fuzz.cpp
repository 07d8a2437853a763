// Profiles of XLA come from anybody: reading one must never crash, hang or allocate what the file
// dictates.
#include "importers/xplane/xplane.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/build/trace_builder.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  const auto file = nscope::ByteSource::from_bytes("fuzz.xplane.pb", {first, first + size});
  (void)nscope::importers::sniff_xplane(file);
  nscope::TraceBuilder builder;
  nscope::TaskControl control;
  if (nscope::importers::read_xplane({file}, builder, control)) (void)builder.finish();
  return 0;
}
