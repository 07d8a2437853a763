#pragma once

#include "importers/neuron_profile_json/document.h"
#include "importers/neuron_profile_json/import_state.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

// One function per list of the export. Each reads all rows of `list` into `state`. Errors:
// kBadInput if the text is not valid JSON, kCancelled.
namespace nscope::importers {

struct ListInput {
  const ByteSource& file;
  const DocumentMember& list;
  TaskControl& control;
};

// Events: instruction_rows.cpp, dma_rows.cpp, interval_rows.cpp, counter_rows.cpp.
Result<> read_instructions(const ListInput& in, ImportState& state);
Result<> read_dma(const ListInput& in, ImportState& state);
Result<> read_ham(const ListInput& in, ImportState& state);
Result<> read_layer_summary(const ListInput& in, ImportState& state);
Result<> read_active_time(const ListInput& in, ImportState& state);
Result<> read_semaphore_update(const ListInput& in, ImportState& state);
Result<> read_pending_dma(const ListInput& in, ImportState& state);
Result<> read_dma_throughput(const ListInput& in, ImportState& state);
Result<> read_instruction_usage(const ListInput& in, ImportState& state);

// Properties of the run: run_rows.cpp, model_rows.cpp.
Result<> read_metadata(const ListInput& in, ImportState& state);
Result<> read_summary(const ListInput& in, ImportState& state);
Result<> read_profile_info(const ListInput& in, ImportState& state);
Result<> read_messages(const ListInput& in, ImportState& state);
Result<> read_model_info(const ListInput& in, ImportState& state);
Result<> read_neff_header(const ListInput& in, ImportState& state);
Result<> read_neff_node(const ListInput& in, ImportState& state);
Result<> read_dma_queues_info(const ListInput& in, ImportState& state);
Result<> read_nc_mem_usage(const ListInput& in, ImportState& state);

// other_rows.cpp: texts of AWS's user interface, and unknown lists.
Result<> skip_texts(const ListInput& in, ImportState& state);
Result<> read_unknown_list(const ListInput& in, ImportState& state);

}  // namespace nscope::importers
