#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/cli/output/run_text.h"
#include "app/cli/output/section_text.h"
#include "profiler/analysis/engines/event_details.h"
#include "profiler/base/format.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace nscope::cli {
namespace {

struct EventArguments {
  InputOptions input;
  std::optional<std::uint64_t> event;
  std::uint64_t limit = 1000;
  bool no_causes = false;
};

Text duration_or_unknown(const Json& ns) {
  return ns.is_number() ? tr("{}", as::duration_ns(ns)) : tr("unknown");
}

std::string name_and_track(const Json& event) {
  if (event.is_null()) return {};
  return std::string(event["name"]) + " · " + std::string(event["track"]) + " · " +
         event["slice_id"].dump();
}

std::string plain_value(const Json& value) {
  return value.is_string() ? std::string(value) : compact_text(value);
}

std::string event_facts(const Json& event, const Language& language) {
  FactSheet facts;
  facts.add(tr("Event"), name_and_track(event));
  facts.add(tr("Start"), tr("{} ns", plain_value(event["start_ns"])));
  facts.add(tr("Duration"), duration_or_unknown(event["duration_ns"]));
  facts.add(tr("Wait"), duration_or_unknown(event["wait_ns"]));
  facts.add(tr("Parent event"), name_and_track(event["parent"]));
  if (event.contains("causes")) {
    const Json& causes = event["causes"];
    facts.add(tr("Waited for"), name_and_track(causes["waited_for"]));
    facts.add(tr("First event that waited for it"), name_and_track(causes["first_waiting"]));
    if (const Json& path = causes["critical_path"]; !path.is_null()) {
      facts.add(tr("On the critical path"), duration_or_unknown(path["path_ns"]));
      facts.add(tr("Slack"), duration_or_unknown(path["slack_ns"]));
    }
  }
  for (const auto& [key, value] : event["args"].items()) {
    facts.add(Text::verbatim(key), plain_value(value));
  }
  return facts.to_text(language);
}

std::string idle_section(const Json& idle, const Language& language) {
  if (idle.empty()) return {};
  Table table({{.id = "cause", .title = tr("Cause")},
               {.id = "start_ns", .title = tr("Start"), .unit = "ns"},
               {.id = "duration_ns", .title = tr("Duration"), .unit = "ns"},
               {.id = "producer", .title = tr("Event waited for")}});
  for (const Json& part : idle) {
    table.add_row({std::string(part["cause"]), part["start_ns"].get<double>(),
                   part["duration_ns"].get<double>(), name_and_track(part["producer"])});
  }
  return section_text(tr("Idle time of the engine for this event"), table.to_text(language),
                      language);
}

std::string dependency_section(const Text& title, const Json& list, const Json& count,
                               const Language& language) {
  if (list.empty()) return {};
  Table table({{.id = "slice_id", .title = tr("Event")},
               {.id = "kind", .title = tr("Kind")},
               {.id = "lag_ns", .title = tr("Lag"), .unit = "ns"},
               {.id = "track", .title = tr("Track")},
               {.id = "name", .title = tr("Name")}});
  for (const Json& each : list) {
    table.add_row({each["slice_id"].get<std::int64_t>(), std::string(each["kind"]),
                   each["lag_ns"].get<double>(), std::string(each["track"]),
                   std::string(each["name"])});
  }
  const auto missing = count.get<std::int64_t>() - static_cast<std::int64_t>(list.size());
  if (missing > 0) {
    table.add_note(tr("{} more are not shown (see --limit).", as::count(missing)));
  }
  return section_text(title, table.to_text(language), language);
}

std::string event_text(const Json& event, const Language& language) {
  std::string text = event_facts(event, language);
  if (event.contains("causes")) text += idle_section(event["causes"]["idle"], language);
  text += dependency_section(tr("Predecessors"), event["predecessors"], event["predecessor_count"],
                             language);
  return text + dependency_section(tr("Successors"), event["successors"], event["successor_count"],
                                   language);
}

Result<CommandOutput> run(const EventArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto input = open_linked_input(options.input, control);
  if (!input) return fail(input.error());
  const auto* const trace = &input->trace;
  const SliceId linked = input->place.event;
  if (options.event.has_value() == linked.valid()) {
    return fail(ErrorCode::kInvalidArgument,
                linked.valid()
                    ? tr("the link states an event, and EVENT another; leave out one of them")
                    : tr("state the id of the event (EVENT), or a link FILE#event=ID"));
  }
  const std::uint64_t id = options.event ? *options.event : linked.index();
  const std::size_t count = (*trace)->slice_count();
  if (id >= count) {
    if (count == 0) return fail(ErrorCode::kInvalidArgument, tr("the run has no events"));
    return fail(ErrorCode::kInvalidArgument,
                tr("there is no event {}; the ids of this run are 0 to {}", id, count - 1));
  }
  std::shared_ptr<const analysis::DependencyView> view;
  if (!options.no_causes) {
    control.begin(phrase("Computing dependencies"), 0);
    analysis::SharedDependencies dependencies;
    auto computed = analysis::DependencyView::make(*trace, dependencies, control);
    if (!computed) return fail(computed.error());
    view = *std::move(computed);
  }
  const Json document = analysis::event_document(**trace, SliceId(static_cast<std::uint32_t>(id)),
                                                 view.get(), options.limit);
  // A damaged part of a session reads as zeros.
  if (const auto damage = (*trace)->storage_error()) return fail(*damage);
  if (common.json) return CommandOutput{.text = document_text(document), .is_data = true};
  std::string note;
  if (view && !view->missing().empty()) note = common.language.say(view->missing()) + "\n";
  return CommandOutput{.text = event_text(document, common.language), .note = std::move(note)};
}

}  // namespace

CommandRun define_event(CLI::App& app) {
  const auto options = std::make_shared<EventArguments>();
  add_input_options(app, options->input, false);
  app.add_option("EVENT", options->event,
                 help("Id of the event, as find and query print it; not with a link "
                      "FILE#event=ID"))
      ->option_text("EVENT");
  app.add_option("--limit", options->limit,
                 help("Maximum number of predecessors, and of successors (default: 1,000)"))
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1'000'000}))
      ->option_text("N");
  app.add_flag(
      "--no-causes", options->no_causes,
      help("Do not compute causes, for which the dependencies of the whole run are needed"));
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
