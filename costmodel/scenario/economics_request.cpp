#include "costmodel/scenario/economics_request.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/scenario/hazard_request.h"
#include "costmodel/scenario/scenario.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/nested_json.h"

#include <algorithm>

namespace nscope::cost {
namespace {

/// A number from 0 to `most`; `fallback` if absent.
double read_share(StrictObject& in, const char* key, double fallback, double most) {
  const double value = in.optional_number(key).value_or(fallback);
  if (value >= 0 && value <= most) return value;
  in.reject(key, tr("must be between 0 and {}", most));
  return fallback;
}

Purchase read_purchase(StrictObject& in, const char* key, const std::string& id) {
  const auto purchase = parse_purchase_option(id);
  if (!purchase) {
    in.reject(key, unknown_purchase_option(id));
  }
  return purchase.value_or(Purchase());
}

Day read_day(StrictObject& in, const char* key) {
  const auto day = parse_day(in.string(key));
  if (!day) in.reject(key, day.error().message);
  return day.value_or(Day{});
}

DemandRequest read_demand_request(StrictObject& in) {
  DemandRequest demand;
  const std::string unit = in.string("unit");
  if (unit != "tokens_per_second" && unit != "instances") {
    in.reject("unit", tr("unknown unit '{}'; use tokens_per_second or instances", unit));
  }
  demand.unit =
      unit == "instances" ? DemandRequest::Unit::kInstances : DemandRequest::Unit::kTokensPerSecond;
  demand.curve = read_demand(in);
  return demand;
}

UtilisationRequest read_utilisation(StrictObject& in, bool demand) {
  UtilisationRequest out;
  const std::string from = in.string("from");
  if (from == "demand") {
    if (!demand) in.reject("from", tr("'demand' requires the key 'demand' of the scenario"));
  } else if (from == "run") {
    out.from = UtilisationRequest::From::kRun;
  } else if (from == "stated") {
    out.from = UtilisationRequest::From::kStated;
    out.value = read_positive(in, "value");
    if (out.value > 1) in.reject("value", tr("must be greater than 0 and at most 1"));
    out.source = read_source(in);
  } else {
    in.reject("from", tr("unknown origin '{}'; use demand, run or stated", from));
  }
  return out;
}

CommitmentsRequest read_commitments(StrictObject& in) {
  CommitmentsRequest out;
  if (in.optional("options") != nullptr) {
    out.options.clear();
    for (const Json& id : in.array("options")) {
      const auto purchase =
          id.is_string() ? parse_purchase_option(id.get<std::string>()) : std::nullopt;
      if (!purchase || !is_commitment(purchase->option)) {
        in.reject("options", tr("{} is not a Reserved Instance or Savings Plan", compact_text(id)));
        return out;
      }
      out.options.push_back(*purchase);
    }
  }
  out.horizon_years = read_optional_positive(in, "horizon_years").value_or(1);
  if (out.horizon_years > 5) in.reject("horizon_years", tr("must be at most 5"));
  out.spot_instances = read_share(in, "spot_instances", 0, 1e6);
  out.demand_error = read_share(in, "demand_error", out.demand_error, 0.99);
  read_each(in, "held", kMostEntries, [&](StrictObject& entry) {
    HeldRequest held;
    held.instance = entry.string("instance");
    held.purchase = read_purchase(entry, "option", entry.string("option"));
    if (held.purchase.option != PurchaseOption::kReserved &&
        held.purchase.option != PurchaseOption::kInstanceSavingsPlan) {
      entry.reject("option", tr("must be a Reserved Instance or an EC2 Instance Savings Plan, such "
                                "as ri_1yr or isp_3yr, because others are not for one type"));
    }
    held.instances = read_positive(entry, "instances");
    held.until = read_day(entry, "until");
    out.held.push_back(held);
  });
  read_each(in, "blocks", kMostEntries, [&](StrictObject& entry) {
    out.blocks.push_back({read_share(entry, "start_hour", 0, 5 * kHoursPerYear),
                          read_positive(entry, "hours"), read_optional_positive(entry, "most")});
  });
  return out;
}

SpotRequest read_spot(StrictObject& in) {
  SpotRequest spot;
  spot.work = in.string("work");
  const auto seconds = [&](const char* key) {
    return read_share(in, key, 0, 1e9) / kSecondsPerHour;
  };
  spot.job.work_hours = read_positive(in, "work_hours");
  spot.job.write_hours = read_positive(in, "write_seconds") / kSecondsPerHour;
  if (const auto interval = read_optional_positive(in, "interval_seconds")) {
    spot.job.interval_hours = *interval / kSecondsPerHour;
  }
  spot.job.restart_hours = seconds("restart_seconds");
  spot.job.wait_hours = seconds("wait_seconds");
  spot.job.wait_all_hours = seconds("wait_all_seconds");
  spot.job.shared = read_share(in, "shared", 0, 1);
  spot.job.uses_notice = in.optional_boolean("uses_notice", false);
  SpotHazard hazard = read_hazard(in);
  spot.job.hazard = hazard.per_hour;
  spot.hazard_source = std::move(hazard.source);
  spot.checkpoint_bytes = read_optional_positive(in, "checkpoint_bytes");
  spot.kept = read_share(in, "kept", 2, 1e6);
  spot.deadline_hours = read_optional_positive(in, "deadline_hours");
  spot.trials = static_cast<int>(read_share(in, "trials", 10'000, 1e6));
  if (spot.trials < 1) in.reject("trials", tr("must be at least 1"));
  spot.seed = static_cast<std::uint64_t>(read_share(in, "seed", 1, 1e15));
  return spot;
}

LineRequest read_line(StrictObject& in) {
  LineRequest line;
  line.label = in.string("label");
  const std::string kind = in.string("kind");
  if (kind == "compile") {
    line.kind = LineRequest::Kind::kCompile;
    line.instance = in.string("instance");
    line.hours = read_positive(in, "hours");
    line.graphs = read_optional_positive(in, "graphs").value_or(1);
    line.runs = read_optional_positive(in, "runs").value_or(1);
    line.per = tr("run");
  } else if (kind == "cold_start") {
    line.kind = LineRequest::Kind::kColdStart;
    line.instance = in.string("instance");
    line.hours = read_positive(in, "hours");
    line.nodes = read_optional_positive(in, "nodes").value_or(1);
    line.per = tr("start");
  } else if (kind == "service") {
    line.service = in.string("service");
    line.quantity = read_positive(in, "quantity");
    if (const auto per = in.optional_string("per")) line.per = Text::verbatim(*per);
  } else {
    in.reject("kind", tr("unknown kind '{}'; use compile, cold_start or service", kind));
  }
  return line;
}

BundlePart read_part(StrictObject& in) {
  BundlePart part;
  part.label = in.string("label");
  part.amount = read_optional_usd(in, "usd");
  if (part.amount) {
    part.source = read_source(in);
    return part;
  }
  part.instance = in.string("instance");
  part.count = read_optional_positive(in, "count").value_or(1);
  part.hours = read_positive(in, "hours");
  if (const auto id = in.optional_string("option")) {
    part.purchase = read_purchase(in, "option", *id);
  }
  part.per_hour = read_optional_usd(in, "usd_per_hour");
  if (part.per_hour) part.source = read_source(in);
  return part;
}

void read_bundles(StrictObject& in, EconomicsRequest& out) {
  read_each(in, "bundles", kMostEntries, [&](StrictObject& entry) {
    BundleRequest bundle;
    bundle.label = entry.string("label");
    bundle.compare_with = entry.optional_string("compare_with").value_or("");
    read_each(entry, "parts", kMostEntries,
              [&](StrictObject& part) { bundle.parts.push_back(read_part(part)); });
    if (bundle.parts.empty()) entry.reject("parts", tr("must not be empty"));
    const auto same = [&](const BundleRequest& other) { return other.label == bundle.label; };
    if (std::any_of(out.bundles.begin(), out.bundles.end(), same)) {
      entry.reject("label", tr("duplicate '{}'", bundle.label));
    }
    out.bundles.push_back(std::move(bundle));
  });
  for (const BundleRequest& bundle : out.bundles) {
    const auto named = [&](const BundleRequest& other) {
      return other.label == bundle.compare_with;
    };
    if (!bundle.compare_with.empty() &&
        std::none_of(out.bundles.begin(), out.bundles.end(), named)) {
      in.reject("bundles", tr("unknown bundle '{}'", bundle.compare_with));
    }
  }
}

}  // namespace

EconomicsRequest read_economics(StrictObject& in) {
  EconomicsRequest out;
  read_nested(in, "demand", [&](StrictObject& inner) { out.demand = read_demand_request(inner); });
  read_nested(in, "utilisation", [&](StrictObject& inner) {
    out.utilisation = read_utilisation(inner, out.demand.has_value());
  });
  read_nested(in, "commitments", [&](StrictObject& inner) {
    if (!out.demand) {
      inner.reject("options", tr("commitments require the key 'demand' of the scenario"));
    }
    out.commitments = read_commitments(inner);
  });
  read_each(in, "spot", kMostEntries,
            [&](StrictObject& entry) { out.spot.push_back(read_spot(entry)); });
  read_each(in, "costs", kMostEntries,
            [&](StrictObject& entry) { out.lines.push_back(read_line(entry)); });
  read_bundles(in, out);
  read_nested(in, "carbon",
              [&](StrictObject& inner) { out.carbon_hours = read_positive(inner, "hours"); });
  return out;
}

}  // namespace nscope::cost
