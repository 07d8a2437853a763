#pragma once

#include "app/cli/studies/study_prices.h"
#include "app/documents/model_files.h"
#include "app/pricing/user_prices.h"
#include "app/sweep/point_result.h"
#include "costmodel/money/date.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace nscope::cli {

/// The kinds of documents that a sweep varies.
enum class SweptKind { kWorkload, kCost, kPlan };

/// The kind of a document according to its schema. Errors: kBadInput naming the schemas that a
/// sweep can vary.
Result<SweptKind> swept_kind(const Json& document, const std::string& name);

/// Evaluates the documents of a sweep as `simulate`, `cost` and `plan` do. Safe from any thread.
class SweepEvaluation {
 public:
  /// What is equal for all points.
  struct Context {
    SweptKind kind = SweptKind::kWorkload;
    std::string name{};  ///< of the document, for messages
    catalog::Catalog catalog;
    std::vector<app::ModelFile> files{};  ///< models of the catalogue that documents name by files
    app::UserBook user{};
    cost::Day today{};
    std::optional<std::uint64_t> seed{};
  };

  explicit SweepEvaluation(Context context) : context_(std::move(context)) {}

  /// The figures of one document. Workloads: the metrics of `simulate --json` and, with "region",
  /// the study figures in USD; variants of the document are ignored. Costs: the cheapest cell.
  /// Plans: the best fleet. Errors: see sweep::Evaluate.
  Result<sweep::PointResult> evaluate(const Json& document, TaskControl& control) const;

 private:
  Result<sweep::PointResult> workload(const Json& document, TaskControl& control) const;
  Result<sweep::PointResult> cost(const Json& document, TaskControl& control) const;
  Result<sweep::PointResult> plan(const Json& document, TaskControl& control) const;
  Result<sweep::PointResult> training(const Json& document, TaskControl& control) const;
  std::shared_ptr<const StudyPrices> prices_in(const std::string& region) const;

  Context context_;
  mutable std::mutex mutex_;                                                  ///< of prices_
  mutable std::map<std::string, std::shared_ptr<const StudyPrices>> prices_;  ///< by region
};

}  // namespace nscope::cli
