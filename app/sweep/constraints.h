#pragma once

#include "app/sweep/sweep_spec.h"
#include "profiler/base/result.h"

#include <memory>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

namespace nscope::sweep {

/// The constraints of a sweep: SQL expressions over the names of the varied members, such as
/// "tensor_parallel * copies <= 32". SQLite evaluates them without access to any table. One thread.
class Constraints {
 public:
  /// Errors: kBadInput with the JSON pointer of an invalid expression.
  static Result<Constraints> prepare(const Spec& spec);

  /// Whether all expressions are true for these values, given in the order of Spec::names(). Text
  /// and numbers are bound as such, true and false as 1 and 0, null as NULL, and arrays and objects
  /// as JSON. An expression that is NULL is not true. Errors: kBadInput if an evaluation fails.
  Result<bool> met_by(const std::vector<Json>& values);

 private:
  Constraints() = default;

  std::unique_ptr<SQLite::Database> database_{};
  std::vector<SQLite::Statement> statements_{};
};

}  // namespace nscope::sweep
