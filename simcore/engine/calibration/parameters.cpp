#include "simcore/engine/calibration/parameters.h"

#include <array>

namespace nscope::sim {
namespace {

using P = Parameters;
constexpr ParameterKind kF = ParameterKind::kFitted;
constexpr ParameterKind kP = ParameterKind::kPublished;
constexpr ParameterKind kA = ParameterKind::kAssumed;

constexpr std::array<ParameterInfo, 50> kTable{{
    {"collective_launch", "s", kF, &P::collective_launch, 11e-6,
     "trigger and barrier of one phase of a collective, beyond DMA start and hop; an all-reduce "
     "has two phases",
     "starts from the logarithmic middle of two floors, each less DMA start and hop: the 6 to 10 "
     "us "
     "of small 8- and 32-rank all-gathers with a newer runtime, and half of the 58 us of "
     "all-reduces "
     "with an older one (nccom-test.rst, aws-neuron-sdk @ 81ce03ae); see simulator.md"},
    {"mesh_share", "share", kF, &P::mesh_share, 0.70,
     "rate at which a core takes in the other ranks' data in a mesh collective, of its DMA rate",
     "starts from 0.7"},
    {"ring_share", "share", kF, &P::ring_share, 0.18,
     "bus bandwidth of ring and RDH collectives, of a core's DMA rate; capped by the links",
     "starts from 0.18"},
    {"ring_step_overhead", "s", kF, &P::ring_step_overhead, 0.5e-6,
     "time of a ring or RDH step beyond DMA start and hop: semaphore and descriptor work",
     "starts from 0.5 us"},
    {"decode_launch", "s", kF, &P::decode_launch, 1.5e-3,
     "host work, launch and sampling transfer of one decode step",
     "starts from three of the published 0.44 ms gaps between synchronous executions (vllm-neuron "
     "async_execution.md, SDK 2.32)"},
    {"generate_launch", "s", kF, &P::generate_launch, 4.0e-3,
     "host work of one decode step of an encoder-decoder: its loop runs on the host, which gets "
     "the logits back",
     "starts from 4 ms; one model tells"},
    {"prefill_launch", "s", kF, &P::prefill_launch, 4.0e-3, "host work and launch of one prefill",
     "starts from 4 ms"},
    {"kv_efficiency", "share", kF, &P::kv_efficiency, 0.90,
     "achieved share of the DMA rate when reading the KV cache", "starts from 0.9"},
    {"kv_row_floor", "B", kF, &P::kv_row_floor, 900,
     "KV-cache rows shorter than this cost as much as this: descriptor overhead",
     "starts from 900 B; the published curve has 512 B at 21 % and 2 KiB at 81 % of the plateau "
     "(nki-dma-bandwidth-guide.rst)"},
    {"engine_stretch", "ratio", kF, &P::engine_stretch, 1.2,
     "engine time over the sum of instruction issue intervals: dependencies, access bubbles",
     "starts from 1.2"},
    {"call_launch", "s", kF, &P::call_launch, 0.15e-3,
     "host work and launch of one pass of a network of fixed shape", "starts from 0.15 ms"},
    {"host_bandwidth", "B/s", kF, &P::host_bandwidth, 4.5e9,
     "inputs and outputs between host and one core, copies on the host included",
     "starts from 4.5 GB/s"},
    {"denoise_host", "s", kF, &P::denoise_host, 4e-3,
     "host work between two denoising steps: scheduler, guidance, transfers", "starts from 4 ms"},
    {"stretch_before_2_10", "ratio", kF, &P::stretch_before_2_10, 1.2,
     "time of engines and weight streaming by compilers before Neuron SDK 2.10", "starts from 1.2"},
    {"image_stretch_before_2_15", "ratio", kF, &P::image_stretch_before_2_15, 1.3,
     "engine time of networks over images by the compilers of SDK 2.10 to 2.14",
     "starts from 1.3; two configurations tell"},
    {"trainium_stretch", "ratio", kF, &P::trainium_stretch, 0.9,
     "engine time of Trainium over Inferentia2, the same core, from SDK 2.20 on",
     "starts from 0.9; seen in the rows, the cause is not published"},
    {"v1_engine_stretch", "ratio", kF, &P::v1_engine_stretch, 1.4,
     "the same as engine_stretch for NeuronCore-v1, whose clocks are derived from its peak",
     "starts from 1.4"},
    {"v1_host_bandwidth", "B/s", kF, &P::v1_host_bandwidth, 0.9e9,
     "inputs and outputs between host and one core of Inferentia", "starts from 0.9 GB/s"},
    {"v1_dma_share", "share", kF, &P::v1_dma_share, 0.5,
     "of the assumed rate of its DMA engines that one core of Inferentia reaches",
     "starts from 0.5"},
    {"train_launch", "s", kF, &P::train_launch, 10e-3,
     "host work and launch of one pass of training: the graph of a microbatch, or of one "
     "direction in a pipeline",
     "starts from 10 ms"},
    {"train_stretch", "ratio", kF, &P::train_stretch, 1.0,
     "engine time in training over inference: graphs of two passes hold more data on the chip",
     "starts from 1"},
    {"node_straggle", "share", kF, &P::node_straggle, 0.015,
     "added to the passes of a training step for each doubling of the nodes: the slowest one",
     "starts from 1.5 %"},
    {"collective_trigger", "s", kF, &P::collective_trigger, 3.9e-6,
     "launch of one phase of a collective that stands alone, beyond DMA start and hop; inside a "
     "graph collective_launch, which also waits for the engines and the other ranks",
     "starts from three semaphores of the published 1.3 us each: engine to CC core, CC core to "
     "DMA, DMA to engine"},
    {"gather_share", "ratio", kF, &P::gather_share, 3.65,
     "message over the time that each further rank adds to a mesh that only copies, of a core's "
     "DMA rate; no rank receives faster than in an all-reduce mesh",
     "starts from the links of a full trn1.32xlarge: 96 GB/s taken as both directions together, "
     "the busiest link carrying 1.5 times the mean where ways follow one dimension after the "
     "other"},
    {"host_wait_in_chip", "s", kF, &P::host_wait_in_chip, 31e-6,
     "time that older runtimes spend on the host at each stage of a collective of one chip, as "
     "nccom-test measured it",
     "starts from the logarithmic middle of what a stage takes on the device alone and of what "
     "the host adds between chips; chosen with the rows in view, see simulator.md"},
    {"host_wait_between_chips", "s", kF, &P::host_wait_between_chips, 150e-6,
     "the same where the stage joins chips or nodes",
     "starts from the published floor of 151 us of older runtimes (hardware facts)"},
    {"v1_call_launch", "s", kA, &P::v1_call_launch, 0.5e-3,
     "host work and launch of one pass on Inferentia", "four launches of v2; not told by the rows"},
    {"weight_efficiency", "share", kA, &P::weight_efficiency, 1.0,
     "share of the achievable DMA rate when streaming weights",
     "the published achievable rate taken at face value; a free fit gives 0.96 to 1.07"},
    {"tile_buffers", "tiles", kA, &P::tile_buffers, 1,
     "tiles in flight between TensorE and the engines behind it",
     "they take turns: decoders and encoders both fit best so, engine_stretch takes up the rest"},
    {"prefetch_tiles", "tiles", kA, &P::prefetch_tiles, 16,
     "tiles that DMA runs ahead of the engines",
     "SBUF holds many tiles, and a static graph knows what comes; 8 to 64 fit alike"},
    {"prefetch_bytes", "B", kA, &P::prefetch_bytes, 1.2e6,
     "what DMA has brought into SBUF for the next operators when an operator ends, per physical "
     "core",
     "nine tiles of 128 x 512 in 16 bit; real-time encoders tell: 0.8 to 1.3 MB fit alike"},
    {"norm_passes", "passes", kA, &P::norm_passes, 5,
     "VectorE passes of a norm: square and reduce, scale, gain; two more add the residual",
     "instruction sequence"},
    {"rope_passes", "passes", kA, &P::rope_passes, 4,
     "VectorE passes of rotary embedding: two products, rotation, sum", "instruction sequence"},
    {"softmax_passes", "passes", kA, &P::softmax_passes, 3,
     "VectorE passes over attention scores: scale and mask, maximum, normalisation",
     "instruction sequence"},
    {"fused_softmax_passes", "passes", kA, &P::fused_softmax_passes, 1,
     "VectorE passes over attention scores in a fused kernel: the running maximum",
     "instruction sequence; ScalarE applies the rest while it reads PSUM"},
    {"score_bytes", "B", kA, &P::score_bytes, 4,
     "bytes of a score that the softmax reads: fp32, as PSUM holds it",
     "derived: written once and read once as fp32, the probabilities once each in the compute "
     "type"},
    {"cache_passes", "passes", kA, &P::cache_passes, 1,
     "passes over the whole static KV cache in a prefill graph",
     "a static graph returns its cache buffer"},
    {"mesh_limit", "B", kP, &P::mesh_limit, 1e6,
     "messages below this use the mesh algorithm, larger ones RDH or ring",
     "intranode-collective-comm.rst (SDK 2.32): mesh below 1 MB"},
    {"bucket_minimum", "tokens", kP, &P::bucket_minimum, 128,
     "smallest compiled bucket; buckets are powers of two from here",
     "nxd-inference feature-guide.rst (SDK 2.32): autobucketing"},
    {"default_hop", "s", kA, &P::default_hop, 1.5e-6,
     "latency of a chip-to-chip hop where the catalogue states none",
     "middle of the printed 1 to 2 us of NeuronLink-v2"},
    {"outside_factor", "ratio", kA, &P::outside_factor, 3,
     "multiplier of the error band's logarithm outside the calibrated domain",
     "a caution, not a measurement"},
    {"kanga_share", "share", kA, &P::kanga_share, 0.43,
     "bus bandwidth of KangaRing, of a core's DMA rate; capped by the links",
     "fitted to the 16-rank all-reduce of 512 MiB among the nccom-test rows; both directions of "
     "one ring of chips with half of the published 96 GB/s each give 0.38"},
    {"graph_kanga_share", "share", kA, &P::graph_kanga_share, 0.25,
     "the same inside a compiled graph, whose operators use the DMA engines too",
     "half of it; long prefills and training with tensor parallelism fit best with 0.2 to 0.35"},
    {"accumulate_share", "share", kP, &P::accumulate_share, 0.5,
     "of a core's DMA rate at which DMA engines add up what a mesh brings, before NeuronCore-v4",
     "trainium3_arch.rst (SDK 2.32): half the DMA throughput before v4, all of it from v4 on"},
    {"kanga_limit", "B", kP, &P::kanga_limit, 56e6,
     "messages from this on use KangaRing where all cores of the chips take part",
     "intranode-collective-comm.rst (SDK 2.32): above 56 MB"},
    {"old_kanga_limit", "B", kA, &P::old_kanga_limit, 16777216,
     "the same in the runtimes whose nccom-test times include the host",
     "between the 2 MiB (RDH) and 32 MiB (KangaRing) of the 16-rank nccom-test rows"},
    {"single_step_limit", "B", kA, &P::single_step_limit, 65536,
     "all-reduces from this on take two steps per phase in the mesh: between chips, then inside "
     "them; the host of older runtimes waits at each",
     "documented for very small messages; between the 8 and 128 KiB of the 16-rank rows"},
    {"network_hop", "s", kP, &P::network_hop, 15e-6,
     "latency of a hop between nodes: the smallest RDMA from HBM to HBM",
     "intranode-collective-comm.rst (SDK 2.32): about 15 us on Trn2"},
    {"efa_share", "share", kA, &P::efa_share, 0.7,
     "of a node's published network bandwidth that collectives reach",
     "no row tells; fits of training throughput use the same"},
    {"pipeline_streams", "parts", kP, &P::pipeline_streams, 4,
     "parts of a hierarchical collective that pass through its stages behind each other",
     "at most 4 concurrent streams with LNC 2 (hardware facts, SDK 2.32); taken for all"},
}};

}  // namespace

std::string_view to_string(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kFitted: return "fitted";
    case ParameterKind::kPublished: return "published";
    case ParameterKind::kAssumed: return "assumed";
  }
  return "assumed";
}

std::span<const ParameterInfo> parameter_table() {
  return kTable;
}

Parameters initial_parameters() {
  return initial_values(parameter_table());
}

}  // namespace nscope::sim
