// Texts in UTF-16 and in the logs of containers and systems: every text format, by content.
#include "importers/shared/importer.h"
#include "profiler/trace/vocabulary.h"
#include "tests/support/gzip.h"
#include "tests/support/temporary_folder.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

using testing::HasSubstr;

/// A small capture of a text format.
struct TextCapture {
  std::string_view format;
  std::string text;
};

std::vector<TextCapture> text_captures() {
  return {
      {"neuron-monitor",
       R"({"neuron_runtime_data":[{"pid":7,"report":{"neuroncore_counters":{"period":1,)"
       R"("neuroncores_in_use":{"0":{"neuroncore_utilization":4}}}}}],"system_data":{}})"
       "\n"},
      {"neuron-ls", "[\n {\"neuron_device\": 0, \"nc_count\": 2,\n  \"bdf\": \"00:1f.0\"}\n]\n"},
      {"neuron-ls",
       "+--------+---------+\n| NEURON |   PCI   |\n| DEVICE |   BDF   |\n+--------+---------+\n"
       "| 0      | 00:1f.0 |\n+--------+---------+\n"},
      {"nccl-tests",
       "# size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
       "   1048576   262144   float   sum   -1   78.12  13.42  23.49  0  77.1  13.6  23.8  0\n"},
      {"compile log",
       "INFO ||NEURON_CC_WRAPPER||: Using a cached neff at "
       "/var/tmp/neuron-compile-cache/neuronxcc-2.21.1+0/MODULE_16+ab/model.neff\n"},
      {"xla-metrics", "Metric: CompileTime\n  TotalSamples: 4\n  Accumulator: 02s300ms\n"},
      {"prometheus-text", "# TYPE up_ratio gauge\nup_ratio{a=\"b\"} 0.5\n"},
      {"chrome json",
       "[\n{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}\n]\n"},
  };
}

std::string utf16(std::string_view text, bool big_endian, bool mark) {
  std::string result = !mark ? "" : big_endian ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : text) {
    result += big_endian ? '\0' : c;
    result += big_endian ? c : '\0';
  }
  return result;
}

std::string each_line(const std::string& text,
                      const std::function<std::string(const std::string&)>& wrap) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result += wrap(line) + "\n";
  return result;
}

std::string json_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

class WrappedText : public ::testing::Test {
 protected:
  Result<std::shared_ptr<const Trace>> open(const std::string& text) const {
    const std::string path = (folder_.path() / "capture.log").string();
    std::ofstream(path, std::ios::binary) << text;
    TaskControl control;
    return open_run(std::array{path}, {}, control);
  }
  /// Expects that the text is read as the same as `capture`.
  void expect_same(const TextCapture& capture, const std::string& text) const {
    SCOPED_TRACE(text.substr(0, 300));
    const auto plain = open(capture.text);
    ASSERT_TRUE(plain) << to_string(plain.error());
    const auto wrapped = open(text);
    ASSERT_TRUE(wrapped) << to_string(wrapped.error());
    EXPECT_EQ((*wrapped)->property_text(property::kSourceFormat), capture.format);
    EXPECT_EQ((*wrapped)->slice_count(), (*plain)->slice_count());
    EXPECT_EQ((*wrapped)->tracks().size(), (*plain)->tracks().size());
    EXPECT_EQ((*wrapped)->metrics().size(), (*plain)->metrics().size());
    const auto noted = [](const Trace& trace) {
      std::int64_t count = 0;
      for (const Diagnostic& diagnostic : trace.diagnostics()) {
        if (diagnostic.code == "text_unwrapped") count += diagnostic.count;
      }
      return count;
    };
    EXPECT_EQ(noted(**plain), 0);
    EXPECT_EQ(noted(**wrapped), 1);
  }

 private:
  TestFolder folder_;
};

// A crash leaves zero bytes at the end, the truncation of an open log at the start.
TEST_F(WrappedText, ZeroBytesOfATextAreSkipped) {
  const std::string zeros(3000, '\0');
  for (const TextCapture& capture : text_captures()) {
    SCOPED_TRACE(capture.text);
    const auto plain = open(capture.text);
    ASSERT_TRUE(plain);
    for (const std::string& text : {capture.text + zeros, zeros + capture.text,
                                    zeros + capture.text + std::string(1, '\0')}) {
      const auto trace = open(text);
      ASSERT_TRUE(trace) << to_string(trace.error());
      EXPECT_EQ((*trace)->property_text(property::kSourceFormat), capture.format);
      EXPECT_EQ((*trace)->slice_count(), (*plain)->slice_count());
      EXPECT_EQ((*trace)->metrics().size(), (*plain)->metrics().size());
      EXPECT_FALSE((*trace)->diagnostics().empty());
    }
  }
  // A program contains the messages that it writes.
  EXPECT_FALSE(
      open("\x7f"
           "ELF\x02" +
           zeros + text_captures()[4].text + zeros));
}

/// Each format with a name that the run shows.
TEST_F(WrappedText, BytesThatAreNotUtf8AreCountedInEveryFormat) {
  const std::string monitor =
      R"({"neuron_runtime_data":[{"pid":7,"neuron_runtime_tag":"NAME","report":)"
      R"({"neuroncore_counters":{"period":1,"neuroncores_in_use":{"0":)"
      R"({"neuroncore_utilization":4}}}}}],"system_data":{}})"
      "\n";
  const std::string log =
      "INFO ||NEURON_CC_WRAPPER||: Using a cached neff at /c/neuronxcc-2.21.1+0/";
  const std::string table =
      "+--------+---------+-----+---------+\n| NEURON |   PCI   | PID | COMMAND |\n"
      "| DEVICE |   BDF   |     |         |\n+--------+---------+-----+---------+\n"
      "| 0      | 00:1f.0 | 7   | NAME    |\n+--------+---------+-----+---------+\n";
  for (const std::string& text :
       {monitor, log + "MODULE_NAME+ab/model.neff\n", table,
        std::string(R"([{"neuron_device":0,"nc_count":2,"bdf":"NAME"}])"),
        std::string("nccom-test -r 2 NAME\n size(B) count(elems) type time(us) algbw(GB/s) "
                    "busbw(GB/s)\n 4 1 fp32 58 0.02 0.02\n"),
        std::string("Metric: NAME\n  TotalSamples: 4\n  Accumulator: 02s300ms\n"),
        std::string("# TYPE up_ratio gauge\nup_ratio{a=\"NAME\"} 0.5\n"),
        std::string(
            "2024-Oct-15 18:01:18.347720  38:38  ERROR  TDRV:log_dev_mem  Failed to allocate "
            "4.000MB (usage: NAME) on ND 1:NC 0, current utilization:\n\t* total: 1GB\n"),
        std::string(R"([{"name":"NAME","ph":"X","ts":1,"dur":2,"pid":1,"tid":1}])")}) {
    SCOPED_TRACE(text);
    const auto counted = [&](const std::string& name) -> std::int64_t {
      std::string named = text;
      named.replace(named.find("NAME"), 4, name);
      const auto trace = open(named);
      EXPECT_TRUE(trace) << to_string(trace.error());
      if (!trace) return -1;
      for (const Diagnostic& each : (*trace)->diagnostics()) {
        if (each.code == "text_not_utf8") return each.count;
      }
      return 0;
    };
    EXPECT_EQ(counted("caf\u00e9"), 0);
    EXPECT_GE(counted("caf\xe9"), 1);
  }
}

TEST_F(WrappedText, Utf16OfEveryFormat) {
  for (const TextCapture& capture : text_captures()) {
    for (const bool big_endian : {false, true}) {
      expect_same(capture, utf16(capture.text, big_endian, true));
      if (capture.text.size() > 40) expect_same(capture, utf16(capture.text, big_endian, false));
    }
  }
}

TEST_F(WrappedText, LogFilesOfDocker) {
  for (const TextCapture& capture : text_captures()) {
    expect_same(capture, each_line(capture.text, [](const std::string& line) {
                  return fmt::format(R"({{"log":"{}\n","stream":"stdout",)"
                                     R"("time":"2024-05-01T10:00:00.123456789Z"}})",
                                     json_text(line));
                }));
    expect_same(capture, each_line(capture.text, [](const std::string& line) {
                  return fmt::format(R"({{"__REALTIME_TIMESTAMP":"1714557600123456",)"
                                     R"("MESSAGE":"{}","_PID":"12"}})",
                                     json_text(line));
                }));
  }
}

TEST_F(WrappedText, LogFilesOfKubernetes) {
  for (const TextCapture& capture : text_captures()) {
    // Long lines are stored in parts, between which lines of the other stream may be.
    expect_same(capture, each_line(capture.text, [](const std::string& line) {
                  const std::size_t half = line.size() / 2;
                  return "2024-05-01T10:00:00.1234567Z stdout P " + line.substr(0, half) +
                         "\n2024-05-01T10:00:00.1234567Z stdout F " + line.substr(half);
                }));
  }
}

TEST_F(WrappedText, SystemLogs) {
  for (const TextCapture& capture : text_captures()) {
    for (const std::string_view front : {"May  1 10:00:00 ip-10-0-0-1 neuron-monitor[123]: ",
                                         "2024-05-01T10:00:00.123456+0200 host python3[123]: "}) {
      expect_same(capture, each_line(capture.text, [&](const std::string& line) {
                    return std::string(front) + line;
                  }));
    }
  }
}

/// The lines of a text as elements of a JSON list.
std::string json_list(const std::string& text,
                      const std::function<std::string(const std::string&)>& element) {
  std::string list = each_line(text, [&](const std::string& line) { return element(line) + ","; });
  list.resize(list.size() - 2);
  return "[\n" + list + "\n]";
}

TEST_F(WrappedText, DocumentsOfLogServices) {
  for (const TextCapture& capture : text_captures()) {
    // CloudWatch: "aws logs filter-log-events" and the result of an Insights query.
    expect_same(capture, fmt::format(R"({{"events": {}, "searchedLogStreams": []}})",
                                     json_list(capture.text, [](const std::string& line) {
                                       return fmt::format(
                                           R"({{"logStreamName": "a/b", "timestamp": 1714557600123,
                                               "message": "{}", "eventId": "7"}})",
                                           json_text(line));
                                     })));
    expect_same(capture,
                fmt::format(R"({{"results": {}, "status": "Complete"}})",
                            json_list(capture.text, [](const std::string& line) {
                              return fmt::format(
                                  R"([{{"field": "@timestamp", "value": "2024-05-01 10:00:00.123"}},
                              {{"field": "@message", "value": "{}"}}, {{"field": "@ptr",
                              "value": "C"}}])",
                                  json_text(line));
                            })));
    // "journalctl -o json-pretty" writes one document after the other.
    expect_same(capture, each_line(capture.text, [](const std::string& line) {
                  return fmt::format(
                      "{{\n\t\"MESSAGE\" : \"{}\",\n"
                      "\t\"__REALTIME_TIMESTAMP\" : \"1714557600123456\"\n}}",
                      json_text(line));
                }));
    // A notebook with the output of a cell.
    expect_same(capture, fmt::format(R"({{"cells": [{{"cell_type": "code", "source": ["x"],
      "outputs": [{{"name": "stderr", "output_type": "stream", "text": {}}}]}}], "nbformat": 4}})",
                                     json_list(capture.text, [](const std::string& line) {
                                       return "\"" + json_text(line) + "\\n\"";
                                     })));
  }
}

TEST_F(WrappedText, RecordsOfLogRouters) {
  const auto captures = text_captures();
  for (const std::size_t index : {0u, 4u}) {
    const TextCapture& capture = captures[index];
    for (const std::string_view front :
         {R"({{"time":"2024-05-01T10:00:00.5Z","stream":"stderr","_p":"F","log":"{}","k8s":{{}}}})",
          R"({{"source":"stdout","log":"{}","container_name":"train"}})",
          R"({{"@timestamp":"2024-05-01T10:00:00.5Z","level":"error","msg":"{}"}})",
          R"({{"date":1714557600.5,"log":"{}","pod":"trn-0"}})"}) {
      expect_same(capture, each_line(capture.text, [&](const std::string& line) {
                    return fmt::format(fmt::runtime(front), json_text(line));
                  }));
    }
  }
  // The record of a router in one of CloudWatch.
  const TextCapture log = text_captures()[4];
  expect_same(
      log, each_line(log.text, [](const std::string& line) {
        const std::string inner = fmt::format(
            R"({{"time":"2024-05-01T10:00:00.5Z","stream":"stderr","log":"{}","k8s":{{}}}})",
            json_text(line));
        return fmt::format(R"({{"timestamp": 1714557600123, "message": "{}"}})", json_text(inner));
      }));
  // Parts of a long line are joined.
  const TextCapture capture = text_captures()[4];
  const std::size_t half = capture.text.size() / 2;
  const auto part = [&](std::size_t begin, std::size_t count, char mark) {
    return fmt::format(R"({{"time":"2024-05-01T10:00:00.5Z","_p":"{}","log":"{}","pod":"a"}})"
                       "\n",
                       mark, json_text(capture.text.substr(begin, count)));
  };
  expect_same(capture, part(0, half, 'P') + part(half, capture.text.size() - half - 1, 'F'));
}

TEST_F(WrappedText, ADocumentOfAFormatStaysOne) {
  const auto trace = open(
      R"({"traceEvents":[{"name":"a","ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"args":{"message":)"
      R"("INFO ||NEURON_CACHE||: Compile cache path: /c","timestamp":1714557600123}}]})");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_text(property::kSourceFormat), "chrome json");
}

TEST_F(WrappedText, TextsOfKnownProgramsSayWhatToGiveInstead) {
  const auto what = [&](const std::string& text) {
    const auto trace = open(text);
    return trace ? std::string() : to_string(trace.error());
  };
  EXPECT_THAT(what("neuron-top\nNeuronCore v2 Utilization\n"), HasSubstr("neuron-monitor >"));
  EXPECT_THAT(what("INFO 1-1 [loggers.py:1] Avg generation throughput: 5 tokens/s\n"),
              HasSubstr("/metrics"));
  EXPECT_THAT(what("| NVIDIA-SMI 550.54 |\n"), HasSubstr("Nsight Systems"));
  EXPECT_THAT(what("Traceback (most recent call last):\nValueError: x\n"),
              HasSubstr("error of a Python program"));
  EXPECT_THAT(what("neuron-ls: No device\n"), HasSubstr("Supported formats"));
  EXPECT_THAT(what("neuron-ls: No device\n"), HasSubstr("neuron-ls -j"));
}

TEST_F(WrappedText, TimesOfARecordAreThoseOfItsReports) {
  const std::string report = json_text(text_captures()[0].text);
  std::string text;
  for (const std::string_view time : {"2024-05-01T10:00:00.5Z", "2024-05-01T10:00:03Z"}) {
    text += fmt::format(R"({{"log":"{}\n","stream":"stdout","time":"{}"}})"
                        "\n",
                        report.substr(0, report.size() - 1), time);
  }
  const auto trace = open(text);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_number(property::kClockOrigin), 1714557600500000000.0);
  EXPECT_EQ((*trace)->time_base().window_end.value(), 2'500'000'000);
}

TEST_F(WrappedText, CompressedLogs) {
  const TextCapture capture = text_captures()[0];
  expect_same(capture, gzip(utf16(capture.text, false, true)));
  const TextCapture events = text_captures().back();
  expect_same(events, gzip(utf16(events.text, false, true)));
}

TEST_F(WrappedText, UnknownContentIsNamed) {
  const auto what = [&](const std::string& text) {
    const auto trace = open(text);
    return trace ? std::string() : to_string(trace.error());
  };
  EXPECT_THAT(what(utf16("nothing that is known, in two lines\n", false, true)),
              HasSubstr("the file is UTF-16 text whose content is unknown"));
  EXPECT_THAT(what(R"({"log":"hello","stream":"stdout","time":"2024-05-01T10:00:00Z"})"),
              HasSubstr("one JSON object for each line"));
  EXPECT_THAT(what("[E file.cpp:333] a message\n"), HasSubstr("starts with '[E file.cpp"));
  EXPECT_THAT(what("\xFF\xFE"), HasSubstr("unknown file format"));
  EXPECT_THAT(what(std::string("\xFF\xFE\0\xD8", 4)), HasSubstr("unknown file format"));
}

TEST_F(WrappedText, LargeFiles) {
  constexpr std::size_t kLarge = std::size_t{50} << 20;
  // A log is read as before, because its messages are found behind the front of a line.
  const std::string front = "May  1 10:00:00 host train[123]: ";
  std::string log = front + text_captures()[4].text;
  const std::string other = front + "step 1 of many others with nothing of interest\n";
  while (log.size() < kLarge) log += other;
  const auto trace = open(log);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->slice_count(), 1u);
  const auto refused =
      open(utf16(std::string(kLarge / 2, ' ') + text_captures()[1].text, false, true));
  ASSERT_FALSE(refused);
  std::string list = utf16(text_captures()[1].text, false, true);
  list += utf16(std::string(kLarge / 2, '\n'), false, false);
  const auto too_large = open(list);
  ASSERT_FALSE(too_large);
  EXPECT_THAT(to_string(too_large.error()), HasSubstr("such files are read up to"));
}

}  // namespace
}  // namespace nscope::importers
