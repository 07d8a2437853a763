#include "app/cli/command.h"
#include "app/cli/day_or_today.h"
#include "costmodel/price_book.h"
#include "costmodel/price_table.h"
#include "profiler/base/json.h"

#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct Options {
  cost::PriceFilter filter;
  std::string option;
  std::string day;
  bool history = false;
};

void add_filter(CLI::App& app, Options& options) {
  app.add_option("--instance", options.filter.instance, "Only this type, or family (trn1)")
      ->option_text("NAME");
  app.add_option("--region", options.filter.region, "Only this region")->option_text("NAME");
  app.add_option("--option", options.option, "Only this purchase option")
      ->option_text("on_demand|ri_1yr|csp_3yr|spot|capacity_block|...");
}

Result<CommandOutput> run(Options options, const CommonOptions& common) {
  if (!options.option.empty()) {
    options.filter.purchase = cost::parse_purchase_option(options.option);
    if (!options.filter.purchase) {
      return fail(ErrorCode::kInvalidArgument,
                  fmt::format("'{}' is no purchase option: {}", options.option,
                              cost::purchase_option_words()));
    }
  }
  const auto day = day_or_today(options.day);
  if (!day) return fail(day.error());
  const auto book = cost::PriceBook::load();
  if (!book) return fail(book.error());
  const Table table = options.history ? cost::price_history_table(*book, options.filter)
                                      : cost::price_table(*book, options.filter, *day);
  if (table.row_count() == 0) {
    return fail(ErrorCode::kNotFound,
                "no price matches; 'nscope prices list' without options shows all");
  }
  const int stale = options.history ? 0 : cost::stale_count(*book, options.filter, *day);
  if (common.json) {
    const Json json{{"schema", "nscope.prices/1"},
                    {"as_of", options.history ? Json(nullptr) : Json(cost::to_string(*day))},
                    {"stale", stale},
                    {"prices", table.to_json()}};
    return CommandOutput{.text = json.dump(2) + "\n"};
  }
  CommandOutput output{.text = table.to_text()};
  if (!options.history) {
    output.note =
        fmt::format("Prices as of {}, US dollars per instance-hour", cost::to_string(*day));
    if (stale > 0) output.note += fmt::format("; {} older than twelve months", stale);
    output.note += ". What is not listed is unknown.\n";
  }
  return output;
}

}  // namespace

CommandRun define_prices(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.require_subcommand(1);
  CLI::App* list = app.add_subcommand("list", "Prices that apply today");
  add_filter(*list, *options);
  CLI::App* at = app.add_subcommand("at", "Prices that applied on a day");
  at->add_option("DATE", options->day, "For example 2025-06-01")->required();
  add_filter(*at, *options);
  CLI::App* history = app.add_subcommand("history", "Every price ever seen, oldest first");
  add_filter(*history, *options);
  history->callback([options] { options->history = true; });
  return [options](const CommonOptions& common, TaskControl&) { return run(*options, common); };
}

}  // namespace nscope::cli
