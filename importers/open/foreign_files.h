#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/text.h"

#include <optional>

namespace nscope::importers {

/// What a file is that people open by mistake, or that must be converted first, and what to do.
/// nullopt for any other file.
std::optional<Text> foreign_file(const ByteSource& file);

}  // namespace nscope::importers
