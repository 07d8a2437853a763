#pragma once

#include "app/python/result_table.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nscope::python {

/// The columns of a statement that only lists columns of all slices, such as
/// "SELECT start_ns, duration_ns FROM slice"; nullopt for every other statement. The columns are
/// among id, track_id, name, start_ns, duration_ns, wait_ns and depth. Pure.
std::optional<std::vector<std::string>> listed_slice_columns(std::string_view sql);

/// These columns of all slices, read from the trace: what SQL gives, in a tenth of the time.
/// `limit`: maximum number of rows. Errors: kCancelled; those of a damaged session.
Result<ResultTable> all_slices(const Trace& trace, const std::vector<std::string>& columns,
                               std::uint64_t limit, TaskControl& control);

/// The slices of a track in order of their start, with the columns of the SQL table `slice` that
/// differ from slice to slice: id, name, start_ns, duration_ns, wait_ns, depth. `track` is the id
/// of a track or its path, such as "NeuronCore 0 / TensorE". Errors: kNotFound with similar paths;
/// kInvalidArgument for a path that several tracks have; kCancelled; those of a damaged session.
Result<ResultTable> track_slices(const Trace& trace,
                                 const std::variant<std::int64_t, std::string>& track,
                                 TaskControl& control);

}  // namespace nscope::python
