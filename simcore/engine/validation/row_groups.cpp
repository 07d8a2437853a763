#include "simcore/engine/validation/row_groups.h"

#include <fmt/format.h>

namespace nscope::sim {

std::string_view publication_name(std::string_view repository, std::string_view source) {
  return repository.empty() ? source.substr(0, source.find('@')) : repository;
}

std::string source_group(std::string_view repository, std::string_view source,
                         std::string_view family, std::string_view generation) {
  return fmt::format("{} | {} | {}", publication_name(repository, source), family, generation);
}

std::string generation_of(const catalog::Catalog& catalog, std::string_view instance) {
  const auto found = catalog.instance(instance);
  return found ? catalog.device_of(**found).generation : std::string();
}

}  // namespace nscope::sim
