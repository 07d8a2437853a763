#pragma once

#include "costmodel/prices/price_book.h"
#include "costmodel/scenario/economics_request.h"
#include "costmodel/scenario/work_estimate.h"
#include "profiler/base/json.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// A throughput that the caller has to provide, because this library neither simulates nor opens
/// files. See pending_request() and fill_work().
struct PendingWork {
  enum class Kind { kSimulate, kSummaryFile, kServe };

  Kind kind = Kind::kSimulate;
  Json asked;        ///< kSimulate, kServe: the object "simulate" or "serve" of the scenario
  std::string file;  ///< kSummaryFile: a document of schema `nscope.summary/1`
};

/// One candidate of a scenario.
struct WorkItem {
  WorkEstimate estimate;
  std::optional<PendingWork> pending{};  ///< if set, `estimate.throughput` is not yet valid
  /// Label of the item that it is compared with; the first item if empty.
  std::string compare_with;
  std::string place{};  ///< "file: /work/0" for messages; empty if it is not in a document
};

/// The place of an item for messages: `place`, or "work 'label'".
std::string place_of(const WorkItem& item);

/// A question to the cost model: which instances with which purchase option do the work at the
/// lowest cost? Plain data, read from `nscope.cost/1`.
struct Scenario {
  std::string title;
  std::string note;
  std::vector<std::string> regions;
  std::optional<Day> as_of{};  ///< the current day of the caller or PriceBook::latest() if empty
  std::vector<Purchase> options{kPurchaseOptions.begin(), kPurchaseOptions.end()};
  std::vector<WorkItem> work;
  std::optional<double> run_tokens{};        ///< tokens of one run
  std::optional<double> run_hours{};         ///< of the first item's run, if not in tokens
  std::optional<double> tokens_per_month{};  ///< load
  std::vector<PriceObservation> prices;      ///< the user's own prices
  EconomicsRequest economics;                ///< demand, commitments, spot, lines, ...
};

/// Reads a scenario strictly: unknown keys, wrong types, values out of range, duplicate labels
/// and unknown labels in comparisons are errors. `name` is the name of the file. Errors:
/// kBadInput naming file and member; kUnsupportedVersion for another `nscope.cost/` schema.
Result<Scenario> scenario_from_json(const Json& json, std::string_view name);

/// The workload to simulate for a pending item, a document of schema `nscope.workload/1`:
/// instance, model, tensor_parallel, batch, lengths and data type of the item, overridden by
/// the members of its "simulate".
Json pending_request(const WorkItem& item);

/// Sets the throughput of a pending item to that of ONE instance multiplied by the count of the
/// item. Errors: kInvalidArgument if the throughput is not positive.
Result<> fill_work(WorkItem& item, const Throughput& of_one_instance);

/// The plan request that determines the sustained load of an item with "serve", a document of
/// schema `nscope.plan/1` with one request per second. Model, instance, weight type and lengths
/// are those of the item unless its "serve" states them. Errors: kBadInput naming the member.
Result<Json> serving_request(const WorkItem& item);

/// Sets the throughput of a pending item with "serve" to the sustained load of all its
/// instances. `within` is the load within the limits; if empty, `service.why_not` states the
/// reason. Errors: kInvalidArgument if a value is not positive, or unless exactly one of load
/// and reason is present.
Result<> fill_served(WorkItem& item, const std::optional<Throughput>& within, ServiceLevel service);

/// Reads one entry of "work" for scenario_from_json(). Errors are recorded in `in`.
WorkItem read_work_item(StrictObject& in);

/// A number that is_countable(). Errors are recorded in `in`.
std::optional<double> read_optional_positive(StrictObject& in, const char* key);

/// The same for a required key; 1 and an error if absent.
double read_positive(StrictObject& in, const char* key);

/// An amount greater than zero as a JSON number or decimal string. Errors are recorded in `in`.
std::optional<Usd> read_optional_usd(StrictObject& in, const char* key);
/// The same for a required key; 0 and an error if absent.
Usd read_usd(StrictObject& in, const char* key);

/// The string "source", which must not be empty: every figure states its source.
std::string read_source(StrictObject& in);

/// Maximum number of entries of an array in a scenario or study.
inline constexpr std::size_t kMostEntries = 1000;

}  // namespace nscope::cost
