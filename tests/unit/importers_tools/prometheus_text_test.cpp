#include "importers/prometheus_text/prometheus_text.h"

#include "importers/prometheus_text/exposition.h"
#include "importers/prometheus_text/histogram.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

std::shared_ptr<const Trace> read_scrapes(std::string_view text) {
  auto trace = read_with(read_prometheus_text, text);
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

/// A scrape of a vLLM server: 10 requests per step, whose first token takes 0.1 to 0.25 s.
std::string vllm_scrape(int step, std::string_view engine = "0") {
  const std::string labels = fmt::format(R"(engine="{}",model_name="llama")", engine);
  const int requests = 10 * step;
  return fmt::format(
      "# HELP vllm:num_requests_running Number of requests in model execution batches.\n"
      "# TYPE vllm:num_requests_running gauge\n"
      "vllm:num_requests_running{{{0}}} {1}\n"
      "# TYPE vllm:num_requests_waiting gauge\n"
      "vllm:num_requests_waiting{{{0}}} {2}\n"
      "vllm:num_requests_waiting_by_reason{{{0},reason=\"capacity\"}} 5\n"
      "# TYPE vllm:kv_cache_usage_perc gauge\n"
      "vllm:kv_cache_usage_perc{{{0}}} 0.{3}\n"
      "# TYPE vllm:generation_tokens_total counter\n"
      "vllm:generation_tokens_total{{{0}}} {4}\n"
      "vllm:generation_tokens_created{{{0}}} 1.7e+09\n"
      "# TYPE vllm:request_success_total counter\n"
      "vllm:request_success_total{{{0},finished_reason=\"stop\"}} {5}\n"
      "vllm:request_success_total{{{0},finished_reason=\"length\"}} 0\n"
      "# TYPE vllm:time_to_first_token_seconds histogram\n"
      "vllm:time_to_first_token_seconds_bucket{{le=\"0.1\",{0}}} 0\n"
      "vllm:time_to_first_token_seconds_bucket{{le=\"0.25\",{0}}} {5}\n"
      "vllm:time_to_first_token_seconds_bucket{{le=\"+Inf\",{0}}} {5}\n"
      "vllm:time_to_first_token_seconds_count{{{0}}} {5}\n"
      "vllm:time_to_first_token_seconds_sum{{{0}}} {6}\n",
      labels, step, 2 * step, 10 + step, 1000 * step, requests, 0.2 * requests);
}

TEST(PrometheusText, ASingleScrapeOfAServer) {
  const auto trace = read_scrapes(vllm_scrape(3));
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_number("scrape_count"), 1.0);
  EXPECT_EQ(trace->property_text("model_name"), "llama");
  EXPECT_EQ(metric_value(*trace, "requests_running_mean"), 3.0);
  EXPECT_EQ(metric_value(*trace, "requests_waiting_peak"), 6.0) << "reasons are not added";
  EXPECT_DOUBLE_EQ(metric_value(*trace, "kv_occupancy"), 0.13);
  EXPECT_EQ(metric_value(*trace, "generated_tokens"), 3000.0);
  EXPECT_EQ(metric_value(*trace, "requests_completed"), 30.0);
  EXPECT_EQ(find_metric(*trace, "throughput"), nullptr) << "a rate needs two scrapes";
  const Metric* const first = find_metric(*trace, "ttft_p50");
  ASSERT_NE(first, nullptr);
  EXPECT_DOUBLE_EQ(first->value, 0.1 + 0.15 * 0.5);
  EXPECT_EQ(first->low, 0.1);
  EXPECT_EQ(first->high, 0.25);
  EXPECT_EQ(first->unit, "s");
  EXPECT_EQ(first->provenance, Provenance::kApproximate);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "ttft_mean"), 0.2);
  EXPECT_EQ(metric_value(*trace, "vllm:num_requests_running"), 3.0);
  EXPECT_EQ(metric_value(*trace, "vllm:request_success_total{finished_reason=\"stop\"}"), 30.0);
  EXPECT_EQ(find_metric(*trace, "vllm:generation_tokens_created"), nullptr);
  EXPECT_EQ(diagnostic_count(*trace, "other_line"), 0);
}

TEST(PrometheusText, ScrapesWithTimesGiveRatesAndIncreases) {
  for (const auto& [first, second] :
       {std::pair("# 2023-11-14T22:13:20Z\n", "# 2023-11-14T22:13:30Z\n"),
        {"=== 1700000000 ===\n", "=== 1700000010 ===\n"},
        {"1700000000000\n", "1700000010000\n"}}) {
    const auto trace = read_scrapes(first + vllm_scrape(1) + second + vllm_scrape(4));
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->property_number("scrape_count"), 2.0) << first;
    EXPECT_EQ(trace->property_text(property::kClock), "unix");
    EXPECT_EQ(trace->property_number(property::kClockOrigin), 1.7e18);
    EXPECT_EQ(trace->time_base().window_end.value(), 10'000'000'000);
    EXPECT_DOUBLE_EQ(metric_value(*trace, "generated_tokens"), 3000.0);
    EXPECT_DOUBLE_EQ(metric_value(*trace, "throughput"), 300.0);
    EXPECT_DOUBLE_EQ(metric_value(*trace, "requests_per_second"), 3.0);
    EXPECT_DOUBLE_EQ(metric_value(*trace, "requests_running_mean"), 2.5);
    EXPECT_DOUBLE_EQ(metric_value(*trace, "kv_occupancy_peak"), 0.14);
    EXPECT_EQ(diagnostic_count(*trace, "no_time_stamps"), 0);
    const auto p50 = samples_at(*trace, {"vllm", "vllm:time_to_first_token_seconds", "all", "p50"});
    ASSERT_EQ(p50.size(), 1u);
    EXPECT_EQ(p50[0].first, 10'000'000'000);
  }
}

TEST(PrometheusText, AClockThatWasSetBackIsCounted) {
  const auto scrapes = [](std::initializer_list<int> seconds) {
    std::string text = "# TYPE load gauge\n";
    for (const int second : seconds) text += fmt::format("load 1 {}000\n", 1'700'000'000 + second);
    return text;
  };
  const auto back = read_scrapes(scrapes({100, 101, 1, 2}));
  ASSERT_TRUE(back);
  EXPECT_EQ(diagnostic_count(*back, "time_goes_back"), 1);
  EXPECT_EQ(back->time_base().window_end.value(), 100'000'000'000);
  const auto usual = read_scrapes(scrapes({1, 2, 2, 3}));
  ASSERT_TRUE(usual);
  EXPECT_EQ(diagnostic_count(*usual, "time_goes_back"), 0);
}

TEST(PrometheusText, ScrapesWithoutTimesHaveNoRates) {
  for (const std::string_view between : {"", "# EOF\n", "HTTP/1.1 200 OK\n"}) {
    const auto trace = read_scrapes(vllm_scrape(1) + std::string(between) + vllm_scrape(2));
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->property_number("scrape_count"), 2.0) << between;
    EXPECT_EQ(metric_value(*trace, "generated_tokens"), 1000.0);
    EXPECT_EQ(find_metric(*trace, "throughput"), nullptr);
    EXPECT_EQ(diagnostic_count(*trace, "no_time_stamps"), 2);
    EXPECT_EQ(trace->property(property::kClock), nullptr);
  }
}

TEST(PrometheusText, ARestartedServerCountsFromItsStart) {
  const auto trace =
      read_scrapes("1700000000\n" + vllm_scrape(9) + "1700000010\n" + vllm_scrape(2));
  ASSERT_TRUE(trace);
  EXPECT_EQ(metric_value(*trace, "generated_tokens"), 2000.0);
  EXPECT_EQ(find_metric(*trace, "throughput"), nullptr);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "ttft_mean"), 0.2);
}

TEST(PrometheusText, EnginesOfAServerAreAdded) {
  const auto trace = read_scrapes(vllm_scrape(1, "0") + vllm_scrape(3, "1"));
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_number("scrape_count"), 1.0);
  EXPECT_EQ(metric_value(*trace, "requests_running_mean"), 4.0);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "kv_occupancy"), 0.12);
  EXPECT_EQ(metric_value(*trace, "requests_completed"), 40.0);
  EXPECT_EQ(metric_value(*trace, "vllm:num_requests_running{engine=\"1\"}"), 3.0);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "ttft_mean"), 0.2);
}

TEST(PrometheusText, NamesOfOtherServersAndVersions) {
  const auto trace = read_scrapes(
      "# TYPE sglang:num_running_reqs gauge\nsglang:num_running_reqs{model_name=\"m\"} 4\n"
      "sglang:token_usage{model_name=\"m\"} 0.5\n"
      "# TYPE vllm_neuron:neff_execution_count counter\n"
      "vllm_neuron:neff_execution_count_total{model_name=\"m\",bucket_name=\"prefill_s128\"} 7\n"
      "# TYPE vllm_neuron:compilation_time_seconds gauge\n"
      "vllm_neuron:compilation_time_seconds{model_name=\"m\",bucket_name=\"prefill_s128\"} 61.5\n"
      "# TYPE time_per_output_token_seconds histogram\n"
      "time_per_output_token_seconds_bucket{le=\"0.05\"} 1\n"
      "time_per_output_token_seconds_bucket{le=\"+Inf\"} 2\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(metric_value(*trace, "requests_running_mean"), 4.0);
  EXPECT_EQ(metric_value(*trace, "kv_occupancy"), 0.5);
  EXPECT_EQ(metric_value(*trace, "vllm_neuron:neff_execution_count_total"), 7.0);
  EXPECT_EQ(find_metric(*trace, "vllm_neuron:compilation_time_seconds")->unit, "s");
  EXPECT_EQ(trace->property_text("bucket_name"), "prefill_s128") << "common to both families";
  const Metric* const last = find_metric(*trace, "itl_p99");
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->value, 0.05) << "above the last bound";
  EXPECT_EQ(last->low, 0.05);
  EXPECT_EQ(last->high, std::nullopt);
}

TEST(PrometheusText, NeuronMonitorExporterHasTheTracksOfNeuronMonitor) {
  const auto scrape = [](double first, double second) {
    return fmt::format(
        "# HELP neuroncore_utilization_ratio NeuronCore utilization ratio\n"
        "# TYPE neuroncore_utilization_ratio gauge\n"
        "neuroncore_utilization_ratio{{instance_type=\"inf1.xlarge\",neuroncore=\"0\","
        "runtime_tag=\"7\"}} {}\n"
        "neuroncore_utilization_ratio{{instance_type=\"inf1.xlarge\",neuroncore=\"0\","
        "runtime_tag=\"8\"}} 0.0\n"
        "neuroncore_utilization_ratio{{instance_type=\"inf1.xlarge\",neuroncore=\"1\","
        "runtime_tag=\"8\"}} {}\n"
        "# TYPE neuron_runtime_memory_used_bytes gauge\n"
        "neuron_runtime_memory_used_bytes{{instance_type=\"inf1.xlarge\",memory_location=\"host\","
        "runtime_tag=\"7\"}} 1.119e+09\n"
        "# TYPE hardware_ecc_events_total counter\n"
        "hardware_ecc_events_total{{event_type=\"mem_ecc_corrected\",neuron_device_index=\"0\"}} "
        "3\n"
        "# TYPE instance_info gauge\n"
        "instance_info{{instance_type=\"inf1.xlarge\",ami=\"a-1\"}} 1.0\n",
        first, second);
  };
  const auto trace = read_scrapes(scrape(0.8, 0.02) + "# EOF\n" + scrape(0.4, 0.0));
  ASSERT_TRUE(trace);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "neuroncore0.utilization_mean"), 60.0);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "neuroncore1.utilization_mean"), 1.0);
  const auto samples =
      samples_at(*trace, {"Neuron runtime 7", "NeuronCore 0", "neuroncore_utilization"});
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_DOUBLE_EQ(samples[0].second, 80.0);
  EXPECT_EQ(samples_at(*trace, {"Neuron runtime 7", "Memory", "host"}).size(), 2u);
  EXPECT_EQ(trace->property_text(property::kInstanceType), "inf1.xlarge");
  EXPECT_EQ(trace->property_text("instance_info.ami"), "a-1");
}

TEST(PrometheusText, SamplesMayHaveStampsOfTheirOwn) {
  // Prometheus writes milliseconds, OpenMetrics seconds.
  const auto trace = read_scrapes(
      "# TYPE a_b gauge\n"
      "a_b{x=\"1\"} 5 1700000000000\na_b{x=\"1\"} 7 1700000005000\na_b{x=\"2\"} 1 1700000005.5\n");
  ASSERT_TRUE(trace);
  using Samples = std::vector<std::pair<std::int64_t, double>>;
  EXPECT_EQ(samples_at(*trace, {"a", "a_b", "{x=\"1\"}"}), (Samples{{0, 5}, {5'000'000'000, 7}}));
  EXPECT_EQ(samples_at(*trace, {"a", "a_b", "{x=\"2\"}"}), (Samples{{5'500'000'000, 1}}));
  EXPECT_DOUBLE_EQ(metric_value(*trace, "a_b{x=\"1\"}"), 6.0);
}

TEST(PrometheusText, LabelsAndValuesWithSpecialCharacters) {
  const auto sample =
      parse_sample(R"(m:x{ a = "q\"u\\o\nte" , b="}",c="," , } +Inf 1700000000 # {trace="1"} 0.5)");
  ASSERT_TRUE(sample);
  EXPECT_EQ(sample->name, "m:x");
  ASSERT_EQ(sample->labels.size(), 3u);
  EXPECT_EQ(sample->labels[0], std::pair(std::string("a"), std::string("q\"u\\o\nte")));
  EXPECT_EQ(sample->labels[1].second, "}");
  EXPECT_TRUE(std::isinf(sample->value));
  EXPECT_EQ(sample->stamp, 1.7e9);
  const auto quoted = parse_sample(R"({"my.metric",x="1"} 2)");
  ASSERT_TRUE(quoted);
  EXPECT_EQ(quoted->name, "my.metric");
  EXPECT_TRUE(std::isnan(parse_sample("a NaN")->value));
  EXPECT_EQ(parse_sample("a -2.5e3")->value, -2500.0);
  for (const std::string_view broken :
       {"", "a", "a b", "a{ 1", "a{x} 1", "a{x=1} 1", "a{x=\"1} 1", "a{x=\"1\"", "1 2", "a 1 2 3",
        "a{x=\"1\"y=\"2\"} 1", "{} 1", "a 0x1"}) {
    EXPECT_FALSE(parse_sample(broken)) << broken;
  }
}

TEST(PrometheusText, WhatIsNotANumberIsCounted) {
  const auto trace = read_scrapes(
      "# TYPE a gauge\na{x=\"1\"} NaN\na{x=\"2\"} +Inf\na{x=\"3\"} 4\na{x=\"4\" 5\nsome text\n"
      "# TYPE b histogram\nb_bucket{le=\"1\"} 5\nb_bucket{le=\"2\"} 3\nb_bucket{le=\"+Inf\"} 9\n"
      "# TYPE c histogram\nc_bucket{le=\"1\"} 5\n# TYPE d nonsense\nd 1\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(metric_value(*trace, "a{x=\"3\"}"), 4.0);
  EXPECT_EQ(find_metric(*trace, "a{x=\"1\"}"), nullptr);
  EXPECT_EQ(find_metric(*trace, "a{x=\"2\"}"), nullptr);
  EXPECT_EQ(diagnostic_count(*trace, "not_a_finite_number"), 2);
  EXPECT_EQ(diagnostic_count(*trace, "broken_sample"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "other_line"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "odd_histogram"), 2);
  EXPECT_EQ(metric_value(*trace, "d"), 1.0);
}

TEST(PrometheusText, QuantilesLieInTheirBuckets) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Buckets buckets{.cumulative = {{1, 10}, {2, 10}, {4, 90}, {kInfinity, 100}}};
  const auto middle = quantile(buckets, 0.5);
  ASSERT_TRUE(middle);
  EXPECT_DOUBLE_EQ(middle->value, 2 + 2 * 40.0 / 80.0);
  EXPECT_EQ(middle->low, 2.0);
  EXPECT_EQ(middle->high, 4.0);
  EXPECT_DOUBLE_EQ(quantile(buckets, 0.05)->value, 0.5);
  EXPECT_EQ(quantile(buckets, 0.99)->high, std::nullopt);
  EXPECT_EQ(quantile(buckets, 0.99)->value, 4.0);
  EXPECT_FALSE(quantile(Buckets{.cumulative = {{kInfinity, 3}}}, 0.5)) << "no finite bound";
  EXPECT_FALSE(quantile(Buckets{.cumulative = {{1, 0}, {kInfinity, 0}}}, 0.5));
  const Buckets later{.cumulative = {{1, 11}, {2, 12}, {4, 95}, {kInfinity, 110}}};
  ASSERT_TRUE(later.since(buckets));
  EXPECT_EQ(later.since(buckets)->count(), 10.0);
  EXPECT_FALSE(buckets.since(later)) << "the server was restarted";
}

TEST(PrometheusText, RecognisedByContentAndOthersAreErrors) {
  const auto sniff = [](std::string_view text) { return sniff_prometheus_text(json_file(text)); };
  EXPECT_TRUE(sniff(vllm_scrape(1)));
  EXPECT_TRUE(sniff("HTTP/1.1 200 OK\n# TYPE a counter\na_total 1\n"));
  EXPECT_TRUE(sniff("a{b=\"c\"} 1\na{b=\"d\"} 2\n"));
  EXPECT_FALSE(sniff("a 1\nb 2\n")) << "any table of two columns";
  EXPECT_FALSE(sniff("# TYPE a counter\n"));
  EXPECT_FALSE(sniff("# TYPE a nonsense\na 1\n"));
  EXPECT_FALSE(sniff(R"({"a": {"b": 1}})"));
  expect_refused(read_prometheus_text, {"", "{}", "text\n", "# TYPE a counter\n# EOF\n"});
}

TEST(PrometheusText, EveryPrefixIsReadOrRefused) {
  const std::string text = "1700000000\n" + vllm_scrape(1) + "# EOF\n" + vllm_scrape(2);
  for (std::size_t length = 0; length <= text.size(); length += 7) {
    const auto trace = read_with(read_prometheus_text, std::string_view(text).substr(0, length));
    if (!trace) EXPECT_EQ(trace.error().code, ErrorCode::kBadInput) << length;
  }
}

TEST(PrometheusText, OtherServersHaveTheSameMetrics) {
  const auto tgi = read_scrapes(
      "# TYPE tgi_request_success counter\ntgi_request_success 148\n"
      "# TYPE tgi_queue_size gauge\ntgi_queue_size 3\n"
      "# TYPE tgi_batch_current_size gauge\ntgi_batch_current_size 5\n"
      "# TYPE tgi_request_duration histogram\n"
      "tgi_request_duration_bucket{le=\"0.5\"} 50\ntgi_request_duration_bucket{le=\"1.0\"} 100\n"
      "tgi_request_duration_bucket{le=\"+Inf\"} 100\ntgi_request_duration_sum 50\n"
      "tgi_request_duration_count 100\n"
      "# TYPE tgi_request_generated_tokens histogram\n"
      "tgi_request_generated_tokens_bucket{le=\"+Inf\"} 100\n"
      "tgi_request_generated_tokens_sum 2500\ntgi_request_generated_tokens_count 100\n");
  ASSERT_TRUE(tgi);
  EXPECT_EQ(metric_value(*tgi, "requests_completed"), 148.0);
  EXPECT_EQ(metric_value(*tgi, "requests_waiting_mean"), 3.0);
  EXPECT_EQ(metric_value(*tgi, "requests_running_mean"), 5.0);
  EXPECT_EQ(metric_value(*tgi, "generated_tokens"), 2500.0);
  EXPECT_DOUBLE_EQ(metric_value(*tgi, "latency_p50"), 0.5);
  EXPECT_DOUBLE_EQ(metric_value(*tgi, "latency_mean"), 0.5);
  EXPECT_EQ(find_metric(*tgi, "latency_p50")->unit, "s");
  EXPECT_EQ(find_metric(*tgi, "tgi_request_duration.p50")->unit, "s");
  const std::string_view llama =
      "llamacpp:requests_processing 1\nllamacpp:requests_deferred 2\n"
      "llamacpp:tokens_predicted_total 9000\n";
  EXPECT_TRUE(sniff_prometheus_text(json_file(llama))) << "without types and labels";
  const auto other = read_scrapes(llama);
  ASSERT_TRUE(other);
  EXPECT_EQ(metric_value(*other, "requests_running_mean"), 1.0);
  EXPECT_EQ(metric_value(*other, "requests_waiting_mean"), 2.0);
  EXPECT_EQ(metric_value(*other, "generated_tokens"), 9000.0);
  EXPECT_FALSE(sniff_prometheus_text(json_file("step:1 2\nstep:2 3\n")));
}

TEST(PrometheusText, NamesInQuotationMarks) {
  const std::string_view text = "# TYPE \"my.metric\" gauge\n{\"my.metric\",\"a.b\"=\"x\"} 5\n";
  EXPECT_TRUE(sniff_prometheus_text(json_file(text)));
  const auto trace = read_scrapes(text);
  ASSERT_TRUE(trace);
  EXPECT_EQ(metric_value(*trace, "my.metric{a.b=\"x\"}"), 5.0);
  EXPECT_FALSE(sniff_prometheus_text(json_file("{\"a\": 1}\n{\"b\": {\"c\": 2}}\n")));
}

}  // namespace
}  // namespace nscope::importers
