#include "importers/ntff/semaphore_text.h"

#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

struct Printer {
  const SemaphoreNames& names;
  bool compiled;

  std::string semaphore(int id) const {
    if (!compiled) return fmt::format("$S[{}]", id);
    const auto name = names.find(id);
    return name == names.end() ? fmt::format("S[{}]", id)
                               : fmt::format("S[{}] ({})", id, name->second);
  }

  std::string wait(const WaitCondition& w) const {
    switch (w.mode) {
      case WaitCondition::kNone: return {};
      case WaitCondition::kEqual: return fmt::format("{}=={}", semaphore(w.id), w.value);
      case WaitCondition::kAtLeast: return fmt::format("{}>={}", semaphore(w.id), w.value);
      case WaitCondition::kEventThenClear: return fmt::format("$E[{}]==1-", w.id);
      default: return fmt::format("wait_mode={:#x} id={} value={}", w.mode, w.id, w.value);
    }
  }

  std::string update(const CompletionUpdate& u) const {
    if (u.by_dma) return {};  // the operands contain it
    switch (u.mode) {
      case CompletionUpdate::kNone: return {};
      case CompletionUpdate::kSetEvent: return fmt::format("$E[{}]+@complete", u.id);
      case CompletionUpdate::kIncrement: return semaphore(u.id) + "++@complete";
      case CompletionUpdate::kDecrement: return semaphore(u.id) + "--@complete";
      case CompletionUpdate::kAdd: return fmt::format("{}+={}@complete", semaphore(u.id), u.value);
      case CompletionUpdate::kSet: return fmt::format("{}={}@complete", semaphore(u.id), u.value);
      default: return fmt::format("update_mode={:#x} id={}", u.mode, u.id);
    }
  }
};

void append(std::string& text, std::string_view part) {
  if (part.empty()) return;
  if (!text.empty()) text += ' ';
  text += part;
}

}  // namespace

std::string operand_text(const Instruction& instruction, const SemaphoreNames& names,
                         bool compiled) {
  const Printer print{names, compiled};
  std::string text;
  append(text, print.wait(instruction.waits[0]));
  append(text, print.update(instruction.updates[0]));
  if (instruction.opcode == opcode::kEventSemaphore) {
    append(text, "setter=0");
    append(text, print.wait(instruction.waits[1]));
    append(text, print.update(instruction.updates[1]));
  } else {
    append(text, instruction.operands);
  }
  return text;
}

}  // namespace nscope::importers
