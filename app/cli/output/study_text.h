#pragma once

#include "profiler/base/language.h"

#include <string>
#include <vector>

namespace nscope::cli {

// Texts of all documents with variants. All functions are pure.

/// The remarks about a variant, one line each after its name, without those about the document
/// itself (`first`).
std::string variant_remarks(const Text& variant, const std::vector<Text>& remarks,
                            const std::vector<Text>& first, const Language& language);

}  // namespace nscope::cli
