#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/documents/software.h"
#include "simcore/engine/workload/software_stack.h"
#include "simcore/engine/workload/workload.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// One row of a table of published or own measurements: one metric of one configuration. Empty
/// texts and numbers are not stated. docs/simulator.md describes the columns.
struct ValidationRow {
  std::string id{};
  std::string class_name{};
  std::string model{};
  std::string instance{};
  std::optional<int> nodes{};
  std::optional<int> cores{};
  std::optional<int> tensor_parallel{};
  std::optional<int> pipeline_parallel{};
  std::optional<int> data_parallel{};
  std::optional<int> batch{};
  std::optional<double> global_batch{};  ///< sequences; rounded in tables
  std::optional<int> micro_batch{};
  std::optional<int> concurrency{};  ///< closed-loop users of a server
  std::optional<int> copies{};
  std::optional<int> sequence_length{};
  std::optional<std::int64_t> input_length{};
  std::optional<int> output_length{};
  std::string image_size{};  ///< "224x224"
  std::string dtype{};
  std::string weight_dtype{};
  std::string stack{};
  std::string speculation{};
  std::string metric{};
  double value = 0;
  std::string unit{};
  std::string sdk{};
  std::string zero{};  ///< "ZeRO-1"
  std::string source{};
  std::optional<int> logical_core_size{};  ///< column "lnc": physical cores of a logical core
  std::string notes{};                     ///< remarks of the source about the setting
  std::string doubtful{};                  ///< why the measurement is not trusted; empty: it is
  std::string repository{};                ///< column "repo_group": rows of one author and project
  /// The draft that the text in `speculation` describes, with the acceptance that this row or
  /// another row of the same draft states; nullopt if it is not known.
  std::optional<Speculation> draft{};
  Text draft_assumption{};      ///< about it; empty: none
  bool decode_rate = false;     ///< the throughput counts only the time of decode steps
  bool derived_output = false;  ///< the output length follows from other rows of the same id
};

/// The metric of rows that state the mean tokens of a round of speculative decoding.
inline constexpr std::string_view kAcceptanceLength = "acceptance_length";

/// Reads the CSV (RFC 4180, heading line first) with columns in any order. The columns id, class,
/// model, instance, metric, value and unit are required. Errors: kBadInput with the line, also for
/// unknown columns.
Result<std::vector<ValidationRow>> parse_validation_table(std::string_view csv,
                                                          std::string_view name);

/// The workload of a row, or the reason why it cannot be simulated. Its metrics may count other
/// tokens than the simulation.
struct RowWorkload {
  std::optional<Workload> workload;
  Text reason;      ///< why the row cannot be simulated; empty if it can
  Text assumption;  ///< the assumption about the row; empty: none
};
RowWorkload workload_of(const ValidationRow& row);

/// The metric of a static batch whose prediction is that of `metric`: means and percentiles of
/// equal requests are equal. The same name for other metrics.
std::string_view equal_metric(std::string_view metric);

/// Why a row with a text in `speculation` has no draft.
Text unknown_draft(const ValidationRow& row);

/// The stack that the row names, or that is known of its publication.
NamedStack stack_of(const ValidationRow& row);
/// The logical cores of the row. Its column `cores` counts physical cores if it states `lnc`.
/// nullopt if cores are not stated or are not whole logical cores.
std::optional<int> logical_cores(const ValidationRow& row);
/// The tensor parallel degree of a model that one process group serves: `tp` or all cores.
std::optional<int> degree_of(const ValidationRow& row);

/// The stored type of the weights: "fp8" of "fp8 per-channel". If only some weights have it
/// ("fp8 experts"), `assumption` says that all are assumed to.
std::string weight_type(const ValidationRow& row, Text& assumption);
/// "blocks" if the column states "fp8 blockwise", otherwise empty.
std::string weight_scales(const ValidationRow& row);

/// The parameters for the times of a row: without the host if its notes state that it is a profile
/// of the device, and with the spectrograms that the host computes if it is from audio to text.
Parameters parameters_of(const ValidationRow& row, const Parameters& parameters);

/// Whether the software of the row is stated and at least `sdk` ("2.18").
inline bool sdk_at_least(std::string_view row_sdk, std::string_view sdk) {
  return !row_sdk.empty() && software_at_least(row_sdk, sdk);
}

/// Whether the rows of a class generate tokens: "decoder", "encoder-decoder".
inline bool generates(std::string_view class_name) {
  return class_name == "decoder" || class_name == "encoder-decoder";
}

/// Tokens that the throughput of the row counts for each token that one replica of a decoder
/// generates: those of all replicas, and with Neuron SDK 2.15 to 2.17 those of the prompts, too;
/// for throughputs in audios the share of an audio that a token is. For calls, less than 1 if
/// copies wait for each other.
double counted_tokens(const ValidationRow& row, const Workload& workload);
/// The measured latency divided by that of one simulated call: the windows of speech, the wait of
/// copies in one process for each other, and with a server that collects requests the half call for
/// which a request waits on average while the previous batch runs.
double counted_calls(const ValidationRow& row);

/// Whether the rows of a class train: "training-dp", "training-tp-pp".
inline bool trains(std::string_view class_name) {
  return class_name.starts_with("training-");
}

/// The family of a class: "encoder" for "encoder-batch" and "encoder-realtime".
std::string_view class_family(std::string_view class_name);
/// Whether rows of the class `row` are of a model of the class `model`: the class "vision" is of
/// all image models, and the family of both is the same for the others.
bool same_family(std::string_view row, std::string_view model);

/// The factor from our unit to that of the table ("s" to "ms"); nullopt if the units are not
/// compatible.
std::optional<double> unit_factor(std::string_view ours, std::string_view table);

/// The value of the row in seconds or per second; nullopt if the unit is wrong for the metric or
/// the value is not greater than 0.
std::optional<double> base_value(const ValidationRow& row);

}  // namespace nscope::sim
