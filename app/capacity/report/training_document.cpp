#include "app/capacity/report/training_document.h"

#include "app/capacity/report/plan_sources.h"
#include "app/capacity/report/plan_summary.h"
#include "app/capacity/report/rejected_section.h"
#include "app/capacity/report/training_text.h"
#include "costmodel/money/figures.h"
#include "costmodel/report/range_chart.h"
#include "simcore/engine/gpu/gpu_calibration.h"

#include <algorithm>

namespace nscope::capacity {
namespace {

using cost::ReportList;
using cost::ReportParagraph;
using cost::ReportSection;
using cost::ReportSources;
using cost::ReportTable;
using cost::Tone;

/// The footnotes of a fleet: the simulation, its price, on GPUs the measurements and, on Spot, the
/// interruption rate.
class Cited {
 public:
  Cited(const TrainingPlan& plan, ReportSources& sources)
      : plan_(plan),
        sources_(sources),
        simulation_(cite_simulation(sources, tr("training simulator"), plan.seed)) {}

  std::vector<int> fleet(const TrainingFleet& fleet) {
    std::vector<int> numbers = {simulation_, cite_price(sources_, fleet.offer)};
    if (const auto& gpus = sim::built_in_gpu_calibration(); fleet.layout.stack && gpus) {
      numbers.push_back(sources_.cite({tr("measurements of training on GPUs, docs/accuracy-gpu.md"),
                                       Text::verbatim(gpus->date),
                                       cost::provenance_word(Provenance::kPublished)}));
    }
    if (fleet.spot() && plan_.request.spot) {
      numbers.push_back(sources_.cite({plan_.request.spot->hazard_source, tr("undated"),
                                       cost::provenance_word(Provenance::kAssumed)}));
    }
    return row_notes(std::move(numbers));
  }
  std::vector<int> simulation() const { return {simulation_}; }

 private:
  const TrainingPlan& plan_;
  ReportSources& sources_;
  int simulation_;
};

ReportSection result_section(const TrainingPlan& plan, Cited& cited) {
  ReportSection section{.heading = tr("Result"), .blocks = {}};
  section.blocks.push_back(ReportParagraph{request_text(plan), Tone::kMuted});
  const auto lines = summary_sentences(plan);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Tone first = plan.best ? Tone::kGood : Tone::kBad;
    section.blocks.push_back(ReportParagraph{lines[i], i == 0 ? first : Tone::kNormal});
  }
  if (!plan.best) return section;
  add_summary(plan, section);
  const TrainingFleet& best = plan.fleets[*plan.best];
  ReportTable block{.table = job_table(plan, best)};
  block.row_sources.assign(block.table.row_count(), cited.fleet(best));
  section.blocks.push_back(std::move(block));
  return section;
}

ReportSection types_section(const TrainingPlan& plan, Cited& cited) {
  ReportTable block{.table = types_table(plan)};
  for (const TrainingTypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    block.row_sources.push_back(cited.fleet(plan.fleets[*type.fleet]));
    block.row_tones.push_back(block.row_tones.empty() ? Tone::kGood : Tone::kNormal);
  }
  return {.heading = tr("Best fleet of each instance type"), .blocks = {std::move(block)}};
}

ReportTable fleets_block(Table table, const std::vector<const TrainingFleet*>& fleets,
                         Cited& cited) {
  ReportTable block{.table = std::move(table)};
  for (const TrainingFleet* const fleet : fleets) {
    block.row_sources.push_back(cited.fleet(*fleet));
    block.row_tones.push_back(!fleet->refusal ? Tone::kGood : Tone::kNormal);
  }
  // The rows below are purchase options that cannot be used.
  block.row_sources.resize(block.table.row_count());
  block.row_tones.resize(block.table.row_count(), Tone::kMuted);
  return block;
}

/// The cost of each deadline with its range from p10 to p90.
cost::Drawing deadlines_chart(const TrainingPlan& plan) {
  std::vector<cost::RangeRow> rows;
  for (const DeadlinePoint& point : plan.deadlines) {
    cost::RangeRow row{.label = tr("{} days", cost::as_digits(point.days, 6)),
                       .text = tr("no fleet")};
    if (point.fleet) {
      const TrainingFleet& fleet = plan.fleets[*point.fleet];
      row.value = fleet.bill.expected.dollars();
      row.low = fleet.bill.low.dollars();
      row.high = fleet.bill.high.dollars();
      row.text = tr("USD {}, {} x {}", cost::as_usd(fleet.bill.expected, 0), fleet.layout.nodes,
                    fleet.layout.instance);
      if (plan.best == point.fleet) row.ink = cost::Ink::kGood;
    }
    rows.push_back(std::move(row));
  }
  return cost::range_chart(tr("Cost of the job by deadline"),
                           tr("Expected cost of the job in USD; lines: p10 to p90"), rows);
}

ReportSection deadlines_section(const TrainingPlan& plan, Cited& cited) {
  ReportSection section{.heading = tr("Other deadlines"), .blocks = {}};
  const bool any = std::any_of(plan.deadlines.begin(), plan.deadlines.end(),
                               [](const DeadlinePoint& point) { return point.fleet; });
  if (any) section.blocks.push_back(deadlines_chart(plan));
  ReportTable block{.table = deadlines_table(plan)};
  for (const DeadlinePoint& point : plan.deadlines) {
    block.row_sources.push_back(point.fleet ? cited.fleet(plan.fleets[*point.fleet])
                                            : cited.simulation());
  }
  section.blocks.push_back(std::move(block));
  return section;
}

ReportSection rejections_section(const TrainingPlan& plan) {
  ReportSection section = rejected_section(counts_sentence(plan), rejected_types(plan));
  add_refused(section, tr("Rejected layouts by instance type and rule:"), refused_table(plan));
  return section;
}

}  // namespace

cost::ReportDocument training_document(const TrainingPlan& plan) {
  cost::ReportDocument document = cost::titled_document(
      plan.request.title.empty() ? tr("Training plan for {}", plan.request.model)
                                 : Text::of_resource(plan.request.title),
      Text::of_resource(plan.request.note), plan.as_of);
  Cited cited(plan, document.sources);
  document.sections.push_back(result_section(plan, cited));
  if (plan.best) document.sections.push_back(types_section(plan, cited));
  std::vector<Text> lines = {cost::price_sentence(plan.as_of)};
  lines.insert(lines.end(), plan.assumptions.begin(), plan.assumptions.end());
  document.sections.push_back(
      {.heading = tr("Assumptions"),
       .blocks = {ReportList{tr("Assumptions of the plan"), std::move(lines)}}});
  if (!plan.deadlines.empty()) document.sections.push_back(deadlines_section(plan, cited));
  if (plan.best) {
    document.sections.push_back(
        {.heading = tr("Same nodes with other purchase options"),
         .blocks = {fleets_block(ways_table(plan), bought_otherwise(plan), cited)}});
    document.sections.push_back(
        {.heading = tr("Other node counts"),
         .blocks = {fleets_block(sizes_table(plan), other_sizes(plan), cited)}});
  }
  document.sections.push_back(rejections_section(plan));
  return document;
}

}  // namespace nscope::capacity
