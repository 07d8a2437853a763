#pragma once

#include <string>
#include <vector>

namespace nscope::cli {

/// What all documents with variants print alike. All functions are pure.

/// Title and note, a line each where they are stated.
std::string study_heading(const std::string& title, const std::string& note);

/// Sentences about a variant, each behind its name; those of the document itself (`first`)
/// are not said again.
std::string variant_remarks(const std::string& variant, const std::vector<std::string>& remarks,
                            const std::vector<std::string>& first);

}  // namespace nscope::cli
