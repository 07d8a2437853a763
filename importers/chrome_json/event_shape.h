#pragma once

#include "importers/chrome_json/file/json_scan.h"
#include "profiler/base/text/byte_search.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace nscope::importers {

/// A short text that can be compared with the text at a position in one step.
class Literal {
 public:
  static constexpr std::size_t kMaxSize = 24;

  Literal() = default;
  /// `text` has at most kMaxSize characters.
  explicit Literal(std::string_view text) : size_(static_cast<std::uint32_t>(text.size())) {
    for (std::size_t i = 0; i < kWords && 8 * i < text.size(); ++i) {
      const std::string_view part = text.substr(8 * i, 8);
      words_[i] = json_scan::word_of(part);
      masks_[i] =
          part.size() == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * part.size())) - 1;
    }
  }

  std::size_t size() const { return size_; }
  /// `at` must have kMaxSize readable bytes.
  bool matches(const char* at) const {
    std::uint64_t difference = (load_word(at) ^ words_[0]) & masks_[0];
    difference |= (load_word(at + 8) ^ words_[1]) & masks_[1];
    difference |= (load_word(at + 16) ^ words_[2]) & masks_[2];
    return difference == 0;
  }

 private:
  static constexpr std::size_t kWords = kMaxSize / 8;
  std::array<std::uint64_t, kWords> words_{};
  std::array<std::uint64_t, kWords> masks_{};
  std::uint32_t size_ = 0;
};

/// The value between two literals of an event.
enum class FieldKind : std::uint8_t {
  kNothing,  ///< none: the next literal continues this one
  kStart,
  kDuration,
  kProcess,
  kThread,
  kId,
  kName,
  kCategory,
  kArgs,
  kEnd,  ///< of the event
};

/// The texts between the values of an event. Programs write all events of a phase in the same form,
/// so most of an event can be compared instead of parsed. An event of another form is parsed.
class EventShape {
 public:
  struct Step {
    Literal before;  ///< the text after the previous value, including an opening quote
    FieldKind kind = FieldKind::kNothing;
  };
  static constexpr std::size_t kMaxSteps = 16;

  /// Starts learning the shape of an event.
  void clear() {
    size_ = 0;
    usable_ = true;
    phase = 0;
    bind_enclosing = false;
  }
  /// Stops learning: a shape cannot describe the event.
  void give_up() { usable_ = false; }
  void add(std::string_view text, FieldKind kind) {
    while (usable_ && text.size() > Literal::kMaxSize) {
      push(text.substr(0, Literal::kMaxSize), FieldKind::kNothing);
      text.remove_prefix(Literal::kMaxSize);
    }
    push(text, kind);
  }
  bool usable() const { return usable_ && size_ > 0 && steps_[size_ - 1].kind == FieldKind::kEnd; }

  std::span<const Step> steps() const { return std::span(steps_).first(size_); }
  // Values that are part of the literals.
  char phase = 0;
  bool bind_enclosing = false;

 private:
  void push(std::string_view text, FieldKind kind) {
    usable_ = usable_ && size_ < kMaxSteps;
    if (usable_) steps_[size_++] = {Literal(text), kind};
  }

  std::array<Step, kMaxSteps> steps_{};
  std::size_t size_ = 0;
  bool usable_ = false;
};

}  // namespace nscope::importers
