#include "importers/neuron_profile_json/summary_metric.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_json/read_json.h"

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

constexpr std::string_view kSummary =
    R"({"prof-1": {"total_time": 0.25, "neuroncore_cycle_count": 350000000,
        "hbm_read_bytes": 9007199254740993, "instance_type": "trn1.2xlarge",
        "dma_active_time_percent": 0.5, "odd": null, "list": [1]},
        "prof-2": {"neuroncore_cycle_count": 1}, "job": {"step": 3}, "tool": "x"})";

TEST(SummaryJson, FirstProfileBecomesMetrics) {
  const auto trace = read_with(read_summary_json, kSummary);
  ASSERT_TRUE(trace);
  EXPECT_EQ((*trace)->metrics().size(), 4u);
  EXPECT_EQ((*trace)->property_text("profile.id"), "prof-1");
  EXPECT_EQ((*trace)->property_text(property::kInstanceType), "trn1.2xlarge");
  EXPECT_EQ((*trace)->to_seconds((*trace)->time_base().window_end), 0.25);
  EXPECT_EQ(find_diagnostic(**trace, "further_profile")->count, 1);
  EXPECT_EQ(find_diagnostic(**trace, "unknown_member")->count, 1) << "job";
  EXPECT_EQ(find_diagnostic(**trace, "wrong_field_type")->count, 1);
  EXPECT_EQ(find_diagnostic(**trace, "no_events")->count, 1);
}

TEST(SummaryJson, RecognisedByContent) {
  const auto sniff = [](std::string_view text) { return sniff_summary_json(json_file(text)); };
  EXPECT_TRUE(sniff(kSummary));
  EXPECT_TRUE(sniff(R"({"hfu_estimated_percent": 0.1})")) << "without a profile id";
  EXPECT_TRUE(sniff(R"({"p": {"hfu_estimated_percent": 0.1,)")) << "cut off";
  EXPECT_FALSE(sniff(R"({"p": {"accuracy": 0.1}})"));
  EXPECT_FALSE(sniff(R"({"schema": "nscope.summary/1"})"));
  EXPECT_FALSE(sniff("[1]"));
  EXPECT_FALSE(sniff(""));
}

TEST(SummaryJson, BrokenFilesAreErrors) {
  expect_refused(read_summary_json, {R"({"p": {"hfu_estimated_percent": 0.1,)", "{}", "[]", ""});
}

TEST(SummaryJson, UnitsFollowFromNames) {
  EXPECT_EQ(summary_unit("tensor_engine_active_time"), "s");
  EXPECT_EQ(summary_unit("tensor_engine_active_time_percent"), "");
  EXPECT_EQ(summary_unit("throttle_active_nc0_time_ns"), "ns");
  EXPECT_EQ(summary_unit("hbm_read_bytes"), "B");
  EXPECT_EQ(summary_unit("hardware_flops"), "FLOP");
  EXPECT_EQ(summary_unit("something_else"), "");
}

}  // namespace
}  // namespace nscope::importers
