#pragma once

#include "profiler/base/result.h"

#include <string_view>
#include <vector>

namespace nscope {

/// A data file of `resources/` that is built into the program.
struct Resource {
  std::string_view path;  ///< relative to resources/, for example "devices/trainium2.json"
  std::string_view content;
};

/// The resource with that path. Errors: kNotFound.
Result<Resource> find_resource(std::string_view path);

/// All resources whose path starts with `prefix`, sorted by path.
std::vector<Resource> list_resources(std::string_view prefix);

namespace detail {
struct EmbeddedFile {
  const char* path;
  const char* begin;
  const char* end;
};
extern const EmbeddedFile kEmbeddedFiles[];  // ends with a null path
}  // namespace detail

}  // namespace nscope
