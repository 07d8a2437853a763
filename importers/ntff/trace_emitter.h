#pragma once

#include "importers/neff/neff.h"
#include "importers/ntff/core_run.h"
#include "importers/ntff/dependencies.h"
#include "importers/ntff/device_constants.h"
#include "importers/ntff/neff_link.h"
#include "importers/ntff/onchip_usage.h"
#include "importers/ntff/opcodes.h"
#include "importers/ntff/transfer_rate.h"
#include "importers/ntff/transfers.h"
#include "importers/ntff/word_args.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_writer.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::importers {

/// Writes a decoded capture as a trace: tracks, slices, counters, flows. For each core, call
/// begin_core(), then packets() and event() any number of times, then finish_core(). Returns
/// early if `control` is cancelled. For one import; one thread at a time.
class TraceEmitter {
 public:
  TraceEmitter(TraceWriter& out, const OpcodeNames& opcodes,
               std::optional<DeviceConstants> constants, const ExecutionAxis& axis,
               const TaskControl& control);

  void executions(const NtffCapture& capture);
  /// Writes the instructions of a core, on-chip memory usage and dependencies. `run` must live
  /// until finish_core(); `neff` is the subgraph of the core or null.
  void begin_core(const CoreRun& run, const DmaTriggers& triggers, const NeffSubgraph* neff);
  /// Writes the packets of one DMA engine; `owners` is from
  /// DmaTriggers::find_owners().
  void packets(std::span<const DmaRow> packets, std::span<const PacketOwner> owners);
  void event(const EventRow& event);
  void finish_core();
  void throttle(int core, std::span<const ThrottleRow> rows);

 private:
  /// Interned names of the event properties.
  struct Keys {
    explicit Keys(TraceWriter& out);
    StringId pc, crc_in, crc_out, transfer_size, queue_type, queue_name, crc, throttle_type,
        throttle_k, throttle_n, semaphore_flow, program_order, dma_trigger, hbm_read, hbm_write,
        sbuf_read, sbuf_write;
  };
  /// One ring of one DMA engine.
  struct Ring {
    const NtffQueue* queue = nullptr;
    TraceBatch::SliceTable empty{};    ///< the properties that all its packets have
    TraceBatch::SliceTable packets{};  ///< that are not written yet
    bool triggered = false;            ///< instructions cause its packets
    std::int64_t without_trigger = 0;
  };
  /// State of the current core.
  struct Core {
    Core(const CoreRun& of, const DmaTriggers& triggers, const NeffSubgraph* from,
         const ExecutionAxis& axis)
        : run(of),
          neff(from),
          transfers(of, triggers),
          all(axis.begin(), axis.end()),
          hbm(axis.begin(), axis.end()) {}

    const CoreRun& run;
    const NeffSubgraph* neff;
    TransferCollector transfers;
    SemaphoreNames names;
    std::vector<SliceId> slices;  ///< by row
    std::map<std::uint32_t, Ring> rings;
    std::vector<TrackId> semaphores = std::vector<TrackId>(256);
    std::vector<bool> flags = std::vector<bool>(256, false);
    std::int64_t flags_set = 0;
    TransferRate all;
    TransferRate hbm;
  };

  void instructions(const NeffSubgraph* neff, const NeffLink* link);
  void instruction(TrackId track, std::uint32_t row, const WordArgs& args);
  TraceTime wait_time(std::uint16_t cycles) const;
  void diagnose_wait(std::uint16_t cycles);
  /// The ring of a packet; `key` is its DMA engine and number.
  Ring& ring_of(std::uint32_t key, const DmaRow& packet);
  void add_packet(Ring& ring, const DmaRow& packet, const PacketOwner& owner);
  void write_packets(Ring& ring);
  int sides_in_hbm(std::uint32_t trigger) const;
  void write_transfers();
  void write_transfer(const Transfer& transfer, std::uint64_t& weights);
  void check_transfers(std::span<const Transfer> transfers);
  void onchip_memory(const OnchipUsage& usage);
  void issued_triggers();
  void rates();
  void flows(const SemaphoreEdges& semaphores, const NeffLink* link);
  bool keep_going();

  TraceWriter& out_;
  const OpcodeNames& opcodes_;
  std::optional<DeviceConstants> constants_;
  const ExecutionAxis& axis_;
  const TaskControl& control_;
  NeuronTracks tracks_;
  Keys keys_;
  std::uint64_t written_ = 0;
  std::optional<Core> core_;
};

}  // namespace nscope::importers
