#pragma once

#include "app/sweep/point_result.h"
#include "app/sweep/sweep_results.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <string>

namespace nscope::sweep {

/// What a sweep depends on besides its specification.
struct Surroundings {
  std::string version{};  ///< of the program
  std::string prices{};   ///< day and revision of the prices; empty if there are none
};

/// The text that is equal exactly if two sweeps have the same points and the same results: the
/// specification with the whole document, and the surroundings, as JSON.
std::string identity_of(const Spec& spec, const Surroundings& surroundings);

/// The result of run_sweep().
struct SweepRun {
  Results results;
  std::size_t resumed = 0;           ///< points that an earlier run had evaluated
  std::size_t unreadable_lines = 0;  ///< of the file of points; they were evaluated again
  bool up_to_date = false;           ///< the file had all results already
};

/// Evaluates the points of a shard on all cores and saves the results at `path`. Finished points
/// are appended to `path` + ".points", so that a sweep that was stopped or killed continues where
/// it was; that file is removed at the end. A complete file of the same sweep is not changed.
/// Results depend on the specification and the surroundings only. Errors: those of saving and of
/// `evaluate`, if it fails for each of the first points; kInfeasible if another sweep is using the
/// path; kInvalidArgument if the file or the points belong to another sweep; kCancelled, after
/// which the evaluated points are kept.
Result<SweepRun> run_sweep(const Spec& spec, const Points& points, const Shard& shard,
                           const std::string& identity, const std::string& path,
                           const Evaluate& evaluate, TaskControl& control);

}  // namespace nscope::sweep
