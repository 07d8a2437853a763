// No Parquet profile is public. The JSON exports of the corpus are written as the
// tables of the published schema, with its column names and types, and imported:
// the trace must be that of the JSON route, row by row. Left out on purpose:
//  * Layers: the list layer_summary has no table in the schema.
//  * Properties that name the file, and facts that only one of the two has a
//    place for.
// Real numbers of the schema are single precision.
#include "importers/shared/importer.h"
#include "profiler/base/json.h"
#include "profiler/trace/vocabulary.h"
#include "tests/corpus/neuron_captures.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/importers_parquet/explorer_fixture.h"
#include "tests/unit/importers_parquet/needs_duckdb.h"

#include <cmath>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using Names = std::map<std::string, std::string>;

/// The members of `row` that `names` knows, under their names in Parquet.
Json renamed(const Json& row, const Names& names) {
  Json result = Json::object();
  for (const auto& [key, value] : row.items()) {
    if (const auto it = names.find(key); it != names.end()) result[it->second] = value;
  }
  return result;
}

std::int64_t core_of(const Json& row) {
  return std::stoll(row.at("subgraph").get<std::string>().substr(2));
}

const Names kInstruction{{"id", "id"},
                         {"timestamp", "start_ts"},
                         {"duration", "duration_ns"},
                         {"evt_wait_time", "evt_wait_time_ns"},
                         {"label", "timeline_track"},
                         {"opcode", "opcode"},
                         {"operands", "operands"},
                         {"compiler_opcode", "compiler_opcode"},
                         {"compiler_operands", "compiler_operands"},
                         {"pc", "pc"},
                         {"compiler_pc", "compiler_pc"},
                         {"penguin_id", "penguin_id"},
                         {"raw_penguin_id", "raw_penguin_id"},
                         {"bir_id", "bir_id"},
                         {"raw_bir_id", "raw_bir_id"},
                         {"bir_instruction_name", "bir_instruction_name"},
                         {"crc_in", "crc_in"},
                         {"crc_out", "crc_out"},
                         {"hlo_attrs", "hlo_attrs"},
                         {"hlo_name", "hlo_name"},
                         {"layer", "layer"},
                         {"hbm_read_bytes", "hbm_read_bytes"},
                         {"hbm_write_bytes", "hbm_write_bytes"},
                         {"sbuf_read_bytes", "sbuf_read_bytes"},
                         {"sbuf_write_bytes", "sbuf_write_bytes"},
                         {"psum_read_bytes", "psum_read_bytes"},
                         {"psum_write_bytes", "psum_write_bytes"},
                         {"psum_read_sbuf_write_bytes", "psum_read_sbuf_write_bytes"},
                         {"instruction_type", "tensor_instruction_type"},
                         {"elements", "tensor_elements"},
                         {"activation_fn", "scalar_activation_fn"}};
const Names kDma{{"timestamp", "start_ts"},
                 {"duration", "duration_ns"},
                 {"id", "id"},
                 {"packet_idx", "packet_idx"},
                 {"packet_aggregation_id", "packet_aggregation_id"},
                 {"dma_engine", "engine_idx"},
                 {"dma_queue", "queue_idx"},
                 {"read_size", "read_bytes"},
                 {"write_size", "write_bytes"},
                 {"transfer_size", "transfer_bytes"},
                 {"transfer_rate", "throughput"},
                 {"queue_type", "queue_type"},
                 {"variable", "variable"},
                 {"crc", "crc"}};

/// Writes one capture's export as a profile.
class Conversion {
 public:
  Conversion(const Json& document, const std::filesystem::path& folder)
      : document_(document), out_(folder) {}

  void run() {
    events();
    samples();
    facts();
    for (const auto& [table, rows] : tables_) {
      if (rows.empty()) continue;
      const auto written = out_.write(table, rows);
      ASSERT_TRUE(written) << table << ": " << to_string(written.error());
    }
  }

 private:
  Json& table(const std::string& name) {
    return tables_.try_emplace(name, Json::array()).first->second;
  }
  const Json& list(const char* key) const {
    static const Json kNone = Json::array();
    const auto it = document_.find(key);
    return it == document_.end() ? kNone : *it;
  }
  void events();
  void samples();
  void facts();

  const Json& document_;
  ExplorerFixture out_;
  std::map<std::string, Json> tables_;
};

void Conversion::events() {
  for (const Json& row : list("instruction")) {
    Json instruction = renamed(row, kInstruction);
    instruction["end_ts"] =
        row.at("timestamp").get<std::int64_t>() + row.at("duration").get<std::int64_t>();
    instruction["pcore_idx"] = core_of(row);
    instruction["engine"] = row.at("label") == "TensorMatrix" ? Json("tensor") : row.at("label");
    const Json predecessors = row.value("predecessors", Json::array());
    for (const Json& edge : predecessors) {
      table("Flow").push_back({{"in_id", edge.at("id")},
                               {"out_id", row.at("id")},
                               {"in_table", "instruction"},
                               {"out_table", "instruction"},
                               {"dependency_type", edge.at("type")}});
    }
    table("Instruction").push_back(std::move(instruction));
  }
  for (const Json& row : list("dma")) {
    Json packet = renamed(row, kDma);
    packet["end_ts"] =
        row.at("timestamp").get<std::int64_t>() + row.at("duration").get<std::int64_t>();
    packet["pcore_idx"] = core_of(row);
    table("DmaPacket").push_back(std::move(packet));
  }
  for (const Json& row : list("ham")) {
    table("Throttle")
        .push_back({{"duration", row.at("duration")},
                    {"k", row.at("k")},
                    {"n", row.at("n")},
                    {"timestamp", row.at("timestamp")},
                    {"type", fmt::format("activity_{}", row.at("type").get<int>())},
                    {"pcore_idx", core_of(row)}});
  }
  for (const Json& row : list("active_time")) {
    table("ActiveTime")
        .push_back(renamed(row, {{"start_ts", "start_ts"},
                                 {"end_ts", "end_ts"},
                                 {"duration_ns", "duration_ns"},
                                 {"engine", "engine"},
                                 {"pcore_idx", "pcore_idx"}}));
  }
}

void Conversion::samples() {
  const auto sample = [](const Json& row, const Names& names) {
    Json result = renamed(row, names);
    result["timestamp"] = row.at("timestamp");
    result["pcore_idx"] = core_of(row);
    return result;
  };
  for (const Json& row : list("semaphore_update")) {
    table("SemaphoreUpdate").push_back(sample(row, {{"id", "id"}, {"value", "value"}}));
  }
  for (const Json& row : list("pending_dma")) {
    table("PendingDma").push_back(sample(row, {{"value", "value"}}));
  }
  for (const Json& row : list("dma_throughput")) {
    table("DmaUsage")
        .push_back(sample(row, {{"transfer_rate", "current_throughput"},
                                {"total_transfer_bytes", "total_transfer_bytes"}}));
  }
  for (const Json& row : list("instruction_usage")) {
    Names names{{"usage_avg", "avg_util_percent"}};
    for (int bank = 0; bank < 8; ++bank) {
      names[fmt::format("bank_{}_usage", bank)] = fmt::format("bank_{}_util_percent", bank);
    }
    for (const int partition : {0, 32, 64, 96}) {
      names[fmt::format("partition_{}_usage", partition)] =
          fmt::format("partition_{}_util_percent", partition);
    }
    table(row.at("type") == "sb" ? "SbufUsage" : "PsumUsage").push_back(sample(row, names));
  }
}

void Conversion::facts() {
  Json metadata = renamed(list("metadata").at(0), {{"ntff_version", "ntff_version"},
                                                   {"num_physical_cores", "num_physical_cores"},
                                                   {"vnc_enabled", "vnc_enabled"},
                                                   {"first_hw_timestamp", "first_hw_timestamp"},
                                                   {"last_hw_timestamp", "last_hw_timestamp"},
                                                   {"first_ts", "first_ts"},
                                                   {"last_ts", "last_ts"},
                                                   {"dma_ddr_bandwidth", "dma_ddr_bandwidth"},
                                                   {"hbm_ddr_bandwidth", "hbm_ddr_bandwidth"},
                                                   {"pe_num_rows", "tensor_engine_num_rows"},
                                                   {"pe_num_cols", "tensor_engine_num_cols"},
                                                   {"pe_clock_freq", "tensor_engine_clock_freq"},
                                                   {"pe_clock_others", "neuroncore_clock_freq"},
                                                   {"ticks_per_nanosec", "ticks_per_nanosec"},
                                                   {"is_simulation", "is_simulation"}});
  Json summary = Json::object();
  for (const auto& [name, value] : list("summary").at(0).items()) {
    const bool in_metadata = name == "instance_type" || name.ends_with("_version");
    if (name == "profiler_version") {
      metadata["explorer_version"] = value;
    } else if (in_metadata) {
      metadata[name] = value;
    } else if (value.is_number() && !name.starts_with("throttle_") && !name.ends_with("_idx")) {
      summary[name] = value;
    }
  }
  metadata["profile_schema_version"] = "7.4.0";
  table("Metadata").push_back(std::move(metadata));
  table("Summary").push_back(std::move(summary));
  for (const Json& row : list("neff_header")) {
    table("NeffHeader")
        .push_back(renamed(row, {{"network_name", "network_name"},
                                 {"uuid", "uuid"},
                                 {"hash", "hash"},
                                 {"enabled_features", "enabled_features"},
                                 {"header_size", "header_size"},
                                 {"data_size", "data_size"}}));
  }
  for (const Json& row : list("neff_node")) {
    table("TensorInfo")
        .push_back(renamed(row, {{"variable_name", "variable_name"},
                                 {"type", "type"},
                                 {"format", "format"},
                                 {"shape", "shape"},
                                 {"size", "size"}}));
  }
  for (const Json& row : list("nc_mem_usage")) {
    table("HbmUsageSummaryByType")
        .push_back(renamed(row, {{"nd", "neuron_device_idx"},
                                 {"nc", "neuroncore_idx"},
                                 {"usage_type", "usage_type"},
                                 {"amount_bytes", "usage_bytes"}}));
  }
  for (const Json& row : list("dma_queues_info")) {
    Json queue = renamed(row, {{"q_name", "name"},
                               {"q_type", "type"},
                               {"q_idx", "idx"},
                               {"q_eng_idx", "engine_idx"},
                               {"q_axi_port", "axi_port"},
                               {"q_dram_channel", "dram_channel"}});
    queue["pcore_idx"] = core_of(row);
    table("DmaQueuesInfo").push_back(std::move(queue));
  }
  for (const Json& row : list("warnings")) {
    table("Warning").push_back(renamed(row, {{"category", "category"}, {"message", "message"}}));
  }
}

std::string path_of(const Trace& trace, const Track& track) {
  const std::string name(trace.text(track.name));
  return track.parent.valid() ? path_of(trace, trace.track(track.parent)) + " / " + name : name;
}

/// A slice with everything that is known of it.
std::string describe(const Trace& trace, SliceId id) {
  const auto slice = trace.slice(id);
  std::string text =
      fmt::format("{} {} +{} wait {}", trace.text(slice.name()), slice.begin().value(),
                  (slice.end() - slice.begin()).value(), slice.wait().value());
  std::set<std::string> properties;
  for (const Arg& arg : trace.args_of(id)) {
    std::string value;
    if (const auto* number = std::get_if<std::int64_t>(&arg.value)) {
      value = std::to_string(*number);
    } else if (const auto* real = std::get_if<double>(&arg.value)) {
      value = fmt::format("{}", *real);
    } else {
      value = trace.text(std::get<StringId>(arg.value));
    }
    // AWS's JSON says of some instructions only that they read PSUM and write SBUF.
    if (trace.text(arg.key) == "is_psum_read_sbuf_write") continue;
    properties.insert(fmt::format(" {}={}", trace.text(arg.key), value));
  }
  for (const std::string& property : properties) text += property;
  return text;
}

struct Rows {
  std::multiset<std::string> slices;
  std::vector<std::pair<std::int64_t, double>> samples;
};

std::map<std::string, Rows> rows_of(const Trace& trace) {
  std::map<std::string, Rows> rows;
  for (const Track& track : trace.tracks()) {
    if (track.kind == TrackKind::kLayer) continue;
    Rows& row = rows[path_of(trace, track)];
    for (std::size_t i = 0; i < track.slices.size(); ++i) {
      row.slices.insert(describe(trace, Trace::slice_id(track, i)));
    }
    for (std::size_t i = 0; i < track.counters.size(); ++i) {
      row.samples.emplace_back(track.counters.time[i], track.counters.value[i]);
    }
  }
  return rows;
}

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-6 * std::abs(b) + 1e-12;
}

class ParquetCorpus : public NeuronCaptureTest {
 protected:
  void SetUp() override {
    NeuronCaptureTest::SetUp();
    if (IsSkipped()) return;
    NSCOPE_NEEDS_DUCKDB();
  }
  /// The capture by its JSON export and by the tables made from it.
  std::pair<std::shared_ptr<const Trace>, std::shared_ptr<const Trace>> both(
      const NeuronCapture& capture) {
    const auto document = parse_json(read_whole_file(capture.json), capture.json);
    EXPECT_TRUE(document);
    const std::filesystem::path folder = folder_.path() / capture.name;
    Conversion(*document, folder).run();
    return {open_exactly({capture.json}), open_exactly({folder.string()})};
  }

  TestFolder folder_;
};

TEST_F(ParquetCorpus, TraceEqualsTheOneOfTheJson) {
  Tally slices("slices with all properties");
  Tally samples("counter samples");
  Tally flows("flows");
  Tally metrics("metrics");
  Tally properties("properties");
  // Made up of facts that the tables have no column for, or that say more there.
  const std::set<std::string> kNotInTables{"source_format",
                                           "source_file",
                                           "profile.ntff_file",
                                           "profile.profile_name",
                                           "profile.profile_type",
                                           "profile.cc_only",
                                           "profile.profiler_build_time",
                                           "metadata.is_ext",
                                           "metadata.data_version",
                                           "metadata.num_subgraphs",
                                           "metadata.total_point_count"};
  for (const NeuronCapture& capture : captures_) {
    const auto [json, parquet] = both(capture);
    ASSERT_TRUE(json && parquet) << capture.name;
    EXPECT_EQ(parquet->time_base().window_begin, json->time_base().window_begin);
    EXPECT_EQ(parquet->time_base().window_end, json->time_base().window_end);
    const auto expected = rows_of(*json);
    const auto ours = rows_of(*parquet);
    for (const auto& [name, row] : ours) EXPECT_TRUE(expected.contains(name)) << name;
    for (const auto& [name, theirs] : expected) {
      const std::string where = capture.name + ": " + name;
      const auto found = ours.find(name);
      ASSERT_NE(found, ours.end()) << where << " is missing";
      ASSERT_EQ(found->second.slices.size(), theirs.slices.size()) << where;
      auto other = theirs.slices.begin();
      for (const std::string& slice : found->second.slices) slices.equal(slice, *other++, where);
      ASSERT_EQ(found->second.samples.size(), theirs.samples.size()) << where;
      for (std::size_t i = 0; i < theirs.samples.size(); ++i) {
        const auto& [time, value] = found->second.samples[i];
        samples.check(time == theirs.samples[i].first && near(value, theirs.samples[i].second),
                      [&] { return fmt::format("{}: {} at {}", where, value, time); });
      }
    }
    const auto edges = [](const Trace& trace) {
      std::multiset<std::string> result;
      for (const Flow& flow : trace.flows()) {
        result.insert(fmt::format("{} -> {} {}", describe(trace, flow.from),
                                  describe(trace, flow.to), trace.text(flow.kind)));
      }
      return result;
    };
    const auto our_edges = edges(*parquet);
    const auto their_edges = edges(*json);
    ASSERT_EQ(our_edges.size(), their_edges.size()) << capture.name;
    auto edge = their_edges.begin();
    for (const std::string& our_edge : our_edges) flows.equal(our_edge, *edge++, capture.name);

    std::map<std::string, const Metric*> by_name;
    for (const Metric& metric : json->metrics()) by_name[metric.name] = &metric;
    for (const Metric& metric : parquet->metrics()) {
      const auto known = by_name.find(metric.name);
      ASSERT_NE(known, by_name.end()) << metric.name;
      metrics.check(near(metric.value, known->second->value) &&
                        metric.unit == known->second->unit &&
                        metric.provenance == known->second->provenance,
                    [&] {
                      return fmt::format("{}: {} {} instead of {} {}", metric.name, metric.value,
                                         metric.unit, known->second->value, known->second->unit);
                    });
    }
    for (const auto& [name, value] : json->properties()) {
      const PropertyValue* const ours_of = parquet->property(name);
      if (ours_of == nullptr || kNotInTables.contains(name)) continue;
      // The export writes some numbers as texts.
      const auto number = parquet->property_number(name);
      const auto theirs = json->property_number(name);
      const std::string text = number ? fmt::format("{}", *number) : parquet->property_text(name);
      properties.check(
          number && theirs ? near(*number, *theirs) : text == json->property_text(name),
          [&] { return capture.name + ": " + name; });
    }
  }
  slices.finish(16477);
  samples.finish(samples.compared());
  EXPECT_GT(samples.compared(), 10000);
  flows.finish(10883);
  metrics.finish(metrics.compared());
  EXPECT_GE(metrics.compared(), 6 * 80);
  properties.finish(properties.compared());
  EXPECT_GE(properties.compared(), 6 * 60);
}

TEST_F(ParquetCorpus, WholeProfileIsAccountedFor) {
  const auto [json, parquet] = both(captures_.front());
  ASSERT_TRUE(json && parquet);
  for (const Diagnostic& d : parquet->diagnostics()) {
    EXPECT_TRUE(d.code == "capture_warning" || d.code == "active_time_not_imported")
        << d.code << " x " << d.count << ": " << d.example.english();
  }
}

}  // namespace
}  // namespace nscope
