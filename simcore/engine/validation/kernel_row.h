#pragma once

#include "simcore/engine/kernel_run/kernel_run.h"
#include "simcore/engine/validation/row_groups.h"
#include "simcore/engine/validation/table_record.h"
#include "simcore/engine/validation/validate.h"
#include "simcore/engine/validation/validation_table.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::sim {

/// The kernel that a row measures, or the reason why it is not known.
struct RowKernel {
  std::optional<KernelRun> run{};
  Text reason{};
};

/// Reads the operation and its sizes from the column `model` ("gemm_gelu M128 K512 N2048"), the
/// variant and the caller from `stack` and `notes`, and plans the kernel.
RowKernel kernel_of(const catalog::Catalog& catalog, const ValidationRow& row);

/// The measured latency in seconds: that of the row, or the operations divided by its rate.
/// nullopt if the metric or the unit is another one.
std::optional<double> measured_latency(const ValidationRow& row, const KernelRun& run);

/// Predicts a row of the class "kernel", or sets the reason why it is not predicted.
void predict_kernel(const catalog::Catalog& catalog, const ValidationRow& row,
                    const Calibration& calibration, RowPrediction& out);

/// The measured kernels of a validation table. Their model and family are the operation. They are
/// not part of the fit, because kernels have parameters of their own; their errors determine the
/// bands. The catalogue must outlive it.
class MeasuredKernels {
 public:
  /// Rows that cannot be used are added to `skipped`.
  MeasuredKernels(const catalog::Catalog& catalog, const std::vector<ValidationRow>& rows,
                  std::vector<SkippedRow>& skipped);

  /// Appends the predicted latency of every row in seconds.
  void predict(std::vector<RowPrediction>& out) const;
  /// The inputs of all rows.
  CalibratedDomain domain() const;
  std::vector<std::string> ids() const;

 private:
  struct Measured {
    ValidationRow row;
    KernelRun run;
    RowGroups groups{};
    double seconds = 0;
  };
  std::vector<Measured> measured_;
};

}  // namespace nscope::sim
