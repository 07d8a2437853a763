#include "importers/ntff/execution_axis.h"

namespace nscope::importers {

ExecutionAxis::ExecutionAxis(std::span<const NtffExecutionWindow> executions)
    : origin_(executions.front().start) {
  for (const NtffExecutionWindow& execution : executions) {
    windows_.push_back({static_cast<std::int64_t>(execution.start - origin_),
                        static_cast<std::int64_t>(execution.end - origin_)});
  }
}

}  // namespace nscope::importers
