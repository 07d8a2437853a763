#include "app/gui/forms/training_fields.h"

#include "app/gui/forms/buying_fields.h"
#include "app/gui/forms/fleet_fields.h"

#include <QCoreApplication>

namespace nscope::gui {
namespace {

class TrainingFields : public FieldList {
  Q_DECLARE_TR_FUNCTIONS(TrainingFields)

 public:
  TrainingFields(const Json& plan, bool all) : FieldList(plan), all_(all) {}

  void add_work(const catalog::Catalog& catalog);
  void add_limits();
  void add_failures();
  void add_spot();
  void add_gpus();

 private:
  bool all_;
};

void TrainingFields::add_work(const catalog::Catalog& catalog) {
  section(tr("Work"));
  listed("/model", Kind::kText, tr("Model"),
         model_choices(catalog, [](const catalog::Model& each) { return can_plan(each, true); }));
  if (has("/training/job/steps")) {
    number("/training/job/steps", tr("Steps"));
  } else if (has("/training/job/sequences")) {
    number("/training/job/sequences", tr("Sequences"));
  } else {
    billions("/training/job/tokens", tr("Tokens")).help =
        tr("Number of tokens to train on, rounded up to whole steps.");
  }
  number("/training/sequence_length", tr("Sequence length"), tr("tokens"));
  number("/training/global_batch", tr("Global batch"), tr("sequences")).help =
      tr("Sequences per step. It is the same for every layout, so that all layouts do equal work.");
}

void TrainingFields::add_limits() {
  section(tr("Limits"));
  number("/training/job/deadline_days", tr("Deadline"), tr("days")).absent = tr("none");
  number("/training/budget_usd", tr("Budget"), QStringLiteral("USD")).absent = tr("none");
  DocumentField& chance = percent("/training/chance", tr("Probability"));
  chance.absent = QStringLiteral("90");
  chance.help =
      tr("Share of jobs that must meet the deadline, and share that must meet the budget.");
}

void TrainingFields::add_failures() {
  section(tr("Failures and checkpoints"));
  DocumentField& mtbf = number("/training/job/node_mtbf_hours", tr("Node MTBF"), tr("hours"));
  mtbf.absent = tr("no failures");
  mtbf.help = tr("Mean time between failures of one node. No figure is published.");
  constexpr double kGiga = 1e-9;
  const std::string checkpoint = "/training/job/checkpoint";
  number(checkpoint + "/node_bandwidth", tr("Storage bandwidth per node"), QStringLiteral("GB/s"),
         kGiga)
      .absent = tr("unlimited");
  number(checkpoint + "/shared_bandwidth", tr("Shared storage bandwidth"), QStringLiteral("GB/s"),
         kGiga)
      .absent = tr("unlimited");
  if (all_ || has(checkpoint + "/interval_seconds")) {
    seconds(checkpoint + "/interval_seconds", tr("Checkpoint interval")).absent = tr("optimum");
  }
  const std::string restart = "/training/job/restart";
  seconds(restart + "/detect_seconds", tr("Failure detection time"));
  seconds(restart + "/replace_seconds", tr("Replacement time")).help =
      tr("Time until another node is available, if there is no spare node.");
  seconds(restart + "/load_executable_seconds", tr("Start time")).help =
      tr("Time to start the processes and to load the NEFF from the compile cache.");
  if (all_ || has("/training/job/spares")) {
    number("/training/job/spares", tr("Spare nodes")).absent = QStringLiteral("0");
  }
  if (all_ || has("/training/straggler")) {
    number("/training/straggler", tr("Slowest node"), QStringLiteral("×")).absent =
        QStringLiteral("1");
  }
}

void TrainingFields::add_spot() {
  const std::string spot = "/training/spot";
  section(tr("Spot"));
  add_hazard(*this, spot + "/hazard", tr("unknown (no Spot)"));
  if (!has(spot)) return;
  percent(spot + "/shared", tr("Zone-wide share")).help =
      tr("Share of the interruptions that affect all nodes at once.");
  seconds(spot + "/wait_seconds", tr("Wait for one node")).absent = QStringLiteral("0");
  seconds(spot + "/wait_all_seconds", tr("Wait for all nodes")).absent = QStringLiteral("0");
}

void TrainingFields::add_gpus() {
  add("/baselines", Kind::kSwitch, tr("Include GPUs")).help =
      tr("Also considers GPU instances if no instance types are listed.");
  DocumentField& types =
      add("/training/gpu_weight_dtypes", Kind::kFlags, tr("Matrix types on GPUs"));
  for (const char* type : {"bf16", "fp8"}) {
    types.choices.emplace_back(type, QString::fromLatin1(type));
  }
  types.help = tr("If none is selected: the same as on NeuronCores.");
}

}  // namespace

std::vector<DocumentField> training_fields(const Json& plan, const catalog::Catalog& catalog,
                                           const cost::PriceBook& book, bool all) {
  TrainingFields fields(plan, all);
  fields.add_work(catalog);
  fields.add_limits();
  fields.add_failures();
  fields.add_spot();
  add_machines(fields, catalog, book, true);
  fields.add_gpus();
  fields.number("/max_instances", TrainingFields::tr("Maximum nodes")).absent =
      QStringLiteral("64");
  add_money(fields, TrainingFields::tr(
                        "The plan uses the cheapest of these. If none is selected: On-Demand."));
  return fields.take();
}

}  // namespace nscope::gui
