// Reads the samples of AWS's tools in the corpus and compares them with counts
// taken from the files in another way.

#include "profiler/trace/vocabulary.h"
#include "tests/corpus/neuron_captures.h"

#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace nscope {
namespace {

using nlohmann::json;

class ToolsCorpus : public CorpusTest {
 protected:
  static std::string path(const std::string& name) { return corpus_path("captures/" + name); }
};

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

double metric(const Trace& trace, std::string_view name) {
  for (const Metric& entry : trace.metrics()) {
    if (entry.name == name) return entry.value;
  }
  return -1.0;
}

std::size_t counter_tracks(const Trace& trace) {
  std::size_t count = 0;
  for (const Track& track : trace.tracks()) count += track.counters.size() > 0 ? 1 : 0;
  return count;
}

std::map<std::string, int> slice_names(const Trace& trace) {
  std::map<std::string, int> names;
  for (const Track& track : trace.tracks()) {
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      ++names[std::string(trace.text(track.slices.name[row]))];
    }
  }
  return names;
}

bool has_diagnostic(const Trace& trace, std::string_view code) {
  return std::any_of(trace.diagnostics().begin(), trace.diagnostics().end(),
                     [&](const Diagnostic& entry) { return entry.code == code; });
}

/// Numbers in the sample that become samples of counters: those of metric groups
/// without their periods; a vCPU's seven figures are one, "busy".
std::size_t expected_samples(const json& report) {
  std::size_t count = 0;
  const auto leaves = [&](const auto& self, const json& value, const std::string& key) -> void {
    if (value.is_number() && key != "period" && key != "neuron_device_index") ++count;
    if (key == "loaded_models" || key == "instance_info") return;
    if (key == "usage_data") {
      count += value.size();
      return;
    }
    if (value.is_object()) {
      for (const auto& [name, member] : value.items()) self(self, member, name);
    } else if (value.is_array()) {
      for (const json& member : value) self(self, member, "");
    }
  };
  for (const json& runtime : report.at("neuron_runtime_data")) {
    leaves(leaves, runtime.at("report"), "");
  }
  leaves(leaves, report.at("system_data"), "");
  return count;
}

TEST_F(ToolsCorpus, NeuronMonitor) {
  const std::string file = path("neuron_monitor/trn1.2xlarge_wandb_sample.json");
  const json report = json::parse(read_whole_file(file));
  const auto trace = open_exactly({file});
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_text(property::kSourceFormat), "neuron-monitor");
  EXPECT_EQ(counter_tracks(*trace), expected_samples(report));
  EXPECT_EQ(metric(*trace, "neuroncore0.utilization_mean"), 1.3631567613356375);
  EXPECT_EQ(metric(*trace, "executions.completed"), 260.0);
  EXPECT_EQ(slice_names(*trace).size(), 3u) << "the runtime and two models";
  EXPECT_FALSE(has_diagnostic(*trace, "unknown_metric_group"));
  EXPECT_FALSE(has_diagnostic(*trace, "other_line"));
}

TEST_F(ToolsCorpus, NeuronLsTablesAndJsonAgree) {
  const std::string json_file = path("neuron_tools/neuron-ls_j_trn2n.json");
  const json devices = json::parse(read_whole_file(json_file));
  const auto from_json = open_exactly({json_file});
  const auto from_text = open_exactly({path("neuron_tools/neuron-ls_text_trn2n.txt")});
  ASSERT_TRUE(from_json && from_text);
  EXPECT_EQ(metric(*from_json, "neuron_device_count"), static_cast<double>(devices.size()));
  EXPECT_EQ(metric(*from_text, "neuron_device_count"), 16.0);
  EXPECT_EQ(metric(*from_text, "neuroncore_count"), 64.0);
  for (const json& device : devices) {
    const std::string prefix = "device" + device.at("neuron_device").dump() + ".";
    for (const std::string name : {"connected_to", "neuroncore_ids", "cpu_affinity", "numa_node"}) {
      EXPECT_EQ(from_text->property_text(prefix + name), from_json->property_text(prefix + name));
      EXPECT_FALSE(from_json->property_text(prefix + name).empty()) << prefix << name;
    }
    EXPECT_EQ(from_text->property_number(prefix + "memory_size"),
              device.at("memory_size").get<double>());
  }
  for (const auto& trace : {from_json, from_text}) {
    EXPECT_EQ(trace->diagnostics().size(), 1u) << "no_events, and nothing odd";
  }
}

TEST_F(ToolsCorpus, NccomTestTextAndJsonAgree) {
  const std::string text_file = path("neuron_tools/nccom-test_text_outputs.txt");
  const std::string json_file = path("neuron_tools/nccom-test_report.json");
  const auto from_text = open_exactly({text_file});
  const auto from_json = open_exactly({json_file});
  ASSERT_TRUE(from_text && from_json);
  const std::string text = read_whole_file(text_file);
  // Every line of a table names its type; one measurement failed.
  const std::size_t rows = occurrences(text, " fp32 ") + occurrences(text, " uint8 ") +
                           occurrences(text, " bf16 ") + occurrences(text, " fp16 ") -
                           occurrences(text, "--datatype fp32 ") - occurrences(text, "-d fp32 ") -
                           occurrences(text, "-d fp16 ");
  EXPECT_EQ(from_text->slice_count(), rows);
  EXPECT_EQ(occurrences(text, "busbw(GB/s)"), 13u);
  EXPECT_TRUE(has_diagnostic(*from_text, "failed_measurement"));
  EXPECT_FALSE(has_diagnostic(*from_text, "odd_table_row"));
  EXPECT_FALSE(has_diagnostic(*from_text, "other_line"));
  const json results = json::parse(read_whole_file(json_file)).at("results");
  EXPECT_EQ(from_json->slice_count(), results.size());
  // Run 9 of the text is the one whose report the JSON is.
  EXPECT_NEAR(metric(*from_text, "run9.bus_bandwidth_avg"), metric(*from_json, "bus_bandwidth_avg"),
              1e6);
  EXPECT_NEAR(metric(*from_text, "run1.bus_bandwidth_max"), 40.69 * 1073741824.0, 1.0);
}

TEST_F(ToolsCorpus, XlaMetrics) {
  const std::string file = path("neuron_tools/xla_metrics_report.txt");
  const std::string text = read_whole_file(file);
  const auto trace = open_exactly({file});
  ASSERT_TRUE(trace);
  const std::size_t values = occurrences(text, "TotalSamples:") +
                             occurrences(text, "Accumulator:") + occurrences(text, "ValueRate:") +
                             occurrences(text, "\n  Rate:") + occurrences(text, "Mean:") +
                             occurrences(text, "StdDev:") + occurrences(text, "%=") +
                             occurrences(text, "  Value:");
  EXPECT_EQ(trace->metrics().size(), values);
  EXPECT_DOUBLE_EQ(metric(*trace, "CompileTime.accumulator"), 9.969486408);
  EXPECT_FALSE(has_diagnostic(*trace, "other_line"));
  EXPECT_FALSE(has_diagnostic(*trace, "odd_value"));
}

TEST_F(ToolsCorpus, CompileLog) {
  const std::string file = path("neuron_tools/compile_cache_log_lines.txt");
  const std::string text = read_whole_file(file);
  const auto trace = open_exactly({file});
  ASSERT_TRUE(trace);
  EXPECT_EQ(metric(*trace, "compile_cache.hit"),
            static_cast<double>(occurrences(text, "Using a cached neff at")));
  EXPECT_EQ(metric(*trace, "compile_cache.cached_failure"),
            static_cast<double>(occurrences(text, "Got a cached failed neff at")));
  EXPECT_EQ(metric(*trace, "compile_cache.extracted"),
            static_cast<double>(occurrences(text, "Extracting graphs")));
  // The first line is a success of torch_neuronx.trace, whose log has no other message.
  EXPECT_TRUE(text.substr(0, 200).find("Compiler status PASS") != std::string::npos);
  EXPECT_EQ(metric(*trace, "compile_cache.miss"),
            static_cast<double>(occurrences(text, "No candidate found under") +
                                occurrences(text, "Compilation Successfully Completed") + 1));
  EXPECT_DOUBLE_EQ(metric(*trace, "compile_cache.compile_time"), 184.896 + 6.955);
  EXPECT_FALSE(has_diagnostic(*trace, "other_line"));
  EXPECT_EQ(slice_names(*trace).count("MODULE_198775565831884870+d41d8cd9"), 1u);
}

}  // namespace
}  // namespace nscope
