#pragma once

#include "profiler/base/json.h"
#include "profiler/base/resources.h"
#include "profiler/base/result.h"

#include <string_view>

namespace nscope::sim {

/// The built-in document of that path below resources/. Errors: kNotFound; kBadInput with line
/// and column.
inline Result<Json> resource_json(std::string_view path) {
  const auto resource = find_resource(path);
  if (!resource) return fail(resource.error());
  return parse_json(resource->content, resource->path);
}

}  // namespace nscope::sim
