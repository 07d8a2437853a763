#include "app/cli/command.h"
#include "app/cli/options/book_options.h"
#include "app/cli/options/day_or_today.h"
#include "app/cli/studies/book_changes.h"
#include "app/cli/studies/price_check.h"
#include "costmodel/prices/price_book.h"
#include "costmodel/prices/price_table.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct PricesArguments {
  cost::PriceFilter filter;
  BookOptions book;
  std::string option;
  std::string day;
  bool history = false;
};

void add_filter(CLI::App& app, PricesArguments& options) {
  app.add_option("--instance", options.filter.instance,
                 help("Only this instance type or family (trn1)"))
      ->option_text("NAME");
  app.add_option("--region", options.filter.region, help("Only this region"))->option_text("NAME");
  add_book_options(app, options.book);
  app.add_option("--option", options.option, help("Only this purchase option"))
      ->option_text("on_demand|ri_1yr|csp_3yr|spot|capacity_block|...");
}

Result<CommandOutput> run(PricesArguments options, const CommonOptions& common) {
  if (!options.option.empty()) {
    options.filter.purchase = cost::parse_purchase_option(options.option);
    if (!options.filter.purchase) {
      return fail(ErrorCode::kInvalidArgument, cost::unknown_purchase_option(options.option),
                  "--option");
    }
  }
  const auto day = price_day_or_today(options.day);
  if (!day) return fail(day.error());
  const auto user = load_book(options.book);
  if (!user) return fail(user.error());
  const cost::PriceBook* const book = &user->book;
  if (!options.filter.region.empty()) {
    if (auto ok = book->check_region(options.filter.region); !ok) return fail(ok.error());
  }
  const Table table = options.history ? cost::price_history_table(*book, options.filter)
                                      : cost::price_table(*book, options.filter, *day);
  if (table.row_count() == 0) {
    const std::vector<std::string> known = book->instances();
    const auto similar = similar_name(options.filter.instance, known);
    const bool has = std::any_of(known.begin(), known.end(), [&](const std::string& type) {
      return cost::matches_instance(options.filter.instance, type);
    });
    if (!options.filter.instance.empty() && !has && similar) {
      return fail(ErrorCode::kNotFound,
                  tr("the price book has no prices of '{}'; did you mean '{}'?",
                     options.filter.instance, *similar),
                  "--instance");
    }
    return fail(ErrorCode::kNotFound,
                tr("no price matches; 'nscope prices list' without options shows all prices"));
  }
  const int stale = options.history ? 0 : cost::stale_count(*book, options.filter, *day);
  if (common.json) {
    const Json json{{"schema", "nscope.prices/1"},
                    {"as_of", options.history ? Json(nullptr) : Json(cost::to_string(*day))},
                    {"stale", stale},
                    {"revision", user->path.empty() ? Json(nullptr) : Json(user->revision)},
                    {"prices", table.to_json()}};
    CommandOutput output{.text = document_text(json)};
    if (!user->recovered.empty()) output.note = common.language.say(user->recovered) + "\n";
    return output;
  }
  const Language& language = common.language;
  CommandOutput output{.text = table.to_text(language)};
  if (!options.history) {
    std::vector<Text> lines{
        tr("Prices of {} in US dollars per instance-hour. Prices that are not "
           "listed are unknown.",
           cost::to_string(*day))};
    if (stale > 0) {
      lines.push_back(tr_plural(stale,
                                "{} price is out of date (Spot after 7 days, Capacity Blocks "
                                "after 3 months, others after 12 months).",
                                "{} prices are out of date (Spot after 7 days, Capacity Blocks "
                                "after 3 months, others after 12 months).",
                                stale));
    }
    for (const Text& line : lines) output.note += language.say(line) + "\n";
    output.note += book_text(*user, language);
  }
  return output;
}

/// Runs the selected subcommand.
using Selected = std::shared_ptr<CommandRun>;

void define_import(CLI::App& app, const Selected& selected) {
  const auto arguments = std::make_shared<ImportArguments>();
  CLI::App* sub = app.add_subcommand("import", help("Import price lists into your price book"));
  sub->add_option("FILE", arguments->files,
                  help("AWS price lists and other lists, recognised by their content"))
      ->required();
  sub->add_option("--instance", arguments->instances,
                  help("Also this instance type or family (c7i); accelerated types are always "
                       "imported; can be repeated"))
      ->option_text("NAME");
  sub->add_option("--observed", arguments->observed,
                  help("Day on which files without a date were downloaded"))
      ->option_text("DAY");
  sub->add_flag("--all", arguments->all, help("Import all instance types"));
  sub->add_flag("--detail", arguments->detail, help("List all new instance types"));
  sub->add_flag("--own", arguments->own,
                help("These are negotiated prices, which take precedence over public prices"));
  add_book_option(*sub, arguments->book);
  sub->callback([=] {
    *selected = [=](const CommonOptions& common, TaskControl& control) {
      return import_prices(*arguments, common, control);
    };
  });
}

void define_add(CLI::App& app, const Selected& selected) {
  const auto arguments = std::make_shared<AddArguments>();
  CLI::App* sub = app.add_subcommand("add", help("Add one price of your own to your price book"));
  sub->add_option("INSTANCE", arguments->instance, help("For example trn2.48xlarge"))->required();
  sub->add_option("--region", arguments->region, help("Its region; * for all regions"))
      ->required()
      ->option_text("NAME");
  sub->add_option("--option", arguments->option, help("Its purchase option"))
      ->required()
      ->option_text("on_demand|ri_1yr|csp_3yr|spot|capacity_block|...");
  sub->add_option("--price", arguments->price, help("Price of one instance-hour"))
      ->required()
      ->option_text("USD");
  sub->add_option("--source", arguments->source, help("The contract or page, for reports"))
      ->required();
  sub->add_option("--upfront", arguments->upfront, help("Fee for the whole term"))
      ->option_text("USD");
  sub->add_option("--zone", arguments->zone, help("Zone id of a Spot price"))->option_text("ID");
  sub->add_option("--date", arguments->date, help("Day on which it was seen (default: today)"))
      ->option_text("DAY");
  sub->add_option("--effective", arguments->effective, help("First day on which it applies"))
      ->option_text("DAY");
  sub->add_option("--currency", arguments->currency, help("Default: USD"))->option_text("CODE");
  sub->add_option("--note", arguments->note, help("Information for readers"));
  add_book_option(*sub, arguments->book);
  sub->callback([=] {
    *selected = [=](const CommonOptions& common, TaskControl& control) {
      return add_price(*arguments, common, control);
    };
  });
}

void define_check(CLI::App& app, const Selected& selected) {
  const auto arguments = std::make_shared<CheckArguments>();
  CLI::App* sub = app.add_subcommand(
      "check", help("Show which prices of a question are out of date or unknown"));
  sub->add_option("DOCUMENT", arguments->document,
                  help("A cost scenario, plan or migration study, or a built-in one"))
      ->required();
  sub->add_option("--as-of", arguments->as_of, help("Date of the prices (default: today)"))
      ->option_text("DAY");
  add_book_options(*sub, arguments->book);
  sub->callback([=] {
    *selected = [=](const CommonOptions& common, TaskControl&) {
      return check_prices_of(*arguments, common);
    };
  });
}

void define_imports(CLI::App& app, const Selected& selected) {
  const auto book = std::make_shared<BookOptions>();
  CLI::App* sub = app.add_subcommand("imports", help("List the changes of your price book"));
  add_book_options(*sub, *book);
  sub->callback([=] {
    *selected = [=](const CommonOptions& common, TaskControl&) {
      return list_imports(*book, common);
    };
  });
}

void define_forget(CLI::App& app, const Selected& selected) {
  const auto arguments = std::make_shared<ForgetArguments>();
  CLI::App* sub = app.add_subcommand("forget", help("Undo an import or a discount"));
  sub->add_option("IMPORT", arguments->id, help("Its number (see 'nscope prices imports')"))
      ->required();
  add_book_option(*sub, arguments->book);
  sub->callback([=] {
    *selected = [=](const CommonOptions& common, TaskControl&) {
      return forget_import(*arguments, common);
    };
  });
}

void define_discount(CLI::App& app, const Selected& selected) {
  const auto arguments = std::make_shared<DiscountArguments>();
  CLI::App* sub = app.add_subcommand("discount", help("Add a private discount on public prices"));
  sub->add_option("PERCENT", arguments->percent, help("For example 9 or 12.5"))->required();
  sub->add_option("--source", arguments->source, help("The contract, for reports"))->required();
  sub->add_option("--service", arguments->service,
                  help("Only this service, or all of them (default: ec2)"))
      ->option_text("ec2|s3|data_transfer|all");
  sub->add_option("--instance", arguments->instance, help("Only this instance type or family"))
      ->option_text("NAME");
  sub->add_option("--region", arguments->region, help("Only this region"))->option_text("NAME");
  sub->add_option("--option", arguments->option, help("Only this purchase option"))
      ->option_text("on_demand|ri_1yr|csp_3yr|...");
  sub->add_option("--from", arguments->from, help("First day (default: today)"))
      ->option_text("DAY");
  sub->add_option("--until", arguments->until, help("Last day (default: unlimited)"))
      ->option_text("DAY");
  add_book_option(*sub, arguments->book);
  sub->callback([=] {
    *selected = [=](const CommonOptions& common, TaskControl&) {
      return add_discount(*arguments, common);
    };
  });
}

}  // namespace

CommandRun define_prices(CLI::App& app) {
  const auto options = std::make_shared<PricesArguments>();
  const auto selected = std::make_shared<CommandRun>(
      [options](const CommonOptions& common, TaskControl&) { return run(*options, common); });
  app.require_subcommand(1);
  CLI::App* list = app.add_subcommand("list", help("Show the prices of today"));
  add_filter(*list, *options);
  CLI::App* at = app.add_subcommand("at", help("Show the prices of a day"));
  at->add_option("DATE", options->day, help("For example 2025-06-01"))->required();
  add_filter(*at, *options);
  CLI::App* history =
      app.add_subcommand("history", help("Show all known prices, the oldest first"));
  add_filter(*history, *options);
  history->callback([options] { options->history = true; });
  define_import(app, selected);
  define_add(app, selected);
  define_check(app, selected);
  define_imports(app, selected);
  define_forget(app, selected);
  define_discount(app, selected);
  return [selected](const CommonOptions& common, TaskControl& control) {
    return (*selected)(common, control);
  };
}

}  // namespace nscope::cli
