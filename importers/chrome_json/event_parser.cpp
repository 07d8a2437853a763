#include "importers/chrome_json/event_parser.h"

#include "importers/chrome_json/event_shape.h"
#include "importers/chrome_json/json_scan.h"
#include "profiler/base/byte_source.h"

#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <utility>

namespace nscope::importers {
namespace {

using namespace json_scan;

/// Dotted keys do not grow beyond this: objects below become JSON text. Without a
/// limit a small file could ask for long keys a million times.
constexpr std::size_t kMaxFlatKey = 128;

/// Goes through the events of one text. Functions that return false have set
/// `reason_` to kCutOff or kError, and `p_` to where.
class EventParser {
 public:
  EventParser(std::string_view text, EventBlock& block)
      : begin_(text.data()), p_(begin_), end_(begin_ + text.size()), block_(block) {}

  ParseStop run();

 private:
  using Reason = ParseStop::Reason;

  bool cut() {
    reason_ = Reason::kCutOff;
    return false;
  }
  bool bad(const char* message) {
    reason_ = Reason::kError;
    message_ = message;
    return false;
  }
  bool skip_space_to_token() {
    if (p_ < end_ && !is_space(*p_)) return true;
    p_ = skip_space(p_, end_);
    return p_ < end_ || cut();
  }

  /// Whether the text may have been cut inside the number that ends at `last`.
  bool may_go_on(const char* last) const {
    return last == end_ || ((*last == 'e' || *last == 'E') && end_ - last <= 2);
  }

  bool parse_event();
  bool match_event();
  bool match(const EventShape& shape, Event& event);
  bool match_value(FieldKind kind, Event& event);
  bool match_time(std::int64_t& ns, std::int16_t& ps);
  bool match_text(std::uint32_t& into);
  bool match_integer(EventId& id);
  void learn(FieldKind kind, const char* value);
  void add_event(Event& event);
  bool parse_fields(Event& event);
  bool parse_field(std::uint64_t key, std::string_view name, Event& event);
  bool parse_rare_field(std::uint64_t key, std::string_view name, Event& event);
  bool take_key(std::uint64_t& key, std::string_view& name);
  bool take_string(std::string_view& content);
  bool take_text_field(std::uint32_t& into);
  bool take_phase(Event& event);
  bool take_time(std::int64_t& ns, std::int16_t& ps, bool& has);
  bool take_short_integer(EventId& id);
  bool take_id(EventId& id);
  bool take_flag(bool& flag);
  bool take_bind_point(Event& event);
  bool take_scoped_id(Event& event);
  bool take_args();
  bool take_known(std::size_t place);
  bool take_arg();
  bool take_member(std::uint32_t key);
  bool take_number(std::uint32_t key);
  bool take_long_integer(std::uint32_t key, const char* end);
  bool take_word(std::uint32_t key);
  bool take_nested(std::uint32_t key);
  bool enter_object();
  bool bad_value();
  bool skip_one();
  void count_bad_field(const char* at);
  void set_thread(Event& event);
  EventExtra& extra(Event& event);
  void add(std::uint32_t key, EventArg::Type type, std::int64_t bits) {
    block_.args.push_back({key, type, bits});
  }

  const char* begin_;
  const char* p_;
  const char* end_;
  EventBlock& block_;
  Reason reason_ = Reason::kEndOfText;
  const char* message_ = "";
  std::string scratch_;  // of take_string()
  std::string path_;     // dotted key of the nested object that is read
  std::array<std::uint32_t, kMaxDepth> path_ends_{};
  int depth_ = 0;
  ThreadKey key_;  // of the event that is read
  std::uint32_t last_thread_ = 0;

  // Shapes of the events read so far; learned_ is the one that is being learned.
  static constexpr std::size_t kShapes = 4;
  std::array<EventShape, kShapes> shapes_{};
  std::size_t last_shape_ = 0;
  std::size_t next_shape_ = 0;
  std::size_t misses_ = 0;
  EventShape* learned_ = nullptr;
  const char* literal_ = nullptr;  // begin of the text since the last value

  // Keys that the arguments of earlier events had at each place.
  struct KnownKey {
    Literal text;
    std::uint32_t key = 0;
  };
  static constexpr std::size_t kKnownPlaces = 16;
  std::array<std::array<KnownKey, 2>, kKnownPlaces> known_keys_{};
};

ParseStop EventParser::run() {
  if (block_.extras.empty()) block_.extras.emplace_back();  // 0 stands for none
  while (true) {
    while (p_ < end_ && (is_space(*p_) || *p_ == ',')) ++p_;
    if (p_ == end_) return {Reason::kEndOfText, static_cast<std::size_t>(p_ - begin_)};
    if (*p_ == ']') return {Reason::kEndOfList, static_cast<std::size_t>(p_ + 1 - begin_)};
    const char* const start = p_;
    const std::size_t args = block_.args.size();
    bool ok = true;
    if (*p_ == '{') {
      ok = parse_event();
    } else if ((ok = skip_one())) {
      ++block_.not_events;
    }
    if (ok) continue;
    block_.args.resize(args);
    const char* const at = reason_ == Reason::kCutOff ? start : p_;
    return {reason_, static_cast<std::size_t>(at - begin_), message_};
  }
}

bool EventParser::parse_event() {
  if (match_event()) return true;
  // Files whose events are all different are not worth learning from.
  const bool learns = misses_ < 16 || misses_ % 16 == 0;
  ++misses_;
  learned_ = learns ? &shapes_[next_shape_] : nullptr;
  if (learns) learned_->clear();
  literal_ = p_;
  Event event;
  event.args_begin = static_cast<std::uint32_t>(block_.args.size());
  key_ = {};
  if (!parse_fields(event)) {
    if (learns) learned_->give_up();
    return false;
  }
  if (learns) {
    learned_->phase = event.phase;
    learned_->add({literal_, static_cast<std::size_t>(p_ - literal_)}, FieldKind::kEnd);
    if (learned_->usable()) next_shape_ = (next_shape_ + 1) % kShapes;
    learned_ = nullptr;
  }
  add_event(event);
  return true;
}

void EventParser::add_event(Event& event) {
  set_thread(event);
  if (event.phase == 'M') {
    block_.metadata.push_back(static_cast<std::uint32_t>(block_.events.size()));
  }
  block_.events.push_back(event);
}

/// Notes what stands before a value of an event whose shape is learned. `value` is
/// where the value begins; null where a shape cannot describe it.
void EventParser::learn(FieldKind kind, const char* value) {
  if (learned_ == nullptr) return;
  if (value == nullptr) return learned_->give_up();
  const bool text = kind == FieldKind::kName || kind == FieldKind::kCategory;
  const char* const end = text ? value + 1 : value;
  learned_->add({literal_, static_cast<std::size_t>(end - literal_)}, kind);
  literal_ = text ? p_ - 1 : p_;
}

/// Reads an event of a known shape. False, with nothing changed, where there is
/// none that fits.
bool EventParser::match_event() {
  const char* const start = p_;
  const std::size_t args = block_.args.size();
  for (std::size_t i = 0; i < kShapes; ++i) {
    const std::size_t number = (last_shape_ + i) % kShapes;
    const EventShape& shape = shapes_[number];
    if (!shape.usable() || !shape.steps()[0].before.matches(p_)) continue;
    Event event;
    event.args_begin = static_cast<std::uint32_t>(args);
    event.phase = shape.phase;
    if (shape.bind_enclosing) extra(event).bind_enclosing = true;
    key_ = {};
    if (match(shape, event)) {
      last_shape_ = number;
      misses_ = 0;
      add_event(event);
      return true;
    }
    p_ = start;
    block_.args.resize(args);
  }
  return false;
}

bool EventParser::match(const EventShape& shape, Event& event) {
  for (const EventShape::Step& step : shape.steps()) {
    if (p_ >= end_ || !step.before.matches(p_)) return false;
    p_ += step.before.size();
    if (!match_value(step.kind, event)) return false;
  }
  return p_ <= end_;
}

bool EventParser::match_value(FieldKind kind, Event& event) {
  switch (kind) {
    case FieldKind::kNothing:
    case FieldKind::kEnd: return true;
    case FieldKind::kStart:
      event.has_start = true;
      return match_time(event.start_ns, event.start_ps);
    case FieldKind::kDuration:
      event.has_duration = true;
      return match_time(event.duration_ns, event.duration_ps);
    case FieldKind::kProcess: return match_integer(key_.process);
    case FieldKind::kThread: return match_integer(key_.thread);
    case FieldKind::kId: return match_integer(extra(event).id);
    case FieldKind::kName: return match_text(event.name);
    case FieldKind::kCategory: return match_text(event.category);
    case FieldKind::kArgs: return p_ < end_ && *p_ == '{' && take_args();
  }
  return false;
}

bool EventParser::match_time(std::int64_t& ns, std::int16_t& ps) {
  DecimalTime time;
  const char* const last = parse_microseconds(p_, end_, time);
  if (last == nullptr || may_go_on(last)) return false;
  p_ = last;
  ns = time.ns;
  ps = static_cast<std::int16_t>(time.ps);
  block_.has_picoseconds |= time.ps != 0;
  return true;
}

bool EventParser::match_text(std::uint32_t& into) {
  const char* const close = find_quote_or_escape(p_, end_);
  if (close >= end_ || *close != '"') return false;
  into = block_.strings.intern({p_, static_cast<std::size_t>(close - p_)});
  p_ = close;
  return true;
}

bool EventParser::match_integer(EventId& id) {
  std::uint64_t value = 0;
  const int digits = parse_digits(p_, value);
  if (digits == 0 || digits == 16) return false;
  p_ += digits;
  id = {static_cast<std::int64_t>(value), EventId::Kind::kInteger};
  return true;
}

bool EventParser::parse_fields(Event& event) {
  ++p_;  // the brace
  if (!skip_space_to_token()) return false;
  if (*p_ == '}') {
    ++p_;
    return true;
  }
  while (true) {
    std::uint64_t key = 0;
    std::string_view name;
    if (!take_key(key, name) || !parse_field(key, name, event) || !skip_space_to_token()) {
      return false;
    }
    if (*p_ == ',') {
      ++p_;
      if (!skip_space_to_token()) return false;
      continue;
    }
    if (*p_ != '}') return bad("expected ',' or '}' behind a member");
    ++p_;
    return true;
  }
}

/// A key and its colon. `key` is the key itself where it has at most 8 characters,
/// else 0 and `name` tells.
bool EventParser::take_key(std::uint64_t& key, std::string_view& name) {
  if (*p_ != '"') return bad("expected a key in quotes");
  const std::uint64_t word = load_word(p_ + 1);
  const std::uint64_t quotes = equal_bytes(word, '"');
  const int length = quotes != 0 ? std::countr_zero(quotes) / 8 : 8;
  const std::uint64_t short_key =
      length == 8 ? word : word & ((std::uint64_t{1} << (8 * length)) - 1);
  if (p_ + 1 + length < end_ && p_[1 + length] == '"' && equal_bytes(short_key, '\\') == 0) {
    key = short_key;
    name = {p_ + 1, static_cast<std::size_t>(length)};
    p_ += length + 2;
  } else {
    if (!take_string(name)) return false;
    key = name.size() <= 8 ? word_of(name) : 0;
  }
  if (!skip_space_to_token()) return false;
  if (*p_ != ':') return bad("expected ':' behind a key");
  ++p_;
  return skip_space_to_token();
}

bool EventParser::parse_field(std::uint64_t key, std::string_view name, Event& event) {
  const char* const value = p_;
  const bool plain = is_digit(*value);  // a number that a shape describes
  const auto note = [&](bool ok, FieldKind kind, bool describable) {
    learn(kind, ok && describable ? value : nullptr);
    return ok;
  };
  const auto note_text = [&](std::uint32_t& into, FieldKind kind) {
    const bool ok = take_text_field(into);
    return note(ok, kind, *value == '"');
  };
  switch (key) {
    case word_of("ph"): return take_phase(event);
    case word_of("ts"):
      return note(take_time(event.start_ns, event.start_ps, event.has_start), FieldKind::kStart,
                  plain);
    case word_of("dur"):
      return note(take_time(event.duration_ns, event.duration_ps, event.has_duration),
                  FieldKind::kDuration, plain);
    case word_of("pid"): return note(take_id(key_.process), FieldKind::kProcess, plain);
    case word_of("tid"): return note(take_id(key_.thread), FieldKind::kThread, plain);
    case word_of("id"): return note(take_id(extra(event).id), FieldKind::kId, plain);
    case word_of("name"): return note_text(event.name, FieldKind::kName);
    case word_of("cat"): return note_text(event.category, FieldKind::kCategory);
    case word_of("args"): return note(take_args(), FieldKind::kArgs, *value == '{');
    case word_of("bp"): return take_bind_point(event);
    default: break;
  }
  learn(FieldKind::kNothing, nullptr);
  return parse_rare_field(key, name, event);
}

bool EventParser::parse_rare_field(std::uint64_t key, std::string_view name, Event& event) {
  switch (key) {
    case word_of("id2"): return take_scoped_id(event);
    case word_of("bind_id"): return take_id(extra(event).bind_id);
    case word_of("flow_in"): return take_flag(extra(event).flow_in);
    case word_of("flow_out"): return take_flag(extra(event).flow_out);
    case word_of("s"):
    case word_of("scope"): return take_text_field(extra(event).scope);
    default: return take_member(block_.strings.intern(name));
  }
}

bool EventParser::take_bind_point(Event& event) {
  std::uint32_t value = LocalStrings::kNone;
  if (!take_text_field(value)) return false;
  const bool enclosing = value != LocalStrings::kNone && block_.strings.view(value) == "e";
  extra(event).bind_enclosing = enclosing;
  if (learned_ != nullptr) learned_->bind_enclosing = enclosing;
  return true;
}

EventExtra& EventParser::extra(Event& event) {
  if (event.extra == 0) {
    event.extra = static_cast<std::uint32_t>(block_.extras.size());
    block_.extras.emplace_back();
  }
  return block_.extras[event.extra];
}

void EventParser::set_thread(Event& event) {
  auto& threads = block_.threads;
  if (last_thread_ < threads.size() && threads[last_thread_] == key_) {
    event.thread = last_thread_;
    return;
  }
  event.thread = last_thread_ = block_.thread_number(key_);
}

/// The string `p_` stands on, escapes resolved. Valid until the next call.
bool EventParser::take_string(std::string_view& content) {
  bool escaped = false;
  const char* const first = p_ + 1;
  const char* const last = find_string_end(first, end_, escaped);
  if (last == nullptr) return cut();
  content = {first, static_cast<std::size_t>(last - first)};
  p_ = last + 1;
  if (escaped) {
    unescape(content, scratch_);
    content = scratch_;
  }
  return true;
}

bool EventParser::skip_one() {
  switch (skip_value(p_, end_)) {
    case Skip::kDone: return true;
    case Skip::kCutOff: return cut();
    case Skip::kTooDeep: return bad("nested deeper than 256 levels");
    case Skip::kBad: break;
  }
  return bad("no JSON value");
}

void EventParser::count_bad_field(const char* at) {
  if (block_.bad_fields++ == 0) block_.bad_field_at = static_cast<std::size_t>(at - begin_);
}

/// Leaves out a value of a type that the field cannot have. Null says nothing.
bool EventParser::bad_value() {
  const char* const at = p_;
  if (*p_ != 'n') count_bad_field(at);
  return skip_one();
}

bool EventParser::take_text_field(std::uint32_t& into) {
  if (*p_ == '"') {
    std::string_view content;
    if (!take_string(content)) return false;
    into = block_.strings.intern(content);
    return true;
  }
  if (*p_ != '-' && !is_digit(*p_)) return bad_value();
  const char* const at = p_;  // a number as a name
  if (!skip_one()) return false;
  into = block_.strings.intern({at, static_cast<std::size_t>(p_ - at)});
  return true;
}

bool EventParser::take_phase(Event& event) {
  if (end_ - p_ > 2 && p_[0] == '"' && p_[2] == '"' && p_[1] != '\\' && p_[1] != '"') {
    event.phase = p_[1];
    p_ += 3;
    return true;
  }
  if (*p_ != '"') return bad_value();
  std::string_view content;
  if (!take_string(content)) return false;
  event.phase = content.size() == 1 ? content[0] : '?';
  return true;
}

bool EventParser::take_time(std::int64_t& ns, std::int16_t& ps, bool& has) {
  DecimalTime time;
  if (*p_ == '"') {
    const char* const at = p_;
    std::string_view content;
    if (!take_string(content)) return false;
    std::string digits(content);
    digits.resize(content.size() + ByteSource::kPadding);
    const char* const last = digits.data() + content.size();
    has = parse_microseconds(digits.data(), last, time) == last;
    if (!has) count_bad_field(at);
  } else {
    const char* const last = parse_microseconds(p_, end_, time);
    if (last == nullptr) return bad_value();
    if (may_go_on(last)) return cut();
    p_ = last;
    has = true;
  }
  ns = time.ns;
  ps = static_cast<std::int16_t>(time.ps);
  block_.has_picoseconds |= time.ps != 0;
  return true;
}

/// The whole number at `p_` where it has less than 16 digits, as nearly all ids do.
bool EventParser::take_short_integer(EventId& id) {
  std::uint64_t value = 0;
  const int digits = parse_digits(p_, value);
  if (digits == 0 || digits == 16 || p_ + digits >= end_) return false;
  const char next = p_[digits];
  if (next == '.' || next == 'e' || next == 'E') return false;
  id = {static_cast<std::int64_t>(value), EventId::Kind::kInteger};
  p_ += digits;
  return true;
}

/// Numbers and the hexadecimal texts that stand for them are the same id.
bool EventParser::take_id(EventId& id) {
  if (take_short_integer(id)) return true;
  std::string_view content;
  int base = 10;
  if (*p_ == '"') {
    if (!take_string(content)) return false;
    if (content.starts_with("0x") && content.size() > 2 && content.size() <= 18) base = 16;
  } else if (*p_ == '-' || is_digit(*p_)) {
    const char* const at = p_;
    if (!skip_one()) return false;
    content = {at, static_cast<std::size_t>(p_ - at)};
  } else {
    return bad_value();
  }
  const char* const first = content.data() + (base == 16 ? 2 : 0);
  const char* const last = content.data() + content.size();
  std::int64_t value = 0;
  std::from_chars_result read{};
  if (base == 16) {
    std::uint64_t bits = 0;
    read = std::from_chars(first, last, bits, base);
    value = static_cast<std::int64_t>(bits);
  } else {
    read = std::from_chars(first, last, value, base);
  }
  if (read.ec == std::errc() && read.ptr == last) {
    id = {value, EventId::Kind::kInteger};
  } else {
    id = {std::int64_t{block_.strings.intern(content)}, EventId::Kind::kText};
  }
  return true;
}

bool EventParser::take_flag(bool& flag) {
  flag = *p_ == 't' || *p_ == '1';
  return skip_one();
}

/// "id2": {"local": ID} or {"global": ID}.
bool EventParser::take_scoped_id(Event& event) {
  if (*p_ != '{') return bad_value();
  ++p_;
  while (true) {
    if (!skip_space_to_token()) return false;
    if (*p_ == '}') {
      ++p_;
      return true;
    }
    if (*p_ == ',') {
      ++p_;
      continue;
    }
    std::uint64_t key = 0;
    std::string_view name;
    if (!take_key(key, name)) return false;
    extra(event).id_is_local = key == word_of("local");
    if (!take_id(extra(event).id)) return false;
  }
}

bool EventParser::take_args() {
  if (*p_ != '{') return take_member(block_.strings.intern("args"));
  path_.clear();
  depth_ = 0;
  ++p_;
  for (std::size_t place = 0;;) {
    if (!skip_space_to_token()) return false;
    if (*p_ == ',') {
      ++p_;
      continue;
    }
    if (*p_ == '}') {
      ++p_;
      if (depth_ == 0) return true;
      --depth_;
      path_.resize(depth_ == 0 ? 0 : path_ends_[static_cast<std::size_t>(depth_ - 1)]);
      continue;
    }
    if (!(depth_ == 0 ? take_known(place++) : take_arg())) return false;
  }
}

/// An argument whose key an earlier event had at this place, or any other.
bool EventParser::take_known(std::size_t place) {
  if (place >= kKnownPlaces) return take_arg();
  auto& known = known_keys_[place];
  for (const KnownKey& candidate : known) {
    if (candidate.text.size() == 0 || !candidate.text.matches(p_)) continue;
    const char* const value = p_ + candidate.text.size();
    if (value >= end_ || *value == '{' || is_space(*value)) break;
    p_ = value;
    return take_member(candidate.key);
  }
  const char* const start = p_;
  std::uint64_t key = 0;
  std::string_view name;
  if (!take_key(key, name)) return false;
  const auto size = static_cast<std::size_t>(p_ - start);
  const bool learns = *p_ != '{' && size <= Literal::kMaxSize;
  p_ = start;
  if (learns) {
    known[1] = known[0];
    known[0] = {Literal({start, size}), block_.strings.intern(name)};
  }
  return take_arg();
}

bool EventParser::take_arg() {
  std::uint64_t key = 0;
  std::string_view name;
  if (!take_key(key, name)) return false;
  const std::size_t before = path_.size();
  if (depth_ > 0 || *p_ == '{') {
    if (depth_ > 0) path_ += '.';
    path_ += name;
    name = path_;
  }
  if (*p_ == '{' && path_.size() <= kMaxFlatKey) return enter_object();
  if (!take_member(block_.strings.intern(name))) return false;
  path_.resize(before);
  return true;
}

bool EventParser::enter_object() {
  if (depth_ == kMaxDepth) return bad("nested deeper than 256 levels");
  path_ends_[static_cast<std::size_t>(depth_)] = static_cast<std::uint32_t>(path_.size());
  ++depth_;
  ++p_;
  return true;
}

/// One value that becomes one argument.
bool EventParser::take_member(std::uint32_t key) {
  const char c = *p_;
  if (c == '"') {
    std::string_view content;
    if (!take_string(content)) return false;
    add(key, EventArg::Type::kText, block_.strings.intern(content));
    return true;
  }
  if (is_digit(c) || c == '-') return take_number(key);
  if (c == '{' || c == '[') return take_nested(key);
  return take_word(key);
}

bool EventParser::take_nested(std::uint32_t key) {
  const char* const at = p_;
  if (!skip_one()) return false;
  const std::string_view text(at, static_cast<std::size_t>(p_ - at));
  add(key, EventArg::Type::kText, block_.strings.intern(text));
  return true;
}

bool EventParser::take_number(std::uint32_t key) {
  const char* const at = p_;
  const bool negative = *p_ == '-';
  const char* const first = p_ + (negative ? 1 : 0);
  std::uint64_t value = 0;
  const int digits = parse_digits(first, value);
  const char* const last = first + digits;
  if (last >= end_) return cut();
  if (digits == 0) return take_word(key);  // -Infinity
  const auto goes_on = [](char c) { return is_digit(c) || c == '.' || c == 'e' || c == 'E'; };
  if (!goes_on(*last)) {
    p_ = last;
    const auto number = static_cast<std::int64_t>(value);
    add(key, EventArg::Type::kInteger, negative ? -number : number);
    return true;
  }
  const char* end = last;
  while (end < end_ && is_digit(*end)) ++end;
  if (end == end_) return cut();
  if (!goes_on(*end)) return take_long_integer(key, end);
  double real = 0;
  const auto [stop, error] = std::from_chars(at, end_, real);
  if (may_go_on(stop)) return cut();
  p_ = stop;
  if (error == std::errc::result_out_of_range) {
    const std::string_view text(at, static_cast<std::size_t>(p_ - at));
    add(key, EventArg::Type::kText, block_.strings.intern(text));
  } else {
    add(key, EventArg::Type::kReal, std::bit_cast<std::int64_t>(real));
  }
  return true;
}

bool EventParser::take_long_integer(std::uint32_t key, const char* end) {
  const std::string_view digits(p_, static_cast<std::size_t>(end - p_));
  std::int64_t number = 0;
  if (std::from_chars(p_, end, number).ec == std::errc()) {
    add(key, EventArg::Type::kInteger, number);
  } else {  // more than 64 bits: kept exactly, as text
    add(key, EventArg::Type::kText, block_.strings.intern(digits));
  }
  p_ = end;
  return true;
}

/// true, false, null, and what Python writes for numbers that JSON has no way for.
bool EventParser::take_word(std::uint32_t key) {
  const char* const at = p_;
  while (p_ < end_ && (*p_ == '-' || (*p_ >= 'A' && *p_ <= 'Z') || (*p_ >= 'a' && *p_ <= 'z'))) {
    ++p_;
  }
  if (p_ == end_) return cut();
  const std::string_view word(at, static_cast<std::size_t>(p_ - at));
  using Limits = std::numeric_limits<double>;
  const auto add_real = [&](double real) {
    add(key, EventArg::Type::kReal, std::bit_cast<std::int64_t>(real));
    return true;
  };
  if (word == "null") return true;
  if (word == "true" || word == "false") {
    add(key, EventArg::Type::kInteger, word == "true" ? 1 : 0);
    return true;
  }
  if (word == "NaN") return add_real(Limits::quiet_NaN());
  if (word == "Infinity") return add_real(Limits::infinity());
  if (word == "-Infinity") return add_real(-Limits::infinity());
  p_ = at;
  return bad("no JSON value");
}

}  // namespace

ParseStop parse_events(std::string_view text, EventBlock& block) {
  return EventParser(text, block).run();
}

}  // namespace nscope::importers
