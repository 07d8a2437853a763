#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_json/read_json.h"

#include <string>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

constexpr std::string_view kText =
    "n_00112233445566778899aabbccddeeff00112233\n"
    "    instance_type                               trn2.3xlarge\n"
    "    total_time                                  2.5e-05\n"
    "    dma_transfer_count                          6\n"
    "    dma_transfer_total_bytes                    3072000\n"
    "    tensor_engine_instruction_count             69\n"
    "    vector_engine_active_time_percent           0.14396683361455773\n"
    "    dma_queue_count                             34\n"
    "    runtime_version                             2.27.23 (8deec)\n"
    "    driver_version                              2.23.0 ()\n";

const Metric* metric_of(const Trace& trace, std::string_view name) {
  for (const Metric& metric : trace.metrics()) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

double value_of(const Trace& trace, std::string_view name) {
  const Metric* const metric = metric_of(trace, name);
  return metric == nullptr ? -1.0 : metric->value;
}

std::int64_t count_of(const Trace& trace, std::string_view code) {
  const Diagnostic* const found = find_diagnostic(trace, code);
  return found == nullptr ? 0 : found->count;
}

std::shared_ptr<const Trace> read_summary(std::string_view text) {
  auto trace = read_with(read_summary_text, text);
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

TEST(SummaryText, IsReadLikeSummaryJson) {
  const auto text = read_summary(kText);
  const auto json = read_with(
      read_summary_json,
      R"json({"n_00112233445566778899aabbccddeeff00112233": {"instance_type": "trn2.3xlarge",
          "total_time": 2.5e-05, "dma_transfer_count": 6, "dma_transfer_total_bytes": 3072000,
          "tensor_engine_instruction_count": 69, "dma_queue_count": 34,
          "vector_engine_active_time_percent": 0.14396683361455773,
          "runtime_version": "2.27.23 (8deec)", "driver_version": "2.23.0 ()"}})json");
  ASSERT_TRUE(text);
  ASSERT_TRUE(json);
  ASSERT_EQ(text->metrics().size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const Metric* const other = metric_of(**json, text->metrics()[i].name);
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(text->metrics()[i].value, other->value);
    EXPECT_EQ(text->metrics()[i].unit, other->unit);
    EXPECT_EQ(text->metrics()[i].provenance, Provenance::kImported);
  }
  for (const std::string_view name :
       {"instance_type", "runtime_version", "driver_version", "profile.id", "dma_queue_count"}) {
    EXPECT_EQ(text->property_text(name), (*json)->property_text(name)) << name;
  }
  EXPECT_EQ(text->property_text("driver_version"), "2.23.0");
  EXPECT_EQ(text->property_number(property::kDmaQueueCount), 34.0);
  EXPECT_EQ(text->time_base().window_end.value(), 25'000);
  EXPECT_EQ(count_of(*text, "no_events"), 1);
  EXPECT_EQ(count_of(*text, "other_line"), 0);
}

TEST(SummaryText, TerminalsAndShellsDoNotDisturb) {
  const auto trace = read_summary(
      "(venv) user@host:~/x$ neuron-profile view --output-format summary-text -n a.neff\r\n"
      "WARN[0000] The output will not include usage over time.\r\n"
      "loss_value 0.25\r\n"
      "n_1\r\n"
      "\x1b[1m  hfu_estimated_percent\t0.5\x1b[0m\r\n"
      "  total_time\t1\r\n"
      "(venv) user@host:~/x$ \r\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(value_of(*trace, "hfu_estimated_percent"), 0.5);
  EXPECT_EQ(value_of(*trace, "total_time"), 1.0);
  EXPECT_EQ(trace->property_text("profile.id"), "n_1");
  EXPECT_EQ(count_of(*trace, "other_line"), 3);
  EXPECT_EQ(count_of(*trace, "further_profile"), 0);
}

TEST(SummaryText, AnySpacingOrderAndSeparatorIsRead) {
  for (const std::string_view text : {"hbm_read_bytes: 2048000\nhardware_flops: 100\n",
                                      "hardware_flops=100\nhbm_read_bytes=2048000",
                                      "\t\thardware_flops\t\t100\n\n\n\thbm_read_bytes 2,048,000\n",
                                      "hardware_flops | 100\nhbm_read_bytes | 2.048e6\n",
                                      "hardware_flops 100 FLOPs\nhbm_read_bytes 2000 KiB\n"}) {
    const auto trace = read_summary(text);
    ASSERT_TRUE(trace) << text;
    EXPECT_EQ(value_of(*trace, "hardware_flops"), 100.0) << text;
    EXPECT_EQ(value_of(*trace, "hbm_read_bytes"), 2048000.0) << text;
    EXPECT_EQ(trace->property("profile.id"), nullptr);
  }
}

TEST(SummaryText, UnitsAreConvertedToThoseOfTheMetric) {
  const auto trace = read_summary(
      "n_1\n  mbu_estimated_percent 16.2 %\n  total_time 26.4us\n  dma_active_time 3 \xC2\xB5s\n"
      "  throttle_active_nc0_time_ns 2 us\n  sbuf_read_bytes 1.5 MB\n  some_new_metric 7\n"
      "  cc_op_time 3 bytes\n");
  ASSERT_TRUE(trace);
  EXPECT_DOUBLE_EQ(value_of(*trace, "mbu_estimated_percent"), 0.162);
  EXPECT_DOUBLE_EQ(value_of(*trace, "total_time"), 26.4e-6);
  EXPECT_DOUBLE_EQ(value_of(*trace, "dma_active_time"), 3e-6);
  EXPECT_DOUBLE_EQ(value_of(*trace, "throttle_active_nc0_time_ns"), 2000.0);
  EXPECT_DOUBLE_EQ(value_of(*trace, "sbuf_read_bytes"), 1.5e6);
  EXPECT_EQ(value_of(*trace, "some_new_metric"), 7.0);
  EXPECT_EQ(metric_of(*trace, "cc_op_time"), nullptr) << "a time has no bytes";
  EXPECT_EQ(count_of(*trace, "odd_value"), 1);
}

TEST(SummaryText, FurtherProfilesAndDamagedValuesAreCounted) {
  const auto trace = read_summary(
      "n_1\n  hfu_estimated_percent 0.1\n  total_time NaN\n  cc_op_count 1.2.3\n  dma_active_time\n"
      "  hfu_estimated_percent 0.2\nn_2\n  hfu_estimated_percent 0.3\nn_3\n  total_time 1\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->metrics().size(), 1u);
  EXPECT_EQ(value_of(*trace, "hfu_estimated_percent"), 0.1);
  EXPECT_EQ(count_of(*trace, "further_profile"), 2);
  EXPECT_EQ(count_of(*trace, "metric_repeated"), 1);
  EXPECT_EQ(count_of(*trace, "odd_value"), 3);
}

TEST(SummaryText, CommasSeparateThousandsOnly) {
  const auto trace = read_summary(
      "hardware_flops 1\nhbm_read_bytes 3,072,000.5\nhbm_write_bytes 12,345\n"
      "spill_save_bytes -1,000e3\n"
      "total_time 2,6416662e-05\ndma_active_time 0,5\nsbuf_read_bytes 1234,567\n"
      "psum_read_bytes ,123\ndma_transfer_count 1,23,456\ncc_op_count 6 MiB\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(value_of(*trace, "hbm_read_bytes"), 3072000.5);
  EXPECT_EQ(value_of(*trace, "hbm_write_bytes"), 12345.0);
  EXPECT_EQ(value_of(*trace, "spill_save_bytes"), -1e6);
  EXPECT_EQ(trace->metrics().size(), 4u);
  EXPECT_EQ(count_of(*trace, "odd_value"), 5);  // ",123" is kept as a text
}

TEST(SummaryText, RecognisedByContentAndOthersAreErrors) {
  const auto sniff = [](std::string_view text) { return sniff_summary_text(json_file(text)); };
  EXPECT_TRUE(sniff(kText));
  EXPECT_TRUE(sniff("mbu_estimated_percent 3 %"));
  EXPECT_FALSE(sniff(R"({"p": {"hfu_estimated_percent": 0.1}})"));
  EXPECT_FALSE(sniff("  \"hfu_estimated_percent\": 0.1\n"));
  EXPECT_FALSE(sniff("hfu_estimated_percent is low\n"));
  EXPECT_FALSE(sniff("my_hfu_estimated_percent 1\n"));
  expect_refused(read_summary_text, {"", "{}", "text\n", "hfu_estimated_percent\n"});
}

TEST(SummaryText, EveryPrefixIsReadOrRefused) {
  for (std::size_t length = 0; length <= kText.size(); ++length) {
    const auto trace = read_with(read_summary_text, kText.substr(0, length));
    if (trace) EXPECT_GE((*trace)->metrics().size(), 4u) << length;
    if (!trace) EXPECT_EQ(trace.error().code, ErrorCode::kBadInput) << length;
  }
}

}  // namespace
}  // namespace nscope::importers
