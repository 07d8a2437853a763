#include "costmodel/price_store.h"

#include "costmodel/price_file.h"
#include "costmodel/price_formats/registry.h"
#include "costmodel/price_store_schema.h"
#include "profiler/base/sqlite.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr int kWaitForOthersMs = 10'000;
constexpr std::int64_t kAllParts = 1'000'000;

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

/// Names of types, regions and zones: they are printed and put into keys.
bool is_name(std::string_view text) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  constexpr std::size_t kLongest = 64;
  return text == "*" || (!text.empty() && text.size() <= kLongest &&
                         text.find_first_not_of(kLetters) == std::string_view::npos);
}

/// Others are not put into a book, and are refused in one that is read.
bool is_possible(Usd per_hour, Usd upfront) {
  return per_hour >= Usd() && upfront >= Usd() && per_hour <= kMostPerHour &&
         upfront <= kMostUpfront;
}

std::int64_t new_revision(SQLite::Database& database, Day today, const std::string& change) {
  SQLite::Statement insert(database, "INSERT INTO revision(day, change) VALUES(?, ?)");
  insert.bind(1, to_string(today));
  insert.bind(2, change);
  insert.exec();
  return database.getLastInsertRowid();
}

struct ImportRow {
  std::int64_t revision = 0;
  std::string kind;
  std::string file;
  std::string format;
};

std::int64_t insert_import(SQLite::Database& database, const ImportRow& row) {
  SQLite::Statement insert(database,
                           "INSERT INTO import(revision, kind, file, format, name, published, "
                           "note, added) VALUES(?, ?, ?, ?, '', '', '', 0)");
  insert.bind(1, row.revision);
  insert.bind(2, row.kind);
  insert.bind(3, row.file);
  insert.bind(4, row.format);
  insert.exec();
  return database.getLastInsertRowid();
}

void describe_import(SQLite::Database& database, std::int64_t id, const PriceSource& source,
                     std::int64_t added) {
  SQLite::Statement update(database,
                           "UPDATE import SET name=?, published=?, note=?, added=? WHERE id=?");
  update.bind(1, source.name);
  update.bind(2, source.retrieved);
  update.bind(3, source.note);
  update.bind(4, added);
  update.bind(5, id);
  update.exec();
}

/// Puts the rows of one import into the store, inside the caller's transaction, and
/// compares each with what was known.
class StoreSink : public PriceSink {
 public:
  StoreSink(SQLite::Database& database, std::int64_t import, const ImportOptions& options,
            std::string where)
      : options_(options),
        import_(import),
        where_(std::move(where)),
        known_(database,
               "SELECT o.id, o.import, o.state, o.hourly_nano, o.upfront_nano, o.observed, "
               "o.effective FROM observation o JOIN import i ON i.id = o.import "
               "WHERE o.instance=? AND o.region=? AND o.purchase=? AND o.zone=? AND o.currency=? "
               "AND i.forgotten_in IS NULL AND i.kind=? ORDER BY o.observed DESC, o.id DESC"),
        insert_(database,
                "INSERT INTO observation(import, instance, region, purchase, zone, currency, term, "
                "state, hourly_nano, upfront_nano, observed, effective, source, note) "
                "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        replace_(database,
                 "UPDATE observation SET term=?, state=?, hourly_nano=?, upfront_nano=?, note=? "
                 "WHERE id=?") {}

  bool wants(std::string_view instance) const override {
    if (options_.all_instances || options_.own || is_accelerated(instance)) return true;
    for (const std::string& pattern : options_.instances) {
      if (matches_instance(pattern, instance)) return true;
    }
    return false;
  }

  Result<> row(PriceObservation row) override {
    if (!wants(row.instance)) {
      drop("another instance type than asked for", row.instance);
      return {};
    }
    if (!is_name(row.instance) || !is_name(row.region) ||
        !(row.zone.empty() || is_name(row.zone))) {
      drop("a name with letters that AWS has in none", row.instance);
      return {};
    }
    if (!is_possible(row.per_hour, row.upfront)) {
      drop("a price that no instance has",
           fmt::format("{} {} {}", row.instance, row.region, to_string(row.purchase)));
      return {};
    }
    return sqlite_guard(ErrorCode::kIo, where_, [&]() -> Result<> {
      add(row);
      return {};
    });
  }

  ImportReport counts;
  std::set<std::string> instances;

 private:
  enum class Found { kNothing, kSame, kOther, kStatement, kTwice };

  void add(const PriceObservation& row) {
    std::int64_t twin = 0;
    switch (compare(row, twin)) {
      case Found::kStatement: ++counts.unchanged; return;
      case Found::kTwice: keep_dearer(row, twin); return;
      case Found::kNothing: ++counts.first; break;
      case Found::kSame: ++counts.confirmed; break;
      case Found::kOther: ++counts.superseded; break;
    }
    ++counts.added;
    instances.insert(row.instance);
    insert(row);
  }

  /// The row beside what is known of the same thing. `twin` becomes the id of a row of
  /// this import that says otherwise, its effective price `twin_price_`.
  Found compare(const PriceObservation& row, std::int64_t& twin) {
    known_.reset();
    known_.bind(1, row.instance);
    known_.bind(2, row.region);
    known_.bind(3, to_string(row.purchase));
    known_.bind(4, row.zone);
    known_.bind(5, row.currency);
    known_.bind(6, std::string(options_.own ? "own" : "list"));
    const std::string observed = to_string(row.observed);
    const std::string effective = row.effective ? to_string(*row.effective) : std::string();
    Found found = Found::kNothing;
    while (known_.executeStep()) {
      const bool same_price = known_.getColumn(2).getString() == state_word(row.state) &&
                              known_.getColumn(3).getInt64() == row.per_hour.nano() &&
                              known_.getColumn(4).getInt64() == row.upfront.nano();
      const std::string seen = known_.getColumn(5).getString();
      const bool same_days = seen == observed && known_.getColumn(6).getString() == effective;
      if (same_days && same_price) return Found::kStatement;
      if (same_days && known_.getColumn(1).getInt64() == import_) {
        twin = known_.getColumn(0).getInt64();
        PriceObservation other = row;
        other.per_hour = Usd::from_nano(known_.getColumn(3).getInt64());
        other.upfront = Usd::from_nano(known_.getColumn(4).getInt64());
        twin_price_ = effective_hourly(other);
        return Found::kTwice;
      }
      if (seen <= observed && found == Found::kNothing) {
        found = same_price ? Found::kSame : Found::kOther;
      }
    }
    return found;
  }

  void keep_dearer(const PriceObservation& row, std::int64_t twin) {
    drop("another price for the same thing in this file: the dearer is kept",
         fmt::format("{} {} {}", row.instance, row.region, to_string(row.purchase)));
    if (effective_hourly(row) <= twin_price_) return;
    replace_.reset();
    replace_.bind(1, row.term);
    replace_.bind(2, std::string(state_word(row.state)));
    replace_.bind(3, row.per_hour.nano());
    replace_.bind(4, row.upfront.nano());
    replace_.bind(5, row.note);
    replace_.bind(6, twin);
    replace_.exec();
  }

  void insert(const PriceObservation& row) {
    insert_.reset();
    insert_.bind(1, import_);
    insert_.bind(2, row.instance);
    insert_.bind(3, row.region);
    insert_.bind(4, to_string(row.purchase));
    insert_.bind(5, row.zone);
    insert_.bind(6, row.currency);
    insert_.bind(7, row.term);
    insert_.bind(8, std::string(state_word(row.state)));
    insert_.bind(9, row.per_hour.nano());
    insert_.bind(10, row.upfront.nano());
    insert_.bind(11, to_string(row.observed));
    if (row.effective) {
      insert_.bind(12, to_string(*row.effective));
    } else {
      insert_.bind(12);
    }
    insert_.bind(13, row.source);
    insert_.bind(14, row.note);
    insert_.exec();
  }

  const ImportOptions& options_;
  std::int64_t import_;
  std::string where_;
  SQLite::Statement known_;
  SQLite::Statement insert_;
  SQLite::Statement replace_;
  Usd twin_price_;
};

void insert_dropped(SQLite::Database& database, std::int64_t import, const PriceSink& sink) {
  SQLite::Statement insert(database, "INSERT INTO dropped VALUES(?, ?, ?, ?)");
  for (const auto& [reason, rows] : sink.dropped()) {
    insert.reset();
    insert.bind(1, import);
    insert.bind(2, reason);
    insert.bind(3, rows.count);
    insert.bind(4, rows.example);
    insert.exec();
  }
}

/// Types that have a price in the built-in files or in the store.
Result<std::set<std::string>> priced_instances(SQLite::Database& database) {
  const auto book = PriceBook::load();
  if (!book) return fail(book.error());
  const auto built_in = book->instances();
  std::set<std::string> known(built_in.begin(), built_in.end());
  SQLite::Statement select(database,
                           "SELECT DISTINCT o.instance FROM observation o JOIN import i ON "
                           "i.id = o.import WHERE i.forgotten_in IS NULL");
  while (select.executeStep()) known.insert(select.getColumn(0).getString());
  return known;
}

ImportReport report_of(StoreSink& sink, const PriceFormat& format, const ByteSource& file,
                       const std::set<std::string>& known) {
  ImportReport report = std::move(sink.counts);
  report.file = file.name();
  report.format = format.id;
  report.title = format.title;
  report.source = sink.source();
  report.dropped = sink.dropped();
  report.advice = sink.advice();
  for (const std::string& instance : sink.instances) {
    if (known.count(instance) == 0) report.new_instances.push_back(instance);
  }
  return report;
}

}  // namespace

bool is_accelerated(std::string_view instance) {
  const std::string_view family = instance.substr(0, instance.find('.'));
  constexpr std::array<std::string_view, 6> kNames = {"trn", "inf", "dl", "vt", "u-p", "gr"};
  for (const std::string_view name : kNames) {
    if (family.starts_with(name)) return true;
  }
  // g4dn, g6e, p5en: a letter and a digit.
  return family.size() > 1 && (family[0] == 'g' || family[0] == 'p') && family[1] >= '0' &&
         family[1] <= '9';
}

struct PriceStore::State {
  std::string path;
  SQLite::Database database;
};

PriceStore::PriceStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
PriceStore::PriceStore(PriceStore&&) noexcept = default;
PriceStore& PriceStore::operator=(PriceStore&&) noexcept = default;
PriceStore::~PriceStore() = default;

Result<PriceStore> PriceStore::open(const std::string& path) {
  std::error_code error;
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) return fail(ErrorCode::kIo, error.message(), folder.string());
  // What is there already must be a book before anything is written to it.
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > 0) {
    const auto ours = open_database_read_only(path, kPriceStoreId);
    if (!ours) return fail(ours.error());
  }
  return sqlite_guard(ErrorCode::kIo, path, [&]() -> Result<PriceStore> {
    auto state = std::unique_ptr<State>(new State{
        path,
        SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kWaitForOthersMs)});
    limit_values(state->database);
    if (auto ok = migrate_price_store(state->database, path); !ok) return fail(ok.error());
    return PriceStore(std::move(state));
  });
}

Result<ImportReport> PriceStore::import(const ByteSource& file, const ImportOptions& options,
                                        TaskControl& control) {
  const auto format = recognise_prices(file);
  if (!format) return fail(format.error());
  SQLite::Database& database = state_->database;
  return sqlite_guard(ErrorCode::kIo, state_->path, [&]() -> Result<ImportReport> {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const auto known = priced_instances(database);
    if (!known) return fail(known.error());
    const ImportRow row{.revision = new_revision(database, options.today, "import"),
                        .kind = options.own ? "own" : "list",
                        .file = file.name(),
                        .format = std::string((*format)->id)};
    const std::int64_t id = insert_import(database, row);
    StoreSink sink(database, id, options, state_->path);
    const auto read = (*format)->read({.file = file, .today = options.today}, sink, control);
    if (!read) return fail(read.error());
    ImportReport report = report_of(sink, **format, file, *known);
    if (report.added == 0) return report;
    describe_import(database, id, report.source, report.added);
    insert_dropped(database, id, sink);
    transaction.commit();
    report.id = id;
    return report;
  });
}

Result<std::int64_t> PriceStore::add_discount(const Discount& discount, Day today) {
  if (discount.parts_per_million <= 0 || discount.parts_per_million >= kAllParts) {
    return fail(ErrorCode::kInvalidArgument, "a discount lies between 0 and 100 %");
  }
  if (discount.until && *discount.until < discount.from) {
    return fail(ErrorCode::kInvalidArgument, "the discount's last day is before its first");
  }
  SQLite::Database& database = state_->database;
  return sqlite_guard(ErrorCode::kIo, state_->path, [&]() -> Result<std::int64_t> {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const std::int64_t id =
        insert_import(database, {.revision = new_revision(database, today, "discount"),
                                 .kind = "discount",
                                 .file = {},
                                 .format = {}});
    describe_import(database, id,
                    {.id = {},
                     .name = discount.source,
                     .origin = {},
                     .retrieved = to_string(discount.from),
                     .note = {}},
                    1);
    SQLite::Statement insert(database, "INSERT INTO discount VALUES(?, ?, ?, ?, ?, ?, ?)");
    insert.bind(1, id);
    insert.bind(2, discount.instance);
    insert.bind(3, discount.region);
    if (discount.purchase) insert.bind(4, to_string(*discount.purchase));
    insert.bind(5, discount.parts_per_million);
    insert.bind(6, to_string(discount.from));
    if (discount.until) insert.bind(7, to_string(*discount.until));
    insert.exec();
    transaction.commit();
    return id;
  });
}

Result<> PriceStore::forget(std::int64_t id, Day today) {
  SQLite::Database& database = state_->database;
  return sqlite_guard(ErrorCode::kIo, state_->path, [&]() -> Result<> {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement select(database, "SELECT forgotten_in FROM import WHERE id=?");
    select.bind(1, id);
    if (!select.executeStep()) {
      return fail(ErrorCode::kNotFound,
                  fmt::format("there is no import {}; `nscope prices imports` lists them", id),
                  state_->path);
    }
    if (!select.getColumn(0).isNull()) {
      return fail(ErrorCode::kInvalidArgument, fmt::format("import {} was taken back before", id),
                  state_->path);
    }
    const std::int64_t revision = new_revision(database, today, fmt::format("forget {}", id));
    SQLite::Statement update(database, "UPDATE import SET forgotten_in=? WHERE id=?");
    update.bind(1, revision);
    update.bind(2, id);
    update.exec();
    transaction.commit();
    return {};
  });
}

namespace {

/// Reads one store at one revision.
class StoreReader {
 public:
  StoreReader(SQLite::Database& database, std::string path, const BookPin& pin)
      : database_(database), path_(std::move(path)), pin_(pin) {}

  Result<StoredBook> run() {
    if (auto ok = find_revision(); !ok) return fail(ok.error());
    book_.layer.known = pin_.day;
    if (auto ok = read_imports(); !ok) return fail(ok.error());
    if (auto ok = read_observations(); !ok) return fail(ok.error());
    if (auto ok = read_discounts(); !ok) return fail(ok.error());
    return std::move(book_);
  }

 private:
  /// Errors name the row: a book that somebody else damaged is refused, never guessed.
  tl::unexpected<Error> bad(const char* table, std::int64_t id, std::string_view why) const {
    return fail(ErrorCode::kBadInput, std::string(why), fmt::format("{}: {} {}", path_, table, id));
  }

  Result<> find_revision() {
    const std::int64_t last =
        database_.execAndGet("SELECT coalesce(max(id), 0) FROM revision").getInt64();
    book_.revision = last;
    if (pin_.revision) {
      if (*pin_.revision < 0 || *pin_.revision > last) {
        return fail(ErrorCode::kInvalidArgument,
                    fmt::format("there is no revision {}: the last is {}", *pin_.revision, last),
                    path_);
      }
      book_.revision = *pin_.revision;
    }
    if (pin_.day) {
      SQLite::Statement select(database_,
                               "SELECT coalesce(max(id), 0) FROM revision WHERE day <= ?");
      select.bind(1, to_string(*pin_.day));
      select.executeStep();
      book_.revision = std::min(book_.revision, select.getColumn(0).getInt64());
    }
    return {};
  }

  Result<> read_imports() {
    SQLite::Statement select(
        database_,
        "SELECT i.id, i.revision, r.day, i.kind, i.file, i.format, i.name, i.published, i.added, "
        "(SELECT coalesce(sum(count), 0) FROM dropped d WHERE d.import = i.id), f.day, i.note "
        "FROM import i JOIN revision r ON r.id = i.revision "
        "LEFT JOIN revision f ON f.id = i.forgotten_in AND f.id <= ?1 "
        "WHERE i.revision <= ?1 ORDER BY i.id");
    select.bind(1, book_.revision);
    while (select.executeStep()) {
      StoredImport item;
      item.id = select.getColumn(0).getInt64();
      item.revision = select.getColumn(1).getInt64();
      const auto day = parse_day(select.getColumn(2).getString());
      if (!day) return bad("revision", item.revision, day.error().message);
      item.day = *day;
      item.kind = select.getColumn(3).getString();
      item.file = select.getColumn(4).getString();
      item.format = select.getColumn(5).getString();
      item.name = select.getColumn(6).getString();
      item.published = select.getColumn(7).getString();
      item.added = select.getColumn(8).getInt64();
      item.dropped = select.getColumn(9).getInt64();
      if (!select.getColumn(10).isNull()) {
        const auto forgotten = parse_day(select.getColumn(10).getString());
        if (!forgotten) return bad("import", item.id, forgotten.error().message);
        item.forgotten = *forgotten;
      }
      book_.layer.sources.push_back({.id = source_id(item.id),
                                     .name = fmt::format("{} (import {})", item.name, item.id),
                                     .origin = item.file,
                                     .retrieved = item.published,
                                     .note = select.getColumn(11).getString()});
      book_.imports.push_back(std::move(item));
    }
    return {};
  }

  static std::string source_id(std::int64_t import) { return fmt::format("import-{}", import); }

  Result<> read_observations() {
    SQLite::Statement select(
        database_,
        "SELECT o.id, o.import, o.instance, o.region, o.zone, o.purchase, o.term, o.state, "
        "o.hourly_nano, o.upfront_nano, o.currency, o.observed, o.effective, o.source, o.note, "
        "i.kind = 'own' FROM observation o JOIN import i ON i.id = o.import "
        "WHERE i.revision <= ?1 AND (i.forgotten_in IS NULL OR i.forgotten_in > ?1) "
        "ORDER BY o.id");
    select.bind(1, book_.revision);
    while (select.executeStep()) {
      PriceObservation row;
      const std::int64_t id = select.getColumn(0).getInt64();
      const std::string import = source_id(select.getColumn(1).getInt64());
      row.instance = select.getColumn(2).getString();
      row.region = select.getColumn(3).getString();
      row.zone = select.getColumn(4).getString();
      row.term = select.getColumn(6).getString();
      row.per_hour = Usd::from_nano(select.getColumn(8).getInt64());
      row.upfront = Usd::from_nano(select.getColumn(9).getInt64());
      row.currency = select.getColumn(10).getString();
      const std::string words = select.getColumn(13).getString();
      row.source = words.empty() ? import : words;
      row.note = select.getColumn(14).getString();
      row.own = select.getColumn(15).getInt() != 0;
      const auto purchase = parse_purchase_option(select.getColumn(5).getString());
      const auto state = state_of(select.getColumn(7).getString());
      const auto observed = parse_price_date(select.getColumn(11).getString());
      if (!purchase) return bad("observation", id, "purchase is not one we know");
      if (!state) return bad("observation", id, "state is not one we know");
      if (!observed) return bad("observation", id, "observed: " + observed.error().message);
      if (!is_possible(row.per_hour, row.upfront)) {
        return bad("observation", id, "a price that no instance has");
      }
      row.purchase = *purchase;
      row.state = *state;
      row.observed = *observed;
      if (!select.getColumn(12).isNull()) {
        const auto effective = parse_price_date(select.getColumn(12).getString());
        if (!effective) return bad("observation", id, "effective: " + effective.error().message);
        row.effective = *effective;
      }
      book_.layer.rows.push_back(std::move(row));
    }
    return {};
  }

  Result<> read_discounts() {
    SQLite::Statement select(
        database_,
        "SELECT d.import, d.instance, d.region, d.purchase, d.parts_per_million, d.from_day, "
        "d.until_day, i.name FROM discount d JOIN import i ON i.id = d.import "
        "WHERE i.revision <= ?1 AND (i.forgotten_in IS NULL OR i.forgotten_in > ?1) "
        "ORDER BY d.import");
    select.bind(1, book_.revision);
    while (select.executeStep()) {
      const std::int64_t id = select.getColumn(0).getInt64();
      Discount discount;
      discount.instance = select.getColumn(1).getString();
      discount.region = select.getColumn(2).getString();
      if (!select.getColumn(3).isNull()) {
        discount.purchase = parse_purchase_option(select.getColumn(3).getString());
        if (!discount.purchase) return bad("discount", id, "purchase is not one we know");
      }
      discount.parts_per_million = select.getColumn(4).getInt64();
      if (discount.parts_per_million <= 0 || discount.parts_per_million >= kAllParts) {
        return bad("discount", id, "a discount lies between 0 and 100 %");
      }
      const auto from = parse_day(select.getColumn(5).getString());
      if (!from) return bad("discount", id, "from_day: " + from.error().message);
      discount.from = *from;
      if (!select.getColumn(6).isNull()) {
        const auto until = parse_day(select.getColumn(6).getString());
        if (!until) return bad("discount", id, "until_day: " + until.error().message);
        discount.until = *until;
      }
      discount.source = select.getColumn(7).getString();
      book_.layer.discounts.push_back(std::move(discount));
    }
    return {};
  }

  SQLite::Database& database_;
  std::string path_;
  BookPin pin_;
  StoredBook book_;
};

}  // namespace

Result<StoredBook> read_price_store(const std::string& path, const BookPin& pin) {
  auto database = open_database_read_only(path, kPriceStoreId);
  if (!database) return fail(database.error());
  return sqlite_guard(ErrorCode::kBadInput, path, [&]() -> Result<StoredBook> {
    if (auto ok = check_price_store_version(*database, path); !ok) return fail(ok.error());
    return StoreReader(*database, path, pin).run();
  });
}

}  // namespace nscope::cost
