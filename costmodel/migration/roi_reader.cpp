#include "costmodel/migration/roi_study.h"
#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/nested_json.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kRoiSchema = "nscope.roi/1";
constexpr int kMostMonths = 600;
constexpr std::int64_t kMostTrials = 1'000'000;

/// A number in the range; `fallback` if absent.
double read_between(StrictObject& in, const char* key, double low, double high, double fallback) {
  const auto value = in.optional_number(key);
  if (!value) return fallback;
  if (!(*value >= low && *value <= high)) {
    in.reject(key, tr("must be between {} and {}", low, high));
    return fallback;
  }
  return *value;
}

double read_needed(StrictObject& in, const char* key, double low, double high) {
  in.number(key);  // records an error if absent
  return read_between(in, key, low, high, low);
}

int read_whole(StrictObject& in, const char* key, std::int64_t low, std::int64_t high,
               std::int64_t fallback) {
  const auto value = in.optional_integer(key).value_or(fallback);
  if (value < low || value > high) {
    in.reject(key, tr("must be between {} and {}", as::count(low), as::count(high)));
    return static_cast<int>(low);
  }
  return static_cast<int>(value);
}

OwnBill read_bill(StrictObject& in) {
  OwnBill bill;
  bill.per_instance_hour = read_usd(in, "effective_usd_per_hour");
  bill.instance_hours_per_month = read_positive(in, "instance_hours_per_month");
  bill.source = Text::verbatim(read_source(in));
  bill.date = in.string("date");
  if (const auto date = parse_price_date(bill.date); !date) in.reject("date", date.error().message);
  return bill;
}

/// The instances of a bill; their throughput follows from the load and the billed hours.
void read_billed_work(StrictObject& in, RoiSide& side) {
  WorkEstimate& work = side.work.estimate;
  work.instance = in.string("instance");
  work.count = read_whole(in, "count", 1, 1'000'000, 1);
  work.label = in.optional_string("label").value_or("own bill: " + work.instance);
  work.shape.model = in.optional_string("model").value_or("");
  const std::string phase = in.optional_string("phase").value_or("serving");
  if (phase != "serving" && phase != "training") {
    in.reject("phase", tr("unknown phase '{}'; use serving or training", phase));
  }
  work.phase = phase == "training" ? Phase::kTraining : Phase::kServing;
  if (work.phase == Phase::kTraining) work.throughput.counted = CountedTokens::kAll;
}

void read_utilisation(StrictObject& in, RoiSide& side) {
  if (side.bill) {
    if (in.optional("utilisation") != nullptr) {
      in.reject("utilisation",
                tr("cannot be combined with 'bill', whose hours include the utilisation"));
    }
    side.utilisation_source = tr("included in the hours of the bill");
    return;
  }
  const bool given = read_nested(in, "utilisation", [&](StrictObject& inner) {
    side.utilisation = read_needed(inner, "share", 0.0, 1.0);
    if (side.utilisation <= 0.0) inner.reject("share", tr("must be greater than 0"));
    side.utilisation_source = Text::verbatim(read_source(inner));
  });
  if (!given) {
    in.reject("utilisation", tr("missing key; example: {{\"share\": 0.6, \"source\": \"...\"}}"));
  }
}

RoiSide read_side(StrictObject& in) {
  RoiSide side;
  read_nested(in, "bill", [&](StrictObject& inner) { side.bill = read_bill(inner); });
  const auto scenario = in.optional_string("scenario");
  if (side.bill && scenario) {
    in.reject("bill", tr("cannot be combined with 'scenario'"));
  } else if (scenario) {
    side.reference = RoiSide::Reference{*scenario, in.string("item")};
  } else if (side.bill) {
    read_billed_work(in, side);
  } else {
    side.work = read_work_item(in);
  }
  const std::string option = in.optional_string("option").value_or("on_demand");
  const auto parsed = parse_purchase_option(option);
  if (!parsed) {
    in.reject("option", unknown_purchase_option(option));
  }
  side.option = parsed.value_or(Purchase{});
  side.region = in.string("region");
  const std::string billing = in.optional_string("billing").value_or("busy_hours");
  if (billing != "busy_hours" && billing != "always_on") {
    in.reject("billing", tr("unknown billing '{}'; use busy_hours or always_on", billing));
  }
  side.billing = billing == "always_on" ? Billing::kAlwaysOn : Billing::kBusyHours;
  if (side.bill && side.billing == Billing::kAlwaysOn) {
    in.reject("billing", tr("must be busy_hours with 'bill', whose hours grow with the load"));
  }
  read_utilisation(in, side);
  return side;
}

RoiLoad read_load(StrictObject& in) {
  RoiLoad load;
  load.tokens_per_month = read_optional_positive(in, "tokens_per_month");
  load.runs_per_month = read_optional_positive(in, "runs_per_month");
  load.tokens_per_run = read_optional_positive(in, "tokens_per_run");
  if (load.tokens_per_month.has_value() == load.runs_per_month.has_value()) {
    in.reject("tokens_per_month",
              tr("exactly one of 'tokens_per_month' and 'runs_per_month' is required"));
  }
  if (load.tokens_per_run && !load.runs_per_month) {
    in.reject("tokens_per_run", tr("requires 'runs_per_month'"));
  }
  load.growth_per_month = read_between(in, "growth_per_month", -0.5, 0.5, 0.0);
  load.source = Text::verbatim(read_source(in));
  return load;
}

EffortPhase read_phase(StrictObject& in) {
  EffortPhase phase;
  phase.name = in.string("name");
  phase.engineer_weeks = read_needed(in, "engineer_weeks", 0.0, 1e6);
  phase.usd_per_week = read_usd(in, "usd_per_week");
  phase.from_month = read_between(in, "from_month", 0.0, kMostMonths, 0.0);
  phase.to_month = read_between(in, "to_month", 0.0, kMostMonths, phase.from_month);
  if (phase.to_month < phase.from_month) in.reject("to_month", tr("must not be before from_month"));
  phase.source = Text::verbatim(read_source(in));
  return phase;
}

/// A positive or negative amount.
Usd read_signed_usd(StrictObject& in, const char* key) {
  const Json* json = in.optional(key);
  if (json == nullptr || (!json->is_number() && !json->is_string())) {
    in.reject(key, json == nullptr ? tr("missing key") : tr("must be an amount in US dollars"));
    return {};
  }
  const auto amount =
      Usd::parse(json->is_string() ? json->get<std::string>() : compact_text(*json));
  if (!amount) in.reject(key, amount.error().message);
  return amount.value_or(Usd());
}

void read_migration(StrictObject& in, RoiStudy& study) {
  const double horizon = study.horizon_months;
  study.go_live_month = read_needed(in, "go_live_month", 0.0, horizon);
  read_nested(in, "dual_running", [&](StrictObject& dual) {
    study.dual_running_months = read_needed(dual, "months", 0.0, study.go_live_month);
    study.dual_running_share = read_between(dual, "share", 0.0, 1.0, 1.0);
  });
  read_each(in, "phases", kMostEntries, [&](StrictObject& entry) {
    study.phases.push_back(read_phase(entry));
    if (study.phases.back().to_month > horizon) {
      entry.reject("to_month", tr("must not be after the horizon"));
    }
  });
  read_each(in, "one_off", kMostEntries, [&](StrictObject& entry) {
    OneOff item;
    item.name = entry.string("name");
    item.usd = read_signed_usd(entry, "usd");
    item.month = read_whole(entry, "month", 0, study.horizon_months, 0);
    item.depreciation_months = read_whole(entry, "depreciation_months", 0, kMostMonths, 0);
    item.source = read_source(entry);
    study.one_offs.push_back(item);
  });
  read_nested(in, "validation", [&](StrictObject& inner) {
    ValidationHours hours;
    hours.instance_hours = read_needed(inner, "instance_hours", 0.0, 1e9);
    hours.month = read_whole(inner, "month", 0, study.horizon_months, 0);
    hours.source = read_source(inner);
    study.validation = hours;
  });
  read_nested(in, "compile", [&](StrictObject& inner) {
    CompileHours compile;
    compile.hours = read_needed(inner, "hours", 0.0, 1e6);
    compile.graphs = read_between(inner, "graphs", 0.0, 1e6, 1.0);
    compile.usd_per_hour = read_usd(inner, "usd_per_hour");
    compile.repeats_per_month = read_between(inner, "repeats_per_month", 0.0, 1e4, 0.0);
    compile.month = read_whole(inner, "month", 0, study.horizon_months, 0);
    compile.source = read_source(inner);
    study.compile = compile;
  });
  read_each(in, "monthly", kMostEntries, [&](StrictObject& entry) {
    MonthlyCost item;
    item.name = entry.string("name");
    item.usd_per_month = read_signed_usd(entry, "usd_per_month");
    item.from_month = read_whole(entry, "from_month", 1, study.horizon_months, 1);
    item.source = read_source(entry);
    study.monthly.push_back(item);
  });
}

void read_risks(StrictObject& in, RoiStudy& study) {
  read_each(in, "commitments", kMostEntries, [&](StrictObject& entry) {
    OwedCommitment item;
    item.label = entry.string("label");
    item.usd_per_month = read_usd(entry, "usd_per_month");
    item.months_left = read_needed(entry, "months_left", 0.0, kMostMonths);
    item.source = read_source(entry);
    study.commitments.push_back(item);
  });
  read_each(in, "owned", kMostEntries, [&](StrictObject& entry) {
    OwnedHardware item;
    item.label = entry.string("label");
    item.book = read_optional_usd(entry, "book_usd").value_or(Usd());
    item.months_left = read_between(entry, "months_left", 0.0, kMostMonths, 0.0);
    item.resale = read_optional_usd(entry, "resale_usd").value_or(Usd());
    item.source = read_source(entry);
    if (item.book.nano() > 0 && !(item.months_left > 0.0)) {
      entry.reject("months_left", tr("must be greater than 0 for hardware with a book value"));
    }
    study.owned.push_back(item);
  });
  read_nested(in, "tax", [&](StrictObject& inner) {
    IncomeTax tax;
    tax.rate = read_needed(inner, "rate", 0.0, 0.9);
    tax.source = read_source(inner);
    study.tax = tax;
  });
  read_each(in, "price_cuts", kMostEntries, [&](StrictObject& entry) {
    PriceCutRisk risk;
    const std::string side = entry.string("side");
    if (side != "baseline" && side != "target") {
      entry.reject("side", tr("unknown side '{}'; use baseline or target", side));
    }
    risk.side = side == "target" ? SideName::kTarget : SideName::kBaseline;
    risk.probability_per_year = read_needed(entry, "probability_per_year", 0.0, 0.99);
    risk.size = read_needed(entry, "size", -2.0, 0.95);
    risk.source = read_source(entry);
    study.price_cuts.push_back(risk);
  });
  read_each(in, "checklist", kMostEntries, [&](StrictObject& entry) {
    using State = ChecklistItem::State;
    ChecklistItem item;
    item.item = entry.string("item");
    const std::string state = entry.string("state");
    if (state != "supported" && state != "unsupported" && state != "unknown") {
      entry.reject("state", tr("unknown state '{}'; use supported, unsupported or unknown", state));
    }
    item.state = state == "supported"     ? State::kSupported
                 : state == "unsupported" ? State::kUnsupported
                                          : State::kUnknown;
    item.source = read_source(entry);
    study.checklist.push_back(item);
  });
}

InputRange read_range(StrictObject& in, RoiInput input) {
  InputRange range;
  range.input = input;
  const double most = is_share(input) ? 1.0 : 1000.0;
  range.p10 = read_needed(in, "p10", 1e-6, most);
  range.p90 = read_needed(in, "p90", 1e-6, most);
  if (!(range.p10 < range.p90)) in.reject("p90", tr("must be greater than 'p10'"));
  if (is_share(input) && range.p90 >= 1.0) in.reject("p90", tr("must be less than 1"));
  range.source = Text::verbatim(read_source(in));
  return range;
}

void read_correlation(StrictObject& in, Uncertainty& uncertainty) {
  const Json& pair = in.array("between");
  std::vector<RoiInput> inputs;
  for (const Json& word : pair) {
    const auto input = word.is_string() ? parse_roi_input(word.get<std::string>()) : std::nullopt;
    if (input) inputs.push_back(*input);
  }
  if (pair.size() != 2 || inputs.size() != 2 || inputs[0] == inputs[1]) {
    in.reject("between", tr("must name two different inputs"));
    return;
  }
  for (const RoiInput input : inputs) {
    const auto& ranges = uncertainty.ranges;
    if (std::none_of(ranges.begin(), ranges.end(),
                     [&](const InputRange& r) { return r.input == input; })) {
      in.reject("between", tr("'{}' has no range in 'inputs'", to_string(input)));
    }
  }
  const bool twice = std::any_of(
      uncertainty.correlations.begin(), uncertainty.correlations.end(), [&](const auto& other) {
        return std::minmax(other.first, other.second) == std::minmax(inputs[0], inputs[1]);
      });
  if (twice) in.reject("between", tr("duplicate pair of inputs"));
  uncertainty.correlations.push_back(
      {inputs[0], inputs[1], read_needed(in, "value", -0.999, 0.999), read_source(in)});
}

void read_uncertainty(StrictObject& in, Uncertainty& uncertainty) {
  uncertainty.trials = read_whole(in, "trials", 100, kMostTrials, uncertainty.trials);
  uncertainty.seed =
      static_cast<std::uint64_t>(read_whole(in, "seed", 0, std::numeric_limits<int>::max(), 1));
  read_nested(in, "inputs", [&](StrictObject& inputs) {
    for (const RoiInput input : kRoiInputs) {
      const std::string key(to_string(input));
      read_nested(inputs, key.c_str(), [&](StrictObject& range) {
        uncertainty.ranges.push_back(read_range(range, input));
      });
    }
  });
  read_each(in, "correlations", kMostEntries,
            [&](StrictObject& entry) { read_correlation(entry, uncertainty); });
}

void check_together(StrictObject& in, const RoiStudy& study) {
  const auto& run = study.baseline.work.estimate.run_hours;
  if (study.load.runs_per_month && !study.load.tokens_per_run && !study.baseline.reference &&
      (!run || study.baseline.bill)) {
    in.reject("load/tokens_per_run",
              tr("missing key, which is required because the baseline states no run"));
  }
  for (const InputRange& range : study.uncertainty.ranges) {
    const std::string place = fmt::format("uncertainty/inputs/{}", to_string(range.input));
    const bool of_bill = range.input == RoiInput::kBaselineThroughput ||
                         range.input == RoiInput::kBaselineUtilisation ||
                         range.input == RoiInput::kBaselinePrice;
    if (study.baseline.bill && of_bill) {
      in.reject(place, tr("cannot be combined with 'bill', which determines this input"));
    }
  }
  for (std::size_t i = 0; i < study.one_offs.size() && !study.tax; ++i) {
    if (study.one_offs[i].depreciation_months == 0) continue;
    in.reject(fmt::format("migration/one_off/{}/depreciation_months", i),
              tr("requires 'tax', because depreciation only changes the tax"));
  }
  for (std::size_t i = 0; i < study.owned.size() && !study.tax; ++i) {
    if (study.owned[i].book.nano() == 0) continue;
    in.reject(fmt::format("owned/{}/book_usd", i),
              tr("requires 'tax', because a book value only changes the tax"));
  }
  if (study.target.bill) in.reject("target/bill", tr("allowed for the baseline only"));
}

}  // namespace

Result<RoiStudy> roi_study_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  const std::string schema = in.string("schema");
  if (schema != kRoiSchema) {
    if (schema.starts_with("nscope.roi/")) {
      return fail(ErrorCode::kUnsupportedVersion,
                  tr("unsupported schema '{}'; supported: {}", schema, kRoiSchema),
                  in.path("schema"));
    }
    in.reject("schema", tr("must be \"{}\"", kRoiSchema));
  }
  RoiStudy study;
  study.title = in.string("title");
  study.note = Text::of_resource(in.optional_string("note").value_or(""));
  if (const auto text = in.optional_string("as_of")) {
    const auto day = parse_day(*text);
    if (!day) in.reject("as_of", day.error().message);
    if (day) study.as_of = *day;
  }
  in.integer("horizon_months");
  study.horizon_months = read_whole(in, "horizon_months", 1, kMostMonths, 36);
  in.object("discount_rate");
  read_nested(in, "discount_rate", [&](StrictObject& rate) {
    study.discount_rate = read_needed(rate, "per_year", 0.0, 5.0);
    study.discount_source = read_source(rate);
  });
  in.object("load");
  read_nested(in, "load", [&](StrictObject& load) { study.load = read_load(load); });
  in.object("baseline");
  read_nested(in, "baseline", [&](StrictObject& side) { study.baseline = read_side(side); });
  in.object("target");
  read_nested(in, "target", [&](StrictObject& side) { study.target = read_side(side); });
  in.object("migration");
  read_nested(in, "migration", [&](StrictObject& migration) { read_migration(migration, study); });
  read_risks(in, study);
  read_nested(in, "uncertainty",
              [&](StrictObject& inner) { read_uncertainty(inner, study.uncertainty); });
  check_together(in, study);
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  return study;
}

}  // namespace nscope::cost
