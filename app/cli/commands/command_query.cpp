#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/cli/output/json_rows.h"
#include "app/cli/output/lost_input.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "profiler/sql/csv_row.h"
#include "profiler/sql/ready_queries.h"
#include "profiler/sql/sql_session.h"

#include <cstdlib>
#include <memory>
#include <optional>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

constexpr double kStatementTimeout = 60.0;  // seconds

/// Larger results are rejected with advice, so that they do not use up the memory.
constexpr std::size_t kMostResultBytes = std::size_t{1} << 30;

struct QueryArguments {
  InputOptions input;
  std::string sql;
  std::string format = "table";
  bool list = false;
  std::string ready;
  std::vector<std::string> parameters;  ///< "name=value"
  std::optional<std::uint64_t> limit;
};

/// "limit=20: maximum number of rows; ..." for all parameters.
Text parameters_text(const ReadyQuery& query) {
  std::vector<Text> texts;
  for (const auto& parameter : query.parameters) {
    const std::string value =
        std::visit([](const auto& v) { return fmt::format("{}", v); }, parameter.fallback);
    texts.push_back(tr("{}={}: {}", parameter.name, value, parameter.text));
  }
  return joined_by_semicolons(texts);
}

Result<CommandOutput> list_queries(bool as_json, const Language& language) {
  const auto queries = ready_queries();
  if (!queries) return fail(queries.error());
  Table table({{.id = "id", .title = tr("ID")},
               {.id = "title", .title = tr("Title")},
               {.id = "shows", .title = tr("Result")},
               {.id = "parameters", .title = tr("Parameters")}});
  Json json = Json::array();
  for (const ReadyQuery& query : *queries) {
    table.add_row({query.id, query.title, query.shows, parameters_text(query)});
    json.push_back({{"id", query.id},
                    {"title", query.title.english()},
                    {"shows", query.shows.english()},
                    {"parameters", parameters_text(query).english()},
                    {"sql", query.sql}});
  }
  if (as_json) {
    const Json document{{"schema", "nscope.queries/1"}, {"queries", json}};
    return CommandOutput{.text = document_text(document), .is_data = true};
  }
  return CommandOutput{
      .text = table.to_text(language),
      .note = language.say(
                  tr("Run a query with: {}", "nscope query FILE --ready ID [--param NAME=VALUE]")) +
              "\n"};
}

Result<SqlParameters> parse_parameters(const std::vector<std::string>& texts) {
  SqlParameters parameters;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      return fail(ErrorCode::kInvalidArgument, tr("invalid parameter '{}'; use NAME=VALUE", text));
    }
    parameters.emplace_back(text.substr(0, equals), parse_sql_value(text.substr(equals + 1)));
  }
  return parameters;
}

/// The statement to run and its parameters.
Result<std::pair<std::string, SqlParameters>> choose_statement(const QueryArguments& options) {
  auto given = parse_parameters(options.parameters);
  if (!given) return fail(given.error());
  if (options.ready.empty()) return std::pair(options.sql, std::move(*given));
  const auto query = find_ready_query(options.ready);
  if (!query) return fail(query.error());
  auto filled = fill_parameters(*query, *given);
  if (!filled) return fail(filled.error());
  return std::pair(query->sql, std::move(*filled));
}

/// A real number for people, with 15 digits, so that sums of decimals have few digits.
double readable(double value) {
  return std::strtod(fmt::format("{:.15g}", value).c_str(), nullptr);
}

/// Width of a text in a table. Kernels of C++ templates have names of a thousand characters.
constexpr std::size_t kWidestText = 100;

/// Collects a result as text of one format.
class ResultText {
 public:
  explicit ResultText(std::string_view format) : csv_(format == "csv"), json_(format == "json") {}

  SqlReader reader() {
    SqlReader reader;
    reader.begin = [this](std::span<const std::string> columns) { begin(columns); };
    reader.row = [this](std::span<const SqlValue> row) { return add(row); };
    return reader;
  }

  /// Whether texts were shortened.
  bool shortened() const { return shortened_; }

  std::string finish() {
    // The result of a query is the same in every language.
    if (!csv_ && !json_) return table_.to_text(Language());
    if (json_) rows_.end(text_);
    return std::move(text_);
  }

 private:
  void begin(std::span<const std::string> columns) {
    if (csv_) {
      const std::vector<SqlValue> names(columns.begin(), columns.end());
      append_csv_row(names, text_);
    } else if (json_) {
      rows_.begin(columns, text_);
    } else {
      std::vector<Table::Column> headings;
      for (const std::string& name : columns) headings.push_back({.id = name});
      table_ = Table(std::move(headings));
    }
  }

  Result<> add(std::span<const SqlValue> row) {
    if (csv_) {
      append_csv_row(row, text_);
    } else if (json_) {
      rows_.row(row, text_);
    } else {
      std::vector<Cell> cells = to_cells(row);
      for (Cell& cell : cells) {
        if (auto* real = std::get_if<double>(&cell)) *real = readable(*real);
        auto* text = std::get_if<std::string>(&cell);
        if (text != nullptr && shorten(*text, kWidestText)) shortened_ = true;
        table_bytes_ += sizeof(Cell) + (text == nullptr ? 0 : text->size());
      }
      table_.add_row(std::move(cells));
    }
    if (text_.size() + table_bytes_ <= kMostResultBytes) return {};
    return fail(ErrorCode::kInvalidArgument,
                tr("the result is larger than 1 GiB; restrict the query, use --limit, or write a "
                   "whole table with 'nscope export'"),
                "SQL");
  }

  bool csv_;
  bool json_;
  std::string text_;
  JsonRows rows_;
  Table table_;
  std::size_t table_bytes_ = 0;
  bool shortened_ = false;
};

/// A line about the number of rows and about shortened texts.
std::string rows_text(const SqlOutcome& outcome, bool shortened, const Language& language) {
  const auto rows = static_cast<std::int64_t>(outcome.rows);
  std::vector<Text> texts;
  texts.push_back(outcome.more
                      ? tr_plural(rows, "{} row; the result has more (see --limit)",
                                  "{} rows; the result has more (see --limit)", as::count(rows))
                      : tr_plural(rows, "{} row", "{} rows", as::count(rows)));
  if (shortened) {
    texts.push_back(tr("Long texts are shortened; CSV and JSON contain the whole texts."));
  }
  std::string lines;
  for (const Text& text : texts) lines += language.say(text) + "\n";
  return lines;
}

Result<CommandOutput> run(const QueryArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const bool as_json = common.json;
  if (options.list) return list_queries(as_json || options.format == "json", common.language);
  if (options.input.file.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("FILE is required, except with --list"));
  }
  if (options.sql.empty() == options.ready.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("exactly one of SQL and --ready ID is required"));
  }
  // The statement is checked before a long import.
  const auto statement = choose_statement(options);
  if (!statement) return fail(statement.error());
  const auto trace = open_input(options.input, control);
  if (!trace) return fail(trace.error());
  auto session = SqlSession::open_lazily(
      *trace, [trace = *trace] { return analysis::summarize(*trace).metrics; });
  if (!session) return fail(session.error());

  control.begin(phrase("Running the query"), 0);
  SqlLimits limits;
  limits.time = std::chrono::milliseconds(
      static_cast<std::int64_t>(common.timeout.value_or(kStatementTimeout) * 1000.0));
  if (options.limit) limits.rows = *options.limit;
  ResultText text(as_json ? "json" : options.format);
  const auto outcome =
      session->run(statement->first, statement->second, limits, text.reader(), control);
  if (!outcome) return fail(outcome.error());
  const bool counts = outcome->more || (!as_json && options.format == "table");
  std::string note = lost_input_text(**trace, common.language);
  if (counts) note += rows_text(*outcome, text.shortened(), common.language);
  return CommandOutput{.text = text.finish(), .note = note, .is_data = options.format != "table"};
}

}  // namespace

CommandRun define_query(CLI::App& app) {
  const auto options = std::make_shared<QueryArguments>();
  add_input_options(app, options->input, false);
  app.get_option("FILE")->required(false);
  app.add_option("SQL", options->sql,
                 help("A SELECT statement (see docs/sql.md for tables and functions)"));
  app.add_option("--format", options->format,
                 help("Format of the output (default: table); json is one array of row objects"))
      ->check(CLI::IsMember({"table", "csv", "json"}))
      ->option_text("table|csv|json");
  app.add_flag("--list", options->list, help("List the ready-made queries and their parameters"));
  app.add_option("--ready", options->ready, help("Run a ready-made query"))->option_text("ID");
  app.add_option("--param", options->parameters,
                 help("Value of a parameter (:NAME); can be repeated"))
      ->option_text("NAME=VALUE");
  app.add_option("--limit", options->limit, help("Maximum number of rows to show"))
      ->option_text("N");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
