#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/text.h"

#include <optional>

namespace nscope::importers {

/// A description of a file that no importer reads: "the file is a ZIP archive; unpack it first".
Text looks_like(const ByteSource& file);

/// The text of a file in which a crash or the truncation of an open log left zero bytes, without
/// them. nullopt if the file has none, is larger than kMostWrappedText, or is not a text.
std::optional<ByteSource> without_zero_bytes(const ByteSource& file);

}  // namespace nscope::importers
