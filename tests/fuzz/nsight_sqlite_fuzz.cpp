// Exports of Nsight Systems come from anybody: reading one must never crash, hang, run code of
// the file or allocate what the file dictates.
#include "importers/nsight_sqlite/nsight_sqlite.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/build/trace_builder.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  const auto file = nscope::ByteSource::from_bytes("fuzz.sqlite", {first, first + size});
  (void)nscope::importers::sniff_nsight_sqlite(file);
  nscope::TraceBuilder builder;
  nscope::TaskControl control;
  if (nscope::importers::read_nsight_sqlite({file}, builder, control)) (void)builder.finish();
  return 0;
}
