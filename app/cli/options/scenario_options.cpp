#include "app/cli/options/scenario_options.h"

#include "app/cli/command.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/options/member_flags.h"
#include "app/documents/built_in.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

constexpr std::string_view kDefaultRegion = "us-east-1";

bool is_summary(const Json& json) {
  return json.is_object() && json.contains("schema") && json["schema"] == "nscope.summary/1";
}

/// The seconds of "e2e_p99_s=4"; empty for another form.
std::optional<Json> seconds_of(const std::string& limit) {
  const std::size_t at = limit.find('=');
  if (at == std::string::npos || at == 0) return std::nullopt;
  const auto seconds = parse_json(limit.substr(at + 1), "--sla");
  return seconds && seconds->is_number() ? std::optional(*seconds) : std::nullopt;
}

Result<> check_limits(const std::vector<std::string>& limits) {
  for (const std::string& limit : limits) {
    if (seconds_of(limit)) continue;
    return fail(
        ErrorCode::kInvalidArgument,
        tr("invalid value '{}' for {}; use NAME=SECONDS, for example e2e_p99_s=4", limit, "--sla"));
  }
  return {};
}

/// "e2e_p99_s=4" as the key "sla" of a plan. The reader of plans checks names and values.
Json sla_from_flags(const std::vector<std::string>& limits) {
  Json sla = Json::object();
  for (const std::string& limit : limits) {
    sla[limit.substr(0, limit.find('='))] = seconds_of(limit).value_or(Json());
  }
  return sla;
}

/// The entry of "work" that the flags describe, for one instance type.
Json work_from_flags(const ScenarioOptions& options, const std::string& instance,
                     const Json* summary) {
  Json work{{"instance", instance}};
  if (summary != nullptr && summary->contains("workload")) {
    // The simulated workload, for the checks of the cost model.
    const Json& ran = (*summary)["workload"];
    for (const char* key : {"model", "tensor_parallel", "batch", "input_tokens", "output_tokens"}) {
      if (ran.contains(key)) work[key] = ran[key];
    }
    if (ran.contains("weight_dtype")) work["dtype"] = ran["weight_dtype"];
  }
  const auto put = [&](const char* key, const auto& value) {
    if (value) work[key] = *value;
  };
  put("count", options.count);
  put("tensor_parallel", options.tensor_parallel);
  put("batch", options.batch);
  put("input_tokens", options.input_tokens);
  put("output_tokens", options.output_tokens);
  const std::string& model = options.config.empty() ? options.model : options.config;
  if (!model.empty()) work["model"] = model;
  if (!options.dtype.empty()) work["dtype"] = options.dtype;
  if (summary != nullptr) {
    work["summary"] = *summary;
  } else if (options.tokens_per_second) {
    work["throughput"] = {{"tokens_per_second", *options.tokens_per_second},
                          {"scope", "fleet"},
                          {"source", options.source.empty() ? "command line" : options.source}};
  } else if (!options.limits.empty()) {
    work["serve"] = {{"sla", sla_from_flags(options.limits)}};
  } else {
    work["simulate"] = Json::object();
  }
  return work;
}

/// The instance types of the flags, or the one in the summary of a simulation.
Result<std::vector<std::string>> instances_of(const ScenarioOptions& options, const Json* summary) {
  if (!options.instances.empty()) return options.instances;
  if (summary != nullptr && summary->contains("workload") &&
      (*summary)["workload"].contains("instance")) {
    const Json& instance = (*summary)["workload"]["instance"];
    if (instance.is_string()) return std::vector<std::string>{instance.get<std::string>()};
    return fail(ErrorCode::kBadInput, tr("must be a string"),
                fmt::format("{}: /workload/instance", options.document));
  }
  return fail(ErrorCode::kInvalidArgument,
              tr("--instance NAME is required; repeat it to compare instance types"));
}

Result<Json> scenario_from_flags(const ScenarioOptions& options, const Json* summary) {
  const auto instances = instances_of(options, summary);
  if (!instances) return fail(instances.error());
  if (auto ok = check_limits(options.limits); !ok) return fail(ok.error());
  if (!options.limits.empty() && (summary != nullptr || options.tokens_per_second)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("--sla finds the throughput, so it needs --model and cannot be combined with "
                   "--tokens-per-second or the summary of a run"));
  }
  if (summary == nullptr && !options.tokens_per_second && options.model.empty() &&
      options.config.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("--model NAME, --config FILE or --tokens-per-second N is required"));
  }
  // Names only, because a title is not translated.
  const std::string& named = options.config.empty() ? options.model : options.config;
  const std::string model = named.empty() ? std::string() : named + ": ";
  Json json{{"schema", "nscope.cost/1"},
            {"title", fmt::format("{}{}", model, fmt::join(*instances, ", "))}};
  json["regions"] =
      options.regions.empty() ? Json::array({std::string(kDefaultRegion)}) : Json(options.regions);
  json["work"] = Json::array();
  for (const std::string& instance : *instances) {
    json["work"].push_back(work_from_flags(options, instance, summary));
  }
  return json;
}

/// Applies the flags that take precedence over the keys of a scenario file.
void override_members(Json& json, const ScenarioOptions& options) {
  if (!options.regions.empty()) {
    json.erase("region");
    json["regions"] = options.regions;
  }
  if (!options.options.empty()) json["options"] = options.options;
  if (!options.as_of.empty()) json["as_of"] = options.as_of;
  if (options.tokens_per_month) json["load"] = {{"tokens_per_month", *options.tokens_per_month}};
  if (options.run_tokens) json["run"] = {{"tokens", *options.run_tokens}};
}

}  // namespace

void add_scenario_options(CLI::App& app, ScenarioOptions& o) {
  app.add_option("SCENARIO", o.document,
                 help("A scenario file, the name of a built-in scenario, or the JSON of 'nscope "
                      "simulate' or 'nscope summary'"));
  app.add_option("--instance", o.instances, help("Instance type; repeat to compare"))
      ->option_text("NAME")
      ->take_all();
  app.add_option("--region", o.regions, help("Region; repeat to compare (default: us-east-1)"))
      ->option_text("NAME")
      ->take_all();
  app.add_option("--option", o.options, help("Purchase option; can be repeated (default: all)"))
      ->option_text("on_demand|ri_1yr|csp_3yr|spot|capacity_block|...")
      ->take_all();
  app.add_option("--model", o.model, help("Model to simulate or to check"))->option_text("NAME");
  add_config_option(app, o.config)->excludes("--model");
  app.add_option("--tokens-per-second", o.tokens_per_second,
                 help("Known throughput of all instances, instead of a simulation"))
      ->option_text("X");
  app.add_option("--source", o.source, help("Source of that throughput"))->option_text("TEXT");
  app.add_option("--count", o.count, help("Number of instances that work together"))
      ->option_text("N");
  app.add_option("--tp", o.tensor_parallel, help("Tensor parallel degree"))->option_text("N");
  app.add_option("--batch", o.batch, help("Batch size in sequences"))->option_text("N");
  app.add_option("--input", o.input_tokens, help("Prompt tokens"))->option_text("N");
  app.add_option("--output", o.output_tokens, help("Output tokens"))->option_text("N");
  app.add_option("--dtype", o.dtype, help("Data type of weights and arithmetic"))
      ->option_text("NAME");
  app.add_option(
         "--sla", o.limits,
         help("Find the largest load within this latency limit in seconds; can be repeated"))
      ->option_text("e2e_p99_s=4|ttft_p50_s=0.5|...")
      ->take_all();
  app.add_option("--tokens-per-month", o.tokens_per_month, help("Load in tokens per month"))
      ->option_text("X");
  app.add_option("--run-tokens", o.run_tokens, help("Tokens of one run"))->option_text("X");
  app.add_option("--as-of", o.as_of, help("Date of the prices (default: today)"))
      ->option_text("DATE");
}

Error blame_flags(Error error, const ScenarioOptions& o) {
  const bool from_flags = o.document.empty();
  const std::array flags{
      MemberFlag{"/regions", "--region", !o.regions.empty()},
      MemberFlag{"/options", "--option", !o.options.empty()},
      MemberFlag{"/as_of", "--as-of", !o.as_of.empty()},
      MemberFlag{"/load/tokens_per_month", "--tokens-per-month", o.tokens_per_month.has_value()},
      MemberFlag{"/run/tokens", "--run-tokens", o.run_tokens.has_value()},
      MemberFlag{"/sla", "--sla", from_flags && !o.limits.empty()},
      MemberFlag{"/tokens_per_second", "--tokens-per-second",
                 from_flags && o.tokens_per_second.has_value()},
      MemberFlag{"/count", "--count", from_flags && o.count.has_value()},
      MemberFlag{"/tensor_parallel", "--tp", from_flags && o.tensor_parallel.has_value()},
      MemberFlag{"/batch", "--batch", from_flags && o.batch.has_value()},
      MemberFlag{"/input_tokens", "--input", from_flags && o.input_tokens.has_value()},
      MemberFlag{"/output_tokens", "--output", from_flags && o.output_tokens.has_value()},
      MemberFlag{"/dtype", "--dtype", from_flags && !o.dtype.empty()},
  };
  return with_flag(std::move(error), flags, !from_flags);
}

Result<DescribedScenario> read_scenario(const ScenarioOptions& options,
                                        const app::CatalogFolders& folders) {
  app::Document document{{}, "command line"};
  if (!options.document.empty()) {
    auto loaded = app::load_document(options.document, app::BuiltIn::Kind::kScenario);
    if (!loaded) return fail(loaded.error());
    document = std::move(*loaded);
    if (!document.json.is_object()) {
      return fail(ErrorCode::kBadInput, tr("must be a JSON object"), document.name);
    }
  }
  Json& json = document.json;
  const bool from_flags = options.document.empty() || is_summary(json);
  if (from_flags) {
    auto described = scenario_from_flags(options, options.document.empty() ? nullptr : &json);
    if (!described) return fail(described.error());
    json = std::move(*described);
  }
  override_members(json, options);
  // Only documents that are files name models by paths.
  app::Document whole{std::move(json), from_flags ? std::string() : document.name};
  auto known = app::load_catalog_for(whole, folders, options.config);
  if (!known) return fail(known.error());
  json = std::move(whole.json);
  auto scenario = cost::scenario_from_json(json, document.name);
  if (!scenario) {
    Error error = scenario.error();
    if (options.document.empty()) error.code = ErrorCode::kInvalidArgument;
    return fail(blame_flags(std::move(error), options));
  }
  if (from_flags) {
    for (cost::WorkItem& item : scenario->work) item.place.clear();
    document.name.clear();
  }
  return DescribedScenario{std::move(document), std::move(*scenario), std::move(*known)};
}

}  // namespace nscope::cli
