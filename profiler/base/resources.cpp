#include "profiler/base/resources.h"

#include <string>

namespace nscope {

std::vector<Resource> list_resources(std::string_view prefix) {
  std::vector<Resource> found;
  for (const auto* file = detail::kEmbeddedFiles; file->path != nullptr; ++file) {
    const std::string_view path = file->path;
    if (path.substr(0, prefix.size()) == prefix) {
      found.push_back({path, {file->begin, static_cast<std::size_t>(file->end - file->begin)}});
    }
  }
  return found;
}

Result<Resource> find_resource(std::string_view path) {
  for (const Resource& resource : list_resources(path)) {
    if (resource.path == path) return resource;
  }
  return fail(ErrorCode::kNotFound, tr("built-in file not found"),
              "resources/" + std::string(path));
}

}  // namespace nscope
