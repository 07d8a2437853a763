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

/// Which rows of a price list to import.
struct ImportOptions {
  Day today{};                         ///< the date of the import; the current day of the caller
  std::optional<Day> observed{};       ///< when files without dates were downloaded
  bool own = false;                    ///< the rows are the user's own (negotiated) prices
  bool all_instances = false;          ///< if false, only types with accelerators
  std::vector<std::string> instances;  ///< types or families to import as well
};

/// Result of an import. `added` is the sum of first, confirmed and superseded.
struct ImportReport {
  std::int64_t id = 0;  ///< for forget(); 0: no row was added and nothing is stored
  std::string file;
  std::string format;  ///< PriceFormat::id
  Phrase title;        ///< of the format
  PriceSource source;
  std::int64_t added = 0;
  std::int64_t first = 0;       ///< rows without an earlier price for the same purchase
  std::int64_t confirmed = 0;   ///< rows with the same price as the earlier one, observed later
  std::int64_t superseded = 0;  ///< rows with another price than the earlier one
  std::int64_t unchanged = 0;   ///< rows that are in the store already and were not added again
  std::map<std::string, DroppedRows, std::less<>> dropped;  ///< by the English reason
  std::vector<std::string> new_instances;  ///< types that had no price before, sorted
  std::vector<Text> advice;                ///< PriceSink::advice()
};

/// A change of the store that forget() can undo: an import or a discount.
struct StoredImport {
  std::int64_t id = 0;
  std::int64_t revision = 0;
  Day day{};
  std::string kind;  ///< "list", "own" or "discount"
  std::string file;
  std::string format;
  std::string name;       ///< of the source or contract
  std::string published;  ///< date of the list or first day of the discount
  std::int64_t added = 0;
  std::int64_t dropped = 0;
  std::optional<Day> forgotten{};
};

/// Which state of the store to read. Each change (import, discount, forget) creates the next
/// revision. A report that names its revision can be reproduced at any later time.
struct BookPin {
  std::optional<Day> day{};  ///< the state at the end of that day; also limits built-in rows
  std::optional<std::int64_t> revision{};
};

/// Whether a type has accelerators (Trainium, Inferentia, GPUs and similar), by its family.
/// These are the types that an import keeps by default.
bool is_accelerated(std::string_view instance);

/// The user's own price book: imported lists and discounts, in one SQLite file. Rows are
/// never overwritten: a newer price is a row of a later import, and reports that are pinned to
/// an earlier revision still contain what was forgotten later. One thread; several processes
/// may use the same file. Schema: docs/prices.md.
class PriceStore {
 public:
  /// Opens the file, or creates it with its folder. Errors: kIo, kBadInput (another kind of
  /// file), kUnsupportedVersion (made by a newer program).
  static Result<PriceStore> open(const std::string& path);

  PriceStore(PriceStore&&) noexcept;
  PriceStore& operator=(PriceStore&&) noexcept;
  ~PriceStore();

  /// A sentence if open() undid the unfinished change of a killed program; else empty.
  const Text& recovered() const;

  /// Imports a list in one transaction: after an error, a cancellation or a crash, the store is
  /// unchanged. Errors: those of PriceFormat::read; kIo.
  Result<ImportReport> import(const PriceList& list, const ImportOptions& options,
                              TaskControl& control);
  /// Adds a discount to the book and returns the id of its import. Errors: kInvalidArgument for
  /// a share that is not between 0 and 100 %, or days in the wrong order; kIo.
  Result<std::int64_t> add_discount(const Discount& discount, Day today);
  /// Undoes an import or a discount, from the next revision on. Errors: kNotFound;
  /// kInvalidArgument if it was undone before.
  Result<> forget(std::int64_t id, Day today);

 private:
  struct State;
  explicit PriceStore(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The content of a store at one revision.
struct StoredBook {
  BookLayer layer;  ///< for PriceBook::load
  std::int64_t revision = 0;
  std::vector<StoredImport> imports;  ///< up to that revision, including the forgotten ones
  Text recovered{};  ///< a sentence if a killed program had left the file unfinished
};

/// Reads a store without changing it, except that recover_database() undoes an unfinished change.
/// A file of 0 bytes is an empty store. Errors: kNotFound (no file), kBadInput (not a price book,
/// or damaged rows), kUnsupportedVersion, kInvalidArgument (unknown revision).
Result<StoredBook> read_price_store(const std::string& path, const BookPin& pin = {});

}  // namespace nscope::cost
