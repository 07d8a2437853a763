#include "simcore/engine/serving/simulate_serving.h"

#include "profiler/base/random_stream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>

namespace nscope::sim {
namespace {

/// 60 days, more than the span of requests; sums with single steps are within 64-bit picoseconds.
constexpr double kLongestRun = 60.0 * 24 * 3600 * 1e12;

/// How often the user of a closed loop sends a request before giving up.
constexpr int kMostAttempts = 8;
constexpr std::uint64_t kBackOffStream = 900;

struct Event {
  enum class Kind : std::uint8_t {
    kArrival,
    kSegmentEnd,
    kCacheArrived,
    kReplicaReady,
    kRetry,
    kScale,
    kWaitLimit
  };
  Kind kind = Kind::kArrival;
  int index = 0;  ///< request or replica
  std::uint32_t version = 0;
};

/// The routing of the setup, or its default, which depends on the lengths of all requests.
Routing routing_of(const ServingSetup& setup, std::span<const Request> requests) {
  if (setup.routing) return *setup.routing;
  const bool equal = std::all_of(requests.begin(), requests.end(), [&](const Request& each) {
    return each.input_tokens == requests.front().input_tokens &&
           each.output_tokens == requests.front().output_tokens;
  });
  return equal ? Routing::kRoundRobin : Routing::kLeastOutstanding;
}

/// The simulation of one run, for one call.
class Simulation {
 public:
  Simulation(const ServingPlan& plan, const RequestPlan& requests, std::uint64_t seed,
             TaskControl& control, const SegmentListener& listener,
             const RequestListener& request_listener)
      : plan_(plan),
        input_(requests),
        seed_(seed),
        control_(control),
        listener_(listener),
        request_listener_(request_listener) {}

  Result<ServingRun> go();

 private:
  enum class State : std::uint8_t { kStarting, kActive, kDraining, kGone };
  struct Server {
    std::unique_ptr<Replica> replica;
    State state = State::kActive;
    std::uint32_t version = 0;
    Picoseconds since = 0;
    Picoseconds until = -1;  ///< -1: to the end
    int incoming = 0;        ///< caches on their way to it
  };
  /// In loads_, for a server that takes no requests.
  static constexpr int kNotActive = std::numeric_limits<int>::max();

  Result<> check_work() const;
  void start();
  void handle(Picoseconds now, const Event& event);
  void arrive(Picoseconds now, int request);
  void offer(Picoseconds now, int request);
  void cache_arrived(Picoseconds now, int request);
  void segment_end(Picoseconds now, Server& server);
  void answered(int request);
  void refuse(Picoseconds now, int request);
  void wait_limit(Picoseconds now, int request);
  void move_cache(Picoseconds now, int prefilled_by, int request);
  void scale(Picoseconds now);
  void kick(Picoseconds now, Server& server);
  void give(Picoseconds now, Server& server, int request, bool has_cache);
  Server& route(int request, int first, int last);
  /// Keeps loads_ up to date. To be called after each change of the server.
  void note_load(const Server& server) {
    const bool active = server.state == State::kActive;
    loads_[at(server.replica->index())] =
        active ? server.replica->outstanding() + server.incoming : kNotActive;
  }
  Server& add_server(Replica::Role role, State state, Picoseconds now);
  int prefill_servers() const {
    return plan_.setup.disaggregation ? plan_.setup.disaggregation->prefill_replicas : 0;
  }
  void schedule(Picoseconds time, const Event& event) {
    if (static_cast<double>(time) > kLongestRun) too_long_ = true;
    queue_.schedule(time, event);
  }
  bool all_done() const { return done_ == static_cast<int>(input_.requests.size()); }
  void close_if_last();
  void collect();

  const ServingPlan& plan_;
  const RequestPlan& input_;
  const Routing routing_ = routing_of(plan_.setup, input_.requests);
  std::uint64_t seed_;
  TaskControl& control_;
  const SegmentListener& listener_;
  const RequestListener& request_listener_;

  EventQueue<Event> queue_;
  std::vector<Server> servers_;  ///< prefill replicas first
  /// For each server: the requests on it and on their way to it, or kNotActive. The load balancer
  /// reads all of them for every request.
  std::vector<int> loads_;
  ServingRun run_;
  int next_ = 0;  ///< the next request
  int arrived_ = 0;
  int done_ = 0;                                  ///< completed or rejected
  bool stopped_ = false;                          ///< by request_listener_
  bool too_long_ = false;                         ///< whether a time exceeded kLongestRun
  std::array<int, 2> turns_{-1, -1};              ///< round robin of prefills and decodes
  std::unordered_map<std::uint64_t, int> homes_;  ///< server by the first block of a prompt
  std::vector<Picoseconds> link_free_;            ///< of every link of disaggregation
  RandomStream back_off_{seed_, kBackOffStream};  ///< of refused users
  Picoseconds compiled_at_ = -1;  ///< time from which new replicas need not compile; -1: not begun
};

Simulation::Server& Simulation::add_server(Replica::Role role, State state, Picoseconds now) {
  Server server;
  server.replica = std::make_unique<Replica>(plan_, input_.requests, run_.requests,
                                             static_cast<int>(servers_.size()), role, seed_);
  server.state = state;
  server.since = now;
  servers_.push_back(std::move(server));
  loads_.push_back(kNotActive);
  note_load(servers_.back());
  int there = 0;
  for (const Server& each : servers_) there += each.state != State::kGone ? 1 : 0;
  run_.most_replicas = std::max(run_.most_replicas, there);
  return servers_.back();
}

void Simulation::start() {
  const ServingSetup& setup = plan_.setup;
  run_.requests.reserve(input_.requests.size());
  for (const Request& request : input_.requests) {
    run_.requests.push_back(
        {.input_tokens = request.input_tokens, .output_tokens = request.output_tokens});
  }
  for (int i = 0; i < prefill_servers(); ++i) {
    add_server(Replica::Role::kPrefill, State::kActive, 0);
  }
  const auto role = setup.disaggregation ? Replica::Role::kDecode : Replica::Role::kWhole;
  for (int i = 0; i < setup.replicas; ++i) add_server(role, State::kActive, 0);
  const int total = static_cast<int>(input_.requests.size());
  if (input_.users > 0) {
    const Picoseconds interval = picoseconds(setup.arrivals.launch_interval);
    for (int user = 0; user < std::min(input_.users, total); ++user) {
      if (1.0 * user * static_cast<double>(interval) > kLongestRun) {
        too_long_ = true;
        break;
      }
      schedule(user * interval, {Event::Kind::kArrival, next_++});
    }
  } else {
    schedule(input_.requests[0].arrival, {Event::Kind::kArrival, next_++});
  }
  if (setup.autoscaling) {
    schedule(picoseconds(setup.autoscaling->interval), {Event::Kind::kScale});
  }
}

/// Rejects runs that would take hours, by limiting the work for single tokens over all requests.
Result<> Simulation::check_work() const {
  const ServingSetup& setup = plan_.setup;
  double work = 0;
  for (const Request& request : input_.requests) {
    if (setup.scheduler == Scheduler::kChunked) {
      work += static_cast<double>(request.input_tokens) / setup.chunk_tokens;
    }
    if (setup.speculation) work += request.output_tokens;
  }
  constexpr double kMostWork = 1e9;
  if (work > kMostWork) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the requests have {} chunks and speculated tokens; at most {} are supported",
                   as::fixed(work, 0), as::fixed(kMostWork, 0)));
  }
  return {};
}

Result<ServingRun> Simulation::go() {
  if (input_.requests.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("there are no requests to simulate"));
  }
  if (auto bounded = check_work(); !bounded) return fail(bounded.error());
  control_.begin(phrase("Simulating requests"), input_.requests.size());
  start();
  const Picoseconds stop = plan_.setup.stop_after > 0 ? picoseconds(plan_.setup.stop_after)
                                                      : std::numeric_limits<Picoseconds>::max();
  std::uint64_t events = 0;
  while (!queue_.empty()) {
    const auto [now, sequence, event] = queue_.take();
    if (now > stop) {
      run_.end = stop;
      break;
    }
    constexpr std::uint64_t kEventsPerCheck = 4096;
    if (events++ % kEventsPerCheck == 0) {
      if (control_.cancelled()) return cancelled();
      control_.advance_to(static_cast<std::uint64_t>(done_));
    }
    handle(now, event);
    if (stopped_) {
      run_.end = now;
      break;
    }
    if (too_long_) {
      return fail(
          ErrorCode::kInvalidArgument,
          tr("the run takes longer than 60 days; {} of {} requests complete before",
             as::count(done_), as::count(static_cast<std::int64_t>(input_.requests.size()))));
    }
  }
  collect();
  return std::move(run_);
}

void Simulation::handle(Picoseconds now, const Event& event) {
  switch (event.kind) {
    case Event::Kind::kArrival: arrive(now, event.index); break;
    case Event::Kind::kSegmentEnd:
      if (event.version == servers_[at(event.index)].version) {
        segment_end(now, servers_[at(event.index)]);
      }
      break;
    case Event::Kind::kCacheArrived: cache_arrived(now, event.index); break;
    case Event::Kind::kRetry: offer(now, event.index); break;
    case Event::Kind::kReplicaReady:
      servers_[at(event.index)].state = State::kActive;
      note_load(servers_[at(event.index)]);
      break;
    case Event::Kind::kScale: scale(now); break;
    case Event::Kind::kWaitLimit: wait_limit(now, event.index); break;
  }
}

void Simulation::arrive(Picoseconds now, int request) {
  RequestRecord& record = run_.requests[at(request)];
  record.arrival = now;
  ++arrived_;
  if (input_.users == 0 && next_ < static_cast<int>(input_.requests.size())) {
    schedule(input_.requests[at(next_)].arrival, {Event::Kind::kArrival, next_});
    ++next_;
  }
  close_if_last();
  if (record.input_tokens > plan_.longest - record.output_tokens) {
    record.state = RequestRecord::State::kRejected;
    record.finished = now;
    answered(request);
    return;
  }
  offer(now, request);
}

/// Sends the request to a replica, which may refuse it.
void Simulation::offer(Picoseconds now, int request) {
  const RequestRecord& record = run_.requests[at(request)];
  const int whole = static_cast<int>(servers_.size());
  const int last = prefill_servers() > 0 ? prefill_servers() : whole;
  Server& server = route(request, 0, last);
  const Admission& limits = plan_.setup.admission;
  if (limits.most_waiting > 0 && server.replica->waiting() >= limits.most_waiting) {
    return refuse(now, request);
  }
  give(now, server, request, false);
  if (limits.longest_wait > 0 && record.admitted < 0) {
    run_.requests[at(request)].replica = server.replica->index();
    schedule(now + picoseconds(limits.longest_wait), {Event::Kind::kWaitLimit, request});
  }
}

/// A user of a closed loop sends a refused request again after a back-off, which doubles with every
/// refusal and varies between half of it and all of it.
void Simulation::refuse(Picoseconds now, int request) {
  RequestRecord& record = run_.requests[at(request)];
  if (input_.users > 0 && record.retries + 1 < kMostAttempts) {
    const double longest = std::ldexp(plan_.setup.admission.retry_seconds, record.retries++);
    const double wait = longest * (1 + back_off_.uniform()) / 2;
    schedule(now + picoseconds(wait), {Event::Kind::kRetry, request});
    return;
  }
  record.state = RequestRecord::State::kRefused;
  record.finished = now;
  answered(request);
}

/// Refuses the request if it still waits for its first prefill.
void Simulation::wait_limit(Picoseconds now, int request) {
  const RequestRecord& record = run_.requests[at(request)];
  if (record.admitted >= 0) return;
  Server& server = servers_[at(record.replica)];
  if (!server.replica->withdraw(request)) return;
  refuse(now, request);
  kick(now, server);
}

/// Closes the replicas after the last arrival, so that a static batch does not wait for more
/// requests.
void Simulation::close_if_last() {
  if (arrived_ < static_cast<int>(input_.requests.size())) return;
  for (Server& server : servers_) server.replica->close();
}

void Simulation::give(Picoseconds now, Server& server, int request, bool has_cache) {
  if (server.replica->add(request, has_cache, now)) {
    ++server.version;
    schedule(server.replica->segment().end(),
             {Event::Kind::kSegmentEnd, server.replica->index(), server.version});
  }
  kick(now, server);
}

/// Starts the next segment of a server unless one is running.
void Simulation::kick(Picoseconds now, Server& server) {
  if (server.replica->segment().kind != Segment::Kind::kNone) {
    note_load(server);
    return;
  }
  const Segment& segment = server.replica->advance(now);
  note_load(server);
  if (static_cast<double>(segment.start) +
          static_cast<double>(segment.step) * static_cast<double>(segment.steps) >
      kLongestRun) {
    too_long_ = true;
    return;
  }
  if (segment.kind == Segment::Kind::kNone) {
    if (server.state == State::kDraining && server.replica->outstanding() == 0) {
      server.state = State::kGone;
      server.until = now;
    }
    return;
  }
  ++server.version;
  schedule(segment.end(), {Event::Kind::kSegmentEnd, server.replica->index(), server.version});
}

void Simulation::segment_end(Picoseconds now, Server& server) {
  Replica& replica = *server.replica;
  if (listener_) listener_(replica, replica.segment());
  replica.finish_segment();
  for (const int request : replica.take_finished()) {
    run_.end = std::max(run_.end, run_.requests[at(request)].finished);
    answered(request);
  }
  for (const int request : replica.take_moved()) move_cache(now, replica.index(), request);
  kick(now, server);
}

/// In a closed loop the user of this request sends the next one.
void Simulation::answered(int request) {
  ++done_;
  if (request_listener_ && !request_listener_(request, run_.requests[at(request)])) stopped_ = true;
  if (input_.users == 0 || next_ >= static_cast<int>(input_.requests.size())) return;
  const Picoseconds when =
      run_.requests[at(request)].finished + picoseconds(plan_.setup.arrivals.think_seconds);
  schedule(when, {Event::Kind::kArrival, next_++});
}

/// Moves a cache to a decode replica over a link that carries one cache at a time: a shared one, or
/// that of the prefill replica and that of the decode replica, which passes bytes on as they come.
void Simulation::move_cache(Picoseconds now, int prefilled_by, int request) {
  const double bytes = plan_.costs.sequence_bytes(run_.requests[at(request)].input_tokens);
  run_.transferred += bytes;
  Server& receiver = route(request, prefill_servers(), static_cast<int>(servers_.size()));
  ++receiver.incoming;
  note_load(receiver);
  const int to = receiver.replica->index();
  run_.requests[at(request)].replica = to;
  link_free_.resize(servers_.size(), 0);
  Picoseconds& sends = link_free_[plan_.own_links ? at(prefilled_by) : 0];
  const Picoseconds start = std::max(sends, now);
  sends = start + picoseconds(bytes / plan_.link_bandwidth);
  Picoseconds arrives = sends;
  if (plan_.own_links) {
    Picoseconds& receives = link_free_[at(to)];
    receives = std::max(start, receives) + picoseconds(bytes / plan_.receive_bandwidth);
    arrives = std::max(sends, receives);
  }
  schedule(arrives + picoseconds(plan_.link_latency), {Event::Kind::kCacheArrived, request});
}

void Simulation::cache_arrived(Picoseconds now, int request) {
  Server& server = servers_[at(run_.requests[at(request)].replica)];
  --server.incoming;
  give(now, server, request, true);
}

/// Chooses one of the active servers in servers_[first, last). At least one must be active. Caches
/// on their way to a server count as its requests.
Simulation::Server& Simulation::route(int request, int first, int last) {
  if (routing_ == Routing::kRoundRobin) {
    for (;;) {
      int& turn = turns_[first > 0 ? 1 : 0];
      turn = (turn + 1) % (last - first);
      Server& server = servers_[at(first + turn)];
      if (server.state == State::kActive) return server;
    }
  }
  const std::span<const int> loads(loads_.data() + first, at(last - first));
  // One pass for the smallest number, which compilers vectorise, and one for its position.
  int smallest = kNotActive;
  for (const int load : loads) smallest = std::min(smallest, load);
  const auto least =
      first + static_cast<int>(std::find(loads.begin(), loads.end(), smallest) - loads.begin());
  if (routing_ == Routing::kPrefixAffine) {
    const std::vector<std::uint64_t>& blocks = input_.requests[at(request)].blocks;
    const auto active = std::ssize(loads) - std::count(loads.begin(), loads.end(), kNotActive);
    if (blocks.empty() || active < 2 || first > 0) return servers_[at(least)];
    // The replica that has processed the prefix, unless it has a whole batch more requests.
    const auto [home, fresh] = homes_.try_emplace(blocks[0], least);
    Server& server = servers_[at(home->second)];
    if (!fresh && server.state == State::kActive && home->second < last &&
        server.replica->outstanding() < servers_[at(least)].replica->outstanding() + plan_.slots) {
      return server;
    }
    home->second = least;
  }
  return servers_[at(least)];
}

/// Adds or removes one replica per decision: adds one if the replicas exceed their target, and
/// removes one if the remaining replicas would stay below it.
void Simulation::scale(Picoseconds now) {
  const Autoscaling& scaling = *plan_.setup.autoscaling;
  if (all_done()) return;
  int there = 0;
  int outstanding = 0;
  int active = 0;
  Server* last = nullptr;
  for (Server& server : servers_) {
    if (server.state == State::kGone) continue;
    outstanding += server.replica->outstanding();
    if (server.state == State::kDraining) continue;
    ++there;
    if (server.state != State::kActive) continue;
    ++active;
    last = &server;
  }
  if (outstanding > scaling.target * there && there < scaling.most) {
    if (compiled_at_ < 0) compiled_at_ = now + picoseconds(scaling.compile_seconds);
    const Picoseconds ready = std::max(now, compiled_at_) + picoseconds(scaling.load_seconds);
    const Server& server = add_server(Replica::Role::kWhole, State::kStarting, now);
    schedule(ready, {Event::Kind::kReplicaReady, server.replica->index()});
    close_if_last();
  } else if (active > plan_.setup.replicas && outstanding < scaling.target * (there - 1)) {
    last->state = State::kDraining;
    note_load(*last);
    kick(now, *last);
  }
  schedule(now + picoseconds(scaling.interval), {Event::Kind::kScale});
}

void Simulation::collect() {
  for (Server& server : servers_) {
    server.replica->settle();
    run_.replicas.push_back(server.replica->totals());
    const Picoseconds until = server.until < 0 ? run_.end : server.until;
    run_.replica_seconds += to_seconds(std::max<Picoseconds>(0, until - server.since));
  }
  run_.capacity = serving_capacity(plan_, input_);
}

}  // namespace

int ServingRun::count(RequestRecord::State state) const {
  return static_cast<int>(
      std::count_if(requests.begin(), requests.end(),
                    [&](const RequestRecord& record) { return record.state == state; }));
}

Result<ServingRun> simulate_serving(const ServingPlan& plan, const RequestPlan& requests,
                                    std::uint64_t seed, TaskControl& control,
                                    const SegmentListener& listener,
                                    const RequestListener& answered) {
  return Simulation(plan, requests, seed, control, listener, answered).go();
}

}  // namespace nscope::sim
