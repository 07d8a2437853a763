// Captures in compressed files: every format, by content, alone and in folders.
#include "importers/shared/importer.h"
#include "profiler/trace/vocabulary.h"
#include "tests/support/gpu_run.h"
#include "tests/support/gzip.h"
#include "tests/support/ntff_writer.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/zstd.h"
#include "tests/unit/importers/neff_writer.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

using testing::HasSubstr;

std::string corpus_seed(const std::string& path) {
  std::ifstream in(std::filesystem::path(NSCOPE_SOURCE_DIR) / "tests" / "fuzz" / "corpus" / path,
                   std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// A report of neuron-monitor as one line.
std::string monitor_line(double utilisation) {
  return fmt::format(
      R"({{"neuron_runtime_data":[{{"pid":101,"neuron_runtime_tag":"1","error":"","report":)"
      R"({{"neuroncore_counters":{{"period":5.0,"neuroncores_in_use":)"
      R"({{"0":{{"neuroncore_utilization":{}}}}},"error":""}}}}}}],"system_data":{{}},)"
      R"("instance_info":{{"instance_type":"inf1.xlarge","error":""}},"neuron_hardware_info":)"
      R"({{"neuron_device_count":1,"neuroncore_per_device_count":4,"error":""}}}})"
      "\n",
      utilisation);
}

class PackedCapture : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name, std::ios::binary) << text;
    return (folder_.path() / name).string();
  }
  static Result<std::shared_ptr<const Trace>> try_open(const std::vector<std::string>& paths) {
    TaskControl control;
    return open_run(paths, {}, control);
  }
  static std::shared_ptr<const Trace> open(const std::vector<std::string>& paths) {
    const auto trace = try_open(paths);
    EXPECT_TRUE(trace) << to_string(trace.error());
    return trace ? *trace : nullptr;
  }
  /// The slices, samples and diagnostics of a run.
  static std::string content(const Trace& trace) {
    std::size_t samples = 0;
    for (const Track& track : trace.tracks()) samples += track.counters.size();
    std::string text =
        fmt::format("{} tracks, {} slices, {} samples, {} metrics", trace.tracks().size(),
                    trace.slice_count(), samples, trace.metrics().size());
    for (const Diagnostic& diagnostic : trace.diagnostics()) {
      text += fmt::format(", {} {}", diagnostic.code, diagnostic.count);
    }
    return text;
  }
  static std::int64_t diagnosed(const Trace& trace, std::string_view code) {
    for (const Diagnostic& diagnostic : trace.diagnostics()) {
      if (diagnostic.code == code) return diagnostic.count;
    }
    return 0;
  }

  TestFolder folder_;
};

TEST_F(PackedCapture, OfEveryTextFormatIsReadLikeThePlainFile) {
  for (const std::string seed :
       {"json/run.json", "json/summary.json", "system_profile/run.json",
        "neuron_monitor/lines.json", "neuron_monitor/prefixed.log", "neuron_ls/devices.json",
        "neuron_ls/table.txt", "nccom_test/old.txt", "nccom_test/report.json",
        "compile_log/run.log", "xla_metrics/report.txt", "chrome_json/kineto.json"}) {
    SCOPED_TRACE(seed);
    const std::string text = corpus_seed(seed);
    const auto plain = open({write("plain", text)});
    ASSERT_TRUE(plain);
    const std::size_t half = text.size() / 2;
    for (const std::string& packed :
         {gzip(text), gzip(text.substr(0, half)) + gzip(text.substr(half)), zstd(text)}) {
      // The name says nothing about the content.
      const auto trace = open({write("packed.bin", packed)});
      ASSERT_TRUE(trace);
      EXPECT_EQ(content(*trace), content(*plain));
      EXPECT_EQ(trace->property_text(property::kSourceFormat),
                plain->property_text(property::kSourceFormat));
    }
  }
}

TEST_F(PackedCapture, ARotatedMonitorLogIsRead) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += monitor_line(i);
  const auto trace = open({write("monitor.jsonl.gz", gzip(text))});
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_text(property::kSourceFile), "monitor.jsonl.gz");
  EXPECT_EQ(content(*trace), content(*open({write("monitor.jsonl", text)})));
}

TEST_F(PackedCapture, ATruncatedLogIsReadUpToItsEnd) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += monitor_line(i * 7919 % 100);
  const std::string packed = gzip(text);
  const auto trace = open({write("monitor.jsonl.gz", packed.substr(0, packed.size() / 2))});
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnosed(*trace, "compressed_data_cut_off"), 1);
  const auto tail = open({write("tail.jsonl.gz", packed + std::string(5, '\0'))});
  ASSERT_TRUE(tail);
  EXPECT_EQ(diagnosed(*tail, "trailing_bytes"), 1);
}

TEST_F(PackedCapture, ATruncatedChromeTraceIsReadUpToItsEnd) {
  std::string text = "[";
  for (int i = 0; i < 20'000; ++i) {
    text += fmt::format(R"({{"ph":"X","name":"e{}","ts":{},"dur":1}},)", i * 7919 % 997, i);
  }
  const std::string packed = gzip(text + "{}]");
  const auto trace = open({write("t.json.gz", packed.substr(0, packed.size() / 2))});
  ASSERT_TRUE(trace);
  EXPECT_GT(trace->slice_count(), 5'000u);
  EXPECT_EQ(diagnosed(*trace, "compressed_data_cut_off"), 1);
  // zstd is not streamed, but the result is the same.
  const auto zstd_trace = open({write("t.json.zst", zstd(text + "{}]"))});
  ASSERT_TRUE(zstd_trace);
  EXPECT_EQ(zstd_trace->slice_count(), 20'000u);
  EXPECT_EQ(content(*zstd_trace), content(*open({write("t.json.gz", packed)})));
}

TEST_F(PackedCapture, FilesInAFolderAreUnpackedToo) {
  write("run/monitor.1.gz", gzip(monitor_line(5) + monitor_line(6)));
  write("run/trace.json", R"([{"ph":"X","name":"a","ts":1,"dur":1}])");
  write("run/other.json.gz", gzip(R"({"categories": {"PARAMETER": [1]}})"));
  const auto trace = open({(folder_.path() / "run").string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnosed(*trace, "file_not_read"), 1);
  EXPECT_TRUE(trace->strings().find("a").valid());
  std::size_t samples = 0;
  for (const Track& track : trace->tracks()) samples += track.counters.size();
  EXPECT_GT(samples, 0u);
}

TEST_F(PackedCapture, AnNtffFindsItsModelByTheUuidInside) {
  NtffWriter ntff;
  ntff.uuid = "0123456789abcdef";
  ntff.executions = {{1'000'000, 9'000'000}};
  TestCore core;
  core.code[0] = {TestWord(0xa4)};
  core.instruction(0, 0, 2'000'000, 3'000'000);
  ntff.cores = {core};
  NeffWriter neff;
  neff.uuid = ntff.uuid;
  neff.members = {{"sg00/def.json", R"({"var": {}})"}};
  write("model.neff", neff.text());
  const auto plain = open({write("run.ntff", ntff.text())});
  ASSERT_TRUE(plain);
  for (const std::string& packed : {gzip(ntff.text()), zstd(ntff.text())}) {
    const auto trace = open({write("run.ntff.gz", packed)});
    ASSERT_TRUE(trace);
    EXPECT_EQ(content(*trace), content(*plain));
    EXPECT_EQ(trace->property_text(property::kNeffFile), "model.neff");
  }
}

// The reason is the content of the file, not its compression.
TEST_F(PackedCapture, OfAnUnknownKindIsDescribedByItsContent) {
  const auto reason = [&](const std::string& packed) {
    const auto read = try_open({write("x.json.gz", packed)});
    EXPECT_FALSE(read);
    return read ? std::string() : read.error().message.english();
  };
  EXPECT_THAT(
      reason(gzip(R"({"categories": {"PARAMETER": [1]}})")),
      HasSubstr("compressed with gzip; unpacked, the file contains JSON of an unknown kind"));
  EXPECT_THAT(reason(zstd("hello")),
              HasSubstr("compressed with zstd; unpacked, the file starts with 'hello'"));
  EXPECT_THAT(reason(gzip(NeffWriter{}.text())), HasSubstr("a compiled model (NEFF)"));
  EXPECT_THAT(reason(gzip(gzip(monitor_line(1)))), HasSubstr("compressed again"));
  EXPECT_THAT(reason(gzip("")), HasSubstr("nothing can be unpacked"));
  EXPECT_THAT(reason(std::string("\x1f\x8b\x08\0\0\0\0\0\0\0", 10)),
              HasSubstr("nothing can be unpacked"));
  EXPECT_THAT(reason("BZh91AY"), HasSubstr("compressed with bzip2"));
  EXPECT_THAT(reason("\xfd"
                     "7zXZ"),
              HasSubstr("compressed with xz"));
}

TEST_F(PackedCapture, GpuCapturesAreUnpacked) {
  const auto profile = open({write("host.xplane.pb.gz", gzip(xplane(gpu_run())))});
  const auto report = open({write("run.sqlite.gz", gzip(nsight_sqlite(gpu_run())))});
  ASSERT_TRUE(profile && report);
  EXPECT_EQ(profile->slice_count(), 66u);
  EXPECT_EQ(report->slice_count(), 78u);  // with the ranges that are projected on the streams
}

}  // namespace
}  // namespace nscope::importers
