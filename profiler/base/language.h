#pragma once

#include "profiler/base/result.h"
#include "profiler/base/text.h"

#include <memory>
#include <string>
#include <string_view>

namespace nscope {

/// A language that texts are printed in: translations of templates and the separators of
/// numbers. Immutable; copies share the translations; any thread may use it.
class Language {
 public:
  /// English, which needs no translations.
  Language() = default;

  /// The language of a tag such as "de", "de_AT.UTF-8", "ja" or "zh-CN"; "C" and "POSIX" are
  /// English. Errors: kInvalidArgument listing the languages if there is no translation.
  static Result<Language> load(std::string_view tag);

  /// The text in this language; templates that it lacks stay English.
  std::string say(const Text& text) const;
  std::string say(Phrase phrase) const { return say(Text(phrase)); }
  /// A number as format.h prints it, such as "1,234.5 µs", with the separators of this language.
  std::string number(std::string english) const;

  /// The word for a hundred million in the languages that count in ten thousands; empty in the
  /// others, which count in thousands and say billion.
  std::string_view hundred_million() const;

  /// "en", "de", "ja" or "zh_CN".
  std::string_view code() const;

 private:
  struct Catalog;
  std::shared_ptr<const Catalog> catalog_;
};

}  // namespace nscope
