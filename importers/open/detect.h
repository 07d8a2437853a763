#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/text.h"

namespace nscope::importers {

/// A description of a file that no importer reads: "the file is a ZIP archive; unpack it first".
Text looks_like(const ByteSource& file);

}  // namespace nscope::importers
