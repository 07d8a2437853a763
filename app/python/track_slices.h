#pragma once

#include "app/python/result_table.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <string>
#include <variant>

namespace nscope::python {

/// The slices of a track in order of their start, with the columns of the SQL table `slice` that
/// differ from slice to slice: id, name, start_ns, duration_ns, wait_ns, depth. `track` is the id
/// of a track or its path, such as "NeuronCore 0 / TensorE". Errors: kNotFound with similar paths;
/// kInvalidArgument for a path that several tracks have; kCancelled; those of a damaged session.
Result<ResultTable> track_slices(const Trace& trace,
                                 const std::variant<std::int64_t, std::string>& track,
                                 TaskControl& control);

}  // namespace nscope::python
