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

/// A throughput that somebody else has to find: this library neither simulates
/// nor opens files. See pending_request() and fill_work().
struct PendingWork {
  enum class Kind { kSimulate, kSummaryFile, kServe };

  Kind kind = Kind::kSimulate;
  Json asked;        ///< kSimulate, kServe: the members of the scenario's "simulate", "serve"
  std::string file;  ///< kSummaryFile: a document of schema `nscope.summary/1`
};

/// One candidate of a scenario.
struct WorkItem {
  WorkEstimate estimate;
  std::optional<PendingWork> pending{};  ///< until then `estimate.throughput` is empty
  /// Label of the item whose work it is compared with; empty: the first item.
  std::string compare_with;
};

/// A question to the cost model: which machine, bought how, does the work for
/// the least money? Plain data, read from `nscope.cost/1`.
struct Scenario {
  std::string title;
  std::string note;
  std::vector<std::string> regions;
  std::optional<Day> as_of{};  ///< empty: the caller's today, or PriceBook::latest()
  std::vector<Purchase> options{kPurchaseOptions.begin(), kPurchaseOptions.end()};
  std::vector<WorkItem> work;
  std::optional<double> run_tokens{};        ///< tokens of one run
  std::optional<double> run_hours{};         ///< the first item's run, where not in tokens
  std::optional<double> tokens_per_month{};  ///< load to be served
  std::vector<PriceObservation> prices;      ///< the user's own
  EconomicsRequest economics;                ///< demand, commitments, spot, lines, ...
};

/// Reads a scenario, strictly: unknown members, wrong types, values out of range,
/// duplicate labels and dangling comparisons are errors. `name` is the file's
/// name. Errors: kBadInput naming file and member; kUnsupportedVersion for
/// another `nscope.cost/` schema.
Result<Scenario> scenario_from_json(const Json& json, std::string_view name);

/// The workload to simulate for a pending item, a document of schema
/// `nscope.workload/1`: what the item says about instance, model, tensor_parallel,
/// batch, lengths and data type, and then the members of its "simulate", which go
/// before.
Json pending_request(const WorkItem& item);

/// Gives a pending item the throughput of ONE instance; it is multiplied by the
/// item's count. Errors: kInvalidArgument where the figure is not positive.
Result<> fill_work(WorkItem& item, const Throughput& of_one_instance);

/// The plan that asks what an item with "serve" sustains, a document of schema `nscope.plan/1`
/// with one request a second: model, instance, weight type and lengths of the item where its
/// "serve" does not say them. Errors: kBadInput naming the member.
Result<Json> serving_request(const WorkItem& item);

/// Gives a pending item with "serve" what all its instances sustain. `within`: inside the limits;
/// empty where `service.why_not` says why. Errors: kInvalidArgument where a figure is not
/// positive, or where there is neither a figure nor a reason, or both.
Result<> fill_served(WorkItem& item, const std::optional<Throughput>& within, ServiceLevel service);

/// Reads one entry of "work". Part of scenario_from_json; the errors go to `in`.
WorkItem read_work_item(StrictObject& in);

/// A number that is_countable(). Errors go to `in`.
std::optional<double> read_optional_positive(StrictObject& in, const char* key);

/// The same, needed: an error, and 1, where it is missing.
double read_positive(StrictObject& in, const char* key);

/// An amount above zero as a JSON number or decimal text. Errors go to `in`.
std::optional<Usd> read_optional_usd(StrictObject& in, const char* key);
/// The same, needed: an error, and 0, where it is missing.
Usd read_usd(StrictObject& in, const char* key);

/// The text of "source", which must not be empty: every figure says where it is from.
std::string read_source(StrictObject& in);

/// Entries of one list of a scenario or study.
inline constexpr std::size_t kMostEntries = 1000;

}  // namespace nscope::cost
