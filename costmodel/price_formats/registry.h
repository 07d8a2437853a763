#pragma once

#include "costmodel/price_formats/price_format.h"

#include <span>

namespace nscope::cost {

/// Every format, in the order in which they are tried.
std::span<const PriceFormat> price_formats();

/// The format whose sniff() says yes to the file's head. Errors: kBadInput where none
/// does, naming those that can be read; those of unpacking.
Result<const PriceFormat*> recognise_prices(const ByteSource& file);

/// A file whose format is known.
struct PriceList {
  ByteSource file;
  const PriceFormat* format = nullptr;  ///< one of price_formats()
};

/// Errors: those of recognise_prices().
Result<PriceList> recognise_price_list(ByteSource file);

}  // namespace nscope::cost
