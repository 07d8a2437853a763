// The commitment mix as an integer program, solved by GLPK.
#include "costmodel/commitments/commitment_mix.h"
#include "costmodel/money/cost_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include <glpk.h>

namespace nscope::cost {
namespace {

constexpr double kPlanStep = 0.001;  // USD per hour; smallest step of a plan

struct FreeProgram {
  void operator()(glp_prob* program) const { glp_delete_prob(program); }
};

/// Minimises the sum of unit costs x amounts + hours x (on-demand + Spot). In each state:
///   for each type:  instances + parts of plans + Spot + on-demand >= demand
///   for each plan:  sum of rate x part <= its dollars
/// Instances are in the demand rows directly, because unused instances have no further cost.
class Program {
 public:
  Program(const CommitmentProblem& problem, std::span<const DemandState> states)
      : problem_(problem), states_(states), program_(glp_create_prob()) {
    glp_term_out(GLP_OFF);  // of this thread
    glp_set_obj_dir(program_.get(), GLP_MIN);
    add_amounts();
    for (const DemandState& state : states_) add_state(state);
    glp_load_matrix(program_.get(), static_cast<int>(value_.size()) - 1, row_.data(),
                    column_.data(), value_.data());
  }

  /// Errors: kCancelled, kInternal.
  Result<> solve(TaskControl& control) {
    glp_smcp simplex;
    glp_init_smcp(&simplex);
    simplex.msg_lev = GLP_MSG_OFF;
    simplex.meth = GLP_DUALP;
    glp_adv_basis(program_.get(), 0);
    if (control.cancelled()) return cancelled();
    if (glp_simplex(program_.get(), &simplex) != 0 || glp_get_status(program_.get()) != GLP_OPT) {
      return fail(ErrorCode::kInternal, tr("the solver did not solve the linear program"),
                  "commitments");
    }
    glp_iocp integer;
    glp_init_iocp(&integer);
    integer.msg_lev = GLP_MSG_OFF;
    integer.cb_info = &control;
    integer.cb_func = [](glp_tree* tree, void* info) {
      if (static_cast<TaskControl*>(info)->cancelled()) glp_ios_terminate(tree);
    };
    const int failed = glp_intopt(program_.get(), &integer);
    if (control.cancelled()) return cancelled();
    if (failed != 0 || glp_mip_status(program_.get()) != GLP_OPT) {
      return fail(ErrorCode::kInternal, tr("the solver did not solve the integer program"),
                  "commitments");
    }
    return {};
  }

  double objective() const { return glp_mip_obj_val(program_.get()); }

  std::vector<double> amounts() const {
    std::vector<double> out;
    for (std::size_t i = 0; i < problem_.offers.size(); ++i) {
      const double value = std::max(0.0, glp_mip_col_val(program_.get(), static_cast<int>(i) + 1));
      // Rounded up, because a plan that is slightly too large costs less than one that is
      // slightly too small.
      out.push_back(is_savings_plan(problem_.offers[i].kind)
                        ? std::ceil(value / kPlanStep - 1e-6) * kPlanStep
                        : std::round(value));
    }
    return out;
  }

 private:
  int add_column(double cost, double most) {
    const int index = glp_add_cols(program_.get(), 1);
    glp_set_obj_coef(program_.get(), index, cost);
    if (most <= 0) {
      glp_set_col_bnds(program_.get(), index, GLP_FX, 0, 0);
    } else if (most < kMostDemand) {
      glp_set_col_bnds(program_.get(), index, GLP_DB, 0, most);
    } else {
      glp_set_col_bnds(program_.get(), index, GLP_LO, 0, 0);
    }
    return index;
  }

  int add_row(int kind, double bound) {
    const int index = glp_add_rows(program_.get(), 1);
    glp_set_row_bnds(program_.get(), index, kind, bound, bound);
    return index;
  }

  void set(int row, int column, double value) {
    row_.push_back(row);
    column_.push_back(column);
    value_.push_back(value);
  }

  void add_amounts() {
    for (const Commitment& offer : problem_.offers) {
      double most = offer.most.value_or(kMostDemand);
      if (!is_savings_plan(offer.kind)) {
        for (std::size_t t = 0; t < offer.rates.size(); ++t) {
          if (offer.rates[t]) most = std::min(most, std::ceil(problem_.types[t].demand.peak()));
        }
      }
      const int column = add_column(unit_cost(problem_, offer), most);
      if (!is_savings_plan(offer.kind)) glp_set_col_kind(program_.get(), column, GLP_IV);
      if (most <= 0) glp_set_col_bnds(program_.get(), column, GLP_FX, 0, 0);
    }
  }

  void add_state(const DemandState& state) {
    std::vector<int> demand_rows;
    for (std::size_t t = 0; t < problem_.types.size(); ++t) {
      demand_rows.push_back(add_type(state, t));
    }
    for (std::size_t i = 0; i < problem_.offers.size(); ++i) {
      if (!is_savings_plan(problem_.offers[i].kind)) continue;
      const int plan = add_row(GLP_UP, 0);
      set(plan, static_cast<int>(i) + 1, -1);
      add_parts(problem_.offers[i], plan, demand_rows);
    }
    for (std::size_t i = 0; i < problem_.held.size(); ++i) {
      const HeldCommitment& held = problem_.held[i];
      if (!is_savings_plan(held.commitment.kind) || !state.held_runs[i]) continue;
      add_parts(held.commitment, add_row(GLP_UP, held.amount), demand_rows);
    }
  }

  void add_parts(const Commitment& plan, int plan_row, const std::vector<int>& demand_rows) {
    for (std::size_t t = 0; t < demand_rows.size(); ++t) {
      if (!plan.rates[t]) continue;
      const int part = add_column(0, kMostDemand);
      set(plan_row, part, plan.rates[t]->dollars());
      set(demand_rows[t], part, 1);
    }
  }

  int add_type(const DemandState& state, std::size_t type) {
    const DemandedType& in_demand = problem_.types[type];
    double demand = state.demand[type];
    for (std::size_t i = 0; i < problem_.held.size(); ++i) {
      const HeldCommitment& held = problem_.held[i];
      const bool covers = !is_savings_plan(held.commitment.kind) && held.commitment.rates[type];
      if (covers && state.held_runs[i]) demand -= held.amount;
    }
    const int row = add_row(GLP_LO, std::max(0.0, demand));
    for (std::size_t i = 0; i < problem_.offers.size(); ++i) {
      const Commitment& offer = problem_.offers[i];
      if (is_savings_plan(offer.kind) || !offer.rates[type]) continue;
      const bool runs = offer.kind != CommitmentKind::kCapacityBlock || state.block_runs[i];
      if (runs) set(row, static_cast<int>(i) + 1, 1);
    }
    set(row, add_column(state.hours * in_demand.on_demand.dollars(), kMostDemand), 1);
    if (in_demand.spot && in_demand.most_spot > 0) {
      set(row, add_column(state.hours * in_demand.spot->dollars(), in_demand.most_spot), 1);
    }
    return row;
  }

  const CommitmentProblem& problem_;
  std::span<const DemandState> states_;
  std::unique_ptr<glp_prob, FreeProgram> program_;
  // GLPK numbers elements from 1.
  std::vector<int> row_{0};
  std::vector<int> column_{0};
  std::vector<double> value_{0};
};

/// Hours for which a commitment binds.
double bound_hours(const Commitment& offer) {
  return offer.kind == CommitmentKind::kCapacityBlock ? offer.hours : offer.years * kHoursPerYear;
}

/// Chooses among mixes of equal cost: without commitments that save nothing, the longest first, and
/// with shorter ones instead of longer ones.
class LeastBound {
 public:
  LeastBound(const CommitmentProblem& problem, std::span<const DemandState> states,
             std::vector<double>& amounts)
      : problem_(problem), states_(states), amounts_(amounts), least_(total()) {}

  void go() {
    std::vector<std::size_t> longest_first(problem_.offers.size());
    std::iota(longest_first.begin(), longest_first.end(), std::size_t{0});
    std::stable_sort(longest_first.begin(), longest_first.end(), [&](std::size_t a, std::size_t b) {
      return bound_hours(problem_.offers[a]) > bound_hours(problem_.offers[b]);
    });
    for (const std::size_t offer : longest_first) {
      if (amounts_[offer] <= 0) continue;
      for (auto other = longest_first.rbegin(); *other != offer; ++other) replace(offer, *other);
      reduce(offer);
    }
  }

 private:
  double total() const { return mix_cost(problem_, states_, amounts_).total.dollars(); }

  /// Whether the mix costs no more than before, apart from rounding.
  bool is_as_cheap() const {
    constexpr double kRounding = 1e-12;
    return total() <= least_ + kRounding * (1 + least_);
  }

  /// Buys a shorter commitment in place of the whole amount, if that costs no more.
  void replace(std::size_t offer, std::size_t by) {
    const Commitment& shorter = problem_.offers[by];
    const bool same_unit =
        is_savings_plan(problem_.offers[offer].kind) == is_savings_plan(shorter.kind);
    const double amount = amounts_[by] + amounts_[offer];
    const bool is_shorter = bound_hours(shorter) < bound_hours(problem_.offers[offer]);
    if (amounts_[offer] <= 0 || !is_shorter || !same_unit) return;
    if (amount > shorter.most.value_or(kMostDemand)) return;
    const std::vector<double> before = amounts_;
    amounts_[by] = amount;
    amounts_[offer] = 0;
    if (!is_as_cheap()) amounts_ = before;
  }

  /// Buys the smallest amount that costs no more.
  void reduce(std::size_t offer) {
    const double step = is_savings_plan(problem_.offers[offer].kind) ? kPlanStep : 1;
    double enough = std::round(amounts_[offer] / step);
    double too_few = -1;
    while (enough - too_few > 1) {
      const double steps = too_few + 1 + std::floor((enough - too_few - 1) / 2);
      amounts_[offer] = steps * step;
      (is_as_cheap() ? enough : too_few) = steps;
    }
    amounts_[offer] = enough * step;
  }

  const CommitmentProblem& problem_;
  std::span<const DemandState> states_;
  std::vector<double>& amounts_;
  double least_;
};

}  // namespace

Result<CommitmentMix> program_mix(const CommitmentProblem& problem, TaskControl& control) {
  const auto states = demand_states(problem);
  if (!states) return fail(states.error());
  if (states->size() * problem.types.size() > kMostProgramRows) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{} different hours of {} instance types exceed the limit of {}; round the "
                   "demand to fewer levels",
                   as::count(static_cast<std::int64_t>(states->size())), problem.types.size(),
                   as::count(kMostProgramRows)),
                "commitments");
  }
  control.begin(phrase("Optimising the commitment mix"), 0);
  CommitmentMix mix;
  mix.method = CommitmentMix::Method::kProgram;
  mix.amounts.assign(problem.offers.size(), 0);
  if (!problem.offers.empty()) {
    Program program(problem, *states);
    if (auto ok = program.solve(control); !ok) return fail(ok.error());
    mix.amounts = program.amounts();
    LeastBound(problem, *states, mix.amounts).go();
    mix.bound = Usd::round(program.objective());
  }
  mix.cost = mix_cost(problem, *states, mix.amounts);
  return mix;
}

}  // namespace nscope::cost
