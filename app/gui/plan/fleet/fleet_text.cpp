#include "app/gui/plan/fleet/fleet_text.h"

#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "profiler/base/format.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

using namespace capacity;

}  // namespace

QString seconds_text(double value) {
  return std::isfinite(value) ? number_text(format_value(value, "s")) : tr("not completed");
}

QString latency_title(Latency latency) {
  switch (latency) {
    case Latency::kTtft: return QStringLiteral("TTFT");
    case Latency::kTpot: return QStringLiteral("TPOT");
    case Latency::kE2e: break;
  }
  return QStringLiteral("E2E");
}

QString limit_text(const std::vector<Limit>& limits) {
  QStringList parts;
  for (const Limit& limit : limits) {
    parts << tr("%1 p%2 within %3")
                 .arg(latency_title(limit.latency))
                 .arg(std::lround(limit.share * 100))
                 .arg(seconds_text(limit.seconds));
  }
  return parts.isEmpty() ? tr("no limit") : parts.join(QStringLiteral(", "));
}

QString count_text(int count, const std::string& instance) {
  return QStringLiteral("%1 × %2").arg(number_text(format_count(count)), to_qstring(instance));
}

QString offer_title(const Offer& offer) {
  return tr("%1 in %2").arg(to_qstring(capacity::purchase_title(offer)), to_qstring(offer.region));
}

QString offer_tip(const Offer& offer) {
  QString rows = tip_row(tr("Purchase option"), offer_title(offer));
  if (const cost::Priced* const priced = offer.priced()) {
    rows += tip_row(tr("Price"), tr("%1 per instance-hour").arg(hourly_text(priced->per_hour)));
    rows += tip_row(tr("Source"), to_qstring(priced->source) + QStringLiteral(", ") +
                                      to_qstring(cost::to_string(priced->date)));
    if (priced->provenance != Provenance::kPublished) {
      rows += tip_row(tr("Provenance"), to_qstring(title(priced->provenance)));
    }
    rows += tip_row(tr("Term"), to_qstring(priced->term));
    rows += tip_row(tr("Note"), to_qstring(priced->note));
  } else if (const auto* refused = std::get_if<cost::NotOffered>(&offer.price)) {
    rows += tip_row(tr("Not offered"), to_qstring(refused->reason));
    rows += tip_row(tr("Source"), to_qstring(refused->source) + QStringLiteral(", ") +
                                      to_qstring(cost::to_string(refused->date)));
  } else {
    rows += tip_row(tr("Unknown"), to_qstring(std::get<cost::UnknownPrice>(offer.price).remedy));
  }
  return QStringLiteral("<table>") + rows + QStringLiteral("</table>");
}

QString rule_title(Rule rule) {
  switch (rule) {
    case Rule::kNotModelled: return tr("not modelled");
    case Rule::kMemory: return tr("does not fit in memory");
    case Rule::kNotOffered: return tr("no price");
    case Rule::kLatencyFloor: return tr("too slow even for a single request");
    case Rule::kNeverMeetsLimits: return tr("never meets the limits");
    case Rule::kCapacity: return tr("needs more instances even without queueing");
    case Rule::kMoreExpensive: break;
  }
  return tr("needs as many or more instances to meet the limits");
}

QString summary_sentence(const FleetPlan& plan) {
  if (!plan.best) {
    return tr("No fleet of these instance types meets the limits (%1).")
        .arg(limit_text(plan.request.limits));
  }
  const PlannedFleet& best = *plan.best;
  return tr("Cheapest fleet: %1 for %2 per hour (%3).")
      .arg(count_text(best.count(), best.configuration.instance), usd_text(best.per_hour),
           offer_title(best.offer));
}

QStringList summary_remarks(const FleetPlan& plan) {
  QStringList lines;
  if (plan.best) {
    for (const Text& need : plan.needs) {
      lines << tr("The plan requires %1.").arg(to_qstring(need));
    }
    if (!plan.complete) lines << to_qstring(incomplete_sentence(plan));
    return lines;
  }
  // summary_sentence() already says what the first line says.
  for (const Text& line : no_fleet_sentences(plan)) lines << to_qstring(line);
  lines.removeFirst();
  return lines;
}

QStringList confidence_lines(const FleetPlan& plan) {
  QStringList lines;
  if (!plan.best) return lines;
  QStringList noise;
  for (const LatencyFigures& figures : plan.best->figures) {
    noise << tr("%1 %2 (%3 to %4)")
                 .arg(to_qstring(figures.title()), seconds_text(figures.tail.value),
                      seconds_text(figures.tail.low), seconds_text(figures.tail.high));
  }
  lines << tr("Simulated latency with 95 % confidence interval: %1.")
               .arg(noise.join(QStringLiteral(", ")));
  for (const Text& line : band_sentences(*plan.best)) lines << to_qstring(line);
  return lines;
}

Table bound_table(const std::vector<FleetBound>& bounds) {
  Table table({{"instance", nscope::tr("Instance type")},
               {"count", nscope::tr("Minimum instances")},
               {"usd_per_hour", nscope::tr("Minimum cost per hour"), "USD", 2},
               {"bought", nscope::tr("Purchase option")},
               {"configuration", nscope::tr("Configuration or reason")}});
  std::vector<std::vector<Cell>> rejected;
  for (const FleetBound& bound : bounds) {
    if (!bound.configuration) {
      const Missing none{nscope::tr("none")};
      add_refused_row(rejected, {bound.instance, none, none, none, bound.why_not}, std::nullopt);
      continue;
    }
    const bool priced = bound.per_hour && bound.offer;
    const Text without = nscope::tr("no price");
    table.add_row({bound.instance, std::int64_t{bound.instances},
                   priced ? Cell(bound.per_hour->dollars()) : Cell(Missing{without}),
                   priced ? Cell(to_string(offer_title(*bound.offer))) : Cell(Missing{without}),
                   bound.rule ? Cell(bound.why_not) : Cell(bound.configuration->text())});
  }
  for (std::vector<Cell>& row : rejected) table.add_row(std::move(row));
  return table;
}

Table hour_table(const FleetPlan& plan) {
  Table table({{"hour", nscope::tr("Hour")},
               {"load", nscope::tr("Request rate"), "1/s", 2},
               {"instances", nscope::tr("Instances")},
               {"usd_per_hour", nscope::tr("Cost per hour"), "USD", 2}});
  if (!plan.scaled || !plan.best) return table;
  const std::vector<double>& hours = plan.request.traffic.hourly;
  for (std::size_t i = 0; i < hours.size() && i < plan.scaled->instances.size(); ++i) {
    const int count = plan.scaled->instances[i];
    const Usd cost = plan.best->offer.priced()->per_hour * static_cast<std::int64_t>(count);
    table.add_row({static_cast<std::int64_t>(i), hours[i], std::int64_t{count},
                   plan.scaled->per_hour ? Cell(cost.dollars())
                                         : Cell(Missing{nscope::tr("paid around the clock")})});
  }
  return table;
}

}  // namespace nscope::gui
