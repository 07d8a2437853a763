#pragma once

#include "profiler/base/json.h"

#include <cstddef>

#include <fmt/format.h>

namespace nscope {

/// Runs `read(StrictObject&)` on the object nested in `in` under `key` and records its error
/// in `in`. False if the key is absent.
template <class Read>
bool read_nested(StrictObject& in, const char* key, Read&& read) {
  const Json* const json = in.optional(key);
  if (json == nullptr) return false;
  StrictObject inner(*json, in.path(key));
  read(inner);
  in.adopt(inner);
  return true;
}

/// The same for every object of an array, if the key is present. Errors: more than `most`
/// entries.
template <class Read>
void read_each(StrictObject& in, const char* key, std::size_t most, Read&& read) {
  if (in.optional(key) == nullptr) return;
  const Json& list = in.array(key);
  if (list.size() > most) return in.reject(key, tr("must have at most {} entries", most));
  for (std::size_t i = 0; i < list.size(); ++i) {
    StrictObject entry(list[i], in.path(fmt::format("{}/{}", key, i)));
    read(entry);
    in.adopt(entry);
  }
}

}  // namespace nscope
