#include "profiler/sql/ready_queries.h"

#include "profiler/base/resources.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::string_view kFolder = "queries/";
constexpr std::string_view kSuffix = ".sql";

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// "limit = 20 (rows to show)".
Result<ReadyQuery::Parameter> parse_parameter(std::string_view text, std::string_view id) {
  const std::size_t equals = text.find('=');
  const std::size_t open = text.rfind('(');
  if (equals == std::string_view::npos || open == std::string_view::npos || open < equals ||
      !text.ends_with(')')) {
    return fail(ErrorCode::kInternal, tr("a parameter must have the form 'name = value (meaning)'"),
                std::string(id));
  }
  std::string_view value = trim(text.substr(equals + 1, open - equals - 1));
  ReadyQuery::Parameter parameter;
  parameter.name = trim(text.substr(0, equals));
  parameter.text = Text::of_resource(text.substr(open + 1, text.size() - open - 2));
  if (value.size() >= 2 && value.starts_with('\'') && value.ends_with('\'')) {
    parameter.fallback = std::string(value.substr(1, value.size() - 2));
  } else {
    parameter.fallback = parse_sql_value(value);
  }
  return parameter;
}

std::string sql_literal(const SqlParameters::value_type::second_type& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* real = std::get_if<double>(&value)) return fmt::format("{}", *real);
  std::string quoted = "'";
  for (const char c : std::get<std::string>(value)) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + "'";
}

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

Result<ReadyQuery> parse_ready_query(std::string_view id, std::string_view text) {
  ReadyQuery query;
  query.id = id;
  while (text.starts_with("--")) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(2, end - 2));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t colon = line.find(':');
    const std::string_view key = line.substr(0, colon);
    const std::string_view value =
        colon == std::string_view::npos ? std::string_view() : trim(line.substr(colon + 1));
    if (key == "title") {
      query.title = Text::of_resource(value);
    } else if (key == "shows") {
      query.shows = Text::of_resource(value);
    } else if (key == "parameter") {
      auto parameter = parse_parameter(value, id);
      if (!parameter) return fail(parameter.error());
      query.parameters.push_back(std::move(*parameter));
    } else {
      return fail(ErrorCode::kInternal, tr("unknown key in line '{}'", line), std::string(id));
    }
  }
  query.sql = trim(text);
  while (query.sql.ends_with('\n')) query.sql.pop_back();
  if (query.title.empty() || query.shows.empty() || query.sql.empty()) {
    return fail(ErrorCode::kInternal, tr("'title', 'shows' and an SQL statement are required"),
                std::string(id));
  }
  return query;
}

Result<std::vector<ReadyQuery>> ready_queries() {
  std::vector<ReadyQuery> queries;
  for (const Resource& resource : list_resources(kFolder)) {
    std::string_view id = resource.path.substr(kFolder.size());
    if (id.ends_with(kSuffix)) id.remove_suffix(kSuffix.size());
    auto query = parse_ready_query(id, resource.content);
    if (!query) return fail(query.error());
    queries.push_back(std::move(*query));
  }
  return queries;
}

Result<ReadyQuery> find_ready_query(std::string_view id) {
  auto queries = ready_queries();
  if (!queries) return fail(queries.error());
  std::vector<std::string> ids;
  for (ReadyQuery& query : *queries) {
    if (query.id == id) return std::move(query);
    ids.push_back(query.id);
  }
  return fail(ErrorCode::kInvalidArgument,
              tr("unknown query '{}'; similar queries: {}", id,
                 fmt::format("{}", fmt::join(closest_names(id, ids, 3), ", "))));
}

SqlParameters::value_type::second_type parse_sql_value(std::string_view text) {
  const char* const end = text.data() + text.size();
  std::int64_t whole = 0;
  if (const auto [at, error] = std::from_chars(text.data(), end, whole);
      error == std::errc() && at == end) {
    return whole;
  }
  double real = 0.0;
  if (const auto [at, error] = std::from_chars(text.data(), end, real);
      error == std::errc() && at == end) {
    return real;
  }
  return std::string(text);
}

Result<SqlParameters> fill_parameters(const ReadyQuery& query, const SqlParameters& given) {
  SqlParameters filled;
  for (const ReadyQuery::Parameter& parameter : query.parameters) {
    const auto found = std::find_if(given.begin(), given.end(),
                                    [&](const auto& p) { return p.first == parameter.name; });
    filled.emplace_back(parameter.name, found == given.end() ? parameter.fallback : found->second);
  }
  for (const auto& [name, value] : given) {
    const bool known =
        std::any_of(filled.begin(), filled.end(), [&](const auto& p) { return p.first == name; });
    if (known) continue;
    std::vector<std::string_view> names;
    for (const auto& parameter : query.parameters) names.push_back(parameter.name);
    return fail(ErrorCode::kInvalidArgument,
                names.empty() ? tr("query '{}' has no parameters", query.id)
                              : tr("unknown parameter '{}' of query '{}'; use {}", name, query.id,
                                   fmt::format("{}", fmt::join(names, ", "))));
  }
  return filled;
}

std::string written_out(const ReadyQuery& query) {
  std::string out;
  const std::string_view sql = query.sql;
  bool quoted = false;
  for (std::size_t at = 0; at < sql.size();) {
    if (sql[at] == '\'') quoted = !quoted;
    const auto found = std::ranges::find_if(query.parameters, [&](const auto& parameter) {
      const std::size_t end = at + 1 + parameter.name.size();
      return !quoted && sql[at] == ':' && sql.substr(at + 1).starts_with(parameter.name) &&
             (end == sql.size() || !in_name(sql[end]));
    });
    if (found == query.parameters.end()) {
      out += sql[at++];
    } else {
      out += sql_literal(found->fallback);
      at += 1 + found->name.size();
    }
  }
  return out;
}

}  // namespace nscope
