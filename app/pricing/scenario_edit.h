#pragma once

#include "profiler/base/json.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nscope::app {

// Edits of documents of schema `nscope.cost/1`. Pure functions of JSON. The source of an assumed
// value in the document starts with "assumed".

/// Converts members with two forms to the form that the editor supports: "region" becomes
/// "regions", and absent "options" become the default list. Returns whether the document changed.
bool normalise_scenario(Json& document);

/// A string member; empty if it is absent or not a string.
std::string member_text(const Json& object, const char* key);
/// Number of work items; 0 if the list is absent.
std::size_t work_count(const Json& document);
/// The label of an item: as stated, or derived from count and instance as the reader does.
std::string work_label(const Json& item);
/// A label that no item has, derived from `wanted`.
std::string free_label(const Json& document, const std::string& wanted);

/// Appends an item: a copy of item `like` or, if there is none, an example.
Json with_item(Json document, std::size_t like);
/// Removes the item and all references to it.
Json without_item(Json document, std::size_t index);
/// Changes all references to an item from its old label to its new label.
Json with_renamed(Json document, const std::string& from, const std::string& to);

/// Appends regions to those of the scenario.
Json with_regions(Json document, const std::vector<std::string>& more);

/// The source of an item's throughput; an item has exactly one of these members.
enum class Origin { kStated, kSimulated, kServed, kRun };
Origin origin_of(const Json& item);
/// The item with another origin. `tokens_per_second` (of all instances) is the stated throughput,
/// `file` the summary of a run. A served item gets latency limits, and lengths if it has none:
/// typical values for a chat.
Json with_origin(Json item, Origin origin, double tokens_per_second, const std::string& file);

/// The optional parts of a scenario.
enum class ScenarioPart { kLoad, kDemand, kUtilisation, kCommitments, kSpot, kCarbon };
bool has_part(const Json& document, ScenarioPart part);
/// Adds the part and those that it requires, with assumed values. `item` is the one that runs on
/// Spot; `tokens_per_second` is its throughput, from which the assumed load is derived.
Json with_part(Json document, ScenarioPart part, std::size_t item, double tokens_per_second);
/// Removes the part and those that require it.
Json without_part(Json document, ScenarioPart part);

}  // namespace nscope::app
