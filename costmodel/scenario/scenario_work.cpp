#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/scenario/scenario.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/nested_json.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::int64_t kLargestCount = 1'000'000;

/// A whole number from 1 to a million; `fallback` if absent.
int read_count(StrictObject& in, const char* key, int fallback) {
  const auto value = in.optional_integer(key);
  if (!value) return fallback;
  if (*value < 1 || *value > kLargestCount) {
    in.reject(key, tr("must be between 1 and {}", as::count(kLargestCount)));
    return fallback;
  }
  return static_cast<int>(*value);
}

CountedTokens read_counted(StrictObject& in, Phase phase) {
  const auto counts = in.optional_string("counts");
  if (!counts) return phase == Phase::kServing ? CountedTokens::kOutput : CountedTokens::kAll;
  if (*counts != "output" && *counts != "all") {
    in.reject("counts", tr("unknown value '{}'; use output or all", *counts));
  }
  return *counts == "output" ? CountedTokens::kOutput : CountedTokens::kAll;
}

/// The throughput of `count` instances.
Throughput times(Throughput one, int count) {
  one.tokens_per_second *= count;
  if (one.low) *one.low *= count;
  if (one.high) *one.high *= count;
  return one;
}

Throughput read_throughput(StrictObject& in, const WorkEstimate& work) {
  Throughput result;
  result.tokens_per_second = read_positive(in, "tokens_per_second");
  result.low = read_optional_positive(in, "low");
  result.high = read_optional_positive(in, "high");
  if (result.low.value_or(result.tokens_per_second) > result.tokens_per_second ||
      result.high.value_or(result.tokens_per_second) < result.tokens_per_second) {
    in.reject("tokens_per_second", tr("must be between 'low' and 'high'"));
  }
  result.counted = read_counted(in, work.phase);
  result.source = Text::verbatim(in.string("source"));
  const std::string word = in.optional_string("provenance").value_or("assumed");
  const auto provenance = parse_provenance(word);
  if (!provenance) in.reject("provenance", tr("unknown provenance '{}'", word));
  result.provenance = provenance.value_or(Provenance::kAssumed);
  const auto scope = in.optional_string("scope");
  if (!scope && work.count > 1) {
    in.reject("scope", tr("missing key; use fleet for the throughput of all instances or instance "
                          "for that of one"));
  } else if (scope && *scope != "fleet" && *scope != "instance") {
    in.reject("scope", tr("unknown scope '{}'; use fleet or instance", *scope));
  }
  if (scope != "instance") return result;
  result.stated_per_instance = true;
  return times(result, work.count);
}

void read_shape(StrictObject& in, WorkShape& shape) {
  shape.model = in.optional_string("model").value_or("");
  shape.parameters = read_optional_positive(in, "parameters");
  shape.dtype = in.optional_string("dtype").value_or("bf16");
  if (!bytes_per_element(shape.dtype)) {
    in.reject("dtype",
              tr("unknown data type '{}'; use fp32, tf32, bf16, fp16, fp8, int8, fp4 or int4",
                 shape.dtype));
  }
  shape.batch = read_count(in, "batch", 0);
  shape.input_tokens = read_count(in, "input_tokens", 0);
  shape.output_tokens = read_count(in, "output_tokens", 0);
  shape.tensor_parallel = read_count(in, "tensor_parallel", 0);
  shape.tokens_per_step = read_optional_positive(in, "tokens_per_step").value_or(1.0);
  shape.weight_bytes = read_optional_positive(in, "weight_bytes");
}

void read_price(StrictObject& in, WorkEstimate& work) {
  StatedPrice price;
  const auto amount = read_optional_usd(in, "usd_per_hour");
  if (!amount) in.reject("usd_per_hour", tr("missing key"));
  price.per_hour = amount.value_or(Usd());
  price.source = Text::verbatim(in.string("source"));
  price.date = in.optional_string("date").value_or("");
  if (!price.date.empty()) {
    if (const auto date = parse_price_date(price.date); !date) {
      in.reject("date", date.error().message);
    }
  }
  work.price = price;
}

void read_stated(StrictObject& in, WorkEstimate& work) {
  work.stated.usd_per_million = read_optional_usd(in, "usd_per_million_tokens");
  work.stated.usd_per_run = read_optional_usd(in, "usd_per_run");
  work.stated.usd_per_month = read_optional_usd(in, "usd_per_month");
  work.stated.tokens_per_month = read_optional_positive(in, "tokens_per_month");
  read_nested(in, "peak", [&](StrictObject& peak) {
    StatedPeak stated;
    constexpr double kTera = 1e12;
    stated.flops_per_second = read_positive(peak, "tflops") * kTera;
    const std::string per = peak.string("per");
    if (per != "core" && per != "chip") {
      peak.reject("per", tr("unknown value '{}'; use core or chip", per));
    }
    stated.per_core = per == "core";
    stated.dtype = peak.optional_string("dtype").value_or("bf16");
    work.stated_peak = stated;
  });
}

void read_run(StrictObject& in, WorkEstimate& work) {
  const auto days = read_optional_positive(in, "days");
  const auto hours = read_optional_positive(in, "hours");
  if (days.has_value() == hours.has_value()) {
    in.reject("days", tr("exactly one of 'days' and 'hours' is required"));
  }
  work.run_hours = days ? *days * kHoursPerDay : hours;
}

/// Reads the origin of the throughput, exactly one of four keys.
void read_origin(StrictObject& in, WorkItem& item) {
  const Json* throughput = in.optional("throughput");
  const Json* simulate = in.optional("simulate");
  const Json* serve = in.optional("serve");
  const Json* summary = in.optional("summary");
  const int given = (throughput != nullptr ? 1 : 0) + (simulate != nullptr ? 1 : 0) +
                    (serve != nullptr ? 1 : 0) + (summary != nullptr ? 1 : 0);
  if (given != 1) {
    in.reject("throughput",
              tr("exactly one of 'throughput', 'simulate', 'serve' and 'summary' is required"));
    return;
  }
  if (throughput != nullptr) {
    read_nested(in, "throughput", [&](StrictObject& inner) {
      item.estimate.throughput = read_throughput(inner, item.estimate);
    });
  } else if (simulate != nullptr) {
    if (!simulate->is_object()) in.reject("simulate", tr("must be an object"));
    item.pending = PendingWork{PendingWork::Kind::kSimulate, *simulate, {}};
  } else if (serve != nullptr) {
    item.pending = PendingWork{PendingWork::Kind::kServe, *serve, {}};
    if (item.estimate.phase != Phase::kServing) {
      in.reject("serve", tr("allowed for serving only"));
    }
    const auto request = serving_request(item);
    if (!request) in.reject("serve", request.error().message);
  } else if (summary->is_string()) {
    item.pending = PendingWork{PendingWork::Kind::kSummaryFile, {}, summary->get<std::string>()};
  } else {
    const auto read = throughput_from_summary(*summary, in.path("summary"));
    if (!read) {
      in.adopt(read.error());
    } else {
      item.estimate.throughput = times(*read, item.estimate.count);
    }
  }
}

}  // namespace

std::optional<double> read_optional_positive(StrictObject& in, const char* key) {
  const auto value = in.optional_number(key);
  if (value && !is_countable(*value)) {
    in.reject(key, tr("must be between {} and {}", kLeastCountable, kMostCountable));
    return std::nullopt;
  }
  return value;
}

double read_positive(StrictObject& in, const char* key) {
  const auto value = read_optional_positive(in, key);
  if (!value) in.reject(key, tr("missing key"));
  return value.value_or(1.0);
}

std::optional<Usd> read_optional_usd(StrictObject& in, const char* key) {
  const Json* json = in.optional(key);
  if (json == nullptr) return std::nullopt;
  if (!json->is_number() && !json->is_string()) {
    in.reject(key, tr("must be an amount in US dollars"));
    return std::nullopt;
  }
  // The digits of the number are the amount, not its binary value.
  const std::string text = json->is_string() ? json->get<std::string>() : compact_text(*json);
  auto amount = Usd::parse(text);
  if (!amount && json->is_number()) amount = Usd::round(json->get<double>());
  if (!amount) {
    in.reject(key, amount.error().message);
    return std::nullopt;
  }
  if (amount->nano() <= 0) {
    in.reject(key, tr("must be greater than 0"));
    return std::nullopt;
  }
  return *amount;
}

Usd read_usd(StrictObject& in, const char* key) {
  const auto amount = read_optional_usd(in, key);
  if (!amount) in.reject(key, tr("missing key"));
  return amount.value_or(Usd());
}

std::string read_source(StrictObject& in) {
  std::string source = in.string("source");
  if (source.empty()) in.reject("source", tr("must not be empty; state the source of the figure"));
  return source;
}

std::string place_of(const WorkItem& item) {
  return item.place.empty() ? fmt::format("work '{}'", item.estimate.label) : item.place;
}

WorkItem read_work_item(StrictObject& in) {
  WorkItem item;
  item.place = in.path("");
  item.place.pop_back();  // the slash before a key
  WorkEstimate& work = item.estimate;
  work.instance = in.string("instance");
  work.count = read_count(in, "count", 1);
  const std::string fallback =
      work.count > 1 ? fmt::format("{} x {}", work.count, work.instance) : work.instance;
  work.label = in.optional_string("label").value_or(fallback);
  const std::string phase = in.optional_string("phase").value_or("serving");
  if (phase != "serving" && phase != "training") {
    in.reject("phase", tr("unknown phase '{}'; use serving or training", phase));
  }
  work.phase = phase == "training" ? Phase::kTraining : Phase::kServing;
  item.compare_with = in.optional_string("compare_with").value_or("");
  read_shape(in, work.shape);
  read_nested(in, "run", [&](StrictObject& inner) { read_run(inner, work); });
  work.device_seconds = read_optional_positive(in, "device_seconds");
  read_nested(in, "price", [&](StrictObject& inner) { read_price(inner, work); });
  read_nested(in, "stated", [&](StrictObject& inner) { read_stated(inner, work); });
  read_origin(in, item);
  return item;
}

Json pending_request(const WorkItem& item) {
  const WorkEstimate& work = item.estimate;
  Json request = Json::object();
  request["schema"] = "nscope.workload/1";
  request["instance"] = work.instance;
  if (!work.shape.model.empty()) request["model"] = work.shape.model;
  const auto put = [&](const char* key, int value) {
    if (value > 0) request[key] = value;
  };
  put("tensor_parallel", work.shape.tensor_parallel);
  put("batch", work.shape.batch);
  put("input_tokens", work.shape.input_tokens);
  put("output_tokens", work.shape.output_tokens);
  // Types narrower than two bytes are for stored weights; the arithmetic uses bf16.
  const bool narrow = bytes_per_element(work.shape.dtype).value_or(2.0) < 2.0;
  request["dtype"] = narrow ? "bf16" : work.shape.dtype;
  request["weight_dtype"] = work.shape.dtype;
  if (item.pending && item.pending->kind == PendingWork::Kind::kSimulate) {
    request.update(item.pending->asked);
  }
  return request;
}

Result<Json> serving_request(const WorkItem& item) {
  const WorkShape& shape = item.estimate.shape;
  const auto bad = [&](Text message) { return fail(ErrorCode::kBadInput, std::move(message)); };
  if (!item.pending || !item.pending->asked.is_object()) return bad(tr("must be an object"));
  const Json& serve = item.pending->asked;
  if (shape.model.empty()) return bad(tr("requires the key 'model' of the item"));
  Json request = {{"schema", "nscope.plan/1"},
                  {"model", shape.model},
                  {"instances", Json::array({item.estimate.instance})},
                  {"weight_dtypes", Json::array({shape.dtype})}};
  if (shape.batch > 0) {
    return bad(
        tr("cannot be combined with 'batch', which is a result of the search; restrict "
           "'slots' instead"));
  }
  constexpr std::array kMembers{"sla",         "slots",           "schedulers",  "stack",
                                "max_context", "weight_dtypes",   "speculation", "adapters",
                                "nodes",       "node_parallelism"};
  for (const auto& [key, value] : serve.items()) {
    if (key == "traffic") continue;
    if (std::find(kMembers.begin(), kMembers.end(), key) == kMembers.end()) {
      return bad(tr("unknown key '{}'; use traffic, {}", key,
                    fmt::format("{}", fmt::join(kMembers, ", "))));
    }
    request[key] = value;
  }
  if (!serve.contains("sla") || !serve.at("sla").is_object() || serve.at("sla").empty()) {
    return bad(tr("requires the key 'sla' with a limit, for example {{\"e2e_p99_s\": 4}}"));
  }
  Json traffic = serve.value("traffic", Json::object());
  if (!traffic.is_object()) return bad(tr("'traffic' must be an object"));
  for (const char* key : {"requests_per_second", "hourly_requests_per_second"}) {
    if (!traffic.contains(key)) continue;
    return bad(
        tr("'{}' is the result of the search; use 'nscope plan' to find the fleet for a "
           "given rate",
           key));
  }
  const auto length = [&](const char* key, int tokens) {
    if (!traffic.contains(key) && tokens > 0) traffic[key] = tokens;
  };
  length("input_tokens", shape.input_tokens);
  length("output_tokens", shape.output_tokens);
  traffic["requests_per_second"] = 1;
  request["traffic"] = std::move(traffic);
  return request;
}

Result<> fill_served(WorkItem& item, const std::optional<Throughput>& within,
                     ServiceLevel service) {
  const auto countable = [](const std::optional<Throughput>& figure) {
    return !figure || is_countable(figure->tokens_per_second);
  };
  const std::string& label = item.estimate.label;
  if (!countable(within) || !countable(service.full_load)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the sustained load of '{}' must be greater than 0", label));
  }
  if (within.has_value() != service.why_not.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                within
                    ? tr("'{}' has a sustained load and also a reason for having none: {}", label,
                         service.why_not)
                    : tr("'{}' has neither a sustained load nor a reason for having none", label));
  }
  if (within) item.estimate.throughput = *within;
  item.estimate.service = std::move(service);
  item.pending.reset();
  return {};
}

Result<> fill_work(WorkItem& item, const Throughput& of_one_instance) {
  const double value = of_one_instance.tokens_per_second;
  if (!is_countable(value)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the throughput of '{}' must be greater than 0", item.estimate.label));
  }
  item.estimate.throughput = times(of_one_instance, item.estimate.count);
  item.pending.reset();
  return {};
}

}  // namespace nscope::cost
