#include "app/cli/command.h"

#include <array>

namespace nscope::cli {

std::span<const Command> commands() {
  static constexpr auto kCommands = std::to_array<Command>({
      {"import", "Read a capture and save it as a session (*.nscope)", define_import},
      {"info", "What a capture or session holds: device, versions, tracks, what was dropped",
       define_info},
      {"summary", "The metrics of a run: engine activity, HFU/MFU/MBU, bytes, DMA", define_summary},
      {"analyze", "Where the time went and why: tables of one run", define_analyze},
      {"compare", "What differs between two runs, and why", define_compare},
      {"find", "The events of a run that match a search", define_find},
      {"query", "SQL over a run", define_query},
      {"export", "Write a run or a part of it in an open format", define_export},
      {"dump", "Everything in a run as stable text, for comparing", define_dump},
      {"simulate", "Predict latency, throughput and memory of a workload", define_simulate},
      {"replay", "Time the instructions of a capture, or of a kernel, on a device", define_replay},
      {"live", "Play a run, or record neuron-monitor, while it happens", define_live, true},
      {"validate", "Predict measured configurations and compare", define_validate},
      {"calibrate", "Fit the simulator's parameters to measurements", define_calibrate},
      {"gate", "Whether new runs are worse than a baseline, by rules, for CI", define_gate},
      {"batch", "Run commands over many inputs, side by side, and go on where they stopped",
       define_batch},
      {"bill", "What the accelerators on your own bill really cost", define_bill},
      {"cost", "What a token costs, by instance and purchase option", define_cost},
      {"plan", "The cheapest fleet that serves a traffic within latency limits", define_plan},
      {"roi", "Whether to move a workload to other machines, and on which conditions", define_roi},
      {"prices", "The dated price book", define_prices},
      {"hardware", "Devices and instance types, every number with its source", define_hardware},
      {"models", "Models the simulator knows", define_models},
      {"formats", "Formats that can be read, and those of export", define_formats},
      {"completions", "A script with which bash, zsh or fish completes nscope's command line",
       define_completions},
      {"manual", "Manual pages, for man", define_manual, false, true},
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

}  // namespace nscope::cli
