// Compiled models come from other people: reading one must never crash, hang or
// allocate what the file dictates. The input is taken as a whole NEFF and as the
// archive inside one, so that the fuzzer need not find the header.
#include "importers/neff/archive.h"
#include "importers/neff/neff.h"
#include "profiler/base/files/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  const auto file = nscope::ByteSource::from_bytes("fuzz.neff", {first, first + size});
  nscope::TaskControl control;
  (void)nscope::importers::is_neff(file);
  (void)nscope::importers::read_neff(file, control);
  (void)nscope::importers::read_archive(
      file.text(), "fuzz.neff", 0, [](std::string_view) { return true; }, control);
  return 0;
}
