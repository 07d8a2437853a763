#pragma once

#include "app/runs/compared_runs.h"
#include "profiler/analysis/comparison/aligned_time.h"
#include "profiler/analysis/comparison/comparison.h"

#include <QString>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nscope::gui {

/// One compared run with its repeated runs. The timeline shows the first.
struct CompareSide {
  struct Run {
    QString name;  ///< file name
    app::ComparedRun run;
  };

  int id = 0;  ///< does not change if other sides are added or removed
  QString label;
  QString folder{};  ///< of its file; distinguishes files with the same name
  std::vector<Run> runs;

  /// The events of the first run; null if it is a summary document.
  const std::shared_ptr<const Trace>& trace() const { return runs.front().run.trace; }
};

/// The sides that read_sides() could read, and the first error.
struct SidesRead {
  std::vector<CompareSide> sides;
  std::optional<Error> error{};
  QString failed{};  ///< the path of the error
};
/// Reads each path as a side; a folder of sessions is one side with repeated runs. Files that
/// cannot be read are left out. Any thread.
SidesRead read_sides(const std::vector<std::string>& paths, TaskControl& control);

/// The differences between one run and the baseline.
struct SideComparison {
  std::shared_ptr<const analysis::Comparison> comparison;
  std::shared_ptr<const analysis::AlignedTime> work;  ///< null if no events match
};

/// Compares every side with `base`, including the places that `options` name. The entry of the
/// baseline itself is empty. Errors: those of RunComparison.
Result<std::vector<SideComparison>> compare_sides(const std::vector<CompareSide>& sides,
                                                  std::size_t base,
                                                  analysis::ComparisonOptions options,
                                                  TaskControl& control);

/// A copy of the comparison with the current labels of the sides.
analysis::Comparison labelled(const analysis::Comparison& comparison, const CompareSide& base,
                              const CompareSide& now);

/// The event of run `to` that matches `event` of run `from`. Runs are matched through the
/// baseline, to which all of them were aligned. Invalid if there is no match.
SliceId counterpart(const std::vector<SideComparison>& comparisons, std::size_t base,
                    std::size_t from, SliceId event, std::size_t to);

}  // namespace nscope::gui
