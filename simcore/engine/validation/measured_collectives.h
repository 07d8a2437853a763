#pragma once

#include "simcore/engine/collectives/collectives.h"
#include "simcore/engine/validation/collective_row.h"
#include "simcore/engine/validation/row_groups.h"
#include "simcore/engine/validation/table_record.h"
#include "simcore/engine/validation/validate.h"
#include "simcore/engine/validation/validation_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The measured collectives of a validation table. Their model is the operation, and their family
/// the operation with the same number of ranks. The catalogue must outlive it.
class MeasuredCollectives {
 public:
  /// Rows that cannot be used are added to `skipped`.
  MeasuredCollectives(const catalog::Catalog& catalog, const std::vector<ValidationRow>& rows,
                      std::vector<SkippedRow>& skipped);

  /// The groups of every row.
  std::vector<RowGroups> groups() const;
  /// Appends the weighted ln(predicted / measured) of all rows except those of `without`. A row
  /// that does not state its software is assumed to come from the other tool if its value is far
  /// from that of the usual tool (RowCollective). Collectives in a graph with a matrix product are
  /// not part of the fit: their product has errors of its own.
  void add_residuals(const Parameters& parameters, const LeftOut& without,
                     std::vector<double>& out) const;
  /// Predicts the rows of `only` (all rows if it is empty), in the classes of collective_class(),
  /// with the usual tool or the one that rows_with_host() indicates, because a
  /// prediction must not depend on the measured value.
  void predict(const LeftOut& only, const Parameters& parameters,
               std::vector<RowPrediction>& out) const;
  std::vector<std::string> ids() const;

 private:
  struct Measured {
    ValidationRow row;
    Machine machine;
    CollectiveRequest request;              ///< with the usual tool
    MeasuredBy tool = MeasuredBy::kDevice;  ///< the tool that the value indicates
    double matrix = 0;                      ///< RowCollective::matrix
    RowGroups groups{};
    double seconds = 0;
  };
  /// Adds a row. Returns why the row was not added; empty if it was.
  Text add(const catalog::Catalog& catalog, const ValidationRow& row, bool with_host);

  std::vector<Measured> measured_;
};

}  // namespace nscope::sim
