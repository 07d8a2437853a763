#include "profiler/analysis/comparison/compared_groups.h"

#include <array>
#include <cctype>

namespace nscope::analysis {
namespace {

/// Whether a word is a semaphore or an event flag, or an operation on it.
bool is_synchronisation(std::string_view word) {
  if (word.starts_with('$')) word.remove_prefix(1);
  return word.starts_with("S[") || word.starts_with("E[") || word.starts_with('(') ||
         word.starts_with("semaphore=") || word.starts_with("sem_increment=");
}

/// Appends `word` without addresses such as "@0x35ff8".
void append_without_addresses(std::string_view word, std::string& out) {
  for (std::size_t i = 0; i < word.size();) {
    const std::size_t skip = word[i] == '@' ? 1 : 0;
    if (word.substr(i + skip).starts_with("0x")) {
      i += skip + 2;
      while (i < word.size() && std::isxdigit(static_cast<unsigned char>(word[i])) != 0) ++i;
    } else {
      out += word[i++];
    }
  }
}

}  // namespace

Phrase title(WorkClass work) {
  constexpr std::array<Phrase, 6> kTitles{phrase("compute"), phrase("collective"),
                                          phrase("dma"),     phrase("host"),
                                          phrase("wait"),    phrase("request")};
  return kTitles[static_cast<std::size_t>(work)];
}

std::string_view to_string(WorkClass work) {
  return title(work).english;
}

std::uint32_t GroupTable::find_or_add(WorkClass work, Engine engine, SliceKind kind,
                                      std::string_view name) {
  std::string id{static_cast<char>(work), static_cast<char>(engine), static_cast<char>(kind)};
  id += name;
  const auto [at, added] =
      index_.try_emplace(std::move(id), static_cast<std::uint32_t>(keys_.size()));
  if (added) keys_.push_back({work, engine, kind, std::string(name)});
  return at->second;
}

std::string operand_shape(std::string_view operands) {
  std::string shape;
  while (!operands.empty()) {
    const std::size_t space = operands.find(' ');
    const std::string_view word = operands.substr(0, space);
    operands.remove_prefix(space == std::string_view::npos ? operands.size() : space + 1);
    if (word.empty() || is_synchronisation(word)) continue;
    if (!shape.empty()) shape += ' ';
    append_without_addresses(word, shape);
  }
  return shape;
}

}  // namespace nscope::analysis
