#include "profiler/analysis/metrics/summary_document.h"

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

TEST(SummaryDocument, ReadsBackWhatWasWritten) {
  Summary summary;
  summary.metrics = {{.name = "latency_p50",
                      .value = 0.25,
                      .unit = "s",
                      .provenance = Provenance::kSimulated,
                      .low = 0.2,
                      .high = 0.3,
                      .note = tr("why")},
                     {.name = "total_time", .value = 5.4e-05, .unit = "s"}};
  summary.unavailable = {{"mbu", tr("needs the NEFF")}};
  const std::string text = summary_json(summary).dump(2);
  ASSERT_TRUE(is_summary_document(text));
  const auto read = summary_from_text(text, "s.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(summary_json(*read).dump(2), text);
}

TEST(SummaryDocument, IsFoundInsideALargerOneAndSortsItsMetrics) {
  const auto read = summary_from_text(
      R"({"schema":"nscope.summary/1","metrics":{"b":{"value":2,"unit":"","provenance":"measured"},
          "a":{"value":1,"unit":"","provenance":"imported"}},"unavailable":{},"workload":{}})",
      "s.json");
  ASSERT_TRUE(read);
  ASSERT_NE(read->find("a"), nullptr);
  EXPECT_EQ(read->find("a")->value, 1);
}

TEST(SummaryDocument, IsRecognisedByItsSchema) {
  EXPECT_FALSE(is_summary_document(""));
  EXPECT_FALSE(is_summary_document("[\"nscope.summary/1\"]"));
  EXPECT_FALSE(is_summary_document("{\"traceEvents\": []}"));
}

TEST(SummaryDocument, RejectsValuesThatAreNotNumbers) {
  const auto message = [](const std::string& metric) {
    const auto read = summary_from_text(
        R"({"schema":"nscope.summary/1","metrics":{"time":)" + metric + "}}", "s.json");
    return read ? std::string() : to_string(read.error());
  };
  EXPECT_EQ(message(R"({"value":null,"unit":"s","provenance":"measured"})"),
            "s.json: /metrics/time/value: missing key");
  EXPECT_EQ(message(R"({"value":"1","unit":"s","provenance":"measured"})"),
            "s.json: /metrics/time/value: must be a number");
  EXPECT_EQ(message(R"({"value":1,"unit":"s","provenance":"guessed"})"),
            "s.json: /metrics/time/provenance: unknown provenance 'guessed'");
  EXPECT_EQ(message("3"), "s.json: /metrics/time: must be an object");
  EXPECT_FALSE(summary_from_text("{", "s.json"));
}

TEST(SummaryDocument, NamesTheInvalidKey) {
  for (const auto& [text, path] :
       {std::pair(R"({"schema":"other/1","metrics":{}})", "schema"),
        std::pair(R"({"schema":"nscope.summary/1"})", "metrics"),
        std::pair(R"({"schema":"nscope.summary/1","metrics":{"a":{"value":"x","unit":"s",)"
                  R"("provenance":"measured"}}})",
                  "metrics/a/value"),
        std::pair(R"({"schema":"nscope.summary/1","metrics":{"a":{"value":1,"unit":"s",)"
                  R"("provenance":"guessed"}}})",
                  "metrics/a/provenance")}) {
    const auto summary = summary_from_text(text, "s.json");
    ASSERT_FALSE(summary.has_value()) << text;
    EXPECT_EQ(summary.error().code, ErrorCode::kBadInput);
    EXPECT_NE(to_string(summary.error()).find(path), std::string::npos)
        << to_string(summary.error());
  }
}

}  // namespace
}  // namespace nscope::analysis
