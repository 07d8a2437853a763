#pragma once

#include "costmodel/prices/price_book.h"
#include "profiler/base/files/sqlite.h"
#include "profiler/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace nscope::cost {

/// Application id of SQLite, "NSPB", in the header of the file.
inline constexpr int kPriceStoreId = 0x4E535042;

/// Creates the tables in an empty database, or migrates those of an older version to the current
/// version, in one transaction. Errors: kBadInput (another kind of file), kUnsupportedVersion
/// (newer than this program), kIo.
Result<> migrate_price_store(SQLite::Database& database, const std::string& path);

/// Checks the version of an opened store. Errors: kUnsupportedVersion.
Result<> check_price_store_version(SQLite::Database& database, const std::string& path);

/// The word for the state of an observation in the store.
std::string_view state_word(PriceObservation::State state);
std::optional<PriceObservation::State> state_of(std::string_view word);

/// Whether both amounts are in range. An import skips other rows; a store with other rows is
/// rejected as a whole.
bool is_possible(Usd per_hour, Usd upfront);
/// Whether the share is between 0 and 100 %, both excluded.
bool is_discount(std::int64_t parts_per_million);

}  // namespace nscope::cost
