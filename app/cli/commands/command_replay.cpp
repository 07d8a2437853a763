#include "app/cli/command.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/options/input_options.h"
#include "app/documents/built_in.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/session/session_file.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/instruction/core_rates.h"
#include "simcore/engine/instruction/kernel.h"
#include "simcore/engine/instruction/kernel_emitter.h"
#include "simcore/engine/instruction/replay.h"

#include <map>
#include <memory>
#include <utility>

namespace nscope::cli {
namespace {

struct ReplayArguments {
  app::CatalogFolders catalog;
  InputOptions input;
  std::string device;
  std::string captured_on;
  std::string output;
};

std::string replayed_metrics(const std::vector<Metric>& metrics, const Language& language) {
  Table table({{.id = "metric", .title = tr("Metric")},
               {.id = "value", .title = tr("Value")},
               {.id = "note", .title = tr("Note")}});
  for (const Metric& metric : metrics) {
    const TextNumber value = metric.name.ends_with("_percent")
                                 ? as::percent(metric.value)
                                 : as::value(metric.value, metric.unit);
    table.add_row({metric.name, tr("{}", value), metric.note});
  }
  return table.to_text(language);
}

/// How the duration of each opcode was converted.
std::string opcode_text(const sim::ReplayScaling& scaling, const Language& language) {
  Table table({{.id = "opcode", .title = tr("Opcode")},
               {.id = "instructions", .title = tr("Instructions")},
               {.id = "method", .title = tr("Duration on the target")}});
  const auto add = [&](const std::map<std::string, std::size_t>& counts, const Text& method) {
    for (const auto& [name, count] : counts) {
      table.add_row({name, static_cast<std::int64_t>(count), method});
    }
  };
  add(scaling.by_formula, tr("scaled by the published cost on both devices"));
  add(scaling.by_clock, tr("scaled by the clock of the engine"));
  add(scaling.kept, tr("not scaled"));
  if (scaling.packets > 0) {
    table.add_row({tr("DMA packets"), static_cast<std::int64_t>(scaling.packets),
                   tr("scaled by the bandwidth of both devices")});
  }
  return table.to_text(language);
}

Json counts_json(const std::map<std::string, std::size_t>& counts) {
  Json json = Json::object();
  for (const auto& [name, count] : counts) json[name] = count;
  return json;
}

Json result_json(const sim::ReplayResult& result) {
  Json json = analysis::summary_json({.metrics = result.metrics, .unavailable = {}});
  json["captured_device"] = result.own->id;
  json["device"] = result.target->id;
  json["events"] = result.events;
  json["unexplained_waits"] = result.unexplained;
  json["scaled_by_formula"] = counts_json(result.scaling.by_formula);
  json["scaled_by_clock"] = counts_json(result.scaling.by_clock);
  json["not_scaled"] = counts_json(result.scaling.kept);
  json["packets_scaled_by_bandwidth"] = result.scaling.packets;
  return json;
}

std::string result_text(const sim::ReplayResult& result, const Language& language) {
  const Text heading = tr("{} instructions and DMA packets, captured on {}, replayed on {}",
                          as::count(static_cast<std::int64_t>(result.events)), result.own->title,
                          result.target->title);
  return language.say(heading) + "\n\n" + replayed_metrics(result.metrics, language) + "\n" +
         opcode_text(result.scaling, language);
}

/// Whether the file is a kernel document, by its schema.
bool is_kernel(const std::string& path) {
  const auto file = ByteSource::open(path);
  if (!file) return false;  // a folder, or a file that the importers reject
  const auto head = file->head();
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  return text.find("\"nscope.kernel/") != std::string_view::npos;
}

Result<CommandOutput> saved(CommandOutput output, TraceBuilder& builder, const std::string& path,
                            const Language& language, TaskControl& control) {
  if (path.empty()) return output;
  if (auto written = session_file::save(*builder.finish(), path, control); !written) {
    return fail(written.error());
  }
  output.note = language.say(tr("Saved {}", path)) + "\n";
  return output;
}

Result<CommandOutput> run_kernel(const ReplayArguments& options, const CommonOptions& common,
                                 const catalog::Device& target, TaskControl& control) {
  const auto json = app::read_json_file(options.input.file);
  if (!json) return fail(json.error());
  const auto kernel = sim::kernel_from_json(*json, options.input.file);
  if (!kernel) return fail(kernel.error());
  TraceBuilder builder;
  const auto metrics =
      sim::run_kernel(*kernel, target, options.output.empty() ? nullptr : &builder, control);
  if (!metrics) {
    Error error = metrics.error();
    error.where = error.where.inside(options.input.file);
    return fail(error);
  }
  CommandOutput output;
  if (common.json) {
    Json document = analysis::summary_json({.metrics = *metrics, .unavailable = {}});
    document["kernel"] = kernel->name;
    document["device"] = target.id;
    output.text = document_text(document);
  } else {
    const auto count = static_cast<std::int64_t>(kernel->instructions.size());
    const Text heading = tr_plural(count, "{}: {} instruction on one core of {}",
                                   "{}: {} instructions on one core of {}", kernel->name,
                                   as::count(count), target.title);
    output.text =
        common.language.say(heading) + "\n\n" + replayed_metrics(*metrics, common.language);
  }
  return saved(std::move(output), builder, options.output, common.language, control);
}

Result<CommandOutput> run(const ReplayArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto catalog = app::load_catalog(options.catalog);
  if (!catalog) return fail(catalog.error());
  const auto target = sim::device_named(*catalog, options.device);
  if (!target) return fail(target.error());
  if (is_kernel(options.input.file)) return run_kernel(options, common, **target, control);
  const catalog::Device* own = nullptr;
  if (!options.captured_on.empty()) {
    const auto named = sim::device_named(*catalog, options.captured_on);
    if (!named) return fail(named.error());
    own = *named;
  }
  const auto capture = open_input(options.input, control);
  if (!capture) return fail(capture.error());
  TraceBuilder builder;
  const auto result = sim::replay(*catalog, **capture, **target, own,
                                  options.output.empty() ? nullptr : &builder, control);
  // Columns of a large session are checked when they are first read.
  if (const auto damage = (*capture)->storage_error()) return fail(*damage);
  if (!result) return fail(result.error());
  CommandOutput output{.text = common.json ? document_text(result_json(*result))
                                           : result_text(*result, common.language)};
  return saved(std::move(output), builder, options.output, common.language, control);
}

}  // namespace

CommandRun define_replay(CLI::App& app) {
  const auto options = std::make_shared<ReplayArguments>();
  add_input_options(app, options->input, false);
  app.add_option("--device", options->device,
                 help("Target: a chip, an instance type or its family (trainium3, trn2, inf2)"))
      ->option_text("NAME")
      ->required();
  app.add_option("--captured-on", options->captured_on,
                 help("Device of a capture that does not state its device"))
      ->option_text("NAME");
  app.add_option("-o", options->output, help("Save the replayed run as a session (*.nscope)"))
      ->option_text("FILE");
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
