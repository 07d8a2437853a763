#pragma once

#include "simcore/engine/graph/mixer_scope.h"

namespace nscope::sim {

/// Adds a dense feed-forward part of `width` columns, which are divided between the cores.
void add_feed_forward(std::vector<Operator>& ops, const MixerScope& scope, double width);

/// Adds a mixture of experts, each of which is divided between the cores: the router, the experts
/// of a decode step, blocks of one expert or all experts, the weighted sum of their outputs, and
/// the shared experts.
void add_experts(std::vector<Operator>& ops, const MixerScope& scope);

}  // namespace nscope::sim
