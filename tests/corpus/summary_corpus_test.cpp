// Compares our summary with the one the vendor's tool computed from the same
// capture: from the NTFF, with its NEFF, and from the rows of the export alone.

#include "profiler/analysis/metrics/metric_definitions.h"
#include "profiler/analysis/metrics/summary.h"
#include "tests/corpus/neuron_captures.h"

#include <cmath>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace nscope {
namespace {

using analysis::Summary;
using nlohmann::json;

constexpr int kMetrics = 101;  // numbers in each summary of the corpus

class SummaryCorpus : public NeuronCaptureTest {};

std::map<std::string, double> stated_summary(const NeuronCapture& capture) {
  const json exported = json::parse(read_whole_file(capture.json));
  std::map<std::string, double> result;
  for (const auto& [name, value] : exported.at("summary").at(0).items()) {
    if (value.is_number()) result[name] = value.get<double>();
  }
  return result;
}

double relative_error(double ours, double theirs) {
  if (ours == theirs) return 0.0;
  return theirs == 0.0 ? INFINITY : std::abs(ours - theirs) / std::abs(theirs);
}

/// Names of stated metrics that `ours` lacks or has with a larger error.
std::set<std::string> differing(const Summary& ours, const std::map<std::string, double>& stated,
                                double tolerance) {
  std::set<std::string> names;
  for (const auto& [name, value] : stated) {
    const Metric* metric = ours.find(name);
    if (metric == nullptr || relative_error(metric->value, value) > tolerance) names.insert(name);
  }
  return names;
}

std::string listed(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += " " + name;
  return text;
}

TEST_F(SummaryCorpus, NtffAloneGivesAllButTheTwoThatNeedTheNeff) {
  const std::set<std::string> from_neff{"inputs_and_weights_size_bytes",
                                        "mbu_min_read_util_percent"};
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff});
    ASSERT_TRUE(trace);
    const auto stated = stated_summary(capture);
    ASSERT_EQ(stated.size(), kMetrics);
    const Summary ours = analysis::summarize(*trace);
    const auto different = differing(ours, stated, 1e-5);
    std::cout << "  " << capture.name << ": " << kMetrics - different.size() << " of " << kMetrics
              << " within 1e-5\n";
    EXPECT_EQ(different, from_neff) << capture.name;
    for (const std::string& name : from_neff) {
      EXPECT_EQ(ours.find(name), nullptr);
      EXPECT_TRUE(std::any_of(ours.unavailable.begin(), ours.unavailable.end(),
                              [&](const auto& entry) { return entry.first == name; }))
          << name << " is missing without a reason";
    }
  }
}

TEST_F(SummaryCorpus, NtffAndNeffGiveAll) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    const auto different = differing(analysis::summarize(*trace), stated_summary(capture), 1e-5);
    std::cout << "  " << capture.name << ": " << kMetrics - different.size() << " of " << kMetrics
              << " within 1e-5\n";
    EXPECT_TRUE(different.empty()) << capture.name << ":" << listed(different);
  }
}

TEST_F(SummaryCorpus, RowsOfTheExportGiveTheRestApproximately) {
  // The export's rows lack event flags and can lack single instructions.
  const std::set<std::string> looser{"event_count", "sync_engine_instruction_count"};
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.json});
    ASSERT_TRUE(trace);
    const Summary ours = analysis::summarize(
        *trace, {.range = std::nullopt, .core = std::nullopt, .use_imported = false});
    int exact = 0;
    int approximate = 0;
    int missing = 0;
    for (const auto& [name, value] : stated_summary(capture)) {
      const Metric* metric = ours.find(name);
      if (metric == nullptr) {
        ++missing;
        continue;
      }
      const double error = relative_error(metric->value, value);
      if (error <= 1e-5) {
        ++exact;
        continue;
      }
      ++approximate;
      EXPECT_LE(error, looser.contains(name) ? 0.016 : 0.01) << capture.name << " " << name;
      EXPECT_EQ(metric->provenance, Provenance::kApproximate) << capture.name << " " << name;
      EXPECT_FALSE(metric->note.empty()) << name;
    }
    std::cout << "  " << capture.name << ": " << exact << " within 1e-5, " << approximate
              << " approximate, " << missing << " not in the rows\n";
    EXPECT_GE(exact, 43) << capture.name;
    EXPECT_LE(missing, 5) << capture.name;
  }
}

TEST_F(SummaryCorpus, ExportsOwnSummaryIsPreferred) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.json});
    ASSERT_TRUE(trace);
    const auto different = differing(analysis::summarize(*trace), stated_summary(capture), 1e-12);
    EXPECT_TRUE(different.empty()) << capture.name << ":" << listed(different);
  }
}

TEST_F(SummaryCorpus, CoresAddUpToTheWhole) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff});
    ASSERT_TRUE(trace);
    const Summary whole = analysis::summarize(*trace);
    const Summary first = analysis::summarize(*trace, {.range = {}, .core = 0});
    const Summary second = analysis::summarize(*trace, {.range = {}, .core = 1});
    for (const std::string_view name :
         {"tensor_engine_instruction_count", "hardware_flops", "sbuf_write_bytes",
          "software_dynamic_dma_packet_count", "event_count", "dma_queue_count",
          "scalar_engine_instruction_time"}) {
      ASSERT_TRUE(first.find(name) && second.find(name)) << name;
      EXPECT_NEAR(first.find(name)->value + second.find(name)->value, whole.find(name)->value,
                  1e-9 * whole.find(name)->value)
          << capture.name << " " << name;
    }
    EXPECT_EQ(first.find("total_time")->value, whole.find("total_time")->value);
  }
}

TEST_F(SummaryCorpus, EveryComputedMetricIsDefined) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    const Summary summary = analysis::summarize(*trace);
    for (const Metric& metric : summary.metrics) {
      const auto* definition = analysis::find_metric_definition(metric.name);
      ASSERT_NE(definition, nullptr) << metric.name;
      EXPECT_EQ(definition->unit, metric.unit) << metric.name;
    }
    for (const auto& [name, reason] : summary.unavailable) {
      EXPECT_NE(analysis::find_metric_definition(name), nullptr) << name;
    }
  }
}

}  // namespace
}  // namespace nscope
