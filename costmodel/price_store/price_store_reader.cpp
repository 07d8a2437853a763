// Reads a price store at a revision or at the end of a day.
#include "costmodel/price_store/price_store.h"
#include "costmodel/price_store/price_store_schema.h"
#include "costmodel/prices/price_file.h"
#include "profiler/base/files/sqlite.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace nscope::cost {
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
  /// An error about one row.
  tl::unexpected<Error> bad(const char* table, std::int64_t id, Text why) const {
    return fail(ErrorCode::kBadInput, std::move(why), fmt::format("{}: {} {}", path_, table, id));
  }

  Result<> find_revision() {
    const std::int64_t last =
        database_.execAndGet("SELECT coalesce(max(id), 0) FROM revision").getInt64();
    book_.revision = last;
    if (pin_.revision) {
      if (*pin_.revision < 0 || *pin_.revision > last) {
        return fail(ErrorCode::kInvalidArgument,
                    tr("unknown revision {}; the latest is {}", *pin_.revision, last), path_);
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
      const std::string stated = select.getColumn(13).getString();
      row.source = stated.empty() ? import : stated;
      row.note = select.getColumn(14).getString();
      row.own = select.getColumn(15).getInt() != 0;
      const auto purchase = parse_purchase_option(select.getColumn(5).getString());
      const auto state = state_of(select.getColumn(7).getString());
      const auto observed = parse_price_date(select.getColumn(11).getString());
      if (!purchase) return bad("observation", id, tr("unknown purchase option"));
      if (!state) return bad("observation", id, tr("unknown state"));
      if (!observed) return bad("observation", id, tr("observed: {}", observed.error().message));
      if (!is_possible(row.per_hour, row.upfront)) {
        return bad("observation", id, tr("price: value out of range"));
      }
      row.purchase = *purchase;
      row.state = *state;
      row.observed = *observed;
      if (!select.getColumn(12).isNull()) {
        const auto effective = parse_price_date(select.getColumn(12).getString());
        if (!effective)
          return bad("observation", id, tr("effective: {}", effective.error().message));
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
        if (!discount.purchase) return bad("discount", id, tr("unknown purchase option"));
      }
      discount.parts_per_million = select.getColumn(4).getInt64();
      if (!is_discount(discount.parts_per_million)) {
        return bad("discount", id, tr("the discount must be between 0 % and 100 %"));
      }
      const auto from = parse_day(select.getColumn(5).getString());
      if (!from) return bad("discount", id, tr("from_day: {}", from.error().message));
      discount.from = *from;
      if (!select.getColumn(6).isNull()) {
        const auto until = parse_day(select.getColumn(6).getString());
        if (!until) return bad("discount", id, tr("until_day: {}", until.error().message));
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
  auto recovered = recover_database(path);
  if (!recovered) return fail(recovered.error());
  std::error_code error;
  if (std::filesystem::file_size(path, error) == 0 && !error) {
    StoredBook empty;
    empty.layer.known = pin.day;
    empty.recovered =
        tr("{}: the price book is empty because a program was killed while it "
           "created the file; the next import creates it again.",
           path);
    if (pin.revision.value_or(0) == 0) return empty;
    return fail(ErrorCode::kInvalidArgument,
                tr("unknown revision {}; the price book is empty", *pin.revision), path);
  }
  auto database = open_database_read_only(path, kPriceStoreId);
  if (!database) return fail(database.error());
  return sqlite_guard(ErrorCode::kBadInput, path, [&]() -> Result<StoredBook> {
    if (auto ok = check_price_store_version(*database, path); !ok) return fail(ok.error());
    auto book = StoreReader(*database, path, pin).run();
    if (book) book->recovered = *recovered;
    return book;
  });
}

}  // namespace nscope::cost
