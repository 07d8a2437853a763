#pragma once

#include "profiler/base/result.h"
#include "profiler/base/sqlite.h"

#include <string>

namespace nscope::cost {

/// "NSPB" in the file's header: `file` and others know what it is.
inline constexpr int kPriceStoreId = 0x4E535042;

/// Makes the tables of an empty database, or brings those of an older version up to
/// ours, in one transaction. Errors: kBadInput (another kind of file),
/// kUnsupportedVersion (newer than this program), kIo.
Result<> migrate_price_store(SQLite::Database& database, const std::string& path);

/// Whether the version of an opened store is one we read. Errors: kUnsupportedVersion.
Result<> check_price_store_version(SQLite::Database& database, const std::string& path);

}  // namespace nscope::cost
