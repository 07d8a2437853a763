#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "profiler/analysis/search/event_query.h"
#include "profiler/analysis/search/event_search.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"

#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct FindArguments {
  InputOptions input;
  std::string query;
  std::string format = "table";
  std::uint64_t limit = 50;
  bool names = false;
};

double total_ns(const Trace& trace, const analysis::FoundEvents& found) {
  return static_cast<double>(found.duration) / static_cast<double>(trace.time_base().ticks_per_ns);
}

std::string json_text(const FindArguments& options, const Trace& trace,
                      const analysis::FoundEvents& found) {
  Json document{{"schema", "nscope.find/1"},
                {"query", options.query},
                {"count", found.count},
                {"total_ns", total_ns(trace, found)},
                {"events", analysis::events_table(trace, found).to_json()},
                {"names", analysis::names_table(trace, found).to_json()}};
  if (!found.notes.empty()) document["notes"] = found.notes;
  return document_text(document);
}

Result<CommandOutput> run(const FindArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  // The query is checked before a long import.
  const auto query = analysis::parse_event_query(options.query);
  if (!query) return fail(query.error());
  const auto trace = open_input(options.input, control);
  if (!trace) return fail(trace.error());
  const auto found = analysis::find_events(**trace, *query, options.limit, control);
  if (!found) return fail(found.error());
  if (common.json || options.format == "json") {
    return CommandOutput{.text = json_text(options, **trace, *found), .is_data = true};
  }
  const Table table = options.names ? analysis::names_table(**trace, *found)
                                    : analysis::events_table(**trace, *found);
  if (options.format == "csv") return CommandOutput{.text = table.to_csv(), .is_data = true};
  const Text note = tr_plural(found->count, "{} event with a duration of {}",
                              "{} events with a total duration of {}", as::count(found->count),
                              as::duration_ns(total_ns(**trace, *found)));
  return CommandOutput{.text = table.to_text(common.language),
                       .note = common.language.say(note) + "\n"};
}

}  // namespace

CommandRun define_find(CLI::App& app) {
  const auto options = std::make_shared<FindArguments>();
  add_input_options(app, options->input, false);
  app.add_option("QUERY", options->query,
                 help("Text of the name, or conditions such as 'engine:Tensor dur>10us' (see "
                      "docs/search.md)"))
      ->required();
  app.add_flag("--names", options->names,
               help("Show count and time of each name instead of the events"));
  app.add_option("--limit", options->limit, help("Maximum number of events to show (default: 50)"))
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{10'000'000}))
      ->option_text("N");
  app.add_option("--format", options->format, help("Format of the output (default: table)"))
      ->check(CLI::IsMember({"table", "csv", "json"}))
      ->option_text("table|csv|json");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
