#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/files/sqlite.h"
#include "profiler/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::cost {

/// "NSPB" in the file's header: `file` and others know what it is.
inline constexpr int kPriceStoreId = 0x4E535042;

/// Makes the tables of an empty database, or brings those of an older version up to
/// ours, in one transaction. Errors: kBadInput (another kind of file),
/// kUnsupportedVersion (newer than this program), kIo.
Result<> migrate_price_store(SQLite::Database& database, const std::string& path);

/// Whether the version of an opened store is one we read. Errors: kUnsupportedVersion.
Result<> check_price_store_version(SQLite::Database& database, const std::string& path);

/// How the store writes the state of an observation.
std::string_view state_word(PriceObservation::State state);
std::optional<PriceObservation::State> state_of(std::string_view word);

/// What is put into a book and what is read from one: others refuse the whole book.
bool is_possible(Usd per_hour, Usd upfront);
/// A share that can be taken off a price: neither nothing nor all of it.
bool is_discount(std::int64_t parts_per_million);

}  // namespace nscope::cost
