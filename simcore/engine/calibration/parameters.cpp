#include "simcore/engine/calibration/parameters.h"

#include "simcore/engine/calibration/parameter_table.h"

#include <array>

namespace nscope::sim {
namespace {

using CoreMember = ParameterMember<Parameters>;

/// Fitted ones first, in the order of the calibration file.
constexpr std::array kCoreMembers{
    CoreMember{"collective_launch", "s", &Parameters::collective_launch},
    CoreMember{"mesh_share", "share", &Parameters::mesh_share},
    CoreMember{"ring_share", "share", &Parameters::ring_share},
    CoreMember{"ring_step_overhead", "s", &Parameters::ring_step_overhead},
    CoreMember{"decode_launch", "s", &Parameters::decode_launch},
    CoreMember{"generate_launch", "s", &Parameters::generate_launch},
    CoreMember{"prefill_launch", "s", &Parameters::prefill_launch},
    CoreMember{"kv_efficiency", "share", &Parameters::kv_efficiency},
    CoreMember{"kv_row_floor", "B", &Parameters::kv_row_floor},
    CoreMember{"engine_stretch", "ratio", &Parameters::engine_stretch},
    CoreMember{"call_launch", "s", &Parameters::call_launch},
    CoreMember{"host_bandwidth", "B/s", &Parameters::host_bandwidth},
    CoreMember{"denoise_host", "s", &Parameters::denoise_host},
    CoreMember{"stretch_before_2_10", "ratio", &Parameters::stretch_before_2_10},
    CoreMember{"image_stretch_before_2_15", "ratio", &Parameters::image_stretch_before_2_15},
    CoreMember{"trainium_stretch", "ratio", &Parameters::trainium_stretch},
    CoreMember{"v1_engine_stretch", "ratio", &Parameters::v1_engine_stretch},
    CoreMember{"v1_host_bandwidth", "B/s", &Parameters::v1_host_bandwidth},
    CoreMember{"v1_dma_share", "share", &Parameters::v1_dma_share},
    CoreMember{"train_launch", "s", &Parameters::train_launch},
    CoreMember{"train_stretch", "ratio", &Parameters::train_stretch},
    CoreMember{"node_straggle", "share", &Parameters::node_straggle},
    CoreMember{"collective_trigger", "s", &Parameters::collective_trigger},
    CoreMember{"gather_share", "ratio", &Parameters::gather_share},
    CoreMember{"host_wait_in_chip", "s", &Parameters::host_wait_in_chip},
    CoreMember{"host_wait_between_chips", "s", &Parameters::host_wait_between_chips},
    CoreMember{"v1_call_launch", "s", &Parameters::v1_call_launch},
    CoreMember{"weight_efficiency", "share", &Parameters::weight_efficiency},
    CoreMember{"tile_buffers", "tiles", &Parameters::tile_buffers},
    CoreMember{"prefetch_tiles", "tiles", &Parameters::prefetch_tiles},
    CoreMember{"prefetch_bytes", "B", &Parameters::prefetch_bytes},
    CoreMember{"norm_passes", "passes", &Parameters::norm_passes},
    CoreMember{"rope_passes", "passes", &Parameters::rope_passes},
    CoreMember{"softmax_passes", "passes", &Parameters::softmax_passes},
    CoreMember{"fused_softmax_passes", "passes", &Parameters::fused_softmax_passes},
    CoreMember{"score_bytes", "B", &Parameters::score_bytes},
    CoreMember{"eager_score_bytes", "B", &Parameters::eager_score_bytes},
    CoreMember{"cache_passes", "passes", &Parameters::cache_passes},
    CoreMember{"memory_share", "share", &Parameters::memory_share},
    CoreMember{"scatter_write", "s", &Parameters::scatter_write},
    CoreMember{"expert_start", "s", &Parameters::expert_start},
    CoreMember{"expert_copy_share", "share", &Parameters::expert_copy_share},
    CoreMember{"expert_block", "s", &Parameters::expert_block},
    CoreMember{"scan_product", "s", &Parameters::scan_product},
    CoreMember{"plain_scan_passes", "passes", &Parameters::plain_scan_passes},
    CoreMember{"mesh_limit", "B", &Parameters::mesh_limit},
    CoreMember{"bucket_minimum", "tokens", &Parameters::bucket_minimum},
    CoreMember{"default_hop", "s", &Parameters::default_hop},
    CoreMember{"outside_factor", "ratio", &Parameters::outside_factor},
    CoreMember{"kanga_share", "share", &Parameters::kanga_share},
    CoreMember{"graph_kanga_share", "share", &Parameters::graph_kanga_share},
    CoreMember{"accumulate_share", "share", &Parameters::accumulate_share},
    CoreMember{"kanga_limit", "B", &Parameters::kanga_limit},
    CoreMember{"old_kanga_limit", "B", &Parameters::old_kanga_limit},
    CoreMember{"single_step_limit", "B", &Parameters::single_step_limit},
    CoreMember{"network_hop", "s", &Parameters::network_hop},
    CoreMember{"efa_share", "share", &Parameters::efa_share},
    CoreMember{"pipeline_streams", "parts", &Parameters::pipeline_streams},
};

}  // namespace

std::string_view to_string(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kFitted: return "fitted";
    case ParameterKind::kPublished: return "published";
    case ParameterKind::kAssumed: return "assumed";
  }
  return "assumed";
}

Phrase title(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kFitted: return phrase("fitted");
    case ParameterKind::kPublished: return phrase("published");
    case ParameterKind::kAssumed: break;
  }
  return phrase("assumed");
}

const Result<std::vector<ParameterInfo>>& built_in_parameter_table() {
  static const auto table = read_parameter_table<Parameters>(
      kCoreMembers, "calibration/neuroncore-v2.json", "neuroncore-v2");
  return table;
}

std::span<const ParameterInfo> parameter_table() {
  const auto& table = built_in_parameter_table();
  if (!table) return {};
  return *table;
}

Parameters initial_parameters() {
  return initial_values(parameter_table());
}

}  // namespace nscope::sim
