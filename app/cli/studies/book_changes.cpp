#include "app/cli/studies/book_changes.h"

#include "app/cli/options/day_or_today.h"
#include "app/pricing/price_import.h"
#include "costmodel/price_store/price_store.h"
#include "costmodel/prices/service_discount.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

/// A percentage such as "9" or "12.5" in parts per million. Errors: kInvalidArgument.
Result<std::int64_t> parse_percent(const std::string& text) {
  const auto value = Usd::parse(text);  // exact decimals
  constexpr std::int64_t kNanoPerPart = 100'000;
  if (!value || value->nano() % kNanoPerPart != 0) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("invalid percentage '{}'; use a number with up to four decimals", text.substr(0, 40)));
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

/// The number of new types and the first of them. A list of AWS has more than a thousand types.
Text new_types_text(const std::vector<std::string>& types, bool detail) {
  constexpr std::size_t kShown = 6;
  const std::size_t shown = detail ? types.size() : std::min(types.size(), kShown);
  const std::string names = fmt::format(
      "{}", fmt::join(types.begin(), types.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  const Text text = tr_plural(types.size(), "{} new instance type: {}", "{} new instance types: {}",
                              types.size(), names);
  if (shown == types.size()) return text;
  return tr("{} and {} more (see --detail and --json)", text, types.size() - shown);
}

/// The result of one import, one text for each line.
std::vector<Text> report_lines(const cost::ImportReport& report, bool detail) {
  std::vector<Text> lines;
  if (report.id != 0) {
    lines.push_back(
        tr("import {}: {}, {}", report.id, report.source.name, report.source.retrieved));
  }
  if (report.added + report.unchanged > 0) {
    lines.push_back(tr_plural(
        report.added, "{} price added: {} new, {} confirmed, {} changed; {} existed already",
        "{} prices added: {} new, {} confirmed, {} changed; {} existed already", report.added,
        report.first, report.confirmed, report.superseded, report.unchanged));
  } else {
    lines.push_back(tr("no matching price; the price book is unchanged"));
  }
  if (!report.new_instances.empty()) lines.push_back(new_types_text(report.new_instances, detail));
  for (const auto& [reason, rows] : report.dropped) {
    lines.push_back(rows.example.empty()
                        ? tr("skipped {}: {}", rows.count, rows.reason)
                        : tr("skipped {}: {} (first: {})", rows.count, rows.reason, rows.example));
  }
  lines.insert(lines.end(), report.advice.begin(), report.advice.end());
  return lines;
}

std::string report_text(const cost::ImportReport& report, bool detail, const Language& language) {
  std::string text = language.say(tr("{}: {}", report.file, report.title)) + "\n";
  for (const Text& line : report_lines(report, detail)) text += "  " + language.say(line) + "\n";
  return text;
}

}  // namespace

Result<CommandOutput> import_prices(const ImportArguments& arguments, const CommonOptions& common,
                                    TaskControl& control) {
  const auto path = book_to_change(arguments.book);
  if (!path) return fail(path.error());
  const auto today = day_or_today({});
  if (!today) return fail(today.error());
  std::optional<cost::Day> observed;
  if (!arguments.observed.empty()) {
    const auto day = day_or_today(arguments.observed);
    if (!day) return fail(day.error());
    observed = *day;
  }
  const cost::ImportOptions options{.today = *today,
                                    .observed = observed,
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
    output.text += report_text(report, arguments.detail, common.language);
  }
  if (common.json) {
    const Json json{{"schema", "nscope.prices_import/1"}, {"book", *path}, {"imports", reports}};
    output.text = document_text(json);
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
  Table table({{.id = "import", .title = tr("Import")},
               {.id = "revision", .title = tr("Revision")},
               {.id = "day", .title = tr("Date")},
               {.id = "kind", .title = tr("Kind")},
               {.id = "name", .title = tr("Name")},
               {.id = "published", .title = tr("Published")},
               {.id = "added", .title = tr("Added")},
               {.id = "left_out", .title = tr("Skipped")},
               {.id = "forgotten", .title = tr("Undone")},
               {.id = "format", .title = tr("Format")},
               {.id = "file", .title = tr("File")}});
  for (const cost::StoredImport& item : stored->imports) {
    table.add_row({item.id, item.revision, cost::to_string(item.day), item.kind, item.name,
                   item.published, item.added, item.dropped,
                   item.forgotten ? Cell(cost::to_string(*item.forgotten)) : Cell(Missing{tr("-")}),
                   item.format, item.file});
  }
  if (common.json) {
    const Json json{{"schema", "nscope.prices_imports/1"},
                    {"revision", stored->revision},
                    {"imports", table.to_json()}};
    return CommandOutput{.text = document_text(json)};
  }
  const Language& language = common.language;
  app::UserBook named;
  named.path = *path;
  named.revision = stored->revision;
  named.recovered = stored->recovered;
  return CommandOutput{.text = table.to_text(language), .note = book_text(named, language)};
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
    return CommandOutput{.text = document_text(json)};
  }
  const Text text =
      tr("Import {} was undone. It remains in earlier revisions of the price book.", arguments.id);
  return CommandOutput{.text = common.language.say(text) + "\n"};
}

namespace {

/// A discount names a service or instances; instances and purchase options belong to EC2.
Result<> check_service(const DiscountArguments& arguments) {
  const std::string& service = arguments.service;
  if (service.empty()) return {};
  const auto& known = cost::kDiscountServices;
  if (std::find(known.begin(), known.end(), service) == known.end()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("there are no prices of '{}' to reduce; use {}", service,
                   fmt::format("{}", fmt::join(known, ", "))),
                "--service");
  }
  if (!arguments.instance.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("use either --service or --instance, which is a part of ec2"), "--service");
  }
  if (!arguments.option.empty() && service != "ec2") {
    return fail(ErrorCode::kInvalidArgument,
                tr("only ec2 has purchase options; leave out --option or use --service ec2"),
                "--option");
  }
  return {};
}

}  // namespace

Result<CommandOutput> add_discount(const DiscountArguments& arguments,
                                   const CommonOptions& common) {
  cost::Discount discount;
  const auto share = parse_percent(arguments.percent);
  if (!share) return fail(share.error());
  discount.parts_per_million = *share;
  if (auto named = check_service(arguments); !named) return fail(named.error());
  discount.instance =
      arguments.service.empty() ? arguments.instance : cost::service_pattern(arguments.service);
  discount.region = arguments.region;
  if (!discount.region.empty()) {
    const auto user = load_book(arguments.book);
    const auto known = user ? user->book.check_region(discount.region) : Result<>();
    if (!known) return fail(known.error());
  }
  if (!arguments.option.empty()) {
    discount.purchase = cost::parse_purchase_option(arguments.option);
    if (!discount.purchase) {
      return fail(ErrorCode::kInvalidArgument, cost::unknown_purchase_option(arguments.option),
                  "--option");
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
    return CommandOutput{.text = document_text(json)};
  }
  const Text text = tr("Discount {} applies from {}. To undo it: nscope prices forget {}", *id,
                       cost::to_string(*from), *id);
  return CommandOutput{.text = common.language.say(text) + "\n"};
}

}  // namespace nscope::cli
