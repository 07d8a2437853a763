#pragma once

#include "profiler/base/text.h"

#include <string_view>

namespace nscope::importers {

/// What a text of an unknown format probably is, and what to give instead: "the file looks like
/// the screen of neuron-top; ...". Empty if nothing is known about it.
Text closest_format(std::string_view head);

/// What a JSON document that no importer reads is: a known kind with the file to use instead, or
/// the names of its members.
Text unknown_json(std::string_view head);

}  // namespace nscope::importers
