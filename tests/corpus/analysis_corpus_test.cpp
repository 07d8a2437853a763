// Runs the analyses on real captures: their tables must agree with the summary, which
// agrees with the vendor's, and with each other.

#include "tests/corpus/neuron_captures.h"
#include "tests/unit/analysis/region_checks.h"
#include "tests/unit/analysis/run_table.h"

#include <cmath>
#include <iostream>

#include <gtest/gtest.h>

namespace nscope {
namespace {

using analysis::NamedTable;
using analysis::run_table;

class AnalysisCorpus : public NeuronCaptureTest {};

/// The sum of a column over the rows where it has a number.
double sum(const NamedTable& table, std::string_view column) {
  double total = 0.0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (!table.missing(row, column)) total += table.number(row, column);
  }
  return total;
}

double metric(const analysis::Summary& summary, std::string_view name) {
  const Metric* found = summary.find(name);
  EXPECT_NE(found, nullptr) << name;
  return found == nullptr ? NAN : found->value;
}

TEST_F(AnalysisCorpus, EveryCellIsANumberOrAReason) {
  for (const NeuronCapture& capture : captures_) {
    for (const auto& trace :
         {open_exactly({capture.ntff, capture.neff}), open_exactly({capture.json})}) {
      ASSERT_TRUE(trace);
      for (const analysis::Analysis* each : analysis::registry()) {
        const NamedTable result = run_table(each->id, *trace);
        EXPECT_TRUE(result.rows() > 0 || !result.table.notes().empty()) << each->id;
        for (std::size_t row = 0; row < result.rows(); ++row) {
          for (const Cell& cell : result.table.row(row)) {
            const auto* number = std::get_if<double>(&cell);
            EXPECT_TRUE(number == nullptr || std::isfinite(*number))
                << capture.name << " " << each->id << " row " << row;
          }
        }
      }
    }
  }
}

TEST_F(AnalysisCorpus, FiguresOfRegionsEqualTheSummaryOfTheirRange) {
  std::vector<std::vector<std::string>> inputs;
  for (const NeuronCapture& capture : captures_) {
    inputs.push_back({capture.ntff, capture.neff});
    inputs.push_back({capture.json});
  }
  const std::string moe = corpus_path("captures_2026/neuron_moe/");
  inputs.push_back({moe + "profile_v6b_exec_2.ntff", moe + "v6b.neff"});
  inputs.push_back({moe + "profile_attn_v6_exec_2.ntff", moe + "attn_v6.neff"});
  for (const auto& paths : inputs) {
    const auto trace = open_exactly(paths);
    ASSERT_TRUE(trace) << paths.front();
    EXPECT_GT(analysis::check_regions(*trace, "auto"), 0u) << paths.front();
    for (const std::string_view method : {"layer", "kernel", "collective", "execution"}) {
      analysis::check_regions(*trace, method);
    }
  }
}

// The capture consists of one NKI kernel: the region of its core is almost the whole execution.
TEST_F(AnalysisCorpus, AKernelIsARegion) {
  const std::string moe = corpus_path("captures_2026/neuron_moe/");
  const auto trace = open_exactly({moe + "profile_v6b_exec_2.ntff", moe + "v6b.neff"});
  ASSERT_TRUE(trace);
  const NamedTable table = run_table("regions", *trace, {{"by", "kernel"}});
  ASSERT_EQ(table.rows(), 1u);
  EXPECT_EQ(table.text(0, "region"), "__main__.nki_moe_v6b");
  EXPECT_GT(table.number(0, "duration_ns"), 250'000);
  EXPECT_LT(table.number(0, "duration_ns"), 275'780);
  EXPECT_GT(table.number(0, "flops"), 0);
}

TEST_F(AnalysisCorpus, OperatorsAddUpToTheSummary) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    const auto summary = analysis::summarize(*trace);
    for (const std::string_view by : {"auto", "name", "statement", "bir"}) {
      const NamedTable operators = run_table("operators", *trace, {{"by", by}, {"rows", "1e6"}});
      EXPECT_EQ(sum(operators, "flops"), metric(summary, "hardware_flops")) << capture.name;
      EXPECT_EQ(sum(operators, "hbm_bytes"),
                metric(summary, "hbm_read_bytes") + metric(summary, "hbm_write_bytes"));
      EXPECT_NEAR(sum(operators, "tensor_ns") * 1e-9,
                  metric(summary, "tensor_engine_instruction_time"), 1e-12);
      EXPECT_LE(sum(operators, "exposed_ns"), sum(operators, "active_ns"));
    }
  }
}

TEST_F(AnalysisCorpus, OverlapAddsUpAndPacketsAreCountedOnce) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    const NamedTable overlap = run_table("engine-overlap", *trace, {}, {.range = {}, .core = 0});
    const double busy =
        overlap.number(overlap.row({{"engine", "(any)"}, {"with", "(busy)"}}), "time_ns");
    const double idle =
        overlap.number(overlap.row({{"engine", "(none)"}, {"with", "(idle)"}}), "time_ns");
    const auto summary = analysis::summarize(*trace);
    EXPECT_NEAR((busy + idle) * 1e-9, metric(summary, "total_time"), 1e-12) << capture.name;

    const NamedTable sizes = run_table("dma-sizes", *trace);
    const NamedTable rings = run_table("dma-queues", *trace);
    const NamedTable engines = run_table("dma-queues", *trace, {{"by", "engine"}});
    EXPECT_EQ(sum(sizes, "packets"), sum(rings, "packets"));
    EXPECT_EQ(sum(sizes, "bytes"), sum(rings, "bytes"));
    EXPECT_EQ(sum(rings, "bytes"), sum(engines, "bytes"));
  }
}

TEST_F(AnalysisCorpus, NothingMeasuredLiesAboveTheRoof) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    const NamedTable roofline = run_table("roofline", *trace);
    ASSERT_GT(roofline.rows(), 0u);
    double highest = 0.0;
    for (std::size_t row = 0; row < roofline.rows(); ++row) {
      EXPECT_EQ(roofline.text(row, "above_roof"), "no")
          << capture.name << " " << roofline.text(row, "operator");
      highest = std::max(highest, roofline.number(row, "roof_share"));
    }
    std::cout << "  " << capture.name << ": " << roofline.rows() << " operators, nearest "
              << highest << " of the roof\n";
  }
}

}  // namespace
}  // namespace nscope
