// Price lists are downloads: reading one must never crash, hang or allocate what the file
// dictates, whatever it begins like; and no reader may make a price that cannot be.
#include "costmodel/price_formats/registry.h"
#include "profiler/base/files/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace nscope;
using namespace nscope::cost;

/// A reader's rows are taken as they are: a price that cannot be must not get this far.
class CheckedPrices : public PriceSink {
 public:
  Result<> row(PriceObservation row) override {
    if (row.instance.empty() || row.per_hour < Usd()) std::abort();
    return {};
  }
};

void read_as(const PriceFormat& format, const ByteSource& file) {
  CheckedPrices sink;
  TaskControl control;
  (void)format.read({.file = file, .observed = Day{}}, sink, control);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  const auto file = ByteSource::from_bytes("fuzz", {first, first + size});
  const auto format = recognise_prices(file);
  if (format) read_as(**format, file);
  // A reader must stand files that do not begin like its format, too; one a file is enough.
  const auto formats = price_formats();
  const PriceFormat& other = formats[size % formats.size()];
  if (!format || &other != *format) read_as(other, file);
  return 0;
}
