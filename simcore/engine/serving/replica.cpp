#include "simcore/engine/serving/replica.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {

Replica::Replica(const ServingPlan& plan, std::span<const Request> requests,
                 std::vector<RequestRecord>& records, int index, Role role, std::uint64_t seed)
    : plan_(plan),
      costs_(role == Role::kPrefill && plan.prefill_costs ? *plan.prefill_costs : plan.costs),
      requests_(requests),
      records_(records),
      index_(index),
      role_(role),
      random_(seed, 1000 + static_cast<std::uint64_t>(index)) {
  if (plan.pages > 0) cache_.emplace(plan.pages, plan.page_tokens, plan.block_tokens);
}

bool Replica::add(int request, bool has_cache, Picoseconds now) {
  waiting_.push_back({.request = request, .has_cache = has_cache, .since = now});
  if (segment_.kind == Segment::Kind::kWait && waiting() >= plan_.most_running()) {
    segment_.step = now - segment_.start;
    return true;
  }
  // Earlier requests have already shortened the segment, unless a larger number of waiting requests
  // shortens it further.
  const bool settled = waiting_.size() > 1 && costs_.max_waiting_tokens == 0;
  if (segment_.kind != Segment::Kind::kDecode || settled || !admits_between_steps() ||
      free_slots() < 1 || !room_for(waiting_.front())) {
    return false;
  }
  const Picoseconds past = now - segment_.start;
  const std::int64_t begun = std::max<std::int64_t>(1, (past + segment_.step - 1) / segment_.step);
  const std::int64_t done = std::max(begun, steps_to_admission());
  if (done >= segment_.steps) return false;
  segment_.steps = done;
  return true;
}

bool Replica::withdraw(int request) {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& waiting) {
    return waiting.request == request;
  });
  if (found == waiting_.end()) return false;
  waiting_.erase(found);
  return true;
}

const Segment& Replica::advance(Picoseconds now) {
  if (segment_.kind != Segment::Kind::kNone) return segment_;
  if (plan_.setup.scheduler == Scheduler::kChunked) {
    start_mixed(now);
  } else if (may_admit(now)) {
    start_prefill(now);
  } else if (!running_.empty()) {
    start_decode(now);
  } else if (plan_.setup.scheduler == Scheduler::kStatic && !waiting_.empty()) {
    wait_for_batch(now);
  }
  return segment_;
}

void Replica::finish_segment() {
  const Segment segment = segment_;
  const Picoseconds duration = segment.end() - segment.start;
  const auto seconds = to_seconds(duration);
  if (segment.kind != Segment::Kind::kWait) totals_.busy += duration;
  // A static batch occupies its slots from its prefill on.
  const std::size_t held = static_slots_ > 0 ? static_cast<std::size_t>(static_slots_)
                                             : running_.size() + joining_.size();
  totals_.slot_seconds += seconds * static_cast<double>(held);
  const double before = share_ >= 0 ? share_ : cache_share();
  switch (segment.kind) {
    case Segment::Kind::kPrefill:
      // A decode replica receives the cache of the prompt.
      if (role_ != Role::kDecode) ++totals_.prefills;
      prefilled_at_ = step_;
      join_all();
      break;
    case Segment::Kind::kDecode: finish_decode(); break;
    case Segment::Kind::kMixed:
      finish_decode();
      chunk_done_ += chunk_now_;
      if (chunk_done_ < length_of(joining_[0].request)) break;
      if (role_ != Role::kDecode) ++totals_.prefills;
      first_tokens_at_ = segment.end();
      join_all();
      break;
    case Segment::Kind::kWait:
    case Segment::Kind::kNone: break;
  }
  totals_.cache_seconds += seconds * before;
  const double after = cache_share();
  totals_.cache_peak = std::max({totals_.cache_peak, before, after});
  share_ = cache_ ? -1 : after;  // pages are also taken at the start of a segment
  segment_.kind = Segment::Kind::kNone;
}

void Replica::settle() {
  for (const Slot& slot : running_) records_[at(slot.request)].generated = generated_by(slot);
}

double Replica::cache_share() const {
  if (cache_) return static_cast<double>(cache_->used()) / static_cast<double>(cache_->pages());
  double held = 0;
  for (const Slot& slot : running_) held += static_cast<double>(length_at(slot, step_));
  for (const Slot& slot : joining_) held += length_of(slot.request);
  return held / (static_cast<double>(plan_.most_running()) * plan_.longest);
}

// Admission.

bool Replica::admits_between_steps() const {
  return plan_.setup.scheduler == Scheduler::kContinuous ||
         plan_.setup.scheduler == Scheduler::kChunked;
}

bool Replica::may_admit(Picoseconds now) const {
  if (waiting_.empty() || free_slots() < 1 || !room_for(waiting_.front())) return false;
  switch (plan_.setup.scheduler) {
    case Scheduler::kStatic:
      return running_.empty() &&
             (closing_ || waiting() >= plan_.most_running() ||
              now - waiting_.front().since >= picoseconds(plan_.setup.batch_timeout));
    case Scheduler::kDecodeFirst: return running_.empty();
    case Scheduler::kContinuous: return steps_to_admission() == 0;
    case Scheduler::kChunked: break;
  }
  return true;
}

/// The router of TGI counts a prefill as the first of the waiting tokens.
std::int64_t Replica::steps_to_admission() const {
  if (!plan_.setup.join_groups || running_.empty()) return 0;
  const double enough =
      std::floor(static_cast<double>(running_.size()) * costs_.waiting_served_ratio);
  if (costs_.waiting_served_ratio > 0 && std::min(waiting(), free_slots()) >= enough) return 0;
  return std::max<std::int64_t>(0, costs_.max_waiting_tokens - 1 - (step_ - prefilled_at_));
}

/// The blocks of a prompt that can be shared: only whole blocks, and never the last token, because
/// its logits are needed.
std::span<const std::uint64_t> Replica::shared_blocks(int request) const {
  if (plan_.block_tokens == 0) return {};
  const Request& one = requests_[at(request)];
  const auto whole = static_cast<std::size_t>((one.input_tokens - 1) / plan_.block_tokens);
  return std::span(one.blocks).first(std::min(one.blocks.size(), whole));
}

int Replica::length_of(int request) const {
  return requests_[at(request)].input_tokens + records_[at(request)].generated;
}

bool Replica::room_for(const Waiting& waiting) const {
  if (!adapter_fits(requests_[at(waiting.request)].adapter)) return false;
  if (!cache_) return true;
  return cache_->fits(shared_blocks(waiting.request), length_of(waiting.request) + 1);
}

int Replica::admit(Picoseconds now) {
  const Waiting waiting = waiting_.front();
  waiting_.pop_front();
  share_ = -1;
  RequestRecord& record = records_[at(waiting.request)];
  if (record.admitted < 0) record.admitted = now;
  record.replica = index_;
  Slot slot{
      .request = waiting.request, .has_cache = waiting.has_cache, .lost_since = waiting.last_token};
  const int length = length_of(waiting.request);
  int cached = 0;
  if (cache_) {
    const auto blocks = shared_blocks(waiting.request);
    cached = static_cast<int>(cache_->match(blocks)) * plan_.block_tokens;
    if (record.preemptions == 0 && !waiting.has_cache) record.cached_tokens = cached;
    cache_->pin(blocks);
    slot.blocks = blocks.size();
    slot.pages =
        cache_->pages_for(length - static_cast<std::int64_t>(blocks.size()) * plan_.block_tokens);
    cache_->take(slot.pages);
  }
  joining_.push_back(slot);
  return waiting.has_cache ? 0 : length - cached;
}

Picoseconds Replica::prefill_time(const Slot& slot, int tokens) const {
  if (tokens == 0) return 0;
  const int length = length_of(slot.request);
  return tokens < length ? costs_.chunk(tokens, length) : costs_.prefill(tokens);
}

/// Whether a request that decodes or is prefilled needs the adapter.
bool Replica::uses_adapter(int adapter) const {
  const auto needs = [&](const Slot& slot) {
    return requests_[at(slot.request)].adapter == adapter;
  };
  return std::any_of(running_.begin(), running_.end(), needs) ||
         std::any_of(joining_.begin(), joining_.end(), needs);
}

/// Whether the adapter is resident or can be loaded, possibly in place of an unused one.
bool Replica::adapter_fits(int adapter) const {
  if (adapter < 0 || !plan_.setup.adapters) return true;
  if (static_cast<int>(adapters_.size()) < plan_.setup.adapters->resident) return true;
  return std::any_of(adapters_.begin(), adapters_.end(),
                     [&](int resident) { return resident == adapter || !uses_adapter(resident); });
}

/// Time to load an adapter; 0 if it is resident.
Picoseconds Replica::load_adapter(int adapter) {
  if (adapter < 0 || !plan_.setup.adapters) return 0;
  const auto found = std::find(adapters_.begin(), adapters_.end(), adapter);
  const bool resident = found != adapters_.end();
  if (resident) {
    adapters_.erase(found);
    ++totals_.adapter_hits;
  } else {
    ++totals_.adapter_swaps;
    if (static_cast<int>(adapters_.size()) >= plan_.setup.adapters->resident) {
      adapters_.erase(std::find_if(adapters_.begin(), adapters_.end(),
                                   [&](int each) { return !uses_adapter(each); }));
    }
  }
  adapters_.push_back(adapter);
  return resident ? 0 : plan_.adapter_swap;
}

void Replica::start_prefill(Picoseconds now) {
  const bool whole_batch = plan_.setup.scheduler == Scheduler::kStatic;
  const bool together =
      whole_batch || plan_.setup.join_groups || plan_.setup.scheduler == Scheduler::kDecodeFirst;
  const int most = together ? free_slots() : 1;
  Picoseconds time = 0;
  int longest = 0;
  while (!waiting_.empty() && static_cast<int>(joining_.size()) < most &&
         room_for(waiting_.front())) {
    const int tokens = admit(now);
    const Slot& slot = joining_.back();
    time += load_adapter(requests_[at(slot.request)].adapter);
    if (tokens > 0) time += plan_.image_time;
    longest = std::max(longest, tokens);
    if (!whole_batch) time += prefill_time(slot, tokens);
  }
  if (whole_batch) {
    time += costs_.prefill(longest);
    static_slots_ = static_cast<std::int64_t>(joining_.size());
  }
  first_tokens_at_ = now + time;
  segment_ = {Segment::Kind::kPrefill, now, time, 1, static_cast<int>(joining_.size())};
  if (whole_batch || joining_.size() == 1) segment_.prompt_bucket = costs_.prompt_bucket(longest);
}

void Replica::wait_for_batch(Picoseconds now) {
  const Picoseconds until = waiting_.front().since + picoseconds(plan_.setup.batch_timeout);
  segment_ = {Segment::Kind::kWait, now, std::max<Picoseconds>(0, until - now), 1, 0};
}

// Decoding.

std::int64_t Replica::length_at(const Slot& slot, std::int64_t step) const {
  const Request& request = requests_[at(slot.request)];
  const std::int64_t steps = step - slot.first_step;
  const auto made =
      slot.rate == 1
          ? steps
          : static_cast<std::int64_t>(std::ceil(static_cast<double>(steps) * slot.rate - 1e-9));
  return std::min<std::int64_t>(slot.first_length + made,
                                request.input_tokens + request.output_tokens);
}

int Replica::generated_by(const Slot& slot) const {
  return static_cast<int>(length_at(slot, step_)) - 1 - requests_[at(slot.request)].input_tokens;
}

/// Number of steps until a request ends or the longest one needs a larger graph.
std::int64_t Replica::steps_until_change(int& longest) const {
  std::int64_t steps = running_.front().finish_step - step_;
  longest = 0;
  double fastest = 1;
  for (const Slot& slot : running_) {
    steps = std::min(steps, slot.finish_step - step_);
    longest = std::max(longest, static_cast<int>(needed_at(slot, step_)));
    fastest = std::max(fastest, slot.rate);
  }
  const auto bucket = std::lower_bound(costs_.positions.begin(), costs_.positions.end(), longest);
  const auto inside = static_cast<std::int64_t>((*bucket - longest) / fastest) + 1;
  return *bucket == plan_.longest ? steps : std::min(steps, inside);
}

std::int64_t Replica::growth(std::int64_t steps) const {
  std::int64_t pages = 0;
  for (const Slot& slot : running_) {
    const std::int64_t own = needed_at(slot, step_ + steps - 1) -
                             static_cast<std::int64_t>(slot.blocks) * plan_.block_tokens;
    pages += std::max<std::int64_t>(0, cache_->pages_for(own) - slot.pages);
  }
  return pages;
}

/// The largest number of steps, at most `most`, whose pages are available.
std::int64_t Replica::steps_of_room(std::int64_t most) const {
  if (!cache_) return most;
  const std::int64_t available = cache_->available();
  if (growth(most) <= available) return most;
  std::int64_t fits = 0;
  std::int64_t over = most;
  while (over - fits > 1) {
    const std::int64_t middle = (fits + over) / 2;
    (growth(middle) <= available ? fits : over) = middle;
  }
  return fits;
}

std::int64_t Replica::make_room(int& longest, std::int64_t most) {
  while (!running_.empty()) {
    const std::int64_t steps = steps_of_room(std::min(most, steps_until_change(longest)));
    if (steps > 0) return steps;
    preempt_latest();
  }
  return 0;
}

void Replica::grow(std::int64_t steps) {
  if (!cache_) return;
  for (Slot& slot : running_) {
    const std::int64_t own = needed_at(slot, step_ + steps - 1) -
                             static_cast<std::int64_t>(slot.blocks) * plan_.block_tokens;
    const std::int64_t more = std::max<std::int64_t>(0, cache_->pages_for(own) - slot.pages);
    cache_->take(more);
    slot.pages += more;
  }
}

/// Stops the request that was admitted last: it loses its pages and starts again with its generated
/// tokens as part of its prompt.
void Replica::preempt_latest() {
  const Slot slot = running_.back();
  running_.pop_back();
  share_ = -1;
  RequestRecord& record = records_[at(slot.request)];
  record.generated = generated_by(slot);
  ++record.preemptions;
  ++totals_.preemptions;
  release(slot);
  waiting_.push_front({.request = slot.request,
                       .has_cache = false,
                       .since = record.arrival,
                       .last_token = slot.last_token});
}

void Replica::start_decode(Picoseconds now) {
  int longest = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (!waiting_.empty() && free_slots() > 0 && steps_to_admission() > 0) {
    most = steps_to_admission();
  }
  const std::int64_t steps = make_room(longest, most);
  if (steps == 0) return;
  grow(steps);
  const int sequences = static_cast<int>(running_.size());
  const int held = std::max(sequences, static_cast<int>(static_slots_));
  const Picoseconds step = costs_.decode(held, longest) + costs_.per_active * sequences;
  segment_ = {Segment::Kind::kDecode, now, step, steps, sequences};
  segment_.batch_bucket = costs_.batch_bucket(held);
  segment_.position_bucket = costs_.position_bucket(longest);
}

void Replica::start_mixed(Picoseconds now) {
  if (joining_.empty() && may_admit(now)) {
    const int tokens = admit(now);
    chunk_done_ = length_of(joining_[0].request) - tokens;
    loading_ = load_adapter(requests_[at(joining_[0].request)].adapter);
    if (tokens > 0) loading_ += plan_.image_time;
    if (tokens == 0) {  // its cache came from another replica
      first_tokens_at_ = now;
      segment_ = {Segment::Kind::kPrefill, now, std::exchange(loading_, 0), 1, 1};
      return;
    }
  }
  if (joining_.empty()) {
    if (!running_.empty()) start_decode(now);
    return;
  }
  const int length = length_of(joining_[0].request);
  chunk_now_ = std::min(plan_.setup.chunk_tokens, length - chunk_done_);
  Picoseconds step =
      std::exchange(loading_, 0) + costs_.chunk(chunk_now_, chunk_done_ + chunk_now_);
  int longest = 0;
  if (make_room(longest, 1) > 0) {
    grow(1);
    const int sequences = static_cast<int>(running_.size());
    step += costs_.decode(sequences, longest) + costs_.per_active * sequences;
  }
  segment_ = {Segment::Kind::kMixed, now, step, 1, static_cast<int>(running_.size())};
}

// Ends of segments.

std::int64_t Replica::draw_steps(int tokens) {
  if (!plan_.setup.speculation) return tokens;
  const std::vector<double>& accepted = plan_.setup.speculation->accepted;
  std::int64_t steps = 0;
  while (tokens > 0) {
    double left = random_.uniform();
    int count = 0;
    while (count + 1 < static_cast<int>(accepted.size()) && left >= accepted[at(count)]) {
      left -= accepted[at(count++)];
    }
    tokens -= count + 1;
    ++steps;
  }
  return steps;
}

/// Moves prefilled requests, which now have their next token, to the decoding ones.
void Replica::join_all() {
  for (Slot& slot : std::exchange(joining_, {})) {
    RequestRecord& record = records_[at(slot.request)];
    slot.last_token = slot.has_cache ? record.prefilled : first_tokens_at_;
    if (!slot.has_cache) ++record.generated;
    if (record.prefilled < 0) {
      record.prefilled = first_tokens_at_;
      record.first_token = first_tokens_at_ + costs_.request;
    }
    if (slot.lost_since >= 0) {
      totals_.gaps.add(first_tokens_at_ - slot.lost_since, 1);
      record.preempted.emplace_back(slot.lost_since, first_tokens_at_);
    }
    const int left = record.output_tokens - record.generated;
    if (left == 0) {
      complete(slot.request, first_tokens_at_);
      release(slot);
    } else if (role_ == Role::kPrefill) {
      moved_.push_back(slot.request);
      release(slot);
    } else {
      const std::int64_t steps = draw_steps(left);
      slot.first_step = step_;
      slot.finish_step = step_ + steps;
      slot.first_length = length_of(slot.request) + 1;
      slot.rate = static_cast<double>(left) / static_cast<double>(steps);
      running_.push_back(slot);
    }
  }
  if (running_.empty()) static_slots_ = 0;
}

/// Records the gaps between tokens. The gap before the first token of a segment includes the
/// segments in between.
void Replica::record_gaps() {
  const Picoseconds first = segment_.start + segment_.step;
  Picoseconds gap = -1;
  std::int64_t count = 0;
  for (Slot& slot : running_) {
    if (first - slot.last_token != gap) {
      totals_.gaps.add(gap, count);
      gap = first - slot.last_token;
      count = 0;
    }
    ++count;
    slot.last_token = segment_.end();
  }
  totals_.gaps.add(gap, count);
  totals_.gaps.add(segment_.step,
                   (segment_.steps - 1) * static_cast<std::int64_t>(running_.size()));
}

void Replica::finish_decode() {
  if (running_.empty()) return;
  record_gaps();
  totals_.steps += segment_.steps;
  step_ += segment_.steps;
  const Picoseconds now = segment_.end();
  const auto first = std::remove_if(running_.begin(), running_.end(), [&](const Slot& slot) {
    if (slot.finish_step > step_) return false;
    complete(slot.request, now);
    release(slot);
    return true;
  });
  running_.erase(first, running_.end());
  if (running_.empty()) static_slots_ = 0;
}

void Replica::complete(int request, Picoseconds now) {
  RequestRecord& record = records_[at(request)];
  record.generated = record.output_tokens;
  record.finished = now + costs_.request;
  record.state = RequestRecord::State::kCompleted;
  finished_.push_back(request);
}

void Replica::release(const Slot& slot) {
  if (!cache_) return;
  cache_->give_back(slot.pages);
  cache_->unpin(shared_blocks(slot.request).first(slot.blocks));
}

}  // namespace nscope::sim
