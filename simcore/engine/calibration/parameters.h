#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/calibration/parameter_info.h"

#include <span>
#include <vector>

namespace nscope::sim {

/// Properties of NeuronCores that are not published per device and therefore not in the
/// catalogue. All are global: one value for every model and instance. calibrate() changes only
/// the fitted ones; the others are documented assumptions. Published rates are in the catalogue
/// (see Machine).
struct Parameters {
  // Fitted on published end-to-end measurements.
  double collective_launch = 0;    ///< s, trigger and barrier of one phase of a collective
  double mesh_share = 0;           ///< share of the DMA rate of a core in mesh collectives
  double ring_share = 0;           ///< share of the DMA rate of a core in rings and RDH
  double ring_step_overhead = 0;   ///< s per step in addition to DMA start and hop
  double decode_launch = 0;        ///< s of host and launch per decode step
  double generate_launch = 0;      ///< s of host per decode step of an encoder-decoder
  double prefill_launch = 0;       ///< s of host and launch per prefill
  double kv_efficiency = 0;        ///< share of the DMA rate when reading the KV cache
  double kv_row_floor = 0;         ///< B; shorter cache rows take as long as this length
  double engine_stretch = 0;       ///< engine time divided by its issue-interval bound
  double call_launch = 0;          ///< s of host and launch of one pass of a fixed-shape network
  double host_bandwidth = 0;       ///< B/s between host and one core, host copies included
  double denoise_host = 0;         ///< s of host between two denoising steps
  double stretch_before_2_10 = 0;  ///< factor of engine times with compilers before SDK 2.10
  double image_stretch_before_2_15 = 0;  ///< the same for image networks with SDK 2.10 to 2.14
  double trainium_stretch = 0;           ///< the same for Trainium from SDK 2.20 on
  double v1_engine_stretch = 0;          ///< engine_stretch of NeuronCore-v1
  double v1_host_bandwidth = 0;          ///< host_bandwidth of Inferentia
  double v1_dma_share = 0;               ///< share of the DMA engines' rate that a v1 core reaches
  double train_launch = 0;               ///< s of host and launch of one pass of training
  double train_stretch = 0;              ///< factor of engine times in training
  double node_straggle = 0;  ///< added share of pass time for each doubling of the nodes
  // For collectives outside of a compiled graph.
  double collective_trigger = 0;       ///< s, launch of one phase when nothing else runs
  double gather_share = 0;             ///< ratio to the DMA rate of a core in copy-only meshes
  double host_wait_in_chip = 0;        ///< s of host per stage in older nccom-test, one chip
  double host_wait_between_chips = 0;  ///< the same for several chips
  // Assumed.
  double v1_call_launch = 0;        ///< s, call_launch of Inferentia
  double weight_efficiency = 0;     ///< share of the achievable DMA rate when reading weights
  double tile_buffers = 0;          ///< tiles in flight between the engines of one operator
  double prefetch_tiles = 0;        ///< tiles that DMA is ahead of the engines of one operator
  double prefetch_bytes = 0;        ///< B that DMA prefetches for the next operators, per core
  double norm_passes = 0;           ///< VectorE passes of a norm with its residual addition
  double rope_passes = 0;           ///< VectorE passes of rotary embedding
  double softmax_passes = 0;        ///< VectorE passes over attention scores
  double fused_softmax_passes = 0;  ///< the same in a fused attention kernel
  double score_bytes = 0;           ///< B of an attention score between matmul and softmax
  double eager_score_bytes = 0;     ///< B of HBM traffic of a score if no kernel fuses its softmax
  double cache_passes = 0;          ///< passes over the static KV cache in a prefill graph
  double memory_share = 0;          ///< share of the published memory bandwidth that streams reach
  double scatter_write = 0;  ///< s, one write of rows of several sequences to a cache, from v3 on
  double expert_start = 0;   ///< s, start of the reads of one expert per token, from v3 on
  double expert_copy_share = 0;  ///< share of the DMA rate at which chosen experts are copied on v3
  double expert_block = 0;       ///< s, dispatch of one block of tokens to an expert in a prefill
  double scan_product = 0;       ///< s, start of one small product of a chunk of linear attention
  double plain_scan_passes = 0;  ///< VectorE passes over the pairs of positions of a chunk and the
                                 ///< states of a head in a prefill of Mamba-2
  double mesh_limit = 0;         ///< B; larger messages use ring or RDH
  double bucket_minimum = 0;     ///< tokens of the smallest compiled bucket
  double default_hop = 0;        ///< s per hop if the catalogue has no value
  double outside_factor = 0;     ///< exponent that widens error bands outside the domain
  // For collectives outside of a compiled graph, and for several nodes.
  double kanga_share = 0;        ///< share of the DMA rate of a core in KangaRing
  double graph_kanga_share = 0;  ///< the same inside a compiled graph
  double accumulate_share = 0;   ///< share of the DMA rate of a core in meshes that reduce
  double kanga_limit = 0;        ///< B; larger messages use KangaRing
  double old_kanga_limit = 0;    ///< the same in older runtimes
  double single_step_limit = 0;  ///< B; larger all-reduces take two steps in the mesh
  double network_hop = 0;        ///< s per network hop, HBM to HBM
  double efa_share = 0;          ///< achieved share of the published network bandwidth
  double pipeline_streams = 0;   ///< parts of a hierarchical collective in flight
};

using ParameterInfo = ParameterInfoOf<Parameters>;

/// All parameters of resources/calibration, fitted ones first, read once. Thread-safe.
/// Errors: kBadInput with file and key.
const Result<std::vector<ParameterInfo>>& built_in_parameter_table();
/// The parameters, or nothing if they cannot be read; loading a calibration then reports the
/// error.
std::span<const ParameterInfo> parameter_table();

/// Every parameter at its initial value.
Parameters initial_parameters();

}  // namespace nscope::sim
