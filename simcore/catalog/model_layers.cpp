#include "simcore/catalog/model_layers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nscope::catalog {
namespace {

constexpr std::array<std::pair<Mixer, std::string_view>, 11> kMixers{{
    {Mixer::kAttention, "attention"},
    {Mixer::kSliding, "sliding"},
    {Mixer::kLinear, "linear"},
    {Mixer::kMamba, "mamba"},
    {Mixer::kMamba2, "mamba2"},
    {Mixer::kRecurrent, "recurrent"},
    {Mixer::kConvolution, "convolution"},
    {Mixer::kAttentionMamba2, "attention+mamba2"},
    {Mixer::kFeedForward, "feed_forward"},
    {Mixer::kCompressed, "compressed"},
    {Mixer::kSparseCompressed, "sparse_compressed"},
}};

}  // namespace

std::string_view to_string(Mixer mixer) {
  return kMixers[static_cast<std::size_t>(mixer)].second;
}

std::optional<Mixer> mixer_from_string(std::string_view name) {
  const auto* const found = std::find_if(kMixers.begin(), kMixers.end(),
                                         [&](const auto& mixer) { return mixer.second == name; });
  if (found == kMixers.end()) return std::nullopt;
  return found->first;
}

std::string_view to_string(LinearRule rule) {
  switch (rule) {
    case LinearRule::kGatedDelta: return "gated_delta";
    case LinearRule::kKda: return "kda";
    case LinearRule::kLightning: break;
  }
  return "lightning";
}

bool has_attention(Mixer mixer) {
  return mixer == Mixer::kAttention || mixer == Mixer::kSliding ||
         mixer == Mixer::kAttentionMamba2 || mixer == Mixer::kCompressed ||
         mixer == Mixer::kSparseCompressed;
}

bool has_state(Mixer mixer) {
  return mixer == Mixer::kLinear || mixer == Mixer::kMamba || mixer == Mixer::kMamba2 ||
         mixer == Mixer::kRecurrent || mixer == Mixer::kConvolution ||
         mixer == Mixer::kAttentionMamba2;
}

}  // namespace nscope::catalog
