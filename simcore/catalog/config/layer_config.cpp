#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

constexpr const char* kBlocks = "block_configs";

const Json& no_defaults() {
  static const Json none = Json::object();
  return none;
}

/// One block of a model whose layers were found by a search (Llama-Nemotron Super and Ultra).
struct SearchedBlock {
  int kv_heads = 0;  ///< 0: no attention
  int ffn = 0;       ///< 0: no feed-forward part
};

/// The part "attention" or "ffn" of a block; nullopt if the block has none of it. Keeps an error if
/// the part is missing or replaced by another one.
std::optional<ConfigReader> part_of(ConfigReader& in, const Json& block, std::size_t index,
                                    const char* name) {
  const std::string place = fmt::format("{}/{}/{}", kBlocks, index, name);
  const Json* const part = block.is_object() && block.contains(name) ? &block.at(name) : nullptr;
  if (part == nullptr || !part->is_object()) {
    in.reject(place, tr("must be an object"));
    return std::nullopt;
  }
  ConfigReader reader(*part, fmt::format("{}/{}", in.where(), place), no_defaults());
  const bool absent = reader.flag("no_op", false);
  if (reader.flag("replace_with_linear", false)) {
    reader.refuse("replace_with_linear", tr("a matrix instead of this part is not supported"));
  }
  if (reader.error()) in.adopt(*reader.error());
  if (absent || in.error()) return std::nullopt;
  return reader;
}

/// The width by the member that older files state: a multiple of two thirds of the hidden size,
/// rounded up.
int searched_width(ConfigReader& part, int hidden) {
  if (const auto stated = part.find({"intermediate_size"})) return *stated;
  constexpr double kMostMultiple = 1000;
  constexpr double kRounded = 256;
  const auto multiple = part.number("ffn_mult", kMostMultiple);
  if (!multiple) {
    part.reject("ffn_mult", tr("is required (also accepted: {})", "intermediate_size"));
    return 0;
  }
  const double width = std::floor(2 * *multiple * hidden / 3);
  const double rounded = std::ceil(width / kRounded) * kRounded;
  if (rounded < 1 || rounded > kLargestDimension) {
    part.reject("ffn_mult", tr("gives the feed-forward part {} columns; the limit is {}",
                               as::count(std::llround(rounded)), as::count(kLargestDimension)));
    return 0;
  }
  return static_cast<int>(rounded);
}

SearchedBlock read_block(ConfigReader& in, const Json& json, std::size_t index,
                         const Model& model) {
  SearchedBlock block;
  if (auto attention = part_of(in, json, index, "attention")) {
    const auto heads = attention->find({"num_key_value_heads"});
    const auto group = attention->find({"n_heads_in_group"});
    if (!heads && !group) {
      attention->reject("n_heads_in_group",
                        tr("is required (also accepted: {})", "num_key_value_heads"));
    } else if (!heads && model.heads % *group != 0) {
      attention->reject("n_heads_in_group",
                        tr("is {}, which does not divide the {} heads", *group, model.heads));
    }
    if (attention->error()) {
      in.adopt(*attention->error());
    } else {
      block.kv_heads = heads ? *heads : model.heads / *group;
    }
  }
  if (auto ffn = part_of(in, json, index, "ffn")) {
    block.ffn = searched_width(*ffn, model.hidden);
    if (ffn->error()) in.adopt(*ffn->error());
  }
  return block;
}

}  // namespace

bool has_blocks(const ConfigReader& in) {
  return in.member(kBlocks) != nullptr;
}

void read_blocks(ConfigReader& in, Model& model) {
  const Json& blocks = *in.member(kBlocks);
  if (!blocks.is_array() || blocks.empty() || blocks.size() > std::size_t{kMostLayers}) {
    return in.reject(kBlocks, tr("must be an array of 1 to {} blocks", kMostLayers));
  }
  check_layer_list(in, kBlocks, blocks.size(), model.layers);
  int attention = 0;
  int parts = 0;
  double width = 0;
  int narrowest = kLargestDimension;
  int widest = 0;
  for (std::size_t index = 0; index < blocks.size() && !in.error(); ++index) {
    const SearchedBlock block = read_block(in, blocks[index], index, model);
    if (block.kv_heads > 0) {
      if (attention > 0 && block.kv_heads != model.kv_heads) {
        return in.refuse(fmt::format("{}/{}/attention", kBlocks, index),
                         tr("has {} key-value heads, but earlier blocks have {}; different numbers "
                            "are not supported",
                            block.kv_heads, model.kv_heads));
      }
      ++attention;
      model.kv_heads = block.kv_heads;
      model.layer_pattern.push_back(Mixer::kAttention);
    }
    if (block.ffn > 0) {
      ++parts;
      width += block.ffn;
      narrowest = std::min(narrowest, block.ffn);
      widest = std::max(widest, block.ffn);
      model.layer_pattern.push_back(Mixer::kFeedForward);
    }
  }
  if (in.error()) return;
  if (attention == 0 || parts == 0) {
    return in.reject(kBlocks, tr("must have attention and feed-forward parts"));
  }
  model.layers = attention + parts;
  model.ffn = static_cast<int>(std::lround(width / parts));
  in.note(tr("the {} blocks are counted as {} layers of attention and {} layers of feed-forward, "
             "which have from {} to {} columns and are counted with their mean, {}",
             blocks.size(), attention, parts, as::count(narrowest), as::count(widest),
             as::count(model.ffn)));
}

void read_layer_heads(ConfigReader& in, const std::vector<Mixer>& mixers, Model& model) {
  constexpr const char* kMember = "num_attention_heads_per_layer";
  const std::vector<int> heads = in.numbers(kMember);
  if (heads.empty() || in.error()) return;
  check_layer_list(in, kMember, heads.size(), model.layers);
  std::optional<int> windows;
  std::optional<int> others;
  for (std::size_t layer = 0; layer < heads.size(); ++layer) {
    const bool slides = !mixers.empty() && mixers[layer % mixers.size()] == Mixer::kSliding;
    std::optional<int>& known = slides ? windows : others;
    if (heads[layer] < 1) {
      return in.reject(kMember, tr("must be an array of whole numbers of at least 1"));
    }
    if (known && *known != heads[layer]) {
      return in.refuse(kMember, tr("must be equal for all layers with windows and for all others; "
                                   "layer {} has {} instead of {}",
                                   layer, heads[layer], *known));
    }
    known = heads[layer];
  }
  model.heads = windows ? *windows : *others;
  if (windows && others && *windows != *others) {
    model.full_attention = FullAttention{.heads = *others};
  }
}

}  // namespace nscope::catalog
