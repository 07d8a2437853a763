#pragma once

#include "app/sweep/run_sweep.h"
#include "profiler/base/json.h"
#include "profiler/base/language.h"

#include <string>

namespace nscope::cli {

/// The results as `nscope sweep` prints them: how many points have which outcome, the Pareto front
/// of the objectives, and the reasons of the other points.
std::string sweep_text(const sweep::Results& results, const Language& language);

/// The same as a document of schema `nscope.sweep_report/1`. `path`: the file of the results.
Json sweep_json(const sweep::Results& results, const std::string& path);

/// What was resumed or evaluated again; empty if nothing was.
std::string sweep_note(const sweep::SweepRun& run, const Language& language);

}  // namespace nscope::cli
