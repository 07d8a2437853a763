#include "costmodel/price_formats/registry.h"

#include "costmodel/price_formats/readers.h"
#include "costmodel/price_formats/text_stream.h"

#include <array>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::array kFormats = {
    PriceFormat{"nscope-prices-csv", "Price file of this program", "write it: docs/prices.md",
                sniff_own_prices, read_own_prices},
};

}  // namespace

std::span<const PriceFormat> price_formats() {
  return kFormats;
}

Result<const PriceFormat*> recognise_prices(const ByteSource& file) {
  const auto head = text_head(file, kSniffBytes);
  if (!head) return fail(head.error());
  for (const PriceFormat& format : kFormats) {
    if (format.sniff(*head)) return &format;
  }
  std::string known;
  for (const PriceFormat& format : kFormats) known += fmt::format("\n  {}", format.title);
  return fail(ErrorCode::kBadInput, "is no list of prices that can be read. These can:" + known,
              file.name());
}

}  // namespace nscope::cost
