#include "simcore/engine/gpu/gpu_validate.h"

#include "simcore/engine/documents/error_text.h"
#include "simcore/engine/gpu/gpu_estimate.h"
#include "simcore/engine/gpu/gpu_rows.h"

namespace nscope::sim {
namespace {

void predict_row(const catalog::Catalog& catalog, const GpuRow& row, const ReadGpuRow& read,
                 const GpuCalibration& calibration, RowPrediction& out) {
  if (!read.measurement) {
    out.reason = read.reason;
    return;
  }
  const auto result = estimate_gpu(catalog, read.measurement->workload, calibration);
  if (!result) {
    out.reason = text_of(result.error());
    return;
  }
  const Metric* const metric = result->find(read.measurement->metric);
  if (metric == nullptr) {
    out.reason = tr("the metric '{}' is not predicted", read.measurement->metric);
    return;
  }
  const double factor = row.value / read.measurement->value;
  out.predicted = metric->value * factor;
  if (metric->low) out.low = *metric->low * factor;
  if (metric->high) out.high = *metric->high * factor;
  out.in_domain = result->outside_domain.empty();
  out.reason = joined_by_semicolons(result->outside_domain);
}

}  // namespace

Result<ValidationReport> validate_gpu(const catalog::Catalog& catalog, std::span<const GpuRow> rows,
                                      const GpuCalibration& calibration, TaskControl& control) {
  ValidationReport report;
  control.begin(phrase("Predicting rows"), rows.size());
  const std::vector<ReadGpuRow> read = read_gpu_rows(catalog, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const GpuRow& row = rows[i];
    if (control.cancelled()) return cancelled();
    RowPrediction out;
    out.id = row.id;
    out.class_name = row.class_name;
    out.metric = row.metric;
    out.measured = row.value;
    predict_row(catalog, row, read[i], calibration, out);
    report.rows.push_back(std::move(out));
    control.advance_to(report.rows.size());
  }
  report.classes = class_errors(report.rows);
  return report;
}

}  // namespace nscope::sim
