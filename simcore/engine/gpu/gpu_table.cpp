#include "simcore/engine/gpu/gpu_table.h"

#include "simcore/engine/validation/table_record.h"

#include <array>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::array<std::string_view, 7> kRequired{"row_id",    "workload_class", "model", "gpu",
                                                    "framework", "metric",         "value"};
// The columns from "gpu_norm" on are not read; they are listed so that unknown columns are errors.
constexpr std::array<std::string_view, 20> kOptional{
    "n_gpus",      "version", "precision", "tp",        "pp",         "cp",      "parallelism",
    "gbs",         "mbs",     "batch",     "input_len", "output_len", "seq_len", "source_repo",
    "source_path", "commit",  "notes",     "instance",  "gpu_norm",   "ep"};

Result<GpuRow> read_gpu_table_row(const TableColumns& columns,
                                  const std::vector<std::string>& fields, Place where) {
  TableRecord in(columns, fields, std::move(where));
  GpuRow row;
  row.id = in.required_text("row_id");
  row.class_name = in.required_text("workload_class");
  row.model = in.required_text("model");
  row.gpu = in.required_text("gpu");
  row.instance = in.text("instance");
  row.framework = in.required_text("framework");
  row.version = in.text("version");
  row.precision = in.text("precision");
  row.parallelism = in.text("parallelism");
  row.gpus = in.positive<int>("n_gpus");
  row.tensor_parallel = in.positive<int>("tp");
  row.pipeline_parallel = in.positive<int>("pp");
  row.context_parallel = in.positive<int>("cp");
  row.global_batch = in.positive<int>("gbs");
  row.micro_batch = in.positive<int>("mbs");
  row.batch = in.positive<int>("batch");
  row.input_length = in.positive<int>("input_len");
  row.output_length = in.positive<int>("output_len");
  row.sequence_length = in.positive<int>("seq_len");
  row.metric = in.required_text("metric");
  row.notes = in.text("notes");
  const auto value = in.positive<double>("value");
  if (!value) in.reject("value", tr("is required"));
  if (in.error()) return fail(*in.error());
  row.value = *value;
  if (const std::string repository = in.text("source_repo"); !repository.empty()) {
    row.source = fmt::format("{} @ {} {}", repository, in.text("commit"), in.text("source_path"));
  }
  return row;
}

}  // namespace

Result<std::vector<GpuRow>> parse_gpu_table(std::string_view csv, std::string_view name) {
  return read_table<GpuRow>(csv, name, kRequired, kOptional, read_gpu_table_row);
}

}  // namespace nscope::sim
