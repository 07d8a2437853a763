#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>

namespace nscope::catalog {
namespace {

constexpr Spellings kExperts{"num_experts", "num_local_experts", "n_routed_experts",
                             "moe_num_experts"};
constexpr Spellings kTopK{
    "num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_k", "moe_topk",
    "moe_top_k",           "top_k_experts"};
constexpr Spellings kShared{"n_shared_experts", "num_shared_experts", "num_shared_expert",
                            "moe_num_shared_experts"};
constexpr Spellings kSharedWidth{"shared_expert_intermediate_size", "shared_intermediate_size",
                                 "moe_shared_expert_intermediate_size", "share_expert_dim"};
constexpr Spellings kEvery{"decoder_sparse_step", "moe_layer_interval", "interleave_moe_layer_step",
                           "expert_layer_period"};

/// The number of leading layers without experts in a list with a word or number for each layer; the
/// other layers must have experts.
int leading_layers(ConfigReader& in, const char* member, const Json& list, int layers) {
  const Json dense = list.empty() || list.front().is_string() ? Json("dense") : Json(0);
  check_layer_list(in, member, list.size(), layers);
  int leading = 0;
  bool ended = false;
  for (const Json& layer : list) {
    if (layer != dense) {
      ended = true;
    } else if (ended) {
      in.refuse(member, tr("only the first layers can be dense"));
      return 0;
    } else {
      ++leading;
    }
  }
  return leading;
}

/// The number of leading layers without experts by the numbers of the layers with experts, "3,4,5";
/// these must be all others.
int layers_before(ConfigReader& in, const char* member, const std::string& numbers, int layers) {
  std::string expected;
  int first = 0;
  std::from_chars(numbers.data(), numbers.data() + numbers.size(), first);
  for (int layer = std::max(0, first); layer < layers; ++layer) {
    expected += (expected.empty() ? "" : ",") + std::to_string(layer);
  }
  std::string stated;
  std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(stated),
               [](char letter) { return letter != ' '; });
  if (stated != expected) in.refuse(member, tr("only the first layers can be dense"));
  return std::max(0, first);
}

/// The dense layers must be the first ones because MoeShape cannot describe others.
int dense_layers(ConfigReader& in, int layers) {
  if (const Json* const list = in.member("mlp_only_layers"); list != nullptr) {
    if (!list->is_array()) {
      in.reject("mlp_only_layers", tr("must be an array of layers"));
      return 0;
    }
    int expected = 0;
    for (const Json& layer : *list) {
      if (!layer.is_number_integer() || layer.get<double>() != expected) {
        in.refuse("mlp_only_layers", tr("only the first layers can be dense"));
        return 0;
      }
      ++expected;
    }
    return expected;
  }
  for (const char* const member : {"moe_layer_freq", "mlp_layer_types"}) {
    const Json* const list = in.member(member);
    if (list == nullptr || !list->is_array()) continue;
    return leading_layers(in, member, *list, layers);
  }
  if (const Json* const sparse = in.member("moe_layers_enum");
      sparse != nullptr && sparse->is_string()) {
    return layers_before(in, "moe_layers_enum", sparse->get<std::string>(), layers);
  }
  return in.find({"first_k_dense_replace", "num_dense_layers", "moe_layer_start_index"}, kFromZero)
      .value_or(0);
}

int experts_every(ConfigReader& in) {
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

/// LongCat: a layer has two attentions and two dense parts, and experts beside the first of them. It
/// is counted as two layers, of which one has experts. A router can also choose experts without
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

}  // namespace

void read_experts(ConfigReader& in, const ConfigFamily& family, Model& model) {
  const int experts = in.find(kExperts, kFromZero).value_or(0);
  const bool off = in.member("enable_moe_block") != nullptr && !in.flag("enable_moe_block", true);
  if (experts <= 1 || off || lists_only_dense_parts(in)) {
    // The hybrid models of Granite without experts have only the shared part.
    if (const auto width = in.find({"shared_intermediate_size"}, kFromZero); width && *width > 0) {
      model.ffn = *width;
    }
    return;
  }
  MoeShape moe;
  moe.latent = in.find({"moe_latent_size"}).value_or(0);
  moe.experts = experts;
  moe.expert_ffn = 
      in.find({"moe_intermediate_size", "moe_ffn_hidden_size", "expert_ffn_hidden_size"})
          .value_or(model.ffn);
  if (moe.expert_ffn < 1) moe.expert_ffn = in.require({"moe_intermediate_size"});
  moe.top_k = in.require(kTopK);
  moe.shared_experts = shared_experts(in, family, std::max(1, moe.expert_ffn));
  moe.dense_layers = dense_layers(in, model.layers);
  moe.every = experts_every(in);
  if (!family.dense_width.empty()) {
    model.ffn = in.require({family.dense_width.c_str()});
  }
  if (in.flag("enable_moe_block", false)) {
    // Gemma 4 adds the dense part of a layer to its experts.
    if (model.ffn % moe.expert_ffn != 0) {
      in.refuse("moe_intermediate_size",
                tr("is {}, which must divide the width of {}", moe.expert_ffn, model.ffn));
    }
    moe.shared_experts = model.ffn / moe.expert_ffn;
  }
  if (family.paired_layers) pair_layers(in, moe, model);
  model.moe = moe;
}

}  // namespace nscope::catalog
