#include "profiler/analysis/summary_reader.h"

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

Result<Summary> read(std::string_view text) {
  const auto json = parse_json(text, "s.json");
  EXPECT_TRUE(json.has_value());
  return read_summary(*json, "s.json");
}

TEST(SummaryReader, ReadsWhatIsWritten) {
  Summary summary;
  summary.metrics.push_back({.name = "a", .value = 1.5, .unit = "s", .low = 1.0, .high = 2.0});
  summary.metrics.push_back(
      {.name = "b", .value = 2, .unit = "B", .provenance = Provenance::kSimulated});
  summary.unavailable.emplace_back("c", "not here");
  const auto back = read_summary(summary_json(summary), "s.json");
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(summary_json(*back), summary_json(summary));
}

TEST(SummaryReader, NamesWhatIsWrong) {
  for (const auto& [text, path] :
       {std::pair(R"({"schema":"other/1","metrics":{}})", "schema"),
        std::pair(R"({"schema":"nscope.summary/1"})", "metrics"),
        std::pair(R"({"schema":"nscope.summary/1","metrics":{"a":{"value":"x","unit":"s",)"
                  R"("provenance":"measured"}}})",
                  "metrics/a/value"),
        std::pair(R"({"schema":"nscope.summary/1","metrics":{"a":{"value":1,"unit":"s",)"
                  R"("provenance":"guessed"}}})",
                  "metrics/a/provenance")}) {
    const auto summary = read(text);
    ASSERT_FALSE(summary.has_value()) << text;
    EXPECT_EQ(summary.error().code, ErrorCode::kBadInput);
    EXPECT_NE(to_string(summary.error()).find(path), std::string::npos)
        << to_string(summary.error());
  }
}

}  // namespace
}  // namespace nscope::analysis
