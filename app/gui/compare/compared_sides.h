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

/// One compared run with its repeats. The first is the one that is shown.
struct CompareSide {
  struct Run {
    QString name;  ///< of its file
    app::ComparedRun run;
  };

  int id = 0;  ///< stays while other sides come and go
  QString label;
  QString folder{};  ///< of its file: tells files of the same name apart
  std::vector<Run> runs;

  /// The events of the first run; null where it is a summary document.
  const std::shared_ptr<const Trace>& trace() const { return runs.front().run.trace; }
};

/// Reads what `paths` name, each as a side; a folder of sessions is one side with
/// repeats. What cannot be read is left out, and the first such error kept.
struct SidesRead {
  std::vector<CompareSide> sides;
  std::optional<Error> error{};
  QString failed{};  ///< the path of the error
};
SidesRead read_sides(const std::vector<std::string>& paths, TaskControl& control);

/// How one run differs from the base.
struct SideComparison {
  std::shared_ptr<const analysis::Comparison> comparison;
  std::shared_ptr<const analysis::AlignedTime> work;  ///< null without pairs of events
};

/// Compares every side with `base`; the entry of the base itself stays empty. `places`
/// that are asked for are compared, too. Errors: those of RunComparison.
Result<std::vector<SideComparison>> compare_sides(const std::vector<CompareSide>& sides,
                                                  std::size_t base,
                                                  analysis::ComparisonOptions options,
                                                  TaskControl& control);

/// The comparison with the labels that the sides have now.
analysis::Comparison labelled(const analysis::Comparison& comparison, const CompareSide& base,
                              const CompareSide& now);

/// The event that belongs to an event of another run: over the base run, to which all
/// others were aligned. Invalid: there is none.
SliceId counterpart(const std::vector<SideComparison>& comparisons, std::size_t base,
                    std::size_t from, SliceId event, std::size_t to);

}  // namespace nscope::gui
