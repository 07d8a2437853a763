#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/base/json.h"

namespace nscope::analysis {

/// All parameters with their values: {"rows": 20, "cause": "root"}.
Json parameters_json(const ParameterValues& values);

/// One result: id, title, parameters, rows and notes.
Json result_json(const Analysis& analysis, const ParameterValues& values, const Table& table);

/// A document with an array of results: {"schema":"nscope.analysis/1","analyses":[...]}.
Json results_document(Json results);

}  // namespace nscope::analysis
