#include "importers/neuron_explorer_parquet/tables.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// Letters and digits of a name in lower case: "dmablock" for "dma_block" and "DmaBlock".
std::string folded(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') result += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) result += c;
  }
  return result;
}

struct Alias {
  std::string_view folded;
  std::string_view table;
};
// Names in Flow that differ from the names of the tables. A block is the compiler's name of the set
// of packets of one transfer.
constexpr auto kAliases = std::to_array<Alias>({{"dmablock", "DmaPacketAggregated"},
                                                {"dmaaggregated", "DmaPacketAggregated"},
                                                {"dma", "DmaPacket"},
                                                {"corebarrier", "CoreBarriers"},
                                                {"systemprofileevent", "SystemProfileEvents"}});

/// The tables whose rows have ids.
constexpr auto kIndexed =
    std::to_array<std::string_view>({"Instruction", "DmaPacket", "DmaPacketAggregated", "CcOp",
                                     "CoreBarriers", "SystemProfileEvents"});

/// The table that a row of Flow refers to; "" if it is unknown.
std::string_view table_of(std::string_view name) {
  const std::string key = folded(name);
  for (const Alias& alias : kAliases) {
    if (alias.folded == key) return alias.table;
  }
  for (const std::string_view table : kIndexed) {
    if (folded(table) == key) return table;
  }
  return {};
}

enum Column : std::size_t { kIn, kOut, kInTable, kOutTable, kType, kGap };
constexpr auto kColumns = std::to_array<std::string_view>(
    {"in_id", "out_id", "in_table", "out_table", "dependency_type", "gap_time"});

class FlowReader {
 public:
  explicit FlowReader(Profile& profile)
      : profile_(profile),
        trigger_(profile.out.intern(flow_kind::kDmaTrigger)),
        predecessor_(profile.out.intern("predecessor")) {}

  void add_row(ParquetRows& rows);
  /// Must be called after the last row.
  void count_repeated_ids();

 private:
  std::optional<SliceId> end(ParquetRows& rows, std::size_t table, std::size_t id);
  /// table_of() with a cache: most rows have the same names.
  std::string_view known_table(std::string_view name);

  Profile& profile_;
  std::map<std::string, std::string_view, std::less<>> tables_;
  StringId trigger_;
  StringId predecessor_;
};

std::string_view FlowReader::known_table(std::string_view name) {
  if (const auto it = tables_.find(name); it != tables_.end()) return it->second;
  constexpr std::size_t kMaxNames = 1000;
  const std::string_view table = table_of(name);
  if (tables_.size() < kMaxNames) tables_.emplace(name, table);
  return table;
}

std::optional<SliceId> FlowReader::end(ParquetRows& rows, std::size_t table, std::size_t id) {
  const std::string_view name = known_table(rows.text(table));
  if (name.empty()) {
    profile_.out.diagnose(
        "flow_of_unknown_table", Severity::kWarning,
        tr("{} was skipped: unknown table '{}'", rows.place(), plain_text(rows.text(table))));
    return std::nullopt;
  }
  const auto number = rows.integer(id);
  SliceIndex* const index = profile_.ids.find(name);
  const auto slice = number && index != nullptr ? index->find(*number) : std::nullopt;
  if (!slice) {
    profile_.out.diagnose(
        "dangling_flow", Severity::kWarning,
        number ? tr("{} was skipped: no row of '{}' has the id {}", rows.place(), name, *number)
               : tr("{} was skipped: the id of a row of '{}' is missing", rows.place(), name));
  }
  return slice;
}

void FlowReader::add_row(ParquetRows& rows) {
  const auto from = end(rows, kInTable, kIn);
  if (!from) return;
  const auto to = end(rows, kOutTable, kOut);
  if (!to) return;
  const std::string type = plain_text(rows.text(kType));
  const bool to_dma = known_table(rows.text(kInTable)) == "Instruction" &&
                      known_table(rows.text(kOutTable)).starts_with("Dma");
  profile_.out.flow(*from, *to,
                    !type.empty() ? profile_.out.intern(type)
                    : to_dma      ? trigger_
                                  : predecessor_);
}

void FlowReader::count_repeated_ids() {
  for (const std::string_view table : kIndexed) {
    const SliceIndex* const index = profile_.ids.find(table);
    if (index == nullptr || index->repeated() == 0) continue;
    profile_.out.diagnose(
        "duplicate_id", Severity::kWarning,
        tr("a row of table '{}' has a duplicate id; dependencies refer to the first row", table),
        static_cast<std::int64_t>(index->repeated()));
  }
}

}  // namespace

Result<> create_indexes(Profile& profile) {
  if (has_table(profile, "AssemblyInstruction")) profile.ids.create("Instruction");
  const ParquetTableFiles* const flows = profile.folder.find("Flow");
  if (flows == nullptr) return {};
  for (const ParquetFile& file : flows->files) {
    for (const std::string_view column : {"in_table", "out_table"}) {
      if (!file.has_column(column)) continue;
      const auto names = profile.folder.first_row(
          file,
          fmt::format("string_agg(DISTINCT left(CAST({} AS VARCHAR), 100), chr({}))",
                      sql_identifier(column), int{kListSeparator}),
          profile.control);
      if (!names) return fail(names.error());
      const auto* const text = std::get_if<std::string>(&names->front());
      if (text == nullptr) continue;
      for (std::size_t at = 0; at < text->size();) {
        const std::size_t end = std::min(text->find(kListSeparator, at), text->size());
        const std::string_view table = table_of(std::string_view(*text).substr(at, end - at));
        if (!table.empty()) profile.ids.create(table);
        at = end + 1;
      }
    }
  }
  return {};
}

Result<> read_flows(Profile& profile, const ParquetTableFiles& table) {
  FlowReader reader(profile);
  auto read =
      for_each_row(profile, table, kColumns, [&](ParquetRows& rows) { reader.add_row(rows); });
  if (read) reader.count_repeated_ids();
  return read;
}

}  // namespace nscope::importers
