#pragma once

#include "profiler/base/files/byte_source.h"

#include <string>

namespace nscope::importers {

/// What a file that no importer reads seems to be, in words: "it is a ZIP archive".
std::string looks_like(const ByteSource& file);

}  // namespace nscope::importers
