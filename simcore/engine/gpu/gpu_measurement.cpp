#include "simcore/engine/gpu/gpu_measurement.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace nscope::sim {
namespace {

int gpus_of(const catalog::Catalog& catalog, const GpuWorkload& workload) {
  if (workload.task == GpuTask::kGenerate) return workload.tensor_parallel;
  if (workload.gpus > 0) return workload.gpus;
  const auto instance = catalog.instance(workload.instance);
  return instance ? (*instance)->chips : 1;
}

double distance(double a, double b) {
  return std::abs(std::log(std::max(1.0, a) / std::max(1.0, b)));
}

/// Smaller is nearer: number of GPUs, then types and stack, then batch and lengths.
using Nearness = std::tuple<double, int, double>;
Nearness nearness(const catalog::Catalog& catalog, const GpuWorkload& a, const GpuWorkload& b) {
  const int different = (a.weight_dtype != b.weight_dtype) + (a.saturated != b.saturated) +
                        (a.stack && b.stack && a.stack != b.stack);
  double sizes = distance(a.batch, b.batch);
  if (a.task == GpuTask::kTrain) {
    sizes += distance(a.sequence_length, b.sequence_length);
  } else {
    sizes += distance(a.input_tokens, b.input_tokens) + distance(a.output_tokens, b.output_tokens);
  }
  return {distance(gpus_of(catalog, a), gpus_of(catalog, b)), different, sizes};
}

std::vector<Text> differences(const catalog::Catalog& catalog, const GpuWorkload& measured,
                              const GpuWorkload& asked) {
  std::vector<Text> out;
  const int gpus = gpus_of(catalog, measured);
  if (const int wanted = gpus_of(catalog, asked); gpus != wanted) {
    out.push_back(tr_plural(gpus, "{} GPU instead of {}", "{} GPUs instead of {}", gpus, wanted));
  }
  if (asked.stack && measured.stack && *measured.stack != *asked.stack) {
    out.push_back(
        tr("stack {} instead of {}", to_string(*measured.stack), to_string(*asked.stack)));
  }
  if (measured.weight_dtype != asked.weight_dtype) {
    out.push_back(tr("weights in {} instead of {}", measured.weight_dtype, asked.weight_dtype));
  }
  if (measured.saturated != asked.saturated) {
    out.push_back(measured.saturated ? tr("a saturated server instead of a fixed batch")
                                     : tr("a fixed batch instead of a saturated server"));
  } else if (!measured.saturated && measured.batch != asked.batch) {
    out.push_back(tr("batch {} instead of {}", measured.batch, asked.batch));
  }
  if (asked.task == GpuTask::kTrain) {
    if (measured.sequence_length != asked.sequence_length) {
      out.push_back(
          tr("sequence length {} instead of {}", measured.sequence_length, asked.sequence_length));
    }
    if (measured.checkpointing != asked.checkpointing) {
      out.push_back(measured.checkpointing ? tr("with activation checkpointing")
                                           : tr("without activation checkpointing"));
    }
    return out;
  }
  if (measured.input_tokens != asked.input_tokens) {
    out.push_back(tr("{} input tokens instead of {}", measured.input_tokens, asked.input_tokens));
  }
  if (measured.output_tokens != asked.output_tokens) {
    out.push_back(
        tr("{} output tokens instead of {}", measured.output_tokens, asked.output_tokens));
  }
  return out;
}

}  // namespace

Result<GpuMeasurement> gpu_measurement_from_json(const Json& json, const std::string& where) {
  StrictObject in(json, where);
  GpuMeasurement out;
  out.id = in.string("id");
  out.gpu = in.string("gpu");
  out.metric = in.string("metric");
  out.value = in.number("value");
  out.printed = in.string("printed");
  out.reading = in.optional_string("reading").value_or("");
  out.source = in.string("source");
  if (!(out.value > 0) || !std::isfinite(out.value))
    in.reject("value", tr("must be greater than 0"));
  const Json& workload = in.object("workload");
  if (auto done = in.finish(); !done) return fail(done.error());
  auto read = gpu_workload_from_json(workload, in.path("workload"));
  if (!read) return fail(read.error());
  out.workload = std::move(*read);
  return out;
}

Json to_json(const GpuMeasurement& measurement) {
  Json json;
  json["id"] = measurement.id;
  json["gpu"] = measurement.gpu;
  json["metric"] = measurement.metric;
  json["value"] = measurement.value;
  json["printed"] = measurement.printed;
  if (!measurement.reading.empty()) json["reading"] = measurement.reading;
  json["workload"] = to_json(measurement.workload);
  json["source"] = measurement.source;
  return json;
}

std::optional<PublishedGpuFigure> find_published(const catalog::Catalog& catalog,
                                                 std::span<const GpuMeasurement> measurements,
                                                 const GpuWorkload& workload,
                                                 std::string_view metric) {
  const auto instance = catalog.instance(workload.instance);
  const auto model = catalog.model(workload.model);
  if (!instance || !model || workload.custom_model) return std::nullopt;
  PublishedGpuFigure found;
  Nearness nearest;
  for (const GpuMeasurement& candidate : measurements) {
    const GpuWorkload& measured = candidate.workload;
    if (measured.task != workload.task || candidate.gpu != (*instance)->device ||
        measured.model != (*model)->id || candidate.metric != metric) {
      continue;
    }
    const Nearness near = nearness(catalog, measured, workload);
    if (found.measurement != nullptr && near >= nearest) continue;
    found.measurement = &candidate;
    nearest = near;
  }
  if (found.measurement == nullptr) return std::nullopt;
  found.differences = differences(catalog, found.measurement->workload, workload);
  return found;
}

}  // namespace nscope::sim
