#include "profiler/analysis/insights/insights.h"
#include "profiler/sql/sql_session.h"
#include "tests/corpus/neuron_captures.h"

#include <cmath>
#include <iostream>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

/// Every file of the corpus that can be opened.
std::vector<std::string> capture_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus_path("captures"))) {
    const std::string extension = entry.path().extension();
    const bool capture =
        extension == ".ntff" || extension == ".json" || extension == ".gz" || extension == ".txt";
    if (entry.is_regular_file() && capture) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class InsightCorpusTest : public NeuronCaptureTest {
 protected:
  InsightReport judge(const Trace& trace) {
    auto report = find_insights(trace, request_for(kInsightAnalysis), control_);
    EXPECT_TRUE(report) << to_string(report.error());
    return report ? *report : InsightReport();
  }
  double query(const std::shared_ptr<const Trace>& trace, const std::string& sql) {
    auto session = SqlSession::open(trace, {});
    EXPECT_TRUE(session);
    const auto table = session->query(sql, control_);
    EXPECT_TRUE(table) << to_string(table.error());
    if (!table || table->row_count() != 1) return -1;
    const Cell& cell = table->at(0, 0);
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&cell);
    return real == nullptr ? -1 : *real;
  }
  TaskControl control_;
};

/// The number of that name; -1 where the rule did not speak.
double number_in(const InsightReport& report, std::string_view rule, std::string_view name) {
  for (const Insight& insight : report.insights) {
    if (insight.rule != rule) continue;
    for (const InsightNumber& number : insight.evidence.numbers) {
      if (number.name == name) return number.value;
    }
  }
  return -1;
}

TEST_F(InsightCorpusTest, EvidenceOpensAtEventsOfTheRunAndAgreesWithTheSummary) {
  std::size_t opened = 0;
  std::size_t found = 0;
  for (const std::string& file : capture_files()) {
    const auto run = importers::open_run(std::vector{file}, {.find_companion = false}, control_);
    if (!run) continue;
    ++opened;
    const Trace& trace = **run;
    const Summary summary = summarize(trace);
    const InsightReport report = judge(trace);
    for (const Insight& insight : report.insights) {
      const std::string where = file + ": " + std::string(insight.rule);
      const Evidence& evidence = insight.evidence;
      ++found;
      EXPECT_LE(evidence.begin, evidence.end) << where;  // a log's event may have no length
      EXPECT_GE(evidence.begin, trace.begin()) << where;
      EXPECT_LE(evidence.end, trace.end()) << where;
      if (evidence.slice.valid()) {
        const Trace::SliceRef slice = trace.slice(evidence.slice);
        EXPECT_LE(evidence.begin, slice.end()) << where;
        EXPECT_LE(slice.begin(), evidence.end) << where;
        // A call of the host covers most of an idle stretch; elsewhere the event is the range.
        if (insight.rule != "host-bound") {
          EXPECT_LE(slice.begin(), evidence.begin) << where;
        }
      }
      if (insight.gain.share) {
        EXPECT_GE(*insight.gain.share, 0) << where;
        EXPECT_LE(*insight.gain.share, 1) << where;
      }
      for (const InsightNumber& number : evidence.numbers) {
        EXPECT_TRUE(std::isfinite(number.value)) << where;
        const Metric* const metric = summary.find(number.name);
        if (metric != nullptr) {
          EXPECT_EQ(number.value, metric->value) << where << " " << number.name;
        }
      }
    }
    EXPECT_EQ(run_analysis(kInsightAnalysis, trace, {}, control_)->to_text(Language()),
              run_analysis(kInsightAnalysis, trace, {}, control_)->to_text(Language()))
        << file;
  }
  std::cout << fmt::format("  {} files, {} insights\n", opened, found);
  EXPECT_GE(opened, 20u);
  EXPECT_GT(found, 20u);
}

TEST_F(InsightCorpusTest, CountsAreThoseOfSql) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff});
    ASSERT_TRUE(trace);
    const InsightReport report = judge(*trace);
    const auto products = [&](const std::string& condition) {
      return query(trace,
                   "SELECT count(*) FROM slice JOIN arg ON arg.slice_id = slice.id WHERE "
                   "slice.name = 'MATMUL' AND " +
                       condition);
    };
    const double fp32 = number_in(report, "fp32", "fp32_products");
    if (fp32 >= 0) {
      EXPECT_EQ(fp32, products("arg.key = 'operands' AND arg.value LIKE '%src=fp32@%'"))
          << capture.name;
    }
    const double transposes = number_in(report, "transposes", "transposes");
    if (transposes >= 0) {
      EXPECT_EQ(transposes, query(trace,
                                  "SELECT count(*) FROM arg WHERE key = 'instruction_type' AND "
                                  "value = 'TRANSPOSE'"))
          << capture.name;
    }
    std::cout << fmt::format("  {}: {} insights, {} fp32 products, {} transposes\n", capture.name,
                             report.insights.size(), fp32, transposes);
    EXPECT_FALSE(report.insights.empty()) << capture.name;
    // All six multiply fp32 where they need not, and no kernel source is in an NTFF.
    EXPECT_GT(fp32, 0) << capture.name;
  }
}

TEST_F(InsightCorpusTest, FusedKernelsDoNotReloadWhatBaselinesDo) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = open_exactly({capture.ntff, capture.neff});
    ASSERT_TRUE(trace);
    const double read = number_in(judge(*trace), "reloads", "hbm_read_bytes");
    EXPECT_EQ(read < 0, capture.name.starts_with("fused")) << capture.name;
  }
}

}  // namespace
}  // namespace nscope::analysis
