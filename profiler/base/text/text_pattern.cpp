#include "profiler/base/text/text_pattern.h"

#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::size_t kMostSteps = 10'000;
constexpr int kDeepestGroup = 200;
constexpr std::uint32_t kMostRepeats = 1'000;
constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

/// The code point at the start of `text`, which is not empty, and its bytes; a byte that
/// is not UTF-8 stands for itself.
std::pair<char32_t, std::size_t> first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t length = utf8_sequence_length(text);
  if (length < 2) return {byte(0), 1};
  char32_t value = byte(0) & (0xFF >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) value = value << 6 | (byte(i) & 0x3F);
  return {value, length};
}

char32_t lower(char32_t c) {
  return c >= U'A' && c <= U'Z' ? c + 32 : c;
}

bool is_word(char32_t c) {
  return (lower(c) >= U'a' && lower(c) <= U'z') || (c >= U'0' && c <= U'9') || c == U'_';
}

}  // namespace

bool TextPattern::Set::holds(char32_t c) const {
  const bool in = std::any_of(ranges.begin(), ranges.end(), [c](const Range& range) {
    return c >= range.first && c <= range.second;
  });
  return in != negated;
}

/// Reads an expression into a tree and writes its program.
class PatternCompiler {
 public:
  PatternCompiler(std::string_view text, TextPattern& out) : text_(text), out_(out) {}

  Result<> compile() {
    const NodePtr tree = alternatives(0);
    if (!error_ && at_ < text_.size()) reject("')' without '('", at_);
    if (!error_) emit(*tree);
    if (!error_) add({TextPattern::Step::kMatch});
    if (error_) return fail(*error_);
    return {};
  }

 private:
  using Step = TextPattern::Step;
  using Set = TextPattern::Set;
  struct Node;
  using NodePtr = std::unique_ptr<Node>;
  struct Node {
    enum class Kind { kStep, kSequence, kAlternatives, kRepeat };
    Kind kind = Kind::kSequence;
    TextPattern::Instruction step{};
    std::vector<NodePtr> parts{};
    std::uint32_t least = 0;
    std::uint32_t most = 0;
  };

  void reject(std::string message, std::size_t at) {
    if (!error_) {
      error_ = Error{ErrorCode::kInvalidArgument, std::move(message),
                     fmt::format("character {}", at + 1)};
    }
  }
  bool more() const { return !error_ && at_ < text_.size(); }
  bool take(char c) {
    if (!more() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  char32_t take_character() {
    const auto [c, length] = first_character(text_.substr(at_));
    at_ += length;
    return c;
  }
  static NodePtr node(Node::Kind kind) {
    auto made = std::make_unique<Node>();
    made->kind = kind;
    return made;
  }
  static NodePtr step(Step step, std::uint32_t a = 0) {
    auto made = node(Node::Kind::kStep);
    made->step = {step, a, 0};
    return made;
  }
  NodePtr set(Set set) {
    if (out_.ignores_case_) {
      const std::vector<TextPattern::Range> given = set.ranges;
      for (const auto& [from, to] : given) add_other_case(set, from, to);
    }
    out_.sets_.push_back(std::move(set));
    return step(Step::kSet, static_cast<std::uint32_t>(out_.sets_.size() - 1));
  }
  static void add_other_case(Set& set, char32_t from, char32_t to) {
    const auto shifted = [&](char32_t low, char32_t high, char32_t by) {
      const char32_t a = std::max(from, low);
      const char32_t b = std::min(to, high);
      if (a <= b) set.ranges.emplace_back(a + by, b + by);
    };
    shifted(U'A', U'Z', 32);
    shifted(U'a', U'z', static_cast<char32_t>(-32));
  }

  NodePtr alternatives(int depth) {
    NodePtr all = node(Node::Kind::kAlternatives);
    all->parts.push_back(sequence(depth));
    while (take('|')) all->parts.push_back(sequence(depth));
    return all;
  }

  NodePtr sequence(int depth) {
    NodePtr all = node(Node::Kind::kSequence);
    while (more() && text_[at_] != '|' && text_[at_] != ')') {
      const std::size_t begin = at_;
      NodePtr part = atom(depth);
      all->parts.push_back(repeated(std::move(part), begin));
    }
    return all;
  }

  NodePtr atom(int depth) {
    const std::size_t begin = at_;
    const char32_t c = take_character();
    switch (c) {
      case U'.': return step(Step::kAny);
      case U'^': return step(Step::kBegin);
      case U'$': return step(Step::kEnd);
      case U'[': return bracket(begin);
      case U'(': return group(begin, depth);
      case U'\\': return escape(begin);
      case U'*':
      case U'+':
      case U'?':
      case U'{': reject("nothing to repeat", begin); return node(Node::Kind::kSequence);
      default: return step(Step::kCharacter, out_.ignores_case_ ? lower(c) : c);
    }
  }

  NodePtr group(std::size_t begin, int depth) {
    if (depth >= kDeepestGroup) reject("groups are nested too deeply", begin);
    if (more() && text_[at_] == '?') {
      if (!text_.substr(at_).starts_with("?:")) reject("'(?' other than '(?:' is not known", begin);
      at_ += 2;
    }
    if (error_) return node(Node::Kind::kSequence);
    NodePtr inside = alternatives(depth + 1);
    if (!take(')')) reject("'(' without ')'", begin);
    return inside;
  }

  /// The set of "\d" and the like; nothing for other letters.
  static std::optional<Set> class_of(char32_t c) {
    Set set;
    switch (lower(c)) {
      case U'd': set.ranges = {{U'0', U'9'}}; break;
      case U'w': set.ranges = {{U'a', U'z'}, {U'A', U'Z'}, {U'0', U'9'}, {U'_', U'_'}}; break;
      case U's': set.ranges = {{U'\t', U'\r'}, {U' ', U' '}}; break;
      default: return std::nullopt;
    }
    set.negated = c != lower(c);
    return set;
  }
  /// The character that "\n" and the like stand for.
  std::optional<char32_t> escaped(char32_t c, std::size_t begin) {
    switch (c) {
      case U'n': return U'\n';
      case U't': return U'\t';
      case U'r': return U'\r';
      default: break;
    }
    if (!is_word(c)) return c;
    reject(
        c >= U'0' && c <= U'9' ? "references to groups are not known" : "this escape is not known",
        begin);
    return std::nullopt;
  }

  NodePtr escape(std::size_t begin) {
    if (!more()) {
      reject("a character must follow the backslash", begin);
      return node(Node::Kind::kSequence);
    }
    const char32_t c = take_character();
    if (c == U'b') return step(Step::kWordEdge);
    if (c == U'B') return step(Step::kInsideWord);
    if (auto known = class_of(c)) return set(std::move(*known));
    const auto character = escaped(c, begin).value_or(c);
    return step(Step::kCharacter, out_.ignores_case_ ? lower(character) : character);
  }

  NodePtr bracket(std::size_t begin) {
    Set made;
    made.negated = take('^');
    bool first = true;
    while (more() && (first || text_[at_] != ']')) {
      first = false;
      bracket_item(made);
    }
    if (!take(']')) reject("'[' without ']'", begin);
    return set(std::move(made));
  }

  void bracket_item(Set& made) {
    const std::size_t begin = at_;
    const auto low = bracket_character(made);
    if (!low) return;
    char32_t high = *low;
    if (text_.substr(at_).starts_with('-') && !text_.substr(at_).starts_with("-]")) {
      ++at_;
      if (more()) high = bracket_character(made).value_or(*low);
    }
    if (high < *low) reject("the range is the wrong way round", begin);
    made.ranges.emplace_back(*low, high);
  }

  /// Nothing after a class, which it adds.
  std::optional<char32_t> bracket_character(Set& made) {
    const std::size_t begin = at_;
    const char32_t c = take_character();
    if (c != U'\\') return c;
    if (!more()) return c;
    const char32_t next = take_character();
    const auto known = class_of(next);
    if (!known) return escaped(next, begin);
    if (known->negated) {
      reject("\\D, \\W and \\S cannot stand in brackets", begin);
    }
    made.ranges.insert(made.ranges.end(), known->ranges.begin(), known->ranges.end());
    return std::nullopt;
  }

  NodePtr repeated(NodePtr part, std::size_t begin) {
    while (more()) {
      std::uint32_t least = 0;
      std::uint32_t most = kNoLimit;
      if (take('+')) {
        least = 1;
      } else if (take('?')) {
        most = 1;
      } else if (text_[at_] == '{') {
        if (!counts(least, most)) break;
      } else if (!take('*')) {
        break;
      }
      take('?');  // how greedy it is makes no difference to whether it matches
      NodePtr repeat = node(Node::Kind::kRepeat);
      repeat->least = least;
      repeat->most = most;
      repeat->parts.push_back(std::move(part));
      part = std::move(repeat);
      if (++repeats_ > kMostRepeats) reject("too many repetitions", begin);
    }
    return part;
  }

  bool counts(std::uint32_t& least, std::uint32_t& most) {
    const std::size_t begin = at_++;
    const auto number = [&](std::uint32_t& to) {
      const std::size_t from = at_;
      to = 0;
      while (more() && text_[at_] >= '0' && text_[at_] <= '9' && to <= kMostRepeats) {
        to = to * 10 + static_cast<std::uint32_t>(text_[at_++] - '0');
      }
      return at_ > from;
    };
    bool good = number(least);
    most = least;
    if (good && take(',') && !number(most)) most = kNoLimit;
    good = good && take('}');
    if (!good) {
      reject("expected {m}, {m,} or {m,n}", begin);
    } else if (least > kMostRepeats || (most > kMostRepeats && most != kNoLimit) || most < least) {
      reject("repetitions go from 0 to 1000, the smaller one first", begin);
    }
    return !error_;
  }

  std::uint32_t add(TextPattern::Instruction instruction) {
    if (out_.program_.size() >= kMostSteps) reject("the expression is too large", 0);
    out_.program_.push_back(instruction);
    return static_cast<std::uint32_t>(out_.program_.size() - 1);
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(out_.program_.size()); }

  void emit(const Node& tree) {
    // Empty groups repeated in each other take no steps, but time.
    if (++visits_ > 10 * kMostSteps) reject("the expression is too large", 0);
    if (error_) return;
    switch (tree.kind) {
      case Node::Kind::kStep: add(tree.step); return;
      case Node::Kind::kSequence:
        for (const NodePtr& part : tree.parts) emit(*part);
        return;
      case Node::Kind::kAlternatives: emit_alternatives(tree); return;
      case Node::Kind::kRepeat: emit_repeat(tree); return;
    }
  }

  void emit_alternatives(const Node& tree) {
    std::vector<std::uint32_t> ends;
    for (std::size_t i = 0; i + 1 < tree.parts.size(); ++i) {
      const std::uint32_t fork = add({Step::kFork});
      out_.program_[fork].a = here();
      emit(*tree.parts[i]);
      ends.push_back(add({Step::kJump}));
      out_.program_[fork].b = here();
    }
    emit(*tree.parts.back());
    for (const std::uint32_t end : ends) out_.program_[end].a = here();
  }

  void emit_repeat(const Node& tree) {
    const Node& part = *tree.parts.front();
    for (std::uint32_t i = 0; i < tree.least && !error_; ++i) emit(part);
    if (tree.most == kNoLimit) {
      const std::uint32_t fork = add({Step::kFork});
      out_.program_[fork].a = here();
      emit(part);
      add({Step::kJump, fork});
      out_.program_[fork].b = here();
      return;
    }
    std::vector<std::uint32_t> forks;
    for (std::uint32_t i = tree.least; i < tree.most && !error_; ++i) {
      forks.push_back(add({Step::kFork}));
      out_.program_[forks.back()].a = here();
      emit(part);
    }
    for (const std::uint32_t fork : forks) out_.program_[fork].b = here();
  }

  std::string_view text_;
  TextPattern& out_;
  std::size_t at_ = 0;
  std::uint32_t repeats_ = 0;
  std::size_t visits_ = 0;
  std::optional<Error> error_;
};

Result<TextPattern> TextPattern::compile(std::string_view expression, Case letters) {
  TextPattern pattern;
  pattern.ignores_case_ = letters == Case::kIgnored;
  if (auto done = PatternCompiler(expression, pattern).compile(); !done) return fail(done.error());
  return pattern;
}

/// The places in the program that a text can have led to.
class TextPattern::Run {
 public:
  explicit Run(const TextPattern& pattern)
      : program_(pattern.program_), marks_(program_.size(), 0), pattern_(pattern) {}

  /// Adds `place` and all it leads to without a character. True where the end is reached.
  bool add(std::uint32_t place, std::optional<char32_t> before, std::optional<char32_t> after) {
    stack_.push_back(place);
    while (!stack_.empty()) {
      const std::uint32_t at = stack_.back();
      stack_.pop_back();
      if (marks_[at] == round_) continue;
      marks_[at] = round_;
      const Instruction& instruction = program_[at];
      switch (instruction.step) {
        case Step::kMatch: return true;
        case Step::kJump: stack_.push_back(instruction.a); break;
        case Step::kFork:
          stack_.push_back(instruction.b);
          stack_.push_back(instruction.a);
          break;
        case Step::kBegin:
          if (!before) stack_.push_back(at + 1);
          break;
        case Step::kEnd:
          if (!after) stack_.push_back(at + 1);
          break;
        case Step::kWordEdge:
        case Step::kInsideWord: {
          const bool edge = (before && is_word(*before)) != (after && is_word(*after));
          if (edge == (instruction.step == Step::kWordEdge)) stack_.push_back(at + 1);
          break;
        }
        default: next_.push_back(at);
      }
    }
    return false;
  }

  /// Moves on by one character; the places it leads to wait for add().
  const std::vector<std::uint32_t>& advance(char32_t c) {
    reached_.clear();
    const char32_t folded = pattern_.ignores_case_ ? lower(c) : c;
    for (const std::uint32_t at : next_) {
      const Instruction& instruction = program_[at];
      const bool taken = instruction.step == Step::kAny ||
                         (instruction.step == Step::kCharacter && instruction.a == folded) ||
                         (instruction.step == Step::kSet && pattern_.sets_[instruction.a].holds(c));
      if (taken) reached_.push_back(at + 1);
    }
    next_.clear();
    ++round_;
    return reached_;
  }

 private:
  const std::vector<Instruction>& program_;
  std::vector<std::size_t> marks_;  ///< the round in which a place was added last
  const TextPattern& pattern_;
  std::size_t round_ = 1;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> reached_;
  std::vector<std::uint32_t> stack_;
};

bool TextPattern::found_in(std::string_view text) const {
  Run run(*this);
  std::optional<char32_t> before;
  const std::vector<std::uint32_t> nowhere;
  const std::vector<std::uint32_t>* reached = &nowhere;
  for (;;) {
    std::optional<char32_t> after;
    std::size_t length = 0;
    if (!text.empty()) {
      const auto [c, bytes] = first_character(text);
      after = c;
      length = bytes;
    }
    for (const std::uint32_t place : *reached) {
      if (run.add(place, before, after)) return true;
    }
    if (run.add(0, before, after)) return true;
    if (!after) return false;
    reached = &run.advance(*after);
    before = after;
    text.remove_prefix(length);
  }
}

}  // namespace nscope
