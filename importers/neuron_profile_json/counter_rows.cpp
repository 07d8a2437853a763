#include "importers/neuron_profile_json/lists.h"
#include "importers/shared/printable.h"
#include "importers/shared/semaphore_name.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {

Result<> read_semaphore_update(const ListInput& in, ImportState& state) {
  enum : std::size_t { kTimestamp, kId, kValue, kCore };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"timestamp", "id", "value", "subgraph"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const auto time = time_of(rows, kTimestamp, state);
    const auto value = rows.number(kValue);
    if (!time || !value) continue;
    std::optional<SemaphoreName> semaphore;
    if (rows.has(kId) && rows.value(kId).is_string()) {
      semaphore = parse_semaphore(rows.text(kId));
    } else if (const auto id = rows.integer(kId); id && *id >= 0 && *id <= 0xffff) {
      semaphore = SemaphoreName{static_cast<int>(*id), {}};
    }
    if (!semaphore) {
      state.out.diagnose(
          "unknown_semaphore", Severity::kWarning,
          tr("{} was skipped: '{}' must be a semaphore number", rows.place(), kFields[kId]));
      continue;
    }
    const int core = core_of(rows, kCore, state);
    const TrackId track = cached_track(state, RowKind::kSemaphore, core, semaphore->id, 0, [&] {
      return state.tracks.semaphore(core, semaphore->id, semaphore->label);
    });
    state.out.counter(track, *time, *value);
    count_other_fields(rows, state);
  }
  return end_of(more);
}

Result<> read_pending_dma(const ListInput& in, ImportState& state) {
  enum : std::size_t { kTimestamp, kValue, kCore };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"timestamp", "value", "subgraph"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const auto time = time_of(rows, kTimestamp, state);
    const auto value = rows.number(kValue);
    if (!time || !value) continue;
    state.out.counter(state.tracks.pending_dma(core_of(rows, kCore, state)), *time, *value);
    count_other_fields(rows, state);
  }
  return end_of(more);
}

Result<> read_dma_throughput(const ListInput& in, ImportState& state) {
  enum : std::size_t { kTimestamp, kRate, kCore, kHbmRate, kUsesHbm, kBytes, kHbmBytes };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"timestamp", "transfer_rate", "subgraph", "hbm_transfer_rate", "uses_hbm",
       // Running sums of the packet sizes, which the DMA rows contain.
       "total_transfer_bytes", "hbm_total_transfer_bytes"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  std::set<int> hbm_known;  // cores
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const auto time = time_of(rows, kTimestamp, state);
    const auto rate = rows.number(kRate);
    if (!time || !rate) continue;
    const int core = core_of(rows, kCore, state);
    state.out.counter(state.tracks.dma_throughput(core), *time, *rate);
    // Without DGE notifications the export has 0 for HBM in every row: unknown, not zero. After a
    // known transfer, 0 is its end.
    const auto hbm = rows.number(kHbmRate);
    const bool used =
        rows.has(kUsesHbm) && rows.value(kUsesHbm).is_string() && rows.text(kUsesHbm) == "true";
    if (hbm && (*hbm > 0.0 || used)) hbm_known.insert(core);
    if (hbm && hbm_known.contains(core)) {
      state.out.counter(state.tracks.hbm_bandwidth(core), *time, *hbm);
    }
    count_other_fields(rows, state);
  }
  return end_of(more);
}

Result<> read_instruction_usage(const ListInput& in, ImportState& state) {
  constexpr std::size_t kBanks = 8;
  constexpr std::size_t kQuarters = 4;
  enum : std::size_t { kTimestamp, kCore, kType, kAverage, kBank0, kQuarter0 = kBank0 + kBanks };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"timestamp", "subgraph", "type", "usage_avg", "bank_0_usage", "bank_1_usage", "bank_2_usage",
       "bank_3_usage", "bank_4_usage", "bank_5_usage", "bank_6_usage", "bank_7_usage",
       "partition_0_usage", "partition_32_usage", "partition_64_usage", "partition_96_usage"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const auto time = time_of(rows, kTimestamp, state);
    if (!time) continue;
    const int core = core_of(rows, kCore, state);
    const std::string_view type = rows.text(kType);
    if (type == "sb") {
      const auto average = rows.number(kAverage);
      if (!average) continue;
      state.out.counter(state.tracks.sbuf_usage(core), *time, *average);
      for (std::size_t i = 0; i < kQuarters; ++i) {
        const auto quarter = rows.number(kQuarter0 + i);
        if (quarter && *quarter != *average) {
          state.out.diagnose("sbuf_quarters_averaged", Severity::kInfo,
                             tr("{}: '{}' differs from 'usage_avg'; only 'usage_avg' was imported",
                                rows.place(), kFields[kQuarter0 + i]));
        }
      }
    } else if (type == "psum") {
      for (std::size_t bank = 0; bank < kBanks; ++bank) {
        const auto used = rows.number(kBank0 + bank);
        if (!used) continue;
        state.out.counter(state.tracks.psum_bank(core, static_cast<int>(bank)), *time, *used);
      }
    } else {
      state.out.diagnose(
          "unknown_usage_type", Severity::kWarning,
          tr("{} was skipped: unknown type '{}'", rows.place(), collapse_space(type)));
    }
    count_other_fields(rows, state);
  }
  return end_of(more);
}

}  // namespace nscope::importers
