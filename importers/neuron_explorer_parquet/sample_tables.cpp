#include "importers/neuron_explorer_parquet/tables.h"
#include "importers/shared/semaphore_name.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr int kMaxSemaphore = 0xffff;

/// One column of samples and its track.
struct Samples {
  std::string_view table;
  std::string_view column;
  TrackId (*track)(NeuronTracks& tracks, int core);
  bool share = false;  ///< "percent" columns: shares of 1
};

template <int kBank>
TrackId psum_bank(NeuronTracks& tracks, int core) {
  return tracks.psum_bank(core, kBank);
}
template <TrackId (NeuronTracks::*kTrack)(int)>
TrackId track_of(NeuronTracks& tracks, int core) {
  return (tracks.*kTrack)(core);
}

constexpr auto kSamples = std::to_array<Samples>({
    {"DmaUsage", "current_throughput", track_of<&NeuronTracks::dma_throughput>},
    {"HbmUsage", "current_throughput", track_of<&NeuronTracks::hbm_bandwidth>},
    {"PendingDma", "value", track_of<&NeuronTracks::pending_dma>},
    {"SbufUsage", "avg_util_percent", track_of<&NeuronTracks::sbuf_usage>, true},
    {"PsumUsage", "bank_0_util_percent", psum_bank<0>, true},
    {"PsumUsage", "bank_1_util_percent", psum_bank<1>, true},
    {"PsumUsage", "bank_2_util_percent", psum_bank<2>, true},
    {"PsumUsage", "bank_3_util_percent", psum_bank<3>, true},
    {"PsumUsage", "bank_4_util_percent", psum_bank<4>, true},
    {"PsumUsage", "bank_5_util_percent", psum_bank<5>, true},
    {"PsumUsage", "bank_6_util_percent", psum_bank<6>, true},
    {"PsumUsage", "bank_7_util_percent", psum_bank<7>, true},
});

/// Columns that are not imported because other tables contain the same data.
constexpr auto kRepeated = std::to_array<std::string_view>({
    "total_transfer_bytes",  // running sum of the packets
    "avg_util_percent",      // of the PSUM banks
});

/// The factor that converts a column to shares of 1. The unit in the schema is percent, but
/// profiles contain shares of 1, as the JSON export does. If a version writes 0..100, values above
/// 1 show it.
Result<double> scale_of(const Profile& profile, const ParquetTableFiles& table,
                        std::string_view column) {
  for (const ParquetFile& file : table.files) {
    if (!file.has_column(column)) continue;
    const auto max = profile.folder.first_row(
        file, fmt::format("max(TRY_CAST({} AS DOUBLE))", sql_identifier(column)), profile.control);
    if (!max) return fail(max.error());
    constexpr double kMostShare = 1.5;
    constexpr double kPercent = 0.01;
    const auto* const real = std::get_if<double>(&max->front());
    if (real != nullptr && *real > kMostShare) return kPercent;
  }
  return 1.0;
}

}  // namespace

Result<> read_samples(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kTime, kCore, kFirstValue };
  std::vector<std::string_view> fields = {"timestamp", "pcore_idx"};
  std::vector<const Samples*> columns;
  std::vector<double> scales;
  for (const Samples& samples : kSamples) {
    if (samples.table != table.name) continue;
    double scale = 1.0;
    if (samples.share) {
      const auto found = scale_of(profile, table, samples.column);
      if (!found) return fail(found.error());
      scale = *found;
    }
    if (scale != 1.0) {
      profile.out.diagnose("percent_read_as_share", Severity::kInfo,
                           tr("table '{}': '{}' was read as percent because it has values above 1",
                              table.name, samples.column));
    }
    fields.push_back(samples.column);
    columns.push_back(&samples);
    scales.push_back(scale);
  }
  return for_each_row(profile, table, fields, [&](ParquetRows& rows) {
    const auto time = time_of(rows, kTime, profile);
    if (!time) return;
    const int core = core_of(rows, kCore, profile);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto value = rows.number(kFirstValue + i);
      if (!value) continue;
      profile.out.counter(columns[i]->track(profile.tracks, core), *time, *value * scales[i]);
    }
    for (const ParquetRows::Other& other : rows.others()) {
      const auto found = std::find(kRepeated.begin(), kRepeated.end(), other.name);
      if (found != kRepeated.end() || std::holds_alternative<std::monostate>(rows.value(other))) {
        continue;
      }
      // SBUF partitions are relevant only if they differ from the average.
      const auto part = whole_number(rows.value(other));
      const DuckValue value = rows.value(other);
      const auto* real = std::get_if<double>(&value);
      const double number = real != nullptr ? *real : static_cast<double>(part.value_or(0));
      const auto average = rows.number(kFirstValue);
      if (table.name == "SbufUsage" && average && number == *average) continue;
      profile.out.diagnose("sample_column_not_imported", Severity::kInfo,
                           tr("{}: the column '{}' was skipped", rows.place(), other.name));
    }
  });
}

Result<> read_dma_usage_summary(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kTime, kCore, kSum, kCount };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"timestamp", "pcore_idx", "sum_current_throughput", "count"});
  if (has_table(profile, "DmaUsage")) {
    profile.out.diagnose("dma_usage_summary_not_imported", Severity::kInfo,
                         tr("a row of 'DmaUsageSummary' was skipped: 'DmaUsage', of which it is an "
                            "average, is imported"),
                         table.rows());
    return {};
  }
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto time = time_of(rows, kTime, profile);
    const auto sum = rows.number(kSum);
    const auto count = rows.number(kCount);
    if (!time || !sum || !count || *count <= 0.0) return;
    profile.out.counter(profile.tracks.dma_throughput(core_of(rows, kCore, profile)), *time,
                        *sum / *count);
  });
}

Result<> read_semaphore_updates(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kTime, kId, kValue, kCore, kDouble };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"timestamp", "id", "value", "pcore_idx", "double_set_or_clear"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto time = time_of(rows, kTime, profile);
    const auto value = rows.number(kValue);
    if (!time || !value) return;
    const DuckValue id = rows.value(kId);
    std::optional<SemaphoreName> semaphore;
    if (const auto* text = std::get_if<std::string_view>(&id)) {
      semaphore = parse_semaphore(plain_text(*text));
    } else if (const auto number = whole_number(id);
               number && *number >= 0 && *number <= kMaxSemaphore) {
      semaphore = SemaphoreName{static_cast<int>(*number), {}};
    }
    if (!semaphore) {
      profile.out.diagnose(
          "unknown_semaphore", Severity::kWarning,
          tr("{} was skipped: '{}' must be a semaphore number", rows.place(), kFields[kId]));
      return;
    }
    profile.out.counter(
        profile.tracks.semaphore(core_of(rows, kCore, profile), semaphore->id, semaphore->label),
        *time, *value);
    if (rows.integer(kDouble).value_or(0) != 0) {
      profile.out.diagnose("semaphore_double_set_or_clear", Severity::kWarning,
                           tr("{}: semaphore S[{}] was set or cleared twice at {} ns", rows.place(),
                              semaphore->id, time->value()));
    }
    for (const ParquetRows::Other& other : rows.others()) {
      if (std::holds_alternative<std::monostate>(rows.value(other))) continue;
      profile.out.diagnose("semaphore_detail_not_imported", Severity::kInfo,
                           tr("{}: the column '{}' was skipped", rows.place(), other.name));
    }
  });
}

}  // namespace nscope::importers
