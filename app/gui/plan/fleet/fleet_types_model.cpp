#include "app/gui/plan/fleet/fleet_types_model.h"

#include "app/gui/plan/fleet/fleet_text.h"
#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

using namespace capacity;

QStandardItem* cell(const QString& text, bool number = false) {
  auto* item = new QStandardItem(text);
  item->setEditable(false);
  if (number) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  return item;
}

/// The figures of the latency of the last limit, or the last figures if it has none.
const LatencyFigures* shown_figures(const FleetPlan& plan, const PlannedFleet& fleet) {
  const LatencyFigures* shown = fleet.figures.empty() ? nullptr : &fleet.figures.back();
  for (const LatencyFigures& figures : fleet.figures) {
    if (!plan.request.limits.empty() && figures.latency == plan.request.limits.back().latency) {
      shown = &figures;
    }
  }
  return shown;
}

/// Types without a fleet for the same reason, or one type.
using SameResult = std::vector<const TypeSummary*>;

std::vector<SameResult> by_result(const std::vector<const TypeSummary*>& types) {
  std::vector<SameResult> groups;
  for (const TypeSummary* const type : types) {
    const auto same = std::ranges::find_if(groups, [&](const SameResult& group) {
      const TypeSummary& first = *group.front();
      return !type->fleet && !first.fleet && rejection_text(first) == rejection_text(*type) &&
             first.fastest_text == type->fastest_text;
    });
    if (same == groups.end()) {
      groups.push_back({type});
    } else {
      same->push_back(type);
    }
  }
  return groups;
}

std::string names_of(const SameResult& types) {
  std::string names;
  for (const TypeSummary* const type : types) {
    names += (names.empty() ? "" : ", ") + type->instance;
  }
  return names;
}

/// What each rule rejected of these types: types, rule, number, example and its reason.
std::vector<std::vector<Cell>> refused_rows(const std::vector<RefusedGroup>& refused,
                                            const SameResult& types) {
  std::vector<std::vector<Cell>> rows;
  for (const TypeSummary* const type : types) {
    for (const RefusedGroup& group : refused) {
      if (group.instance != type->instance) continue;
      add_refused_row(rows,
                      {group.instance, Text(title(group.rule)), std::int64_t{group.configurations},
                       group.first->configuration.text(), group.first->refusal->reason},
                      2);
    }
  }
  return rows;
}

QString text_of_cell(const Cell& value) {
  const auto* const text = std::get_if<Text>(&value);
  return text != nullptr ? to_qstring(*text) : to_qstring(std::get<std::string>(value));
}

}  // namespace

FleetTypesModel::FleetTypesModel(QObject* parent) : QStandardItemModel(parent) {
  set_headings();
}

void FleetTypesModel::set_headings() {
  setHorizontalHeaderLabels({tr("Instance type"), tr("Fleet"), tr("USD per hour"),
                             tr("More expensive by"), tr("Latency"),
                             tr("Configuration or reason")});
  for (const int column : {kCost, kMoreExpensive}) {
    setHeaderData(column, Qt::Horizontal, int(Qt::AlignRight | Qt::AlignVCenter),
                  Qt::TextAlignmentRole);
  }
}

QList<QStandardItem*> FleetTypesModel::type_row(const FleetPlan& plan, const TypeSummary& type,
                                                const QString& name) const {
  if (!type.fleet) {
    const QString why = to_qstring(rejection_text(type));
    auto* detail = cell(why);
    detail->setToolTip(why);
    auto* types = cell(name);
    types->setToolTip(name);
    return {types,
            cell(type.rule ? rule_title(*type.rule) : tr("none")),
            cell({}),
            cell({}),
            cell(type.fastest ? tr("%1 for a single request").arg(to_qstring(type.fastest_text))
                              : QString()),
            detail};
  }
  const PlannedFleet& fleet = *type.fleet;
  const LatencyFigures* const figures = shown_figures(plan, fleet);
  const double cost_increase = plan.best ? fleet.per_hour / plan.best->per_hour - 1 : 0;
  auto* money = cell(number_text(format_usd(fleet.per_hour)), true);
  money->setToolTip(offer_tip(fleet.offer));
  auto* detail = cell(to_qstring(fleet.configuration.text()));
  detail->setToolTip(detail->text());
  QString count = fleet.count() == 1
                      ? tr("1 instance")
                      : tr("%1 instances").arg(number_text(format_count(fleet.count())));
  if (fleet.spare > 0) count += tr(", including %1 spare").arg(fleet.spare);
  return {cell(name),
          cell(count),
          money,
          cell(cost_increase == 0 ? tr("cheapest")
                                  : number_text(fmt::format("{:+.0f} %", 100 * cost_increase)),
               true),
          cell(figures == nullptr ? QString()
                                  : QStringLiteral("%1 %2").arg(
                                        to_qstring(figures->title()),
                                        number_text(format_value(figures->tail.value, "s")))),
          detail};
}

void FleetTypesModel::set_plan(const FleetPlan& plan) {
  clear();
  setColumnCount(kColumns);
  set_headings();
  const std::vector<RefusedGroup> refused = refused_groups(plan);
  std::vector<const TypeSummary*> types;
  for (const TypeSummary& type : plan.types) types.push_back(&type);
  // Types without a fleet come last, those nearest to the limits first.
  const auto rank = [](const TypeSummary* type) {
    return std::pair(!type->fleet, type->fleet     ? 0.0
                                   : type->fastest ? type->fastest_ratio
                                                   : HUGE_VAL);
  };
  std::stable_sort(types.begin(), types.end(),
                   [&](const TypeSummary* a, const TypeSummary* b) { return rank(a) < rank(b); });
  // Types that cannot be used are folded away if there are fleets to look at.
  const auto unusable = std::count_if(types.begin(), types.end(),
                                      [](const TypeSummary* type) { return !type->fleet; });
  QStandardItem* folded = nullptr;
  if (plan.best && unusable > 1) {
    folded = cell(tr("%n instance type(s) without a fleet", nullptr, static_cast<int>(unusable)));
  }
  for (const SameResult& same : by_result(types)) {
    const TypeSummary& type = *same.front();
    const std::string names = names_of(same);
    const QList<QStandardItem*> row = type_row(plan, type, to_qstring(names));
    for (const std::vector<Cell>& rule : refused_rows(refused, same)) {
      const QString example = tr("%1: %2").arg(text_of_cell(rule[3]), text_of_cell(rule[4]));
      const QString of = text_of_cell(rule[0]);
      const QString why = of == to_qstring(names) ? tr("Example: %1").arg(example)
                                                  : tr("Example of %1: %2").arg(of, example);
      auto* detail = cell(why);
      detail->setToolTip(why);
      const std::int64_t count = std::get<std::int64_t>(rule[2]);
      row.front()->appendRow(
          {cell(text_of_cell(rule[1])),
           cell(count == 1 ? tr("1 configuration")
                           : tr("%1 configurations").arg(number_text(format_count(count)))),
           cell({}), cell({}), cell({}), detail});
    }
    if (folded != nullptr && !type.fleet) {
      folded->appendRow(row);
    } else {
      appendRow(row);
    }
  }
  if (folded == nullptr) return;
  QList<QStandardItem*> row{folded};
  for (int column = 1; column < kColumns; ++column) row << cell({});
  appendRow(row);
}

QModelIndex FleetTypesModel::find(const QString& instance) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (item(row)->text() == instance) return index(row, 0);
  }
  return {};
}

}  // namespace nscope::gui

#include "moc_fleet_types_model.cpp"
