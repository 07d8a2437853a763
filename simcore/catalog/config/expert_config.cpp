#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace nscope::catalog {
namespace {

constexpr Spellings kExperts{"num_experts", "num_local_experts", "n_routed_experts",
                             "moe_num_experts", "num_routed_experts"};
constexpr Spellings kTopK{
    "num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_k", "moe_topk",
    "moe_top_k",           "top_k_experts"};
constexpr Spellings kShared{"n_shared_experts", "num_shared_experts", "num_shared_expert",
                            "moe_num_shared_experts"};
constexpr Spellings kSharedWidth{"shared_expert_intermediate_size", "shared_intermediate_size",
                                 "moe_shared_expert_intermediate_size", "share_expert_dim"};
constexpr Spellings kEvery{"decoder_sparse_step", "moe_layer_interval", "interleave_moe_layer_step",
                           "expert_layer_period"};

/// Says that dense layers between others are counted as the first ones, which costs the same.
int moved_to_front(ConfigReader& in, int dense, bool leading) {
  if (!leading) {
    in.note(tr("the {} layers without experts are counted as the first ones", dense));
  }
  return dense;
}

/// The number of layers without experts in a list with a word or number for each layer.
int dense_entries(ConfigReader& in, const char* member, const Json& list, int layers) {
  const Json dense = list.empty() || list.front().is_string() ? Json("dense") : Json(0);
  check_layer_list(in, member, list.size(), layers);
  const auto count = std::count(list.begin(), list.end(), dense);
  const bool leading = std::all_of(list.begin(), list.begin() + count,
                                   [&](const Json& layer) { return layer == dense; });
  return moved_to_front(in, static_cast<int>(count), leading);
}

/// The numbers of layers, each once and in order. Rejects others.
std::vector<int> layer_numbers(ConfigReader& in, const char* member, std::vector<int> numbers,
                               int layers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  if (!numbers.empty() && (numbers.front() < 0 || numbers.back() >= layers)) {
    const int wrong = numbers.front() < 0 ? numbers.front() : numbers.back();
    in.reject(member, tr("layer {} exceeds the {} layers", wrong, layers));
    return {};
  }
  return numbers;
}

/// The number of layers without experts by the numbers of the layers with experts, "3,4,5".
int layers_beside(ConfigReader& in, const char* member, const std::string& text, int layers) {
  std::vector<int> numbers;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    word.erase(std::remove(word.begin(), word.end(), ' '), word.end());
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) {
      in.reject(member, tr("must list the numbers of layers, separated by commas"));
      return 0;
    }
    numbers.push_back(number);
  }
  numbers = layer_numbers(in, member, std::move(numbers), layers);
  const int dense = layers - static_cast<int>(numbers.size());
  return moved_to_front(in, dense, numbers.empty() || numbers.front() == dense);
}

/// The number of layers without experts.
int dense_layers(ConfigReader& in, int layers) {
  if (in.member("mlp_only_layers") != nullptr) {
    std::vector<int> numbers = in.numbers("mlp_only_layers");
    const int every = in.find(kEvery).value_or(1);
    for (int layer = 0; !numbers.empty() && layer < layers; ++layer) {
      if ((layer + 1) % every != 0) numbers.push_back(layer);
    }
    const std::vector<int> dense = layer_numbers(in, "mlp_only_layers", std::move(numbers), layers);
    const int count = static_cast<int>(dense.size());
    return moved_to_front(in, count, dense.empty() || dense.back() == count - 1);
  }
  for (const char* const member : {"moe_layer_freq", "mlp_layer_types"}) {
    const Json* const list = in.member(member);
    if (list == nullptr || !list->is_array()) continue;
    return dense_entries(in, member, *list, layers);
  }
  if (const Json* const sparse = in.member("moe_layers_enum");
      sparse != nullptr && sparse->is_string()) {
    return layers_beside(in, "moe_layers_enum", sparse->get<std::string>(), layers);
  }
  return in.find({"first_k_dense_replace", "num_dense_layers", "moe_layer_start_index"}, kFromZero)
      .value_or(0);
}

int experts_every(ConfigReader& in) {
  if (!in.numbers("mlp_only_layers").empty()) return 1;  // dense_layers() has counted the others
  if (const Json* const frequency = in.member("moe_layer_freq");
      frequency != nullptr && frequency->is_number_integer()) {
    return in.find({"moe_layer_freq"}).value_or(1);
  }
  return in.find(kEvery).value_or(1);
}

int shared_experts(ConfigReader& in, const ConfigFamily& family, int expert_ffn) {
  const auto width = in.find(kSharedWidth, kFromZero);
  if (!width) return in.find(kShared, kFromZero).value_or(family.shared_experts);
  if (*width % expert_ffn != 0) {
    in.refuse(
        "shared_expert_intermediate_size",
        tr("is {}, which must be a multiple of the width of an expert, {}", *width, expert_ffn));
    return 0;
  }
  return *width / expert_ffn;
}

/// LongCat: a layer has two attentions and two dense parts, and experts beside the first of them.
/// It is counted as two layers, of which one has experts. A router can also choose experts without
/// weights, which return their input: as if it chose fewer of the others, by their share.
void pair_layers(ConfigReader& in, MoeShape& moe, Model& model) {
  if (model.ffn % moe.expert_ffn != 0) {
    return in.refuse("expert_ffn_hidden_size",
                     tr("is {}, which must divide the width of {}", moe.expert_ffn, model.ffn));
  }
  model.layers *= 2;
  moe.every = 2;
  moe.shared_experts = model.ffn / moe.expert_ffn;
  const double empty = in.find({"zero_expert_num"}, kFromZero).value_or(0);
  const double share = moe.experts / (moe.experts + empty);
  moe.top_k = std::max(1, static_cast<int>(std::lround(moe.top_k * share)));
}

/// Arctic: a dense part of the width of the model is beside the experts of each layer. It is
/// counted as three layers: attention, the dense part and the experts.
void split_layers(ConfigReader& in, MoeShape& moe, Model& model) {
  if (in.find({"moe_layer_frequency"}).value_or(1) != 1) {
    return in.refuse("moe_layer_frequency", tr("must be {}", 1));
  }
  if (!in.flag("use_residual", true)) return;
  in.note(
      tr("each layer is counted as three: attention, the dense part and the experts, which run "
         "one after the other"));
  model.layers *= 3;
  model.layer_pattern = {Mixer::kAttention, Mixer::kFeedForward, Mixer::kFeedForward};
  model.ffn = model.hidden;
  moe.every = 2;
}

/// ERNIE-4.5-VL: lists state the experts of words and then those of images, which only images pass
/// through.
void read_modal_experts(ConfigReader& in, MoeShape& moe, Model& model) {
  const auto both = [&](const char* member) {
    const Json* const stated = in.member(member);
    if (stated != nullptr && !stated->is_array()) {
      const int value = in.require({member});
      return std::vector<int>{value, value};
    }
    std::vector<int> values = in.numbers(member);
    if (values.size() == 2 && values.front() > 0) return values;
    in.reject(member, tr("must be an array with a number for words, of at least 1, and one for "
                         "images"));
    return std::vector<int>{1, 0};
  };
  const std::vector<int> experts = both("moe_num_experts");
  const std::vector<int> widths = both("moe_intermediate_size");
  moe.experts = experts.front();
  moe.expert_ffn = widths.front();
  const double layers = std::max(0, model.layers - moe.dense_layers);
  const double others = layers * experts.back() * model.hidden * (3.0 * widths.back() + 1);
  if (others <= 0) return;
  model.parameters += others;  // added to the matrices
  in.note(
      tr("the experts of images have {} parameters, which are counted in the memory, but not in "
         "the time",
         as::count(std::llround(others))));
}

}  // namespace

void read_experts(ConfigReader& in, const ConfigFamily& family, Model& model) {
  const int experts = family.modal_experts ? 2 : in.find(kExperts, kFromZero).value_or(0);
  const bool off = in.member("enable_moe_block") != nullptr && !in.flag("enable_moe_block", true);
  if (experts <= 1 || off || lists_only_dense_parts(in)) {
    // The hybrid models of Granite without experts have only the shared part.
    if (const auto width = in.find({"shared_intermediate_size"}, kFromZero); width && *width > 0) {
      model.ffn = *width;
    }
    return;
  }
  MoeShape moe;
  moe.latent = in.find({"moe_latent_size", "routed_expert_hidden_size"}).value_or(0);
  moe.dense_layers = dense_layers(in, model.layers);
  if (family.modal_experts) {
    read_modal_experts(in, moe, model);
  } else {
    moe.experts = experts;
    moe.expert_ffn =
        in.find({"moe_intermediate_size", "moe_ffn_hidden_size", "expert_ffn_hidden_size"})
            .value_or(model.ffn);
  }
  if (moe.expert_ffn < 1) moe.expert_ffn = in.require({"moe_intermediate_size"});
  moe.top_k = in.require(kTopK);
  moe.shared_experts = shared_experts(in, family, std::max(1, moe.expert_ffn));
  moe.every = experts_every(in);
  if (!family.dense_width.empty()) {
    const char* const width = family.dense_width.c_str();
    const bool dense = moe.dense_layers > 0 || moe.every > 1;
    model.ffn = dense ? in.require({width}) : in.find({width}).value_or(model.ffn);
  }
  if (in.flag("enable_moe_block", false) || in.flag("residual_moe", false)) {
    // Gemma 4 and Grok-2 add the dense part of a layer to its experts.
    if (model.ffn % moe.expert_ffn != 0) {
      in.refuse("moe_intermediate_size",
                tr("is {}, which must divide the width of {}", moe.expert_ffn, model.ffn));
    }
    moe.shared_experts = model.ffn / moe.expert_ffn;
  }
  if (family.paired_layers) pair_layers(in, moe, model);
  if (family.parallel_dense) split_layers(in, moe, model);
  model.moe = moe;
}

}  // namespace nscope::catalog
