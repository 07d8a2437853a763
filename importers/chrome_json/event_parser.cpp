#include "importers/chrome_json/event_parser.h"

#include "importers/chrome_json/arg_parser.h"
#include "importers/chrome_json/event_cursor.h"
#include "importers/chrome_json/event_shape.h"
#include "importers/chrome_json/file/json_scan.h"
#include "profiler/base/files/byte_source.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <utility>

namespace nscope::importers {
namespace {

using namespace json_scan;

/// Whether `text` is a whole number with a decimal point or an exponent, below 2^53.
bool is_whole_real(std::string_view text, double& value) {
  const char* const last = text.data() + text.size();
  const auto read = std::from_chars(text.data(), last, value);
  return read.ec == std::errc() && read.ptr == last && std::fabs(value) < 9e15 &&
         value == std::floor(value);
}

/// Reads the events of one text. Functions that return false have set the reason in the cursor.
class EventParser {
 public:
  EventParser(std::string_view text, EventBlock& block)
      : in_(text), block_(block), args_(in_, block) {}

  ParseStop run();

 private:
  using Reason = ParseStop::Reason;

  bool parse_event();
  bool match_event();
  bool match(const EventShape& shape, Event& event);
  bool match_value(FieldKind kind, Event& event);
  bool match_time(std::int64_t& ns, std::int16_t& ps);
  bool match_text(std::uint32_t& into);
  bool match_category(std::uint32_t& into);
  bool match_integer(EventId& id);
  void learn(FieldKind kind, const char* value);
  void add_event(Event& event);
  bool parse_fields(Event& event);
  bool parse_field(std::uint64_t key, std::string_view name, Event& event);
  bool parse_rare_field(std::uint64_t key, std::string_view name, Event& event);
  bool take_text_field(std::uint32_t& into);
  bool take_phase(Event& event);
  bool take_time(std::int64_t& ns, std::int16_t& ps, bool& has);
  bool take_short_integer(EventId& id);
  bool take_id(EventId& id);
  bool take_flag(bool& flag);
  bool take_bind_point(Event& event);
  bool take_scoped_id(Event& event);
  bool bad_value();
  void set_thread(Event& event);
  EventExtra& extra(Event& event);

  EventCursor in_;
  EventBlock& block_;
  ArgParser args_;
  ThreadKey key_;  // of the current event
  std::uint32_t last_thread_ = 0;
  Literal last_category_;  // with the quote after it; empty: unknown
  std::uint32_t last_category_number_ = LocalStrings::kNone;

  // Shapes of earlier events; learned_ is the shape that is being learned.
  static constexpr std::size_t kShapes = 4;
  std::array<EventShape, kShapes> shapes_{};
  std::size_t last_shape_ = 0;
  std::size_t next_shape_ = 0;
  std::size_t misses_ = 0;
  EventShape* learned_ = nullptr;
  const char* literal_ = nullptr;  // start of the text after the last value
};

ParseStop EventParser::run() {
  if (block_.extras.empty()) block_.extras.emplace_back();  // index 0 means none
  while (true) {
    while (in_.p < in_.end && (is_json_space(*in_.p) || *in_.p == ',')) ++in_.p;
    if (in_.p == in_.end) return {Reason::kEndOfText, in_.offset(in_.p)};
    if (*in_.p == ']') return {Reason::kEndOfList, in_.offset(in_.p + 1)};
    const char* const start = in_.p;
    const std::size_t args = block_.args.size();
    bool ok = true;
    if (*in_.p == '{') {
      ok = parse_event();
    } else if ((ok = in_.skip_one())) {
      ++block_.not_events;
    }
    if (ok) continue;
    block_.args.resize(args);
    const char* const at = in_.reason == Reason::kCutOff ? start : in_.p;
    return {in_.reason, in_.offset(at), in_.message};
  }
}

bool EventParser::parse_event() {
  if (match_event()) return true;
  // If all events of a file differ, shapes are learned only rarely.
  const bool learns = misses_ < 16 || misses_ % 16 == 0;
  ++misses_;
  learned_ = learns ? &shapes_[next_shape_] : nullptr;
  if (learns) learned_->clear();
  literal_ = in_.p;
  Event event;
  event.args_begin = static_cast<std::uint32_t>(block_.args.size());
  key_ = {};
  if (!parse_fields(event)) {
    if (learns) learned_->give_up();
    return false;
  }
  if (learns) {
    learned_->phase = event.phase;
    learned_->add(in_.since(literal_), FieldKind::kEnd);
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

/// Adds the text before a value to the shape that is being learned. `value` is the start of the
/// value, or null if a shape cannot describe it.
void EventParser::learn(FieldKind kind, const char* value) {
  if (learned_ == nullptr) return;
  if (value == nullptr) return learned_->give_up();
  const bool text = kind == FieldKind::kName || kind == FieldKind::kCategory;
  const char* const end = text ? value + 1 : value;
  learned_->add({literal_, static_cast<std::size_t>(end - literal_)}, kind);
  literal_ = text ? in_.p - 1 : in_.p;
}

/// Reads an event of a known shape. False, with no changes, if no shape matches.
bool EventParser::match_event() {
  const char* const start = in_.p;
  const std::size_t args = block_.args.size();
  for (std::size_t i = 0; i < kShapes; ++i) {
    const std::size_t number = (last_shape_ + i) % kShapes;
    const EventShape& shape = shapes_[number];
    if (!shape.usable() || !shape.steps()[0].before.matches(in_.p)) continue;
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
    in_.p = start;
    block_.args.resize(args);
  }
  return false;
}

bool EventParser::match(const EventShape& shape, Event& event) {
  for (const EventShape::Step& step : shape.steps()) {
    if (in_.p >= in_.end || !step.before.matches(in_.p)) return false;
    in_.p += step.before.size();
    if (!match_value(step.kind, event)) return false;
  }
  return in_.p <= in_.end;
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
    case FieldKind::kCategory: return match_category(event.category);
    case FieldKind::kArgs: return in_.p < in_.end && *in_.p == '{' && args_.parse();
  }
  return false;
}

bool EventParser::match_time(std::int64_t& ns, std::int16_t& ps) {
  DecimalTime time;
  const char* const last = parse_microseconds(in_.p, in_.end, time);
  if (last == nullptr || in_.may_go_on(last)) return false;
  in_.p = last;
  ns = time.ns;
  ps = static_cast<std::int16_t>(time.ps);
  block_.has_picoseconds |= time.ps != 0;
  return true;
}

bool EventParser::match_text(std::uint32_t& into) {
  const char* const close = find_quote_or_escape(in_.p, in_.end);
  if (close >= in_.end || *close != '"') return false;
  into = block_.strings.intern({in_.p, static_cast<std::size_t>(close - in_.p)});
  in_.p = close;
  return true;
}

/// The category is mostly that of the last event: it is compared instead of being looked up.
bool EventParser::match_category(std::uint32_t& into) {
  if (last_category_.size() == 0 || !last_category_.matches(in_.p)) {
    const char* const first = in_.p;
    if (!match_text(last_category_number_)) return false;
    const std::string_view text(first, static_cast<std::size_t>(in_.p - first) + 1);
    last_category_ = text.size() <= Literal::kMaxSize ? Literal(text) : Literal();
  } else {
    in_.p += last_category_.size() - 1;
  }
  into = last_category_number_;
  return true;
}

bool EventParser::match_integer(EventId& id) {
  std::uint64_t value = 0;
  const int digits = parse_digits(in_.p, value);
  if (digits == 0 || digits == 16) return false;
  in_.p += digits;
  id = {static_cast<std::int64_t>(value), EventId::Kind::kInteger};
  return true;
}

bool EventParser::parse_fields(Event& event) {
  ++in_.p;  // the brace
  if (!in_.skip_space_to_token()) return false;
  if (*in_.p == '}') {
    ++in_.p;
    return true;
  }
  while (true) {
    std::uint64_t key = 0;
    std::string_view name;
    if (!in_.take_key(key, name) || !parse_field(key, name, event) || !in_.skip_space_to_token()) {
      return false;
    }
    if (*in_.p == ',') {
      ++in_.p;
      if (!in_.skip_space_to_token()) return false;
      continue;
    }
    if (*in_.p != '}') return in_.bad(phrase("expected ',' or '}}' after a member"));
    ++in_.p;
    return true;
  }
}

bool EventParser::parse_field(std::uint64_t key, std::string_view name, Event& event) {
  const char* const value = in_.p;
  const bool plain = is_digit(*value);  // a shape can describe the number
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
    case word_of("args"): return note(args_.parse(), FieldKind::kArgs, *value == '{');
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
    default: return args_.take_field(block_.strings.intern(name));
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

/// Skips a value of the wrong type and counts it unless it is null.
bool EventParser::bad_value() {
  if (*in_.p != 'n') ++block_.bad_fields;
  return in_.skip_one();
}

bool EventParser::take_text_field(std::uint32_t& into) {
  if (*in_.p == '"') {
    std::string_view content;
    if (!in_.take_string(content)) return false;
    into = block_.strings.intern(content);
    return true;
  }
  if (*in_.p != '-' && !is_digit(*in_.p)) return bad_value();
  const char* const at = in_.p;  // a number as a name
  if (!in_.skip_one()) return false;
  into = block_.strings.intern(in_.since(at));
  return true;
}

bool EventParser::take_phase(Event& event) {
  if (in_.end - in_.p > 2 && in_.p[0] == '"' && in_.p[2] == '"' && in_.p[1] != '\\' &&
      in_.p[1] != '"') {
    event.phase = in_.p[1];
    in_.p += 3;
    return true;
  }
  if (*in_.p != '"') return bad_value();
  std::string_view content;
  if (!in_.take_string(content)) return false;
  event.phase = content.size() == 1 ? content[0] : '?';
  return true;
}

bool EventParser::take_time(std::int64_t& ns, std::int16_t& ps, bool& has) {
  DecimalTime time;
  if (*in_.p == '"') {
    std::string_view content;
    if (!in_.take_string(content)) return false;
    std::string digits(content);
    digits.resize(content.size() + ByteSource::kPadding);
    const char* const last = digits.data() + content.size();
    has = parse_microseconds(digits.data(), last, time) == last;
    if (!has) ++block_.bad_fields;
  } else {
    const char* const last = parse_microseconds(in_.p, in_.end, time);
    if (last == nullptr) return bad_value();
    if (in_.may_go_on(last)) return in_.cut();
    in_.p = last;
    has = true;
  }
  ns = time.ns;
  ps = static_cast<std::int16_t>(time.ps);
  block_.has_picoseconds |= time.ps != 0;
  return true;
}

/// Reads a whole number of less than 16 digits, which nearly all ids are. False for anything else.
bool EventParser::take_short_integer(EventId& id) {
  std::uint64_t value = 0;
  const int digits = parse_digits(in_.p, value);
  if (digits == 0 || digits == 16 || in_.p + digits >= in_.end) return false;
  const char next = in_.p[digits];
  if (next == '.' || next == 'e' || next == 'E') return false;
  id = {static_cast<std::int64_t>(value), EventId::Kind::kInteger};
  in_.p += digits;
  return true;
}

/// Reads an id. A number and its hexadecimal text are the same id.
bool EventParser::take_id(EventId& id) {
  if (take_short_integer(id)) return true;
  std::string_view content;
  int base = 10;
  if (*in_.p == '"') {
    if (!in_.take_string(content)) return false;
    if (content.starts_with("0x") && content.size() > 2 && content.size() <= 18) base = 16;
  } else if (*in_.p == '-' || is_digit(*in_.p)) {
    const char* const at = in_.p;
    if (!in_.skip_one()) return false;
    content = in_.since(at);
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
  double whole = 0;
  if (read.ec == std::errc() && read.ptr == last) {
    id = {value, EventId::Kind::kInteger, base == 16};
  } else if (base == 10 && is_whole_real(content, whole)) {  // 7.0, as pandas writes it
    id = {static_cast<std::int64_t>(whole), EventId::Kind::kInteger};
  } else {
    id = {std::int64_t{block_.strings.intern(content)}, EventId::Kind::kText};
  }
  return true;
}

bool EventParser::take_flag(bool& flag) {
  flag = *in_.p == 't' || *in_.p == '1';
  return in_.skip_one();
}

/// "id2": {"local": ID} or {"global": ID}, which is an id of the whole file.
bool EventParser::take_scoped_id(Event& event) {
  if (*in_.p != '{') return bad_value();
  ++in_.p;
  while (true) {
    if (!in_.skip_space_to_token()) return false;
    if (*in_.p == '}') {
      ++in_.p;
      return true;
    }
    if (*in_.p == ',') {
      ++in_.p;
      continue;
    }
    std::uint64_t key = 0;
    std::string_view name;
    if (!in_.take_key(key, name)) return false;
    extra(event).global_id = name == "global";
    if (!take_id(extra(event).id)) return false;
  }
}

}  // namespace

ParseStop parse_events(std::string_view text, EventBlock& block) {
  return EventParser(text, block).run();
}

}  // namespace nscope::importers
