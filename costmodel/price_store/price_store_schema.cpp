#include "costmodel/price_store/price_store_schema.h"

#include "costmodel/prices/price_file.h"

#include <array>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// Step i migrates version i to version i + 1. Do not change a released step; add a new one.
constexpr std::array kSteps = {
    R"sql(
CREATE TABLE revision(
  id INTEGER PRIMARY KEY,
  day TEXT NOT NULL,
  change TEXT NOT NULL) STRICT;
CREATE TABLE import(
  id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL REFERENCES revision(id),
  forgotten_in INTEGER REFERENCES revision(id),
  kind TEXT NOT NULL CHECK(kind IN ('list', 'own', 'discount')),
  file TEXT NOT NULL,
  format TEXT NOT NULL,
  name TEXT NOT NULL,
  published TEXT NOT NULL,
  note TEXT NOT NULL,
  added INTEGER NOT NULL) STRICT;
CREATE TABLE observation(
  id INTEGER PRIMARY KEY,
  import INTEGER NOT NULL REFERENCES import(id),
  instance TEXT NOT NULL,
  region TEXT NOT NULL,
  zone TEXT NOT NULL,
  purchase TEXT NOT NULL,
  term TEXT NOT NULL,
  state TEXT NOT NULL CHECK(state IN ('priced', 'estimate', 'not_offered')),
  hourly_nano INTEGER NOT NULL,
  upfront_nano INTEGER NOT NULL,
  currency TEXT NOT NULL,
  observed TEXT NOT NULL,
  effective TEXT,
  source TEXT NOT NULL,
  note TEXT NOT NULL) STRICT;
CREATE INDEX observation_of ON observation(instance, region, purchase, zone, currency, observed);
CREATE INDEX observation_import ON observation(import);
CREATE TABLE discount(
  import INTEGER NOT NULL REFERENCES import(id),
  instance TEXT NOT NULL,
  region TEXT NOT NULL,
  purchase TEXT,
  parts_per_million INTEGER NOT NULL,
  from_day TEXT NOT NULL,
  until_day TEXT) STRICT;
CREATE TABLE dropped(
  import INTEGER NOT NULL REFERENCES import(id),
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  example TEXT NOT NULL) STRICT;
)sql",
};

Result<> too_new(int version, const std::string& path) {
  return fail(ErrorCode::kUnsupportedVersion,
              tr("unsupported price book version {}; supported: up to {}", version, kSteps.size()),
              path);
}

}  // namespace

Result<> check_price_store_version(SQLite::Database& database, const std::string& path) {
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version > static_cast<int>(kSteps.size())) return too_new(version, path);
  if (version < static_cast<int>(kSteps.size())) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("unsupported price book version {}; the next import updates the file to "
                   "version {}",
                   version, kSteps.size()),
                path);
  }
  return {};
}

Result<> migrate_price_store(SQLite::Database& database, const std::string& path) {
  return sqlite_guard(ErrorCode::kBadInput, path, [&]() -> Result<> {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const int id = database.execAndGet("PRAGMA application_id").getInt();
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    const int tables = database.execAndGet("SELECT count(*) FROM sqlite_master").getInt();
    if (id != kPriceStoreId && (id != 0 || version != 0 || tables != 0)) {
      return fail(ErrorCode::kBadInput, tr("the SQLite database is not a price book"), path);
    }
    if (version > static_cast<int>(kSteps.size())) return too_new(version, path);
    // A trigger or view would run SQL of unknown origin.
    if (database.execAndGet("SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view')")
            .getInt() != 0) {
      return fail(ErrorCode::kBadInput, tr("a price book must not have triggers or views"), path);
    }
    if (version == static_cast<int>(kSteps.size())) return {};
    for (std::size_t step = static_cast<std::size_t>(version); step < kSteps.size(); ++step) {
      database.exec(kSteps[step]);
    }
    database.exec(fmt::format("PRAGMA application_id={}; PRAGMA user_version={};", kPriceStoreId,
                              kSteps.size()));
    transaction.commit();
    return {};
  });
}

using State = PriceObservation::State;

std::string_view state_word(State state) {
  switch (state) {
    case State::kPriced: return "priced";
    case State::kEstimate: return "estimate";
    case State::kNotOffered: return "not_offered";
  }
  return "";
}

std::optional<State> state_of(std::string_view word) {
  for (const State state : {State::kPriced, State::kEstimate, State::kNotOffered}) {
    if (word == state_word(state)) return state;
  }
  return std::nullopt;
}

bool is_possible(Usd per_hour, Usd upfront) {
  return per_hour >= Usd() && upfront >= Usd() && per_hour <= kMostPerHour &&
         upfront <= kMostUpfront;
}

bool is_discount(std::int64_t parts_per_million) {
  constexpr std::int64_t kAll = 1'000'000;
  return parts_per_million > 0 && parts_per_million < kAll;
}

}  // namespace nscope::cost
