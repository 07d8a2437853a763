#pragma once

#include "importers/shared/importer.h"

#include <filesystem>

namespace nscope::importers {

/// A folder of compiled graphs: the Neuron persistent cache in its layouts old
/// and new, the NEFF folders of native PyTorch and of vLLM; also one compiler
/// version or one module of it. See docs/formats/compile-cache.md. Only names,
/// sizes and times of files are read, and the compiler's flags and errors.
/// Errors: kBadInput where there is no entry in it; kIo; kCancelled.
bool sniff_compile_cache(const std::filesystem::path& folder);
Result<> read_compile_cache(const std::filesystem::path& folder, TraceSink& sink,
                            TaskControl& control);

}  // namespace nscope::importers
