#include "app/cli/command.h"
#include "app/cli/input_options.h"
#include "profiler/analysis/summary.h"
#include "profiler/base/format.h"
#include "profiler/base/table.h"
#include "profiler/sql/sql_session.h"

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nscope::cli {
namespace {

struct Options {
  InputOptions input;
  std::string sql;
  std::string format = "table";
};

Result<CommandOutput> run(const Options& options, bool as_json, TaskControl& control) {
  const auto trace = open_input(options.input, control);
  if (!trace) return fail(trace.error());
  auto metrics = analysis::summarize(**trace).metrics;
  auto session = SqlSession::open(*trace, std::move(metrics));
  if (!session) return fail(session.error());
  control.begin("Running the query", 0);
  const auto table = session->query(options.sql, control);
  if (!table) return fail(table.error());
  if (as_json || options.format == "json") {
    return CommandOutput{.text = table->to_json().dump(2) + "\n"};
  }
  if (options.format == "csv") return CommandOutput{.text = table->to_csv()};
  const auto rows = static_cast<std::int64_t>(table->row_count());
  return CommandOutput{.text = table->to_text(),
                       .note = fmt::format("{} row{}\n", format_count(rows), rows == 1 ? "" : "s")};
}

}  // namespace

CommandRun define_query(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  add_input_options(app, options->input, false);
  app.add_option("SQL", options->sql,
                 "One SELECT. Tables: slice, track, counter, flow, arg, metric, diagnostic, "
                 "property")
      ->required();
  app.add_option("--format", options->format, "table, csv or json (one array of row objects)")
      ->check(CLI::IsMember({"table", "csv", "json"}))
      ->option_text("table|csv|json");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common.json, control);
  };
}

}  // namespace nscope::cli
