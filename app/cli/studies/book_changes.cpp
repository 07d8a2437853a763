#include "app/cli/studies/book_changes.h"

#include "app/cli/options/day_or_today.h"
#include "app/pricing/price_import.h"
#include "costmodel/price_store/price_store.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

/// A share like "9" or "12.5" in parts per million. Errors: kInvalidArgument.
Result<std::int64_t> parse_percent(const std::string& text) {
  const auto value = Usd::parse(text);  // exact decimals
  constexpr std::int64_t kNanoPerPart = 100'000;
  if (!value || value->nano() % kNanoPerPart != 0) {
    return fail(
        ErrorCode::kInvalidArgument,
        fmt::format("'{}' is no share in per cent with up to four decimals", text.substr(0, 40)));
  }
  return value->nano() / kNanoPerPart;
}

Json dropped_json(const cost::ImportReport& report) {
  Json dropped = Json::array();
  for (const auto& [reason, rows] : report.dropped) {
    dropped.push_back({{"reason", reason}, {"count", rows.count}, {"example", rows.example}});
  }
  return dropped;
}

Json report_json(const cost::ImportReport& report) {
  return {{"import", report.id == 0 ? Json(nullptr) : Json(report.id)},
          {"file", report.file},
          {"format", report.format},
          {"source", report.source.name},
          {"published", report.source.retrieved},
          {"added", report.added},
          {"first", report.first},
          {"confirmed", report.confirmed},
          {"superseded", report.superseded},
          {"unchanged", report.unchanged},
          {"new_instances", report.new_instances},
          {"dropped", dropped_json(report)},
          {"advice", report.advice}};
}

/// A count and the first few; a list of AWS has more than a thousand.
std::string new_types_text(const std::vector<std::string>& types, bool detail) {
  constexpr std::size_t kShown = 6;
  const std::size_t shown = detail ? types.size() : std::min(types.size(), kShown);
  std::string text = fmt::format(
      "  {} new instance type{}: {}", types.size(), types.size() == 1 ? "" : "s",
      fmt::join(types.begin(), types.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (shown < types.size()) {
    text += fmt::format(" and {} more ('--detail' and '--json' name all)", types.size() - shown);
  }
  return text + "\n";
}

std::string report_text(const cost::ImportReport& report, bool detail) {
  std::string text = fmt::format("{}: {}\n", report.file, report.title);
  if (report.id != 0) {
    text += fmt::format("  import {}: {}, {}\n", report.id, report.source.name,
                        report.source.retrieved);
  }
  if (report.added + report.unchanged > 0) {
    text += fmt::format(
        "  {} prices added: {} new, {} as before, {} in place of another; {} were "
        "there already\n",
        report.added, report.first, report.confirmed, report.superseded, report.unchanged);
  } else if (report.advice.empty()) {
    text += "  no price that is wanted: the price book is as it was\n";
  }
  if (!report.new_instances.empty()) {
    text += new_types_text(report.new_instances, detail);
  }
  for (const auto& [reason, rows] : report.dropped) {
    text += fmt::format("  left out {}: {}", rows.count, reason);
    text += rows.example.empty() ? "\n" : fmt::format(" (the first: {})\n", rows.example);
  }
  for (const std::string& advice : report.advice) text += "  " + advice + "\n";
  return text;
}

}  // namespace

Result<CommandOutput> import_prices(const ImportArguments& arguments, const CommonOptions& common,
                                    TaskControl& control) {
  const auto path = book_to_change(arguments.book);
  if (!path) return fail(path.error());
  const auto today = day_or_today({});
  if (!today) return fail(today.error());
  const cost::ImportOptions options{.today = *today,
                                    .own = arguments.own,
                                    .all_instances = arguments.all,
                                    .instances = arguments.instances};
  const auto lists = app::open_price_lists(arguments.files);
  if (!lists) return fail(lists.error());
  const auto done = app::import_prices(*path, *lists, options, control);
  if (!done) return fail(done.error());
  Json reports = Json::array();
  CommandOutput output;
  for (const cost::ImportReport& report : *done) {
    reports.push_back(report_json(report));
    output.text += report_text(report, arguments.detail);
  }
  if (common.json) {
    const Json json{{"schema", "nscope.prices_import/1"}, {"book", *path}, {"imports", reports}};
    output.text = json.dump(2) + "\n";
  }
  return output;
}

Result<CommandOutput> list_imports(const BookOptions& book, const CommonOptions& common) {
  const auto path = book_to_change(book);
  if (!path) return fail(path.error());
  const auto pin = app::parse_book_pin(book.known);
  if (!pin) return fail(pin.error());
  const auto stored = cost::read_price_store(*path, *pin);
  if (!stored) return fail(stored.error());
  Table table({{"import"},
               {"revision"},
               {"day"},
               {"kind"},
               {"name"},
               {"published"},
               {"added"},
               {"left_out", "left out"},
               {"forgotten"},
               {"format"},
               {"file"}});
  for (const cost::StoredImport& item : stored->imports) {
    table.add_row({item.id, item.revision, cost::to_string(item.day), item.kind, item.name,
                   item.published, item.added, item.dropped,
                   item.forgotten ? Cell(cost::to_string(*item.forgotten)) : Cell(Missing{"-"}),
                   item.format, item.file});
  }
  if (common.json) {
    const Json json{{"schema", "nscope.prices_imports/1"},
                    {"revision", stored->revision},
                    {"imports", table.to_json()}};
    return CommandOutput{.text = json.dump(2) + "\n"};
  }
  return CommandOutput{.text = table.to_text(),
                       .note = fmt::format("{} is at revision {}.\n", *path, stored->revision)};
}

Result<CommandOutput> forget_import(const ForgetArguments& arguments, const CommonOptions& common) {
  const auto path = book_to_change(arguments.book);
  if (!path) return fail(path.error());
  const auto today = day_or_today({});
  if (!today) return fail(today.error());
  if (const auto there = cost::read_price_store(*path); !there) return fail(there.error());
  auto store = cost::PriceStore::open(*path);
  if (!store) return fail(store.error());
  if (auto ok = store->forget(arguments.id, *today); !ok) return fail(ok.error());
  if (common.json) {
    const Json json{{"schema", "nscope.prices_forget/1"}, {"forgotten", arguments.id}};
    return CommandOutput{.text = json.dump(2) + "\n"};
  }
  return CommandOutput{
      .text = fmt::format("Import {} no longer counts. Reports pinned to an earlier revision still "
                          "have it.\n",
                          arguments.id)};
}

Result<CommandOutput> add_discount(const DiscountArguments& arguments,
                                   const CommonOptions& common) {
  cost::Discount discount;
  const auto share = parse_percent(arguments.percent);
  if (!share) return fail(share.error());
  discount.parts_per_million = *share;
  discount.instance = arguments.instance;
  discount.region = arguments.region;
  if (!arguments.option.empty()) {
    discount.purchase = cost::parse_purchase_option(arguments.option);
    if (!discount.purchase) {
      return fail(ErrorCode::kInvalidArgument,
                  fmt::format("'{}' is no purchase option: {}", arguments.option,
                              cost::purchase_option_words()));
    }
  }
  const auto from = day_or_today(arguments.from);
  if (!from) return fail(from.error());
  discount.from = *from;
  if (!arguments.until.empty()) {
    const auto until = day_or_today(arguments.until);
    if (!until) return fail(until.error());
    discount.until = *until;
  }
  discount.source = arguments.source;
  const auto path = book_to_change(arguments.book);
  if (!path) return fail(path.error());
  const auto today = day_or_today({});
  if (!today) return fail(today.error());
  auto store = cost::PriceStore::open(*path);
  if (!store) return fail(store.error());
  const auto id = store->add_discount(discount, *today);
  if (!id) return fail(id.error());
  if (common.json) {
    const Json json{{"schema", "nscope.prices_discount/1"}, {"import", *id}};
    return CommandOutput{.text = json.dump(2) + "\n"};
  }
  return CommandOutput{.text = fmt::format("Discount {} counts from {} on; `nscope prices forget "
                                           "{}` takes it back.\n",
                                           *id, cost::to_string(*from), *id)};
}

}  // namespace nscope::cli
