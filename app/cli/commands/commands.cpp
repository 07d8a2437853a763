#include "app/cli/command.h"

#include <array>

namespace nscope::cli {

std::span<const Command> commands() {
  static constexpr auto kCommands = std::to_array<Command>({
      {"capture", phrase("Run a program with the Neuron profiler and open its capture"),
       define_capture, true},
      {"import", phrase("Read captures and save them as one session (*.nscope)"), define_import},
      {"info", phrase("Show device, versions, window, counts and skipped data"), define_info},
      {"summary", phrase("Print the metrics of a run"), define_summary},
      {"analyze", phrase("Analyse where time is spent and why"), define_analyze},
      {"compare", phrase("Compare two runs or sets of repeats and explain the differences"),
       define_compare},
      {"find", phrase("Find events in a run"), define_find},
      {"event", phrase("Show an event, what it depends on and what it waited for"), define_event},
      {"query", phrase("Query a run with SQL"), define_query, false, true},
      {"export", phrase("Write a run or a part of it in an open format"), define_export},
      {"dump", phrase("Print everything in a run as stable text"), define_dump},
      {"simulate", phrase("Predict latency, throughput and memory of a workload"), define_simulate},
      {"replay", phrase("Predict the duration of a capture or a kernel on another device"),
       define_replay},
      {"live", phrase("Play a run, or record neuron-monitor, in real time"), define_live, true},
      {"validate", phrase("Compare predictions with measurements"), define_validate},
      {"calibrate", phrase("Fit the parameters of the simulator to measurements"),
       define_calibrate},
      {"gate", phrase("Check runs for regressions against a baseline (CI)"), define_gate},
      {"sweep", phrase("Evaluate many variants of a document, also as a cluster array job"),
       define_sweep},
      {"batch", phrase("Run commands on many inputs in parallel; resumable"), define_batch},
      {"bill", phrase("Report the effective cost of accelerators from an AWS bill"), define_bill},
      {"cost", phrase("Compare instances and purchase options in tokens per dollar"), define_cost},
      {"plan",
       phrase("Find the cheapest fleet for traffic with latency limits, or for training with a "
              "deadline"),
       define_plan, false, true},
      {"roi", phrase("Evaluate the migration of a workload (return on investment)"), define_roi},
      {"prices", phrase("Show and change the price book"), define_prices},
      {"hardware", phrase("List devices and instance types, or show one with its sources"),
       define_hardware},
      {"mcp", phrase("Answer AI agents with the Model Context Protocol"), define_mcp, true, true},
      {"models", phrase("List the models that the simulator supports"), define_models},
      {"formats", phrase("List the formats that can be read and exported"), define_formats},
      {"reference", phrase("List the members of documents such as workloads and plans"),
       define_reference},
      {"completions", phrase("Print the completion script for bash, zsh or fish"),
       define_completions},
      {"stage", phrase("Import a capture for a copy to another machine"), define_stage, false,
       false, true},
      {"manual", phrase("Print the manual pages"), define_manual, false, false, true},
  });
  return kCommands;
}

int exit_code_for(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInfeasible: return 1;
    case ErrorCode::kInvalidArgument: return 2;
    case ErrorCode::kBadInput:
    case ErrorCode::kUnsupportedVersion:
    case ErrorCode::kNotFound:
    case ErrorCode::kIo: return 3;
    case ErrorCode::kInternal: return 4;
    case ErrorCode::kCancelled: return 130;
  }
  return 4;
}

std::string_view error_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return "invalid_argument";
    case ErrorCode::kBadInput: return "bad_input";
    case ErrorCode::kUnsupportedVersion: return "unsupported_version";
    case ErrorCode::kNotFound: return "not_found";
    case ErrorCode::kIo: return "io";
    case ErrorCode::kInfeasible: return "infeasible";
    case ErrorCode::kCancelled: return "cancelled";
    case ErrorCode::kInternal: break;
  }
  return "internal";
}

}  // namespace nscope::cli
