// Output of other people's tools: reading it must never crash, hang or allocate
// what the file dictates.
#include "importers/prometheus_text/prometheus_text.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/build/trace_builder.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  const auto file = nscope::ByteSource::from_bytes("fuzz", {first, first + size});
  nscope::TraceBuilder builder;
  nscope::TaskControl control;
  (void)nscope::importers::sniff_prometheus_text(file);
  if (nscope::importers::read_prometheus_text({file, nullptr}, builder, control))
    (void)builder.finish();
  return 0;
}
