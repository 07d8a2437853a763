#pragma once

#include "costmodel/date.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nscope::cost {

/// How an instance is bought. Savings Plans will be further options.
enum class PurchaseOption { kOnDemand, kRi1Year, kRi3Year, kSpot, kCapacityBlock };

inline constexpr std::array kPurchaseOptions = {PurchaseOption::kOnDemand, PurchaseOption::kRi1Year,
                                                PurchaseOption::kRi3Year, PurchaseOption::kSpot,
                                                PurchaseOption::kCapacityBlock};

/// The word of files and tables: "on_demand", "ri_1yr", "ri_3yr", "spot",
/// "capacity_block".
std::string_view to_string(PurchaseOption option);
/// The words for people: "On-demand", "1-yr RI", ...
std::string_view title(PurchaseOption option);
std::optional<PurchaseOption> parse_purchase_option(std::string_view text);

/// One dated statement of one source about one price: a row of a price file.
struct PriceObservation {
  enum class State {
    kPriced,
    kEstimate,    ///< computed from a price, or of a term that the source does not state
    kNotOffered,  ///< the source says that it cannot be bought
  };

  std::string instance;
  std::string region;  ///< "*": wherever no row names the region
  std::string zone;    ///< zone id for spot; empty: the whole region
  PurchaseOption option = PurchaseOption::kOnDemand;
  std::string term;  ///< "standard no upfront", "fee upfront" or empty
  State state = State::kPriced;
  Usd per_hour;  ///< of one whole instance, Linux, shared tenancy; 0 where not offered
  PriceDate date;
  std::string source;  ///< id of a PriceSource, or the source's own words
  std::string note;
  bool own = false;  ///< the user's own price: goes before public ones whatever its date
};

/// Where price rows come from.
struct PriceSource {
  std::string id;         ///< as the rows cite it
  std::string name;       ///< for people
  std::string origin;     ///< repository, file or page
  std::string retrieved;  ///< date, as precise as known
  std::string note;
};

/// A price that applies on the day asked for.
struct Priced {
  Usd per_hour;  ///< of one instance
  PriceDate date;
  bool dated = true;  ///< false: stated without a date, `date` is the day asked for
  Provenance provenance = Provenance::kPublished;  ///< kApproximate for estimates
  std::string source;                              ///< in words
  std::string term;
  std::string zone;
  std::string note;
  /// Spot: lowest and highest price seen in the region's zones, where known.
  std::optional<std::pair<Usd, Usd>> zones;
};

/// The source says that this cannot be bought.
struct NotOffered {
  std::string reason;
  std::string source;
  PriceDate date;
};

/// Nobody in the book says anything. Never zero, never a guess.
struct UnknownPrice {
  std::string remedy;  ///< how to get it
};

using PriceState = std::variant<Priced, NotOffered, UnknownPrice>;

/// The word of tables for a state without a price: "not offered" or "unknown".
std::string_view missing_word(const PriceState& state);

/// A price file to put on top of the built-in ones.
struct PriceFile {
  std::string name;  ///< for messages
  std::string content;
  bool own = false;  ///< the rows are the user's own prices
};

/// All known prices with their history. Immutable after load(); share freely
/// between threads. Prices are list prices in US dollars per instance-hour.
class PriceBook {
 public:
  /// The built-in files of resources/prices/. Errors: kBadInput naming file,
  /// line and reason.
  static Result<PriceBook> load() { return load({}); }
  /// The built-in files and then the given ones.
  static Result<PriceBook> load(std::span<const PriceFile> files);
  /// This book and more rows on top.
  PriceBook with(std::vector<PriceObservation> more) const;

  /// The price of one instance-hour on a day: the latest observation that is
  /// not later. A row of the region goes before a row for "*", the user's own
  /// price before a public one; equal dates: the row loaded last. For spot
  /// without `zone` the price of the whole region, else the cheapest zone's.
  PriceState as_of(std::string_view instance, std::string_view region, PurchaseOption option,
                   Day day, std::string_view zone = {}) const;

  /// All rows, sorted by instance, region, option, zone and date.
  std::span<const PriceObservation> observations() const { return rows_; }
  /// The rows of one instance, oldest first within region, option and zone.
  std::span<const PriceObservation> observations(std::string_view instance) const;
  std::span<const PriceSource> sources() const { return sources_; }
  /// The name of a source for people, or the id itself.
  std::string source_name(std::string_view id) const;
  std::vector<std::string> instances() const;  ///< sorted
  std::vector<std::string> regions() const;    ///< sorted, without "*"
  /// The latest day of any row: what "now" means where the user names no day.
  Day latest() const;

 private:
  void sort();

  std::vector<PriceObservation> rows_;
  std::vector<PriceSource> sources_;
};

}  // namespace nscope::cost
