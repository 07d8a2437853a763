#pragma once

#include "costmodel/money/date.h"
#include "costmodel/prices/purchase.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nscope::cost {

/// A dated statement of one source about one price: a row of a price file. Amounts are
/// exact, in nano-units of `currency`.
struct PriceObservation {
  enum class State {
    kPriced,
    kEstimate,    ///< computed from a price, or of a term that the source does not state
    kNotOffered,  ///< the source says that it cannot be bought
  };

  std::string instance;
  std::string region;  ///< "*": wherever no row names the region
  std::string zone;    ///< zone id for spot; empty: the whole region
  Purchase purchase;
  std::string term;  ///< what else the source says of the terms, in words
  State state = State::kPriced;
  /// Fee of one whole instance for an hour, Linux, shared tenancy; 0 where not offered.
  Usd per_hour;
  Usd upfront;                           ///< fee of one instance for the whole term
  std::string currency = "USD";          ///< ISO 4217; no other currency is ever converted
  PriceDate observed;                    ///< when the source was seen, or its list published
  std::optional<PriceDate> effective{};  ///< since when it says that the price applies
  std::string source;                    ///< id of a PriceSource, or the source's own words
  std::string note;
  bool own = false;  ///< the user's own price: goes before public ones whatever its date
};

/// The fee and the upfront fee spread over the term, per hour:
/// per_hour + upfront / (8760 years), as the AWS Pricing Calculator does it.
Usd effective_hourly(const PriceObservation& row);

/// Where price rows come from.
struct PriceSource {
  std::string id;         ///< as the rows cite it
  std::string name;       ///< for people
  std::string origin;     ///< repository, file or page
  std::string retrieved;  ///< date, as precise as known
  std::string note;
};

/// A private discount on public prices. It is laid over the rows, never stored in them.
struct Discount {
  std::string instance;                ///< type, or family ("trn1"); empty: all
  std::string region;                  ///< empty: all
  std::optional<Purchase> purchase;    ///< empty: all
  std::int64_t parts_per_million = 0;  ///< taken off: 9 % is 90'000
  Day from{};                          ///< first day it applies
  std::optional<Day> until{};          ///< last day
  std::string source;                  ///< the contract, for people
};

/// A price that applies on the day asked for.
struct Priced {
  Usd per_hour;       ///< effective, of one instance: with its share of the upfront fee
  PriceDate date;     ///< when it was seen
  bool dated = true;  ///< false: stated without a date, `date` is the day asked for
  Provenance provenance = Provenance::kPublished;  ///< kApproximate for estimates
  std::string source;                              ///< in words, with the discount taken off
  std::string term;
  std::string zone;
  std::string note;
  /// Spot: lowest and highest price seen in the region's zones, where known.
  std::optional<std::pair<Usd, Usd>> zones;
  Usd recurring{};                       ///< the hourly fee alone
  Usd upfront{};                         ///< paid at the start, for the term
  std::optional<PriceDate> effective{};  ///< since when, where the source says
  std::optional<Usd> list{};  ///< effective price before the user's discount, where there is one
  bool own = false;           ///< the user's own price
};

/// The source says that this cannot be bought.
struct NotOffered {
  std::string reason;
  std::string source;
  PriceDate date;
};

/// Nobody in the book says anything (in US dollars). Never zero, never a guess.
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

/// Rows, their sources and discounts that somebody else keeps: the user's price store.
struct BookLayer {
  std::vector<PriceObservation> rows;
  std::vector<PriceSource> sources;
  std::vector<Discount> discounts;
  /// Leaves out built-in rows seen after this day: the book as known then.
  std::optional<Day> known{};
};

/// All known prices with their history. Immutable after load(); share freely
/// between threads. Prices are list prices per instance-hour, and what the user's own
/// rows and discounts make of them.
class PriceBook {
 public:
  /// The built-in files of resources/prices/. Errors: kBadInput naming file,
  /// line and reason.
  static Result<PriceBook> load() { return load({}); }
  /// The built-in files, then the given ones, then the layer.
  static Result<PriceBook> load(std::span<const PriceFile> files, BookLayer layer = {});
  /// This book and more rows on top.
  PriceBook with(std::vector<PriceObservation> more) const;

  /// The price of one instance-hour in US dollars on a day, from the row with the
  /// newest evidence for it: the day it was seen, or (where that is later) the day
  /// from which it says that the price applies. A row of the region goes before a row
  /// for "*", the user's own price before a public one; equal days: the row loaded
  /// last. Public prices less the most particular Discount of the day. For spot
  /// without `zone` the price of the whole region, else the cheapest zone's.
  PriceState as_of(std::string_view instance, std::string_view region, const Purchase& purchase,
                   Day day, std::string_view zone = {}) const;

  /// All rows, sorted by instance, region, purchase, zone and day observed.
  std::span<const PriceObservation> observations() const { return rows_; }
  /// The rows of one instance, oldest first within region, purchase and zone.
  std::span<const PriceObservation> observations(std::string_view instance) const;
  std::span<const PriceSource> sources() const { return sources_; }
  std::span<const Discount> discounts() const { return discounts_; }
  /// The name of a source for people, or the id itself.
  std::string source_name(std::string_view id) const;
  std::vector<std::string> instances() const;  ///< sorted
  std::vector<std::string> regions() const;    ///< sorted, without "*"
  /// The latest day of any row: what "now" means where the user names no day.
  Day latest() const;

 private:
  void sort();
  const Discount* discount(const PriceObservation& row, std::string_view region, Day day) const;
  Priced priced(const PriceObservation& row, std::string_view region, Day day) const;

  std::vector<PriceObservation> rows_;
  std::vector<PriceSource> sources_;
  std::vector<Discount> discounts_;
};

/// Whether `type` is `pattern` or of that family: "trn1" has "trn1.32xlarge", not "trn1n.32xlarge".
bool matches_instance(std::string_view pattern, std::string_view type);

}  // namespace nscope::cost
