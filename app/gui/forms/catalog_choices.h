#pragma once

#include "app/gui/forms/choice_list.h"
#include "simcore/catalog/catalog.h"

#include <functional>
#include <string>
#include <vector>

namespace nscope::gui {

// Long lists of the catalogue, divided into groups with headings. GUI thread, because the functions
// translate texts.

struct CatalogChoices {
  ChoiceRows rows{};
  ChoiceGroups groups{};
};

/// Instance types by device, NeuronCores first, each with its accelerators and their memory. Types
/// that the catalogue does not have are in a last group.
CatalogChoices instance_choices(const catalog::Catalog& catalog,
                                const std::vector<std::string>& names);
/// All instance types of the catalogue that are `wanted`.
CatalogChoices instance_choices(const catalog::Catalog& catalog,
                                const std::function<bool(const catalog::Device&)>& wanted);
/// The models that are `wanted`, by kind, decoders first, each with its number of parameters.
CatalogChoices model_choices(const catalog::Catalog& catalog,
                             const std::function<bool(const catalog::Model&)>& wanted);

/// The accelerators of an instance type and their memory: "16 × AWS Trainium, 512 GiB"; empty if
/// the catalogue has no such type.
QString instance_facts(const catalog::Catalog& catalog, const std::string& name);

}  // namespace nscope::gui
