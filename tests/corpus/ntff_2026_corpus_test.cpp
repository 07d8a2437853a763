// Captures of other kernels and of earlier tools: summaries against the vendor's figures, and
// properties that hold for every capture.

#include "profiler/analysis/metrics/summary.h"
#include "profiler/trace/vocabulary.h"
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

class Captures2026 : public CorpusTest {
 protected:
  static std::string path(const std::string& name) {
    return corpus_path("captures_2026/" + name).string();
  }
  static json reference(const std::string& folder) {
    return json::parse(corpus_text("captures_2026/" + folder + "/reference.json"));
  }
};

std::int64_t count_of(const Trace& trace, std::string_view code) {
  for (const Diagnostic& d : trace.diagnostics()) {
    if (d.code == code) return d.count;
  }
  return 0;
}

void expect_sound(const Trace& trace, const std::string& name) {
  for (const std::string_view code :
       {"instruction_without_start", "instruction_without_stop", "dma_packet_without_start",
        "engine_busier_than_time", "dma_bytes_differ", "dma_notifications_differ",
        "instruction_word_missing", "unknown_dtype", "unknown_opcode", "unknown_engine",
        "dma_packet_without_trigger"}) {
    EXPECT_EQ(count_of(trace, code), 0) << name << " " << code;
  }
}

double value(const Summary& summary, const std::string& metric) {
  const Metric* const found = summary.find(metric);
  if (found == nullptr) {
    ADD_FAILURE() << metric << " is missing";
    return 0.0;
  }
  return found->value;
}

/// The factor between our unit and the one that a name of the reference ends with.
std::pair<std::string, double> unit_of(const std::string& name) {
  if (name.ends_with("_us")) return {name.substr(0, name.size() - 3), 1e-6};
  if (name.ends_with("_ms")) return {name.substr(0, name.size() - 3), 1e-3};
  if (name == "mfu_max_achievable_estimated_percent" || name == "mbu_estimated_percent" ||
      name == "mbu_min_read_util_percent" || name == "dynamic_dma_packet_percent" ||
      name == "dynamic_dma_size_percent") {
    return {name, 1e-2};
  }
  if (name == "mbu_percent") return {"mbu_estimated_percent", 1e-2};
  return {name, 1.0};
}

/// The figures are of another execution of the same kernel and printed with four or five digits.
/// Counts of work are equal; the rest differs as two executions do.
double tolerance(const std::string& name) {
  static const std::set<std::string> work{"hardware_flops",
                                          "matmul_instruction_count",
                                          "psum_read_sbuf_write_count",
                                          "hbm_write_bytes",
                                          "hbm_read_bytes",
                                          "psum_read_bytes",
                                          "psum_read_sbuf_write_bytes",
                                          "psum_write_bytes",
                                          "sbuf_read_bytes",
                                          "sbuf_write_bytes",
                                          "software_dynamic_dma_packet_count",
                                          "software_dynamic_dma_size",
                                          "dma_transfer_count",
                                          "dma_transfer_total_bytes",
                                          "dma_transfer_average_bytes",
                                          "weight_size_bytes",
                                          "inputs_and_weights_size_bytes",
                                          "dma_queue_count",
                                          "input_queue_bytes"};
  if (work.contains(name)) return 1e-3;  // their rounding
  if (name == "static_dma_packet_count") return 0.05;
  return 0.015;
}

/// Figures that depend on which rings had a packet in flight at the start of the execution, or on
/// the course of the transfers, and therefore differ more between two executions.
bool varies(const std::string& name) {
  return name == "static_dma_size" || name == "dma_transfer_time_us" ||
         name == "dma_packet_time_ms";
}

void compare(const Summary& ours, const json& reference, const std::string& name) {
  int equal = 0;
  for (const auto& [stated, figure] : reference.items()) {
    const auto [metric, factor] = unit_of(stated);
    const double theirs = figure.get<double>() * factor;
    const double mine = value(ours, metric);
    const double error = std::abs(mine - theirs) / std::abs(theirs);
    if (!varies(stated))
      EXPECT_LE(error, tolerance(stated)) << name << " " << stated << ": " << mine;
    equal += error <= tolerance(stated) ? 1 : 0;
    if (error > tolerance(stated)) {
      std::cout << "  " << name << " " << stated << ": ours " << mine << ", another execution "
                << theirs << "\n";
    }
  }
  std::cout << "  " << name << ": " << equal << " of " << reference.size() << " within tolerance\n";
}

TEST_F(Captures2026, LongProgramsWithAsynchronousCopiesHaveTheFiguresOfTheVendor) {
  const json stated = reference("neuron_moe");
  const auto v6b =
      open_exactly({path("neuron_moe/profile_v6b_exec_2.ntff"), path("neuron_moe/v6b.neff")});
  const auto run = open_exactly({path("neuron_moe/run_dir/profile_exec_2.ntff"),
                                 path("neuron_moe/run_dir/neff_171450338541704.neff")});
  ASSERT_TRUE(v6b && run);
  compare(analysis::summarize(*v6b), stated.at("v6b (profile_v6b_exec_2.ntff, v6b.neff)"), "v6b");
  // In this summary the input queue includes the semaphore writes of 25 transfers on 16 rings; in
  // all others it does not.
  json of_run = stated.at("v5 (run_dir/profile_exec_2.ntff, run_dir/neff_*.neff)");
  EXPECT_EQ(value(analysis::summarize(*run), "input_queue_bytes") + 25 * 16 * 4,
            of_run.at("input_queue_bytes").get<double>());
  of_run.erase("input_queue_bytes");
  compare(analysis::summarize(*run), of_run, "run_dir");
}

TEST_F(Captures2026, EveryPairIsWhole) {
  const std::map<std::string, std::pair<std::int64_t, std::int64_t>> captures{
      // capture -> DMA instructions, transfers
      {"neuron_moe/profile_v6b_exec_2.ntff", {160, 185}},
      {"neuron_moe/profile_attn_v6_exec_2.ntff", {344, 364}},
      {"neuron_moe/run_dir/profile_exec_2.ntff", {784, 809}}};
  for (const auto& [name, expected] : captures) {
    const auto trace = open_exactly({path(name)});
    ASSERT_TRUE(trace);
    expect_sound(*trace, name);
    std::int64_t copies = 0;
    std::int64_t transfers = 0;
    for (const Track& track : trace->tracks()) {
      if (track.kind == TrackKind::kOther && track.engine == Engine::kDma) {
        transfers += static_cast<std::int64_t>(track.slices.size());
      }
      if (track.slice_kind != SliceKind::kInstruction) continue;
      std::int64_t busy = 0;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        const std::string_view opcode = trace->text(track.slices.name[row]);
        copies += opcode == "DMA_DIRECT2D" ? 1 : 0;
        if (opcode != opcode::kEventSemaphore) busy += track.slices.duration[row];
      }
      // LDWEIGHTS and MATMUL overlap in the pipeline of TensorE, copies run beside others.
      EXPECT_LE(busy, 2 * trace->time_base().window_end.value()) << name;
    }
    EXPECT_EQ(copies, expected.first) << name;
    EXPECT_EQ(transfers, expected.second) << name;
  }
}

TEST_F(Captures2026, OlderVersionsHaveTheSummariesOfTheVendor) {
  const json stated = reference("neuron_older");
  for (const std::string name : {"v5_trn2_stream_256k_fd1k.ntff", "v5_trn2_transpose_1024.ntff"}) {
    const auto trace = open_exactly({path("neuron_older/" + name)});
    ASSERT_TRUE(trace);
    expect_sound(*trace, name);
    EXPECT_EQ(count_of(*trace, "dma_direction_unknown"), 0) << name;
    const Summary ours = analysis::summarize(*trace);
    int equal = 0;
    std::set<std::string> not_named;
    for (const auto& [metric, figure] : stated.at(name).items()) {
      const Metric* const found = ours.find(metric);
      if (found == nullptr) {
        not_named.insert(metric);
        continue;
      }
      const double theirs = figure.get<double>();
      EXPECT_NEAR(found->value, theirs, 1e-5 * std::abs(theirs)) << name << " " << metric;
      ++equal;
    }
    std::cout << "  " << name << ": " << equal << " metrics within 1e-5\n";
    // The NEFF states the first; only Parquet exports state the others.
    for (const std::string& metric : not_named) {
      EXPECT_TRUE(metric == "inputs_and_weights_size_bytes" || metric.starts_with("spill_"))
          << name << " " << metric;
    }
    EXPECT_GE(equal, 68) << name;
  }
}

TEST_F(Captures2026, Version4OpensWithInstructionsPacketsAndSummary) {
  const json stated = reference("neuron_older").at("v4_trn1_stream_256k_fd1k.ntff");
  const auto trace = open_exactly({path("neuron_older/v4_trn1_stream_256k_fd1k.ntff")});
  ASSERT_TRUE(trace);
  expect_sound(*trace, "v4");
  const Summary ours = analysis::summarize(*trace);
  // Of another execution.
  EXPECT_NEAR(value(ours, "total_time"), stated.at("total_time").get<double>(), 0.015 * 29.6e-6);
  EXPECT_EQ(value(ours, "dma_transfer_count"), stated.at("dma_transfer_count").get<double>());
  EXPECT_EQ(value(ours, "dma_transfer_total_bytes"), 3'072'000);
  EXPECT_EQ(value(ours, "hbm_read_bytes"), 2'048'000);
  EXPECT_EQ(value(ours, "hbm_write_bytes"), 1'024'000);
  for (const char* engine : {"tensor", "vector", "scalar", "gpsimd", "sync"}) {
    EXPECT_GT(value(ours, std::string(engine) + "_engine_instruction_count"), 20) << engine;
  }
  // The clocks of the engines are aligned: VectorE adds after the loads and before the stores.
  std::int64_t first_add = 0;
  std::int64_t loaded = 0;
  for (const Track& track : trace->tracks()) {
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const std::string_view slice = trace->text(track.slices.name[row]);
      if (slice == "TENSOR_TENSOR_ARITH_OP" && first_add == 0) {
        first_add = track.slices.end(row).value();
      }
      if (track.kind == TrackKind::kOther && slice == "qSyncIO0" && loaded == 0) {
        loaded = track.slices.end(row).value();
      }
    }
  }
  EXPECT_GT(first_add, loaded);
}

TEST_F(Captures2026, TheLargestOlderCaptureIsSound) {
  const auto trace = open_exactly({path("neuron_older/v5_trn2_conv_float16_smaller.ntff")});
  ASSERT_TRUE(trace);
  expect_sound(*trace, "conv");
  EXPECT_EQ(value(analysis::summarize(*trace), "dma_transfer_count"), 127);
}

TEST_F(Captures2026, TheEarlierCapturesAreSound) {
  for (const NeuronCapture& capture : neuron_captures()) {
    const auto trace = open_exactly({capture.ntff});
    ASSERT_TRUE(trace);
    expect_sound(*trace, capture.name);
  }
}

}  // namespace
}  // namespace nscope
