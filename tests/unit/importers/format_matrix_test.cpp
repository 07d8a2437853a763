// Tests every sample of every format with every importer: only the importer of the format may
// recognise it, and the others must refuse it with the name of the file and a reason.
#include "importers/shared/importer.h"
#include "profiler/trace/build/trace_builder.h"
#include "tests/unit/importers/neff_writer.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

struct Sample {
  std::string name;
  std::string_view format;  ///< id of its importer; empty if no importer can read it
  std::string text;
};

/// A file of the fuzz corpora, which contain small documents of each format.
Sample seed(std::string_view format, const std::string& path) {
  const auto file = std::filesystem::path(NSCOPE_SOURCE_DIR) / "tests" / "fuzz" / "corpus" / path;
  std::ifstream in(file, std::ios::binary);
  EXPECT_TRUE(in) << file;
  std::ostringstream text;
  text << in.rdbuf();
  return {path, format, text.str()};
}

std::string perfetto_text() {
  MessageWriter trace;
  trace.message(
      1, MessageWriter().number(10, 1).message(
             60, MessageWriter()
                     .number(1, 7)
                     .text(2, "Thread")
                     .message(4, MessageWriter().number(1, 3).number(2, 4).text(5, "main"))));
  const auto event = [&](std::uint64_t time, std::uint64_t type) {
    MessageWriter content;
    content.number(9, type).number(11, 7);
    if (type == 1) content.text(23, "work");
    trace.message(1, MessageWriter().number(8, time).number(10, 1).message(11, content));
  };
  event(1000, 1);
  event(2000, 2);
  return trace.bytes();
}

const std::string kChrome =
    R"({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 2, "ts": 5, "dur": 3},
                        {"ph": "X", "name": "b", "pid": 1, "tid": 2, "ts": 9, "dur": 1}]})";

std::vector<Sample> samples() {
  return {
      {"run.ntff", "ntff", one_instruction_run().text()},
      seed("ntff", "ntff/two_cores.ntff"),
      seed("neuron-profile-json", "json/run.json"),
      seed("neuron-profile-json", "json/lists.json"),
      seed("neuron-summary-json", "json/summary.json"),
      seed("neuron-summary-text", "summary_text/plain.txt"),
      seed("neuron-summary-text", "summary_text/terminal.txt"),
      seed("neuron-system-profile", "system_profile/run.json"),
      seed("neuron-system-recording", "system_recording/ntrace.pb"),
      seed("neuron-system-recording", "system_recording/trace_info.pb"),
      seed("neuron-system-recording", "system_recording/cpu_util.pb"),
      seed("neuron-system-recording", "system_recording/host_mem.pb"),
      seed("neuron-monitor", "neuron_monitor/lines.json"),
      seed("neuron-monitor", "neuron_monitor/prefixed.log"),
      seed("neuron-ls", "neuron_ls/devices.json"),
      seed("neuron-ls", "neuron_ls/table.txt"),
      seed("nccom-test", "nccom_test/old.txt"),
      seed("nccom-test", "nccom_test/report.json"),
      seed("nccom-test", "nccom_test/nccl.txt"),
      seed("compile-log", "compile_log/run.log"),
      seed("compile-log", "compile_log/failed.log"),
      seed("compile-log", "compile_log/log-neuron-cc.txt"),
      seed("runtime-log", "runtime_log/list.log"),
      seed("runtime-log", "runtime_log/table.log"),
      seed("xla-metrics", "xla_metrics/report.txt"),
      seed("prometheus-text", "prometheus_text/vllm.prom"),
      seed("prometheus-text", "prometheus_text/special.prom"),
      {"trace.json", "chrome-json", kChrome},
      {"list.json", "chrome-json", kChrome.substr(kChrome.find('['), kChrome.rfind(']') - 15)},
      {"trace.json.gz", "chrome-json", gzip(kChrome)},
      seed("nsight-sqlite", "nsight_sqlite/run.sqlite"),
      seed("nsight-sqlite", "nsight_sqlite/2020.sqlite"),
      seed("xplane", "xplane/gpu.xplane.pb"),
      seed("xplane", "xplane/tpu.xplane.pb"),
      {"run.pftrace", "perfetto", perfetto_text()},
      {"run.pftrace.gz", "perfetto", gzip(perfetto_text())},
      {"table.parquet", "parquet", "PAR1" + std::string(100, '\x15') + "PAR1"},
      {"model.neff", "", NeffWriter{}.text()},
      {"notes.txt", "", "Dear diary, today the model converged.\n"},
      {"other.json", "", R"({"weather": {"city": "Seattle", "rain": true}})"},
      {"other.json.gz", "", gzip(R"({"weather": {"city": "Seattle"}})")},
      {"empty", "", ""},
      {"zeros", "", std::string(5000, '\0')},
      {"archive.zip", "", "PK\x03\x04" + std::string(60, '\x01')},
  };
}

/// The Chrome importer takes any list of objects for a list of events. It counts and skips events
/// of unknown phases.
bool takes_any_list(const Importer& importer, const Sample& sample) {
  return importer.id == "chrome-json" && sample.text.starts_with('[');
}

TEST(FormatMatrix, EachSampleIsRecognisedByItsImporterOnly) {
  for (const Sample& sample : samples()) {
    const ByteSource file = source_of(sample.text, sample.name);
    for (const Importer& importer : registry()) {
      EXPECT_EQ(importer.sniff(file), importer.id == sample.format)
          << importer.id << " looking at " << sample.name;
    }
    const auto found = detect(file);
    if (sample.format.empty()) {
      ASSERT_FALSE(found) << sample.name << " was taken for " << (*found)->id;
      EXPECT_EQ(found.error().code, ErrorCode::kBadInput);
      EXPECT_EQ(found.error().where.english(), sample.name);
      EXPECT_NE(found.error().message.english().find("unknown file format"), std::string::npos);
    } else {
      ASSERT_TRUE(found) << sample.name << ": " << to_string(found.error());
      EXPECT_EQ((*found)->id, sample.format) << sample.name;
    }
  }
}

TEST(FormatMatrix, EachImporterRefusesTheFilesOfOthers) {
  for (const Importer& importer : registry()) {
    for (const Sample& sample : samples()) {
      if (sample.format == importer.id) continue;
      const ByteSource file = source_of(sample.text, sample.name);
      TraceBuilder builder;
      TaskControl control;
      const auto read = importer.read({file}, builder, control);
      if (read && takes_any_list(importer, sample)) {
        const auto trace = builder.finish();
        EXPECT_EQ(trace->slice_count(), 0u);
        EXPECT_FALSE(trace->diagnostics().empty());
        continue;
      }
      EXPECT_FALSE(read) << importer.id << " read " << sample.name;
      if (read) continue;
      const Error& error = read.error();
      EXPECT_TRUE(error.code == ErrorCode::kBadInput ||
                  error.code == ErrorCode::kUnsupportedVersion)
          << importer.id << " on " << sample.name << ": " << to_string(error);
      EXPECT_TRUE(error.where.english().starts_with(sample.name))
          << importer.id << " on " << sample.name << ": " << to_string(error);
      EXPECT_FALSE(error.message.empty());
    }
  }
}

TEST(FormatMatrix, EachImporterReadsItsOwnSamples) {
  for (const Sample& sample : samples()) {
    // A table of a Parquet profile can be read only in its folder.
    if (sample.format.empty() || sample.format == "parquet") continue;
    const ByteSource file = source_of(sample.text, sample.name);
    const auto importer = detect(file);
    ASSERT_TRUE(importer) << sample.name;
    TraceBuilder builder;
    TaskControl control;
    const auto read = (*importer)->read({file}, builder, control);
    ASSERT_TRUE(read) << sample.name << ": " << to_string(read.error());
    const auto trace = builder.finish();
    EXPECT_FALSE(trace->property_text("source_format").empty()) << sample.name;
  }
}

TEST(FormatMatrix, NoFormatIsWithoutASample) {
  for (const Importer& importer : registry()) {
    bool found = false;
    for (const Sample& sample : samples()) found = found || sample.format == importer.id;
    EXPECT_TRUE(found) << "add a sample of " << importer.id << " to this test";
  }
}

}  // namespace
}  // namespace nscope::importers
