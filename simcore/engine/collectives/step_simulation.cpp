#include "simcore/engine/collectives/step_simulation.h"

#include "simcore/engine/collectives/collective_stages.h"
#include "simcore/engine/collectives/rank_pattern.h"
#include "simcore/engine/collectives/transfer_network.h"
#include "simcore/engine/collectives/wiring.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

using Pattern = CollectiveStage::Pattern;

/// Whether a rank sends the same bytes to the same rank in every step of the stage.
bool steps_alike(const CollectiveStage& stage) {
  return stage.pattern == Pattern::kRing || stage.pattern == Pattern::kChipRing;
}

constexpr double kMostTransfers = 20e6;
constexpr int kLatest = 1000;  ///< s
constexpr std::uint64_t kEventsPerCancelCheck = 4096;

/// Simulates all ranks of all concurrent groups on the simulated nodes.
class StepRun {
 public:
  StepRun(const Machine& machine, const StageRates& rates, const CollectivePlan& plan,
          const Disturbance& disturbance, Wiring& wiring, int nodes, int shown_ranks)
      : machine_(machine),
        rates_(rates),
        plan_(plan),
        disturbance_(disturbance),
        wiring_(wiring),
        pattern_(machine, plan.request.group),
        nodes_(nodes),
        shown_(shown_ranks) {
    timeline_.links = wiring.loads();
    timeline_.simulated_nodes = nodes;
  }

  Result<CollectiveTimeline> go(const TaskControl& control);

 private:
  /// A transfer from one actor to another in a step.
  struct Send {
    int to = 0;
    Picoseconds delay = 0;  ///< from the start of the step
    TransferNetwork::Transfer transfer{};
  };
  /// One rank of one group with one part of the message.
  struct Actor {
    int which = 0;
    RankPattern::Rank rank;
    int part = 0;
    double slowdown = 1;
    Picoseconds late = 0;  ///< start of its first step
    int stage = 0;
    int step = 0;        ///< in the stage
    int whole_step = 0;  ///< in the collective
    int unsent = 0;
    bool waiting = false;  ///< for the previous part to leave the stage
    Picoseconds start = 0;
    double sent = 0;
    int again_stage = -1;  ///< stage in which every step after the first sends only `again`
    Send again{};
  };
  struct Pending {
    int from = 0;
    int whole_step = 0;
    Send send;
    int number = -1;  ///< in the network; -1 if it uses no shared resource
  };
  struct Happening {
    int pending = 0;
    std::uint32_t version = 0;
    bool begins = false;
  };

  const CollectiveGroup& group() const { return plan_.request.group; }
  const CollectiveStage& stage(int index) const {
    return plan_.stages[static_cast<std::size_t>(index)];
  }
  Actor& actor(int index) { return actors_[static_cast<std::size_t>(index)]; }
  int actor_of(int which, RankPattern::Rank rank, int part) const {
    return ((which * nodes_ + rank.node % nodes_) * group().ranks_per_node + rank.local) *
               plan_.parts +
           part;
  }
  std::uint16_t& received(int actor, int whole_step) {
    return received_[static_cast<std::size_t>(actor) * static_cast<std::size_t>(whole_steps_) +
                     static_cast<std::size_t>(whole_step)];
  }
  bool finished(const Actor& one) const {
    return one.stage == static_cast<int>(plan_.stages.size());
  }

  void set_up();
  Result<> find_shared();
  Result<const std::vector<int>*> route(const Actor& from, const CollectiveStage& stage,
                                        RankPattern::Rank to);
  Result<> begin_step(int index, Picoseconds now);
  Result<Send> send_of(const Actor& one, const RankPattern::Target& target);
  void dispatch(int index, const Send& send, Picoseconds now);
  Result<> advance(int index, Picoseconds now);
  bool step_is_over(int index);
  Result<> transfer_done(int pending, Picoseconds now);
  Result<> happen(const Happening& what, Picoseconds now);
  void watch(int resource, Picoseconds time, double rate);
  CollectiveTimeline take_timeline();

  const Machine& machine_;
  const StageRates& rates_;
  const CollectivePlan& plan_;
  const Disturbance& disturbance_;
  Wiring& wiring_;
  RankPattern pattern_;
  int nodes_;
  int shown_;
  int whole_steps_ = 0;
  std::vector<Actor> actors_;
  std::vector<std::uint16_t> received_;  ///< transfers by actor and step
  std::vector<Pending> pending_;
  std::vector<int> free_;
  std::vector<int> pending_of_;  ///< by number in the network
  std::vector<RankPattern::Target> targets_;
  std::optional<TransferNetwork> network_;
  EventQueue<Happening> queue_;
  CollectiveTimeline timeline_;
};

void StepRun::set_up() {
  for (const CollectiveStage& each : plan_.stages) whole_steps_ += each.steps;
  for (int which = 0; which < group().concurrent; ++which) {
    for (int node = 0; node < nodes_; ++node) {
      for (int local = 0; local < group().ranks_per_node; ++local) {
        const auto& slow = disturbance_.straggler;
        const bool is_slow =
            slow && which == 0 && slow->rank == node * group().ranks_per_node + local;
        for (int part = 0; part < plan_.parts; ++part) {
          Actor one{.which = which, .rank = {node, local}, .part = part};
          if (is_slow) {
            one.slowdown = slow->slowdown;
            one.late = picoseconds(slow->late_seconds);
          }
          actors_.push_back(one);
        }
      }
    }
  }
  received_.resize(actors_.size() * static_cast<std::size_t>(whole_steps_));
}

Result<const std::vector<int>*> StepRun::route(const Actor& from, const CollectiveStage& stage,
                                               RankPattern::Rank to) {
  const int node = from.rank.node % nodes_;
  if (stage.across_nodes || to.node != from.rank.node) {
    return &wiring_.network_route(node, to.node % nodes_);
  }
  return wiring_.route(node, pattern_.chip_of(from.which, from.rank.local),
                       pattern_.chip_of(from.which, to.local));
}

/// Marks the resources that more than one pair of ranks uses; all of them if parts overlap.
Result<> StepRun::find_shared() {
  auto resources = wiring_.resources();
  constexpr std::int64_t kNobody = -1;
  std::vector<std::int64_t> user(resources.size(), kNobody);
  for (auto& resource : resources) resource.shared = plan_.parts > 1;
  for (const CollectiveStage& each : plan_.stages) {
    for (int step = 0; step < (steps_alike(each) ? 1 : each.steps); ++step) {
      for (const Actor& one : actors_) {
        if (one.part > 0) continue;
        pattern_.targets(each, one.which, one.rank, step, targets_);
        for (const RankPattern::Target& target : targets_) {
          const auto way = route(one, each, target.to);
          if (!way) return fail(way.error());
          const std::int64_t pair = static_cast<std::int64_t>(actor_of(one.which, one.rank, 0)) *
                                        static_cast<std::int64_t>(actors_.size()) +
                                    actor_of(one.which, target.to, 0);
          for (const int index : **way) {
            auto& known = user[static_cast<std::size_t>(index)];
            if (known != kNobody && known != pair) {
              resources[static_cast<std::size_t>(index)].shared = true;
            }
            known = pair;
          }
        }
      }
    }
  }
  for (int local = 0; local < std::min(shown_, group().ranks_per_node); ++local) {
    const int chip = pattern_.chip_of(0, local);
    for (std::size_t i = 0; i < timeline_.links.size(); ++i) {
      const ChipLink& link = timeline_.links[i].link;
      if (link.from == chip || link.to == chip) resources[i].watched = true;
    }
  }
  network_.emplace(std::move(resources), [this](int resource, Picoseconds time, double rate) {
    watch(resource, time, rate);
  });
  return {};
}

void StepRun::watch(int resource, Picoseconds time, double rate) {
  auto& samples = timeline_.links[static_cast<std::size_t>(resource)].samples;
  if (!samples.empty() && samples.back().time == time) {
    samples.back().rate = rate;
  } else {
    samples.push_back({time, rate});
  }
}

Result<StepRun::Send> StepRun::send_of(const Actor& one, const RankPattern::Target& target) {
  const CollectiveStage& each = stage(one.stage);
  const auto way = route(one, each, target.to);
  if (!way) return fail(way.error());
  const bool over_network = each.across_nodes || target.to.node != one.rank.node;
  const bool between_chips =
      pattern_.chip_of(one.which, one.rank.local) != pattern_.chip_of(one.which, target.to.local);
  double rate = each.sent / each.service;
  if (each.pattern == Pattern::kMesh || each.pattern == Pattern::kFanOut) {
    rate /= each.participants - 1;
  }
  const double dma_left = machine_.dma_bandwidth * (1 - disturbance_.dma_traffic);
  rate = std::min(rate, dma_left) / one.slowdown;
  const double delay = ((one.step == 0 ? each.launch : 0.0) + each.step_overhead) * one.slowdown +
                       (over_network    ? rates_.network_hop
                        : between_chips ? rates_.hop
                                        : 0.0);
  return Send{
      .to = actor_of(one.which, target.to, one.part),
      .delay = picoseconds(delay),
      .transfer = {.route = **way, .bytes = each.sent * target.share / plan_.parts, .rate = rate}};
}

void StepRun::dispatch(int index, const Send& send, Picoseconds now) {
  Actor& one = actor(index);
  one.sent += send.transfer.bytes;
  timeline_.sent_bytes += send.transfer.bytes;
  ++timeline_.transfers;
  const Pending entry{.from = index, .whole_step = one.whole_step, .send = send};
  int slot = static_cast<int>(pending_.size());
  if (free_.empty()) {
    pending_.push_back(entry);
  } else {
    slot = free_.back();
    free_.pop_back();
    pending_[static_cast<std::size_t>(slot)] = entry;
  }
  const Picoseconds begin = now + send.delay;
  const Picoseconds end = network_->end_alone(send.transfer, begin);
  queue_.schedule(end >= 0 ? end : begin, {.pending = slot, .begins = end < 0});
}

Result<> StepRun::begin_step(int index, Picoseconds now) {
  Actor& one = actor(index);
  one.start = now;
  one.sent = 0;
  if (one.step == 0 && one.part > 0 && actor(index - 1).stage <= one.stage) {
    one.waiting = true;
    return {};
  }
  if (one.again_stage == one.stage) {
    one.unsent = 1;
    dispatch(index, one.again, now);
    return {};
  }
  pattern_.targets(stage(one.stage), one.which, one.rank, one.step, targets_);
  one.unsent = static_cast<int>(targets_.size());
  for (const RankPattern::Target& target : targets_) {
    const auto send = send_of(one, target);
    if (!send) return fail(send.error());
    dispatch(index, *send, now);
    // The first step of a stage has a different delay.
    if (one.step == 0 || one.unsent > 1 || !steps_alike(stage(one.stage))) continue;
    one.again_stage = one.stage;
    one.again = *send;
  }
  return {};
}

bool StepRun::step_is_over(int index) {
  const Actor& one = actor(index);
  return !finished(one) && !one.waiting && one.unsent == 0 &&
         received(index, one.whole_step) == pattern_.expected(stage(one.stage), one.rank);
}

/// Continues with the next step until one is not finished; some ranks have nothing to do in a
/// step.
Result<> StepRun::advance(int index, Picoseconds now) {
  while (step_is_over(index)) {
    Actor& one = actor(index);
    const bool in_view = one.which == 0 && one.rank.node == 0 && one.rank.local < shown_;
    if (in_view) {
      timeline_.steps.push_back({.rank = one.rank.local,
                                 .part = one.part,
                                 .stage = one.stage,
                                 .step = one.step,
                                 .start = one.start,
                                 .end = now,
                                 .sent = one.sent});
    }
    ++one.whole_step;
    const bool leaves = ++one.step == stage(one.stage).steps;
    if (leaves) {
      one.step = 0;
      ++one.stage;
    }
    timeline_.end = std::max(timeline_.end, now);
    if (!finished(one)) {
      if (auto begun = begin_step(index, now); !begun) return begun;
    }
    const bool others = leaves && one.part + 1 < plan_.parts;
    if (others && actor(index + 1).waiting && actor(index + 1).stage < one.stage) {
      actor(index + 1).waiting = false;
      if (auto begun = begin_step(index + 1, now); !begun) return begun;
      if (auto moved = advance(index + 1, now); !moved) return moved;
    }
  }
  return {};
}

Result<> StepRun::transfer_done(int pending, Picoseconds now) {
  const Pending entry = pending_[static_cast<std::size_t>(pending)];
  free_.push_back(pending);
  if (entry.number >= 0) network_->finish(entry.number);
  --actor(entry.from).unsent;
  ++received(entry.send.to, entry.whole_step);
  if (auto moved = advance(entry.from, now); !moved) return moved;
  return advance(entry.send.to, now);
}

Result<> StepRun::happen(const Happening& what, Picoseconds now) {
  Pending& entry = pending_[static_cast<std::size_t>(what.pending)];
  if (what.begins) {
    entry.number = network_->begin(entry.send.transfer, now);
    if (static_cast<std::size_t>(entry.number) >= pending_of_.size()) {
      pending_of_.resize(static_cast<std::size_t>(entry.number) + 1);
    }
    pending_of_[static_cast<std::size_t>(entry.number)] = what.pending;
    return {};
  }
  return transfer_done(what.pending, now);
}

CollectiveTimeline StepRun::take_timeline() {
  const auto resources = network_->resources();
  for (std::size_t i = 0; i < timeline_.links.size(); ++i) {
    timeline_.links[i].bytes = resources[i].bytes;
  }
  timeline_.network_bytes = resources[static_cast<std::size_t>(wiring_.egress(0))].bytes;
  const double copies = static_cast<double>(group().nodes) / nodes_;
  timeline_.sent_bytes *= copies;
  return std::move(timeline_);
}

Result<CollectiveTimeline> StepRun::go(const TaskControl& control) {
  set_up();
  if (auto found = find_shared(); !found) return fail(found.error());
  if (!plan_.stages.empty()) {
    for (int i = 0; i < static_cast<int>(actors_.size()); ++i) {
      if (auto begun = begin_step(i, actor(i).late); !begun) return fail(begun.error());
    }
    for (int i = 0; i < static_cast<int>(actors_.size()); ++i) {
      if (auto moved = advance(i, actor(i).late); !moved) return fail(moved.error());
    }
  }
  std::uint64_t events = 0;
  while (!queue_.empty()) {
    const Picoseconds now = queue_.next_time();
    while (!queue_.empty() && queue_.next_time() == now) {
      const Happening what = queue_.take().event;
      if (++events % kEventsPerCancelCheck == 0 && control.cancelled()) return cancelled();
      // The end of a shared transfer is valid only if its rate has not changed since.
      const int number = pending_[static_cast<std::size_t>(what.pending)].number;
      const bool outdated =
          what.version > 0 && (number < 0 || network_->version(number) != what.version);
      if (outdated) continue;
      if (auto done = happen(what, now); !done) return fail(done.error());
    }
    for (const TransferNetwork::End& end : network_->settle(now)) {
      queue_.schedule(end.time, {.pending = pending_of_[static_cast<std::size_t>(end.number)],
                                 .version = end.version});
    }
  }
  for (const Actor& one : actors_) {
    if (!finished(one))
      return fail(ErrorCode::kInternal,
                  tr("internal error: the simulation of a collective is deadlocked"));
  }
  return take_timeline();
}

double transfers_of(const CollectivePlan& plan, int nodes) {
  const CollectiveGroup& group = plan.request.group;
  double sum = 0;
  for (const CollectiveStage& stage : plan.stages) {
    const bool to_all = stage.pattern == Pattern::kMesh;
    sum += static_cast<double>(stage.steps) * (to_all ? stage.participants - 1 : 1);
  }
  return sum * group.ranks_per_node * nodes * group.concurrent * plan.parts;
}

Text refusal(const CollectivePlan& plan, const Disturbance& disturbance) {
  const auto share = [](double value) { return value >= 0 && value < 1; };
  if (!share(disturbance.link_traffic) || !share(disturbance.dma_traffic)) {
    return tr("the share of other traffic must be at least 0 and less than 1");
  }
  const auto& slow = disturbance.straggler;
  if (slow && (slow->rank < 0 || slow->rank >= plan.request.group.ranks())) {
    return tr("the rank of the straggler must be between 0 and {}, not {}",
              plan.request.group.ranks() - 1, slow->rank);
  }
  if (slow && !(slow->slowdown >= 1 && slow->slowdown <= 1e6)) {
    return tr("the slowdown of the straggler must be between 1 and {}", as::count(1'000'000));
  }
  if (slow && !(slow->late_seconds >= 0 && slow->late_seconds <= kLatest)) {
    return tr("the delay of the straggler must be between 0 and {} s", kLatest);
  }
  return {};
}

/// Whether all nodes behave alike, so that one represents all.
bool nodes_alike(const CollectivePlan& plan, const Disturbance& disturbance) {
  return disturbance.same_on_all_nodes() &&
         std::none_of(plan.stages.begin(), plan.stages.end(), [](const CollectiveStage& stage) {
           return stage.across_nodes &&
                  (stage.pattern == Pattern::kFanOut || stage.pattern == Pattern::kPair);
         });
}

}  // namespace

Result<CollectiveTimeline> simulate_steps(const Machine& machine, const Parameters& parameters,
                                          const CollectivePlan& plan,
                                          const Disturbance& disturbance, int shown_ranks,
                                          const TaskControl& control) {
  if (Text why = refusal(plan, disturbance); !why.empty()) {
    return fail(ErrorCode::kInvalidArgument, std::move(why));
  }
  const int nodes = nodes_alike(plan, disturbance) ? 1 : plan.request.group.nodes;
  if (const double transfers = transfers_of(plan, nodes); transfers > kMostTransfers) {
    return fail(ErrorCode::kInvalidArgument,
                tr("The collective has {} transfers; a step-by-step simulation supports at most "
                   "{}. A prediction without a trace has no limit.",
                   as::fixed(transfers, 0), as::fixed(kMostTransfers, 0)));
  }
  const StageRates rates = stage_rates(machine, parameters, plan.request);
  auto wiring = Wiring::build(machine, rates, disturbance, nodes);
  if (!wiring) return fail(wiring.error());
  StepRun run(machine, rates, plan, disturbance, *wiring, nodes, shown_ranks);
  return run.go(control);
}

}  // namespace nscope::sim
