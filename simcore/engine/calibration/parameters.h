#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/calibration/parameter_info.h"

#include <span>
#include <vector>

namespace nscope::sim {

/// Everything about NeuronCores that the catalogue cannot know because nobody
/// publishes it per device. All of it is global: one value for every model and
/// instance. `fitted` members are what calibrate() may move; the others are
/// stated assumptions. Published rates live in the catalogue (see Machine).
struct Parameters {
  // Fitted on published end-to-end measurements.
  double collective_launch = 0;    ///< s, trigger and barrier of one phase of a collective
  double mesh_share = 0;           ///< of a core's DMA rate, in mesh collectives
  double ring_share = 0;           ///< of a core's DMA rate, in ring and RDH collectives
  double ring_step_overhead = 0;   ///< s per step beyond DMA start and hop
  double decode_launch = 0;        ///< s of host and launch per decode step
  double generate_launch = 0;      ///< s of host per decode step of an encoder-decoder
  double prefill_launch = 0;       ///< s of host and launch per prefill
  double kv_efficiency = 0;        ///< of the DMA rate, when reading the KV cache
  double kv_row_floor = 0;         ///< B; shorter cache rows cost as much as this
  double engine_stretch = 0;       ///< engine time over its issue-interval bound
  double call_launch = 0;          ///< s of host and launch of one pass of a fixed-shape network
  double host_bandwidth = 0;       ///< B/s between host and one core, host copies included
  double denoise_host = 0;         ///< s of host between two denoising steps
  double stretch_before_2_10 = 0;  ///< of engines, by compilers before SDK 2.10
  double image_stretch_before_2_15 = 0;  ///< of image networks, by SDK 2.10 to 2.14
  double trainium_stretch = 0;           ///< of Trainium's engines from SDK 2.20 on
  double v1_engine_stretch = 0;          ///< engine_stretch of NeuronCore-v1
  double v1_host_bandwidth = 0;          ///< host_bandwidth of Inferentia
  double v1_dma_share = 0;               ///< of its DMA engines' rate that a core reaches
  double train_launch = 0;               ///< s of host and launch of one pass of training
  double train_stretch = 0;              ///< of engines in training
  double node_straggle = 0;              ///< of a step's passes, for each doubling of the nodes
  // Of collectives that stand alone.
  double collective_trigger = 0;       ///< s, launch of one phase where nothing else runs
  double gather_share = 0;             ///< of a core's DMA rate, in meshes that only copy
  double host_wait_in_chip = 0;        ///< s of host per stage in older nccom-test, one chip
  double host_wait_between_chips = 0;  ///< the same, several chips
  // Assumed.
  double v1_call_launch = 0;        ///< s, call_launch of Inferentia
  double weight_efficiency = 0;     ///< of the achievable DMA rate, when streaming weights
  double tile_buffers = 0;          ///< tiles in flight between the engines of one operator
  double prefetch_tiles = 0;        ///< tiles that DMA runs ahead of the engines of one operator
  double prefetch_bytes = 0;        ///< B that DMA brings ahead for the next operators, per core
  double norm_passes = 0;           ///< VectorE passes of a norm with its residual addition
  double rope_passes = 0;           ///< VectorE passes of rotary embedding
  double softmax_passes = 0;        ///< VectorE passes over attention scores
  double fused_softmax_passes = 0;  ///< the same in a fused attention kernel
  double score_bytes = 0;           ///< B of a score between its matmul and the softmax
  double cache_passes = 0;          ///< passes over the static KV cache in a prefill graph
  double mesh_limit = 0;            ///< B; larger messages use ring or RDH
  double bucket_minimum = 0;        ///< tokens of the smallest compiled bucket
  double default_hop = 0;           ///< s per hop where the catalogue states none
  double outside_factor = 0;        ///< error band multiplier outside the calibrated domain
  // Of collectives that stand alone, and of several nodes.
  double kanga_share = 0;        ///< of a core's DMA rate, in KangaRing
  double graph_kanga_share = 0;  ///< the same inside a compiled graph
  double accumulate_share = 0;   ///< of a core's DMA rate, in meshes that reduce
  double kanga_limit = 0;        ///< B; larger messages use KangaRing
  double old_kanga_limit = 0;    ///< the same in older runtimes
  double single_step_limit = 0;  ///< B; larger all-reduces take two steps in the mesh
  double network_hop = 0;        ///< s per network hop, HBM to HBM
  double efa_share = 0;          ///< of a node's published network bandwidth
  double pipeline_streams = 0;   ///< parts of a hierarchical collective in flight
};

using ParameterInfo = ParameterInfoOf<Parameters>;

/// All parameters, fitted ones first: what resources/calibration says of them, read once.
/// Thread-safe. Errors: kBadInput naming file and member.
const Result<std::vector<ParameterInfo>>& built_in_parameter_table();
/// The same; empty where it cannot be read, which loading a calibration reports.
std::span<const ParameterInfo> parameter_table();

/// Every parameter at its initial value.
Parameters initial_parameters();

}  // namespace nscope::sim
