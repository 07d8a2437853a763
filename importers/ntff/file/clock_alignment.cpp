#include "importers/ntff/file/clock_alignment.h"

#include "importers/shared/little_endian.h"

#include <array>
#include <cstring>
#include <map>
#include <vector>

namespace nscope::importers {
namespace {

/// A time that every reader counts as damaged.
constexpr std::uint64_t kDamagedTime = ~std::uint64_t{0} >> 1;

struct Clock {
  std::uint64_t origin = 0;
  std::uint64_t factor = 1;
  std::uint64_t divisor = 1;

  bool common() const { return origin == 0 && factor == divisor; }

  /// Picoseconds after the moment of `origin`, plus `base`; kDamagedTime if that overflows.
  std::uint64_t aligned(std::uint64_t time, std::uint64_t base) const {
    if (common()) return time;
    const auto distance = static_cast<std::int64_t>(time - origin);
    const auto by = static_cast<std::int64_t>(divisor);
    const auto times = static_cast<std::int64_t>(factor);
    std::int64_t whole = 0;
    std::int64_t rest = 0;
    if (__builtin_mul_overflow(distance / by, times, &whole) ||
        __builtin_mul_overflow(distance % by, times, &rest) ||
        __builtin_add_overflow(whole, rest / by, &whole)) {
      return kDamagedTime;
    }
    return base + static_cast<std::uint64_t>(whole);
  }
};

Clock read_clock(const proto::NtffClock& from) {
  constexpr std::uint64_t kLargest = 1u << 30;
  Clock clock{from.origin(), from.factor(), from.divisor()};
  const bool plausible = clock.factor > 0 && clock.divisor > 0 && clock.factor <= kLargest &&
                         clock.divisor <= kLargest;
  return plausible ? clock : Clock{};
}

/// The clocks of one core.
struct CoreClocks {
  std::array<Clock, kHardwareEngines> engines;
  std::vector<Clock> dma;

  explicit CoreClocks(const proto::NtffClocks& from)
      : engines{read_clock(from.pe()), read_clock(from.act()), read_clock(from.pool()),
                read_clock(from.dve()), read_clock(from.sp())} {
    for (const auto& clock : from.dma()) dma.push_back(read_clock(clock));
  }

  bool common() const {
    for (const Clock& clock : engines) {
      if (!clock.common()) return false;
    }
    for (const Clock& clock : dma) {
      if (!clock.common()) return false;
    }
    return true;
  }

  /// The clock of a record. Semaphores and everything else are on the clock of SyncE.
  const Clock& of(std::uint32_t type, std::uint32_t a) const {
    const Clock& sync = engines[static_cast<std::size_t>(HardwareEngine::kSp)];
    switch (static_cast<NtffTraceType>(type)) {
      case NtffTraceType::kInstruction: {
        const std::uint32_t engine = record_engine(a);
        return engine < kHardwareEngines ? engines[engine] : sync;
      }
      case NtffTraceType::kDma: {
        const std::size_t engine = record_dma_engine(a);
        return engine < dma.size() ? dma[engine] : sync;
      }
      default: return sync;
    }
  }
};

void align(NtffCapture& capture, NtffTrace& trace, const CoreClocks& clocks) {
  const std::uint64_t base = clocks.engines[static_cast<std::size_t>(HardwareEngine::kSp)].origin;
  auto& records = capture.owned.emplace_back(trace.records.begin(), trace.records.end());
  for (std::size_t at = 0; at + kNtffRecord <= records.size(); at += kNtffRecord) {
    const auto a = load<std::uint32_t>(records, at);
    const std::uint64_t time =
        clocks.of(trace.type, a).aligned(load<std::uint64_t>(records, at + 8), base);
    std::memcpy(records.data() + at + 8, &time, sizeof time);
  }
  trace.records = records;
}

}  // namespace

void align_clocks(const proto::NtffInfo& info, NtffCapture& capture) {
  std::map<std::uint32_t, CoreClocks> clocks;
  for (const auto& node : info.nodes()) {
    for (const auto& subgraph : node.device().subgraphs()) {
      if (subgraph.clocks().empty()) continue;
      CoreClocks of_core(subgraph.clocks(0));
      if (!of_core.common()) clocks.try_emplace(subgraph.device_core(), std::move(of_core));
    }
  }
  if (clocks.empty()) return;
  for (NtffTrace& trace : capture.traces) {
    const auto of_core = clocks.find(trace.device_core);
    if (of_core != clocks.end()) align(capture, trace, of_core->second);
  }
}

}  // namespace nscope::importers
