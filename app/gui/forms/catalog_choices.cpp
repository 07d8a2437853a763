#include "app/gui/forms/catalog_choices.h"

#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "profiler/base/format.h"
#include "profiler/base/large_number.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nscope::gui {
namespace {

using catalog::Architecture;

QString kind_of(Architecture architecture) {
  switch (architecture) {
    case Architecture::kDecoder: return tr("Decoders");
    case Architecture::kEncoder: return tr("Encoders");
    case Architecture::kEncoderDecoder: return tr("Encoder-decoders");
    case Architecture::kVisionCnn: return tr("Convolutional networks");
    case Architecture::kVisionTransformer: return tr("Vision transformers");
    case Architecture::kDiffusion: return tr("Diffusion models");
    case Architecture::kRecommender: return tr("Recommenders");
    case Architecture::kTimeSeries: break;
  }
  return tr("Time series");
}

}  // namespace

QString instance_facts(const catalog::Catalog& catalog, const std::string& name) {
  const auto found = catalog.instance(name);
  if (!found) return {};
  const catalog::Instance& instance = **found;
  const catalog::Device& device = catalog.device_of(instance);
  return QStringLiteral("%1 × %2, %3")
      .arg(instance.chips)
      .arg(to_qstring(device.title),
           number_text(format_bytes(device.memory.value * instance.chips)));
}

CatalogChoices instance_choices(const catalog::Catalog& catalog,
                                const std::vector<std::string>& names) {
  std::vector<std::pair<QString, std::vector<std::string>>> groups;
  std::vector<std::string> others;
  for (const auto kind : {catalog::DeviceKind::kNeuron, catalog::DeviceKind::kGpu}) {
    for (const std::string& name : names) {
      const auto found = catalog.instance(name);
      if (!found) {
        if (kind == catalog::DeviceKind::kGpu) others.push_back(name);
        continue;
      }
      const catalog::Device& device = catalog.device_of(**found);
      if (device.kind != kind) continue;
      const QString title = to_qstring(device.title);
      auto group = std::ranges::find(groups, title, [](const auto& each) { return each.first; });
      if (group == groups.end()) group = groups.insert(groups.end(), {title, {}});
      group->second.push_back(name);
    }
  }
  if (!others.empty()) groups.emplace_back(tr("Other instance types"), std::move(others));
  CatalogChoices choices;
  for (const auto& [title, members] : groups) {
    choices.groups.emplace_back(choices.rows.size(), title);
    for (const std::string& name : members) {
      choices.rows.emplace_back(name, instance_facts(catalog, name));
    }
  }
  return choices;
}

CatalogChoices instance_choices(const catalog::Catalog& catalog,
                                const std::function<bool(const catalog::Device&)>& wanted) {
  std::vector<std::string> names;
  for (const catalog::Instance& instance : catalog.instances()) {
    if (wanted(catalog.device_of(instance))) names.push_back(instance.id);
  }
  return instance_choices(catalog, names);
}

CatalogChoices model_choices(const catalog::Catalog& catalog,
                             const std::function<bool(const catalog::Model&)>& wanted) {
  // Decoders come first because they are asked about most often.
  constexpr std::array kOrder = {Architecture::kDecoder,           Architecture::kEncoder,
                                 Architecture::kEncoderDecoder,    Architecture::kDiffusion,
                                 Architecture::kVisionTransformer, Architecture::kVisionCnn,
                                 Architecture::kRecommender,       Architecture::kTimeSeries};
  CatalogChoices choices;
  for (const Architecture architecture : kOrder) {
    const std::size_t begin = choices.rows.size();
    for (const catalog::Model& model : catalog.models()) {
      if (model.architecture != architecture || !wanted(model)) continue;
      choices.rows.emplace_back(model.id, to_qstring(large_number(model.parameters)));
    }
    if (choices.rows.size() > begin) choices.groups.emplace_back(begin, kind_of(architecture));
  }
  if (choices.groups.size() == 1) choices.groups.clear();  // a single heading says nothing
  return choices;
}

}  // namespace nscope::gui
