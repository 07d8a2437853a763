#pragma once

#include "costmodel/prices/price_book.h"
#include "simcore/catalog/catalog.h"

namespace nscope::cost {

// The built-in data, loaded once for all tests of an executable.

inline const catalog::Catalog& hardware() {
  static const catalog::Catalog kCatalog = catalog::Catalog::load().value();
  return kCatalog;
}

inline const PriceBook& book() {
  static const PriceBook kBook = PriceBook::load().value();
  return kBook;
}

}  // namespace nscope::cost
