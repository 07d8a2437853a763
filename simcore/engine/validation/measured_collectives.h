#pragma once

#include "simcore/engine/collectives/collectives.h"
#include "simcore/engine/validation/validate.h"
#include "simcore/engine/validation/validation_table.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The class of the validation table that collectives alone belong to.
inline constexpr std::string_view kCollectiveClass = "collective";

/// The measured collectives of a validation table. Their "model" is the operation, their
/// family the operation among as many ranks. Lives as long as the catalogue.
class MeasuredCollectives {
 public:
  /// Rows that cannot be used are added to `skipped`, with the reason.
  MeasuredCollectives(const catalog::Catalog& catalog, const std::vector<ValidationRow>& rows,
                      std::vector<std::string>& skipped);

  /// Operations, or families of them.
  std::set<std::string> groups(bool families) const;
  /// Adds ln(predicted / measured), weighted, of all but the group `without`, "" for none.
  /// Rows that do not state their software and are far from what their usual tool would
  /// show are taken to be of the other: only the value tells (RowCollective).
  void add_residuals(const Parameters& parameters, bool families, std::string_view without,
                     std::vector<double>& out) const;
  /// Predicts a group, "" for all, with the usual tool: a prediction knows no value.
  void predict(std::string_view group, bool families, const Parameters& parameters,
               std::vector<RowPrediction>& out) const;
  std::vector<std::string> ids() const;

 private:
  struct Measured {
    ValidationRow row;
    Machine machine;
    CollectiveRequest request;              ///< with the usual tool
    MeasuredBy tool = MeasuredBy::kDevice;  ///< that the value speaks for
    std::string operation;
    std::string family;
    double seconds = 0;
  };
  static const std::string& group_of(const Measured& one, bool families) {
    return families ? one.family : one.operation;
  }
  /// Adds a row. The result says why not; empty where it was.
  std::string add(const catalog::Catalog& catalog, const ValidationRow& row);

  std::vector<Measured> measured_;
};

}  // namespace nscope::sim
