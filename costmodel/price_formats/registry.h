#pragma once

#include "costmodel/price_formats/price_format.h"

#include <span>

namespace nscope::cost {

/// All formats in the order in which they are tried.
std::span<const PriceFormat> price_formats();

/// The format of a file according to PriceFormat::sniff. Errors: kBadInput for an unknown format,
/// listing the supported ones; those of unpacking.
Result<const PriceFormat*> recognise_prices(const ByteSource& file);

/// A file and its format.
struct PriceList {
  ByteSource file;
  const PriceFormat* format = nullptr;  ///< one of price_formats()
};

/// Errors: those of recognise_prices().
Result<PriceList> recognise_price_list(ByteSource file);

}  // namespace nscope::cost
