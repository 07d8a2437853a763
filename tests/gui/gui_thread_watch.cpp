#include "tests/gui/gui_thread_watch.h"

#include "app/capacity/fleet/fleet_bound.h"
#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/training/plan_training.h"
#include "app/documents/simulated_trace.h"
#include "app/pricing/fill_roi.h"
#include "app/pricing/price_import.h"
#include "app/pricing/price_scenario.h"
#include "app/pricing/user_prices.h"
#include "costmodel/migration/roi.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/simulation/simulate.h"

#include <QCoreApplication>
#include <QThread>
#include <mutex>
#include <utility>

namespace nscope::gui {
namespace {

struct CallRecord {
  std::mutex mutex;
  std::vector<WatchedCall> calls;
};

CallRecord& call_record() {
  static CallRecord record;
  return record;
}

void note_call(const char* function) {
  const QCoreApplication* const app = QCoreApplication::instance();
  const bool in_gui_thread = app != nullptr && app->thread() == QThread::currentThread();
  const std::lock_guard lock(call_record().mutex);
  call_record().calls.push_back({function, in_gui_thread});
}

}  // namespace

std::vector<WatchedCall> watched_calls() {
  const std::lock_guard lock(call_record().mutex);
  return call_record().calls;
}

void forget_watched_calls() {
  const std::lock_guard lock(call_record().mutex);
  call_record().calls.clear();
}

// Where the program says X, the linker takes __wrap_X, and X for __real_X. NSCOPE_SYMBOL_name is
// the X of a function. One whose parameters were changed has another X: then __real_X is not found.
#define NSCOPE_WATCH(name, result, parameters, arguments)                 \
  result real_##name parameters __asm__("__real_" NSCOPE_SYMBOL_##name);  \
  result noted_##name parameters __asm__("__wrap_" NSCOPE_SYMBOL_##name); \
  result noted_##name parameters {                                        \
    note_call(#name);                                                     \
    return real_##name arguments;                                         \
  }

using catalog::Catalog;
using cost::Day;
using cost::PriceBook;
using Predicted = Result<sim::SimulationResult>;
using Bounds = Result<std::vector<capacity::FleetBound>>;
using Simulated = Result<std::shared_ptr<const Trace>>;

NSCOPE_WATCH(estimate, Predicted,
             (const Catalog& catalog, const sim::Workload& workload, TaskControl& control),
             (catalog, workload, control))
NSCOPE_WATCH(simulate, Predicted,
             (const Catalog& catalog, const sim::Workload& workload, TraceSink& sink,
              TaskControl& control),
             (catalog, workload, sink, control))
NSCOPE_WATCH(simulated_trace, Simulated,
             (const std::string& document, std::optional<std::uint64_t> seed, TaskControl& control,
              const app::CatalogFolders& folders),
             (document, seed, control, folders))
NSCOPE_WATCH(price_scenario, Result<cost::CostMatrix>,
             (const Catalog& catalog, const PriceBook& book, cost::Scenario scenario, Day today,
              app::ThroughputCache* cache, TaskControl& control),
             (catalog, book, std::move(scenario), today, cache, control))
NSCOPE_WATCH(fill_roi_study, Result<>,
             (const Catalog& catalog, cost::RoiStudy& study, TaskControl& control),
             (catalog, study, control))
NSCOPE_WATCH(evaluate_plan, Result<cost::RoiResult>,
             (const Catalog& catalog, const PriceBook& book, const cost::RoiStudy& study,
              Day today),
             (catalog, book, study, today))
NSCOPE_WATCH(add_trials, Result<>, (cost::RoiResult & plan, TaskControl& control), (plan, control))
NSCOPE_WATCH(bound_fleets, Bounds,
             (const Catalog& catalog, const PriceBook& book, const capacity::PlanRequest& request,
              Day today, std::uint64_t seed, capacity::LeastServerCache& cache,
              TaskControl& control),
             (catalog, book, request, today, seed, cache, control))
NSCOPE_WATCH(plan_fleet, Result<capacity::FleetPlan>,
             (const Catalog& catalog, const PriceBook& book, const capacity::PlanRequest& request,
              Day today, std::uint64_t seed, TaskControl& control,
              std::optional<std::chrono::duration<double>> limit),
             (catalog, book, request, today, seed, control, limit))
NSCOPE_WATCH(plan_training, Result<capacity::TrainingPlan>,
             (const Catalog& catalog, const PriceBook& book,
              const capacity::TrainingRequest& request, Day today, std::uint64_t seed,
              TaskControl& control),
             (catalog, book, request, today, seed, control))
NSCOPE_WATCH(load_user_book, Result<app::UserBook>, (const app::BookChoice& choice), (choice))
using Imported = Result<std::vector<cost::ImportReport>>;
using PriceLists = Result<std::vector<cost::PriceList>>;

NSCOPE_WATCH(with_curves, Result<app::PricedScenario>,
             (cost::CostMatrix matrix, TaskControl& control), (std::move(matrix), control))
NSCOPE_WATCH(import_prices, Imported,
             (const std::string& book, const std::vector<cost::PriceList>& lists,
              const cost::ImportOptions& options, TaskControl& control),
             (book, lists, options, control))
NSCOPE_WATCH(open_price_lists, PriceLists, (const std::vector<std::string>& files), (files))

}  // namespace nscope::gui
