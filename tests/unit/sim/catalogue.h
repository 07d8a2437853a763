#pragma once

#include "simcore/catalog/catalog.h"

namespace nscope::sim {

/// The built-in catalogue.
inline const catalog::Catalog& catalogue() {
  static const catalog::Catalog loaded = catalog::Catalog::load().value();
  return loaded;
}

}  // namespace nscope::sim
