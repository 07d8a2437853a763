#pragma once

#include "importers/shared/importer.h"

#include <filesystem>

namespace nscope::importers {

/// A folder of compiled graphs: the Neuron persistent cache in its old and new layout, the NEFF
/// folders of native PyTorch and of vLLM, or the folder of one compiler version or one module. See
/// docs/formats/compile-cache.md. Only the names, sizes and times of files and the compiler's flags
/// and errors are read. Errors: kBadInput if the folder contains no entry; kIo; kCancelled.
bool sniff_compile_cache(const std::filesystem::path& folder);
Result<> read_compile_cache(const std::filesystem::path& folder, TraceSink& sink,
                            TaskControl& control);

}  // namespace nscope::importers
