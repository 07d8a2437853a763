#include "costmodel/price_store/price_store.h"

#include "costmodel/price_formats/registry.h"
#include "costmodel/price_store/price_store_schema.h"
#include "costmodel/prices/price_file.h"
#include "profiler/base/files/sqlite.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr int kWaitForOthersMs = 10'000;

/// Whether the text can be the name of a type, region or zone. These names are printed and are
/// parts of keys.
bool is_name(std::string_view text) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  constexpr std::size_t kLongest = 64;
  return text == "*" || (!text.empty() && text.size() <= kLongest &&
                         text.find_first_not_of(kLetters) == std::string_view::npos);
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

/// Adds the rows of one import to the store, in the transaction of the caller, and compares each
/// row with earlier rows.
class StoreSink : public PriceSink {
 public:
  StoreSink(SQLite::Database& database, std::int64_t import, const ImportOptions& options,
            std::string where, const PriceBook& built_in)
      : options_(options),
        built_in_(built_in),
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
                 "WHERE id=?"),
        remove_(database, "DELETE FROM observation WHERE id=?") {}

  bool wants(std::string_view instance) const override {
    if (options_.all_instances || options_.own || is_accelerated(instance)) return true;
    for (const std::string& pattern : options_.instances) {
      if (matches_instance(pattern, instance)) return true;
    }
    return false;
  }

  Result<> row(PriceObservation row) override {
    if (!wants(row.instance)) {
      drop(kOtherInstance, row.instance);
      return {};
    }
    if (!is_name(row.instance) || !is_name(row.region) ||
        !(row.zone.empty() || is_name(row.zone))) {
      drop(phrase("invalid character in a name"), row.instance);
      return {};
    }
    if (!is_possible(row.per_hour, row.upfront)) {
      drop(phrase("price is out of range"),
           fmt::format("{} {} {}", row.instance, row.region, to_string(row.purchase)));
      return {};
    }
    if (row.observed.first > options_.today) {
      drop(phrase("date is in the future"),
           fmt::format("{} {} {}", row.instance, row.region, to_string(row.observed)));
      return {};
    }
    if (!is_plausible(row)) {
      drop(phrase("more than ten times the highest built-in price of the instance type"),
           fmt::format("{} {} {}: USD {}", row.instance, row.region, to_string(row.purchase),
                       format_usd(effective_hourly(row), 4)));
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
  enum class Found {
    kNothing,    ///< no earlier row for the same purchase
    kSame,       ///< the earlier row has the same price
    kOther,      ///< the earlier row has another price
    kStatement,  ///< a row with the same price and the same dates
    kTwice,      ///< a row of this import with the same dates and another price
    kBoth        ///< an earlier row as for kStatement, and a row of this import as for kTwice
  };

  void add(const PriceObservation& row) {
    std::int64_t twin = 0;
    const Found found = compare(row, twin);
    const std::string key = key_of(row);
    const auto stated = stated_.find(key);
    if (stated != stated_.end() && found != Found::kStatement) {
      drop_cheaper(row);
      if (effective_hourly(row) <= stated->second) return;
    }
    switch (found) {
      case Found::kStatement:
        ++counts.unchanged;
        stated_[key] = effective_hourly(row);
        return;
      case Found::kTwice: keep_more_expensive(row, twin); return;
      case Found::kBoth:
        drop_cheaper(row);
        if (effective_hourly(row) <= twin_price_) return;
        // The file was imported before: its higher price is known, the lower one is not new.
        remove_.reset();
        remove_.bind(1, twin);
        remove_.exec();
        --counts.added;
        --counts.superseded;
        ++counts.unchanged;
        stated_[key] = effective_hourly(row);
        return;
      case Found::kNothing: ++counts.first; break;
      case Found::kSame: ++counts.confirmed; break;
      case Found::kOther: ++counts.superseded; break;
    }
    ++counts.added;
    instances.insert(row.instance);
    insert(row);
  }

  /// Compares the row with earlier rows for the same purchase. For kTwice, sets `twin` to the id
  /// of the other row and `twin_price_` to its effective price.
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
    bool stated = false;
    while (known_.executeStep()) {
      const bool same_price = known_.getColumn(2).getString() == state_word(row.state) &&
                              known_.getColumn(3).getInt64() == row.per_hour.nano() &&
                              known_.getColumn(4).getInt64() == row.upfront.nano();
      const std::string seen = known_.getColumn(5).getString();
      const bool same_days = seen == observed && known_.getColumn(6).getString() == effective;
      const bool of_this = known_.getColumn(1).getInt64() == import_;
      if (same_days && same_price && of_this) return Found::kStatement;
      stated = stated || (same_days && same_price);
      if (same_days && of_this) {
        twin = known_.getColumn(0).getInt64();
        PriceObservation other = row;
        other.per_hour = Usd::from_nano(known_.getColumn(3).getInt64());
        other.upfront = Usd::from_nano(known_.getColumn(4).getInt64());
        twin_price_ = effective_hourly(other);
      }
      if (seen <= observed && found == Found::kNothing) {
        found = same_price ? Found::kSame : Found::kOther;
      }
    }
    if (stated) return twin != 0 ? Found::kBoth : Found::kStatement;
    return twin != 0 ? Found::kTwice : found;
  }

  static std::string key_of(const PriceObservation& row) {
    return fmt::format("{} {} {} {} {} {} {}", row.instance, row.region, to_string(row.purchase),
                       row.zone, row.currency, to_string(row.observed),
                       row.effective ? to_string(*row.effective) : std::string());
  }

  void drop_cheaper(const PriceObservation& row) {
    drop(phrase("several prices for one purchase option; the highest is kept"),
         fmt::format("{} {} {}", row.instance, row.region, to_string(row.purchase)));
  }

  void keep_more_expensive(const PriceObservation& row, std::int64_t twin) {
    drop_cheaper(row);
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

  /// Checks like those of own prices (PriceBook::check_amount).
  bool is_plausible(const PriceObservation& row) {
    const Usd hourly = effective_hourly(row);
    if (row.currency != "USD") return true;
    Usd& accepted = accepted_[row.instance];
    if (hourly <= accepted) return true;
    if (!built_in_.check_amount(row.instance, hourly)) return false;
    accepted = hourly;
    return true;
  }

  const ImportOptions& options_;
  const PriceBook& built_in_;
  std::map<std::string, Usd> accepted_;  ///< the highest accepted price by instance type
  std::int64_t import_;
  std::string where_;
  SQLite::Statement known_;
  SQLite::Statement insert_;
  SQLite::Statement replace_;
  SQLite::Statement remove_;
  Usd twin_price_;
  std::map<std::string, Usd>
      stated_;  ///< prices of this file that earlier imports have, by key_of()
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

/// Types with a price in the built-in files or in the store.
std::set<std::string> priced_instances(SQLite::Database& database, const PriceBook& book) {
  const auto built_in = book.instances();
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
  Text recovered;  ///< see PriceStore::recovered()
};

PriceStore::PriceStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
PriceStore::PriceStore(PriceStore&&) noexcept = default;
PriceStore& PriceStore::operator=(PriceStore&&) noexcept = default;
PriceStore::~PriceStore() = default;

Result<PriceStore> PriceStore::open(const std::string& path) {
  std::error_code error;
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), folder.string());
  auto recovered = recover_database(path);
  if (!recovered) return fail(recovered.error());
  // Do not write to an existing file of another kind.
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > 0) {
    const auto ours = open_database_read_only(path, kPriceStoreId);
    if (!ours) return fail(ours.error());
  }
  return sqlite_guard(ErrorCode::kIo, path, [&]() -> Result<PriceStore> {
    auto state = std::unique_ptr<State>(new State{
        path,
        SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kWaitForOthersMs),
        std::move(*recovered)});
    limit_values(state->database);
    if (auto ok = migrate_price_store(state->database, path); !ok) return fail(ok.error());
    return PriceStore(std::move(state));
  });
}

const Text& PriceStore::recovered() const {
  return state_->recovered;
}

Result<ImportReport> PriceStore::import(const PriceList& list, const ImportOptions& options,
                                        TaskControl& control) {
  const PriceFormat& format = *list.format;
  SQLite::Database& database = state_->database;
  return sqlite_guard(ErrorCode::kIo, state_->path, [&]() -> Result<ImportReport> {
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const auto book = PriceBook::load();
    if (!book) return fail(book.error());
    const std::set<std::string> known = priced_instances(database, *book);
    const ImportRow row{.revision = new_revision(database, options.today, "import"),
                        .kind = options.own ? "own" : "list",
                        .file = list.file.name(),
                        .format = std::string(format.id)};
    const std::int64_t id = insert_import(database, row);
    StoreSink sink(database, id, options, state_->path, *book);
    if (options.observed && *options.observed > options.today) {
      return fail(ErrorCode::kInvalidArgument, tr("the day of the download, {}, is in the future",
                                                  to_string(*options.observed)));
    }
    const auto read = format.read(
        {.file = list.file, .today = options.today, .observed = options.observed}, sink, control);
    if (!read) return fail(read.error());
    ImportReport report = report_of(sink, format, list.file, known);
    if (report.added == 0) return report;
    describe_import(database, id, report.source, report.added);
    insert_dropped(database, id, sink);
    transaction.commit();
    report.id = id;
    return report;
  });
}

Result<std::int64_t> PriceStore::add_discount(const Discount& discount, Day today) {
  if (!is_discount(discount.parts_per_million)) {
    return fail(ErrorCode::kInvalidArgument, tr("the discount must be between 0 % and 100 %"));
  }
  if (discount.until && *discount.until < discount.from) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the last day of the discount is before its first day"));
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
                  tr("unknown import {}; list the imports with: nscope prices imports", id),
                  state_->path);
    }
    if (!select.getColumn(0).isNull()) {
      return fail(ErrorCode::kInvalidArgument, tr("import {} was undone before", id), state_->path);
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

}  // namespace nscope::cost
