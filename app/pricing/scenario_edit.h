#pragma once

#include "profiler/base/json.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nscope::app {

// Changes that an editor makes to a document of schema `nscope.cost/1`. Pure functions over JSON;
// what they assume stands in the document itself, with the words "assumed" in its source.

/// Members that a scenario may write in two ways are written in the one that has a field:
/// "region" as "regions", missing "options" as the list that is meant. True where it changed.
bool normalise_scenario(Json& document);

/// A member that is a text; empty where it is something else, or nothing is there.
std::string member_text(const Json& object, const char* key);
/// Number of work items; 0 where there is no such list.
std::size_t work_count(const Json& document);
/// The label of an item as the reader takes it: stated, or made of count and instance.
std::string work_label(const Json& item);
/// A label that no item has, made from `wanted`.
std::string free_label(const Json& document, const std::string& wanted);

/// Another item at the end: a copy of item `like`, or where there is none one to begin with.
Json with_item(Json document, std::size_t like);
/// Without the item, and without what names it.
Json without_item(Json document, std::size_t index);
/// Everything that named the item by its old label names it by its new one.
Json with_renamed(Json document, const std::string& from, const std::string& to);

/// The same scenario in other regions, too: those behind the ones that it has.
Json with_regions(Json document, const std::vector<std::string>& more);

/// Where an item's throughput comes from: exactly one member.
enum class Origin { kStated, kSimulated, kServed, kRun };
Origin origin_of(const Json& item);
/// The item with another origin. `tokens_per_second` (of all instances) is stated where that is
/// asked for, `file` is the summary of a run. What is served gets limits and lengths where it has
/// none: the usual ones of a conversation.
Json with_origin(Json item, Origin origin, double tokens_per_second, const std::string& file);

/// What a scenario may ask beside the matrix.
enum class ScenarioPart { kLoad, kDemand, kUtilisation, kCommitments, kSpot, kCarbon };
bool has_part(const Json& document, ScenarioPart part);
/// With the part, and those that it needs, made of stated assumptions. `item` is the one that
/// runs on spot; `tokens_per_second` its throughput, which the assumed load keeps busy in part.
Json with_part(Json document, ScenarioPart part, std::size_t item, double tokens_per_second);
/// Without the part and those that need it.
Json without_part(Json document, ScenarioPart part);

}  // namespace nscope::app
