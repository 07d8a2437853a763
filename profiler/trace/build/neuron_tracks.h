#pragma once

#include "profiler/trace/build/trace_writer.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace nscope {

/// A ring of a DMA engine according to the name of its track: "Q0-E64".
struct RingName {
  int ring = 0;
  int dma_engine = 0;

  bool operator==(const RingName&) const = default;
};
/// nullopt for the names of other tracks.
std::optional<RingName> ring_of(std::string_view track_name);

/// The standard track layout of a Neuron run. The NTFF importer, the JSON importer and the
/// simulator declare their tracks here, so that a run has the same tracks in the same order,
/// independent of its source:
///
///   Executions
///   NeuronCore 0          TensorE matmul, TensorE, VectorE, ScalarE, GpSimdE, SyncE,
///                         Collectives, Throttling
///   DMA queues (core 0)   Q0-E64, ...
///   Memory (core 0)       SBUF, PSUM bank 0..7, HBM bandwidth, DMA throughput, Pending DMA
///   Semaphores (core 0)   S[3] (GpSimd), ...
///   Layers, Host
///
/// A track is declared when it is first requested. One thread; lives as long as the
/// import.
class NeuronTracks {
 public:
  explicit NeuronTracks(TraceWriter& out) : out_(out) {}

  /// Adds a caption ("logical 0", "nc 4") to the name of core `core`; call it before engine().
  void describe_core(int core, std::string_view caption);

  TrackId executions();
  TrackId core(int core);
  /// `matmul` selects the TensorE track that shows only matrix multiplications.
  /// `kind` is kInstruction for captures, kOperator for simulated intervals.
  TrackId engine(int core, Engine engine, bool matmul = false,
                 SliceKind kind = SliceKind::kInstruction);
  TrackId collectives(int core);
  TrackId throttle(int core);
  /// `dma_engine` is AWS's number (64 and up), `ring` is 0 to 15.
  TrackId dma_ring(int core, int dma_engine, int ring);
  TrackId dma_transfers(int core);  ///< complete transfers, each of many packets
  /// DMA work that is not assigned to rings (simulation): one track, "DMA".
  TrackId dma(int core);
  TrackId semaphore(int core, int id, std::string_view label);
  TrackId events(int core);               ///< event flags that are set, count
  TrackId sbuf_usage(int core);           ///< share 0..1
  TrackId psum_bank(int core, int bank);  ///< 0 or 1
  TrackId hbm_bandwidth(int core);        ///< B/s
  TrackId dma_throughput(int core);       ///< B/s
  TrackId pending_dma(int core);          ///< count
  TrackId link(std::string_view name);    ///< NeuronLink/EFA traffic, B/s
  TrackId layers(int core);
  TrackId host();

 private:
  enum class Group { kDma, kMemory, kSemaphore, kLinks };
  TrackId group(Group group, int core);
  TrackId get(std::string key, const TrackSpec& spec);

  TraceWriter& out_;
  std::map<std::string, TrackId, std::less<>> tracks_;
  std::map<int, std::string> captions_;
};

}  // namespace nscope
