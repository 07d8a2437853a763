#include "importers/perfetto/perfetto.h"

#include "importers/perfetto/packet_blocks.h"
#include "importers/perfetto/packet_importer.h"
#include "importers/perfetto/packet_times.h"
#include "importers/shared/block_pool.h"
#include "profiler/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <tbb/parallel_pipeline.h>

namespace nscope::importers {
namespace {

using perfetto::Packet;
using perfetto::PacketBlock;
using perfetto::PacketBlocks;
using perfetto::PacketImporter;

/// Writers flush their packets at different times, so the first packet of a file is not always the
/// earliest. Tick 0 is the earliest time in this many bytes, or in kOriginBlocks blocks if packets
/// are compressed.
constexpr std::uint64_t kOriginBytes = std::uint64_t{2} << 20;
constexpr std::size_t kOriginBlocks = kOriginBytes / PacketBlocks::kBlockBytes;

std::string unpacked_head(const ByteSource& file) {
  constexpr std::size_t kHead = 4096;
  if (!is_gzip(file.head())) return std::string(file.text().substr(0, kHead));
  auto stream = InflateStream::open(file.head(kHead * 16), file.name(), 0);
  if (!stream) return {};
  std::string head(kHead, '\0');
  std::size_t size = 0;
  while (size < kHead) {  // reading a truncated head ends with an error
    const std::size_t piece = std::min<std::size_t>(kHead - size, 64);
    const auto read = stream->read(std::as_writable_bytes(std::span(head)).subspan(size, piece));
    if (!read || *read == 0) break;
    size += *read;
  }
  head.resize(size);
  return head;
}

/// With fewer cores one thread does all the work unless data must be unpacked. Two cores are
/// usually hardware threads that share execution units and caches: a second thread saves a tenth of
/// the time and needs half as much CPU time again.
constexpr std::size_t kCoresToShare = 3;

/// The last stage: takes decoded blocks in the order of the file.
class OrderedStage {
 public:
  OrderedStage(const ByteSource& file, PacketImporter& importer, BlockPool<PacketBlock>& pool)
      : file_(file), importer_(importer), pool_(pool) {}

  void take(PacketBlock* block) {
    if (!started_) {
      waiting_.push_back(block);
      const bool enough = block->position + block->bytes.size() >= kOriginBytes;
      if (enough || waiting_.size() >= kOriginBlocks) start();
      return;
    }
    import(block);
  }

  void finish() {
    if (!started_) start();
  }

  bool consumer_is_gone() const { return gone_; }

 private:
  void start() {
    started_ = true;
    perfetto::PacketTimes times;
    std::int64_t earliest = INT64_MAX;
    for (const PacketBlock* const block : waiting_) {
      for (const Packet& packet : block->packets) {
        perfetto::Sequence& sequence = times.sequence_of(packet);
        if (packet.has(Packet::kState)) times.update(packet, sequence);
        if (!packet.has(Packet::kEvent)) continue;
        std::int64_t time = 0;
        if (times.time_of(packet, sequence, time)) earliest = std::min(earliest, time);
      }
    }
    importer_.set_origin(earliest == INT64_MAX ? 0 : earliest);
    for (PacketBlock* const block : waiting_) import(block);
    waiting_.clear();
  }

  void import(PacketBlock* block) {
    importer_.take(*block);
    gone_ = gone_ || !importer_.flush();
    constexpr std::uint64_t kReleaseBytes = std::uint64_t{16} << 20;
    const bool mapped = block->buffer.empty();
    const std::uint64_t end = block->position + block->bytes.size();
    if (mapped && end >= released_ + kReleaseBytes) {
      file_.release(static_cast<std::size_t>(end), static_cast<std::size_t>(released_));
      released_ = end;
    }
    pool_.give_back(block);
  }

  const ByteSource& file_;
  PacketImporter& importer_;
  BlockPool<PacketBlock>& pool_;
  std::vector<PacketBlock*> waiting_;  // until the origin is known
  std::uint64_t released_ = 0;
  bool started_ = false;
  std::atomic<bool> gone_{false};
};

void import_blocks(std::size_t cores, PacketBlocks& blocks, OrderedStage& last,
                   BlockPool<PacketBlock>& pool, TaskControl& control) {
  const auto cut = [&](PacketBlock* block) {
    if (control.cancelled()) return false;
    const bool more = blocks.next(*block);
    control.advance_to(blocks.consumed());
    return more;
  };
  // Most traces are small, and other threads are not worth waking.
  PacketBlock* const first = pool.take();
  PacketBlock* const second = pool.take();
  if (!cut(first)) return;
  const bool large = cut(second);
  decode_packets(*first);
  last.take(first);
  if (!large) return;
  decode_packets(*second);
  const bool packed = !second->buffer.empty() || !second->unpacked.empty();
  last.take(second);

  const auto read = [&]() -> PacketBlock* {
    if (last.consumer_is_gone()) return nullptr;
    PacketBlock* const block = pool.take();
    return cut(block) ? block : nullptr;
  };
  if (cores < kCoresToShare && !packed) {
    while (PacketBlock* const block = read()) {
      decode_packets(*block);
      last.take(block);
    }
    return;
  }
  const auto next = [&](tbb::flow_control& flow) {
    PacketBlock* const block = read();
    if (block == nullptr) flow.stop();
    return block;
  };
  const auto decode = [](PacketBlock* block) {
    decode_packets(*block);
    return block;
  };
  using tbb::filter_mode;
  tbb::parallel_pipeline(
      cores + 2,
      tbb::make_filter<void, PacketBlock*>(filter_mode::serial_in_order, next) &
          tbb::make_filter<PacketBlock*, PacketBlock*>(filter_mode::parallel, decode) &
          tbb::make_filter<PacketBlock*, void>(filter_mode::serial_in_order,
                                               [&](PacketBlock* block) { last.take(block); }));
}

}  // namespace

bool sniff_perfetto(const ByteSource& file) {
  return perfetto::looks_like_packets(unpacked_head(file));
}

Result<> read_perfetto(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  return read_perfetto_on(core_count(), input, sink, control);
}

Result<> read_perfetto_on(std::size_t cores, const CaptureInput& input, TraceSink& sink,
                          TaskControl& control) {
  const ByteSource& file = input.file;
  if (!sniff_perfetto(file)) {
    return fail(ErrorCode::kBadInput,
                tr("not a Perfetto trace: the file does not start with trace packets"),
                tr("{}: byte {}", file.name(), 0));
  }
  auto blocks = PacketBlocks::open(file);
  if (!blocks) return fail(blocks.error());
  control.begin(phrase("Reading packets"), file.size());
  BlockPool<PacketBlock> pool;
  PacketImporter importer(sink, file.name());
  OrderedStage last(file, importer, pool);
  import_blocks(cores, *blocks, last, pool, control);
  if (control.cancelled()) return cancelled();
  last.finish();

  using Kind = PacketBlocks::Problem::Kind;
  const PacketBlocks::Problem& problem = blocks->problem();
  if (problem.kind != Kind::kNone) {
    if (importer.events() == 0) {
      return fail(ErrorCode::kBadInput, problem.detail,
                  tr("{}: byte {}", file.name(), problem.position));
    }
    importer.diagnose(problem.kind == Kind::kCutOff ? "trace_cut_off" : "trace_damaged",
                      Severity::kError, tr("byte {}: {}", problem.position, problem.detail));
  }
  return importer.finish();
}

}  // namespace nscope::importers
