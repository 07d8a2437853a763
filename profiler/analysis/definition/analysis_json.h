#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/base/json.h"

namespace nscope::analysis {

/// {"rows": 20, "cause": "root"}: each parameter with its value.
Json parameters_json(const ParameterValues& values);

/// One result: id, title, parameters, rows and notes.
Json result_json(const Analysis& analysis, const ParameterValues& values, const Table& table);

/// {"schema":"nscope.analysis/1","analyses":[...]} of an array of results.
Json results_document(Json results);

}  // namespace nscope::analysis
