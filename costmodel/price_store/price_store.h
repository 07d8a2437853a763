#pragma once

#include "costmodel/price_formats/registry.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// What to keep of a price list.
struct ImportOptions {
  Day today{};                 ///< written down as the day of the import; the caller's clock
  bool own = false;            ///< the rows are the user's own (negotiated) prices
  bool all_instances = false;  ///< else accelerated ones only
  std::vector<std::string> instances;  ///< and these types or families
};

/// What an import did. `added` is the sum of first, confirmed and superseded.
struct ImportReport {
  std::int64_t id = 0;  ///< for forget(); 0 where nothing was added: then nothing is stored
  std::string file;
  std::string format;  ///< PriceFormat::id
  std::string title;   ///< of the format
  PriceSource source;
  std::int64_t added = 0;
  std::int64_t first = 0;       ///< nothing was known of this thing before
  std::int64_t confirmed = 0;   ///< the price that was known, seen again later
  std::int64_t superseded = 0;  ///< another price than the one before
  std::int64_t unchanged = 0;   ///< the same statement is there already: not added twice
  std::map<std::string, DroppedRows, std::less<>> dropped;
  std::vector<std::string> new_instances;  ///< types without any price until now, sorted
  std::vector<std::string> advice;
};

/// A change of the store that can be taken back: an import or a discount.
struct StoredImport {
  std::int64_t id = 0;
  std::int64_t revision = 0;
  Day day{};
  std::string kind;  ///< "list", "own" or "discount"
  std::string file;
  std::string format;
  std::string name;       ///< of the source or contract
  std::string published;  ///< date of the list
  std::int64_t added = 0;
  std::int64_t dropped = 0;
  std::optional<Day> forgotten{};
};

/// Which state of the store to read: each change (import, discount, forget) makes the
/// next revision. An old report that names its revision comes out the same for ever.
struct BookPin {
  std::optional<Day> day{};  ///< as known at the end of that day; built-in rows too
  std::optional<std::int64_t> revision{};
};

/// Whether a type has accelerators (Trainium, Inferentia, GPUs and the like), by its
/// family: what an import keeps where nothing else is said.
bool is_accelerated(std::string_view instance);

/// The user's own price book: imported lists and discounts, in one SQLite file. Nothing
/// is overwritten: a newer price is a row of a later import, and what is forgotten stays
/// visible to reports that are pinned to before. One thread; several processes may use
/// the same file. Schema: docs/prices.md.
class PriceStore {
 public:
  /// Opens or creates the file, with its folder. Errors: kIo, kBadInput (another kind of
  /// file), kUnsupportedVersion (made by a newer program).
  static Result<PriceStore> open(const std::string& path);

  PriceStore(PriceStore&&) noexcept;
  PriceStore& operator=(PriceStore&&) noexcept;
  ~PriceStore();

  /// Reads a list into the store, in one transaction: after an error, a cancellation or a
  /// crash the store is what it was. Errors: those of PriceFormat::read; kIo.
  Result<ImportReport> import(const PriceList& list, const ImportOptions& options,
                              TaskControl& control);
  /// Lays a discount over the book; its import's id. Errors: kInvalidArgument for a share
  /// that is not between 0 and 100 %, or days in the wrong order; kIo.
  Result<std::int64_t> add_discount(const Discount& discount, Day today);
  /// Takes an import or a discount back, from the next revision on. Errors: kNotFound;
  /// kInvalidArgument where it was taken back before.
  Result<> forget(std::int64_t id, Day today);

 private:
  struct State;
  explicit PriceStore(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A store's content, read without changing anything. Errors: kNotFound (no file),
/// kBadInput (not a price book, damaged rows), kUnsupportedVersion, kInvalidArgument (a
/// revision that is not there).
struct StoredBook {
  BookLayer layer;                    ///< for PriceBook::load
  std::int64_t revision = 0;          ///< that was read
  std::vector<StoredImport> imports;  ///< of that revision, with the forgotten ones
};
Result<StoredBook> read_price_store(const std::string& path, const BookPin& pin = {});

}  // namespace nscope::cost
