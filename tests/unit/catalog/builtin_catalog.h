#pragma once

#include "simcore/catalog/catalog.h"

#include <string_view>

#include <gtest/gtest.h>

namespace nscope::catalog {

/// The built-in catalogue, loaded once per test program.
inline const Catalog& builtin() {
  static const Catalog catalog = [] {
    auto loaded = Catalog::load();
    if (!loaded) ADD_FAILURE() << to_string(loaded.error());
    return loaded ? std::move(*loaded) : Catalog();
  }();
  return catalog;
}

inline const Device& device(std::string_view id) {
  return **builtin().device(id);
}
inline const Instance& instance(std::string_view id) {
  return **builtin().instance(id);
}
inline const Model& model(std::string_view id) {
  return **builtin().model(id);
}

}  // namespace nscope::catalog
