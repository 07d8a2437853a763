#pragma once

#include "profiler/base/json.h"

namespace nscope::cli {

/// The object `key` of a document that is not validated yet, created if it is absent or null. Null
/// if it has another type; the reader of the document rejects it and states its position. `parent`
/// must be an object.
inline Json* object_member(Json& parent, const char* key) {
  Json& member = parent[key];
  if (member.is_null()) member = Json::object();
  return member.is_object() ? &member : nullptr;
}

}  // namespace nscope::cli
