#pragma once

#include "simcore/catalog/catalog.h"

#include <set>
#include <string>
#include <string_view>

namespace nscope::sim {

/// What a fit can leave out together.
enum class Grouping {
  kModel,
  kFamily,      ///< models with the same number of layers of the same width
  kSource,      ///< rows of one publication about one family on one chip generation
  kGeneration,  ///< all rows of a generation of NeuronCores
};

/// The groups of a measured configuration.
struct RowGroups {
  std::string model;
  std::string family;
  std::string source;
  std::string generation;

  const std::string& name(Grouping by) const {
    switch (by) {
      case Grouping::kModel: return model;
      case Grouping::kFamily: return family;
      case Grouping::kSource: return source;
      case Grouping::kGeneration: break;
    }
    return generation;
  }
};

/// The groups that a fit leaves out. Without names, nothing is left out.
struct LeftOut {
  Grouping by = Grouping::kModel;
  std::set<std::string, std::less<>> names{};

  bool empty() const { return names.empty(); }
  bool contains(const RowGroups& row) const { return names.contains(row.name(by)); }
};

/// The name of a publication: `repository` if it is stated, otherwise repository and file of `source`
/// ("owner/name:path@commit") without the commit.
std::string_view publication_name(std::string_view repository, std::string_view source);

/// The name of a publication about a family of models on a chip generation.
std::string source_group(std::string_view repository, std::string_view source,
                         std::string_view family, std::string_view generation);

/// The generation of the NeuronCores of an instance type; empty if the catalogue does not have it.
std::string generation_of(const catalog::Catalog& catalog, std::string_view instance);

}  // namespace nscope::sim
