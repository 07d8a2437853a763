#include "importers/compile_cache/compiler_error.h"

#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/base/ascii.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::string_view kCommonPrefix = "NCC_";

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

/// The length of `letters` capitals and three digits at the start of `text`; 0 if it has another
/// form.
std::size_t code_length(std::string_view text, std::size_t fewest, std::size_t most) {
  std::size_t letters = 0;
  while (letters < text.size() && is_capital(text[letters])) ++letters;
  if (letters < fewest || letters > most || letters + 3 > text.size()) return 0;
  const std::string_view digits = text.substr(letters, 3);
  return std::all_of(digits.begin(), digits.end(), is_digit) ? letters + 3 : 0;
}

bool is_word_character(char c) {
  return is_digit(c) || is_capital(c) || is_lower(c) || c == '_';
}

/// "[NLA001]": one to four capitals and three digits in brackets.
std::string_view bracketed_code(std::string_view line) {
  for (std::size_t at = line.find('['); at != std::string_view::npos; at = line.find('[', at + 1)) {
    const std::string_view rest = line.substr(at + 1);
    const std::size_t length = code_length(rest, 1, 4);
    if (length > 0 && rest.substr(length).starts_with(']')) return rest.substr(0, length);
  }
  return {};
}

/// "NCC_EVRF007".
std::string_view common_code(std::string_view line) {
  for (std::size_t at = line.find(kCommonPrefix); at != std::string_view::npos;
       at = line.find(kCommonPrefix, at + 1)) {
    if (at > 0 && is_word_character(line[at - 1])) continue;
    const std::string_view rest = line.substr(at + kCommonPrefix.size());
    const std::size_t length = code_length(rest, 1, 6);
    if (length == 0 || (length < rest.size() && is_word_character(rest[length]))) continue;
    return line.substr(at, kCommonPrefix.size() + length);
  }
  return {};
}

/// Whether the compiler's driver reports with this code that a process of the compiler was killed.
bool is_signal_code(std::string_view code) {
  return code.size() == 4 && code.starts_with("F1");
}

/// Parts of the compiler's report about an internal error that do not state the error.
bool is_report_detail(std::string_view text) {
  constexpr auto kLabels = std::to_array<std::string_view>({"Error location:",
                                                            "Command line:",
                                                            "Internal details:",
                                                            "Version information:",
                                                            "Note:",
                                                            "Diagnostic",
                                                            "Artifacts stored in",
                                                            "Running in region",
                                                            "File \"",
                                                            "Traceback",
                                                            "NeuronX Compiler version",
                                                            "Neuron Compiler version",
                                                            "Python version",
                                                            "HWM version",
                                                            "NEFF version",
                                                            "NumPy",
                                                            "MXNet",
                                                            "TVM",
                                                            "XGBoost",
                                                            "TensorFlow",
                                                            "Compiler status",
                                                            "Please open a support ticket",
                                                            "Subcommand returned"});
  return std::any_of(kLabels.begin(), kLabels.end(),
                     [&](std::string_view label) { return text.starts_with(label); });
}

std::string shown(std::string_view text) {
  return printable(collapse_space(start_of(text, kLongestError)));
}

void keep_first(std::string& text, std::string value) {
  if (text.empty()) text = std::move(value);
}

/// "AssertionError" of "<class 'AssertionError'>".
std::string exception_type(std::string_view text) {
  const std::size_t quote = text.find('\'');
  if (quote != std::string_view::npos) {
    text = text.substr(quote + 1);
    text = text.substr(0, text.find('\''));
  }
  return shown(trim(text));
}

}  // namespace

std::string_view error_code(std::string_view line) {
  const std::string_view common = common_code(line);
  return common.empty() ? bracketed_code(line) : common;
}

bool is_decoration(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return is_word_character(c) && c != '_'; });
}

bool states_process_end(std::string_view text) {
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  // Most lines of a log contain none of these.
  if (!has("ill") && !has("KILL") && !has("Memory") && !has("dumped")) return false;
  constexpr auto kParts = std::to_array<std::string_view>(
      {"oom_kill event", "oom-kill event", "OOMKilled", "(core dumped)", "Out of memory: Kill",
       "died with <Signals.SIGKILL"});
  if (text == "Killed" || text.ends_with(": Out Of Memory") ||
      std::any_of(kParts.begin(), kParts.end(), has)) {
    return true;
  }
  const std::size_t at = text.find(" Killed ");
  return at != std::string_view::npos && at > 0 && is_digit(text[at - 1]);
}

bool ErrorText::add_code(std::string_view message) {
  const std::string_view code = error_code(message);
  if (code.empty()) return false;
  if (!code_.empty() && !(is_signal_code(code_) && !is_signal_code(code))) return true;
  code_ = code;
  std::size_t begin = static_cast<std::size_t>(code.data() - message.data());
  if (begin > 0 && message[begin - 1] == '[') --begin;
  // If the code is at the end of the sentence, the sentence is the error.
  constexpr std::size_t kBrackets = 2;
  const std::string_view rest = message.substr(begin);
  coded_ = shown(trim(rest).size() > code.size() + kBrackets ? rest : message);
  return true;
}

bool ErrorText::add(std::string_view message) {
  message = trim(message);
  if (is_decoration(message)) return false;
  if (add_code(message)) return true;
  if (message.find("ompiler Error has occurred") != std::string_view::npos) {
    keep_first(headline_, shown(message));
    return true;
  }
  if (message.starts_with("Error message:")) {
    keep_first(detail_, shown(trim(message.substr(std::string_view("Error message:").size()))));
    return true;
  }
  for (const std::string_view label : {"Type:", "Error class:"}) {
    if (!message.starts_with(label)) continue;
    keep_first(type_, exception_type(trim(message.substr(label.size()))));
    return true;
  }
  if (is_report_detail(message)) return false;
  const bool error = message.find("ERROR") != std::string_view::npos ||
                     message.find("rror:") != std::string_view::npos ||
                     message.find("xited with code") != std::string_view::npos ||
                     states_process_end(message);
  if (error) keep_first(other_, shown(message));
  return error;
}

bool ErrorText::add_for_user(std::string_view message) {
  if (add(message)) return true;
  message = trim(message);
  if (headline_.empty() || is_decoration(message) || is_report_detail(message)) return false;
  keep_first(detail_, shown(message));
  return true;
}

std::string ErrorText::text() const {
  if (!coded_.empty()) return coded_;
  std::string text = headline_;
  for (const std::string* part : {&detail_, &other_}) {
    if (part->empty() || (part == &other_ && !detail_.empty())) continue;
    if (!text.empty()) text += ": ";
    text += *part;
  }
  if (!type_.empty()) text += text.empty() ? type_ : fmt::format(" ({})", type_);
  return text;
}

}  // namespace nscope::importers
