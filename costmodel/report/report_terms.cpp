#include "costmodel/report/report_terms.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nscope::cost {
namespace {

struct Term {
  Phrase name;
  Phrase meaning;
};

/// `name` is as in the English texts.
constexpr Term kTerms[] = {
    {phrase("TTFT"),
     phrase("time to first token: from the request to the first token of the answer")},
    {phrase("TPOT"), phrase("time per output token after the first one")},
    {phrase("E2E"), phrase("end-to-end latency: from the request to the last token of the answer")},
    {phrase("p10"), phrase("value that 10 % of the cases do not exceed")},
    {phrase("p50"), phrase("median: value that half of the cases do not exceed")},
    {phrase("p90"), phrase("value that 90 % of the cases do not exceed")},
    {phrase("p95"), phrase("value that 95 % of the cases do not exceed")},
    {phrase("p99"), phrase("value that 99 % of the cases do not exceed")},
    {phrase("error band"), phrase("range that has the true value in 90 % of the cases")},
    {phrase("measured domain"),
     phrase("range of the inputs of the measurements on which the predictions are based")},
    {phrase("tok/s"), phrase("tokens per second")},
    {phrase("replica"), phrase("one running copy of the model, on some cores or GPUs")},
    {phrase("batch slots"), phrase("requests that a replica processes at the same time")},
    {phrase("chunked prefill"),
     phrase("prompts are processed in pieces between the steps of other requests")},
    {phrase("bf16"), phrase("number format with 16 bits")},
    {phrase("fp8"), phrase("number format with 8 bits, which halves memory and traffic")},
    {phrase("KV cache"),
     phrase("keys and values of earlier tokens, which are kept in the device memory")},
    {phrase("roofline"), phrase("largest throughput that arithmetic or memory bandwidth permits")},
    {phrase("TP"), phrase("tensor parallelism: cores or GPUs that share each layer")},
    {phrase("PP"), phrase("pipeline parallelism: stages, each with a part of the layers")},
    {phrase("DP"), phrase("data parallelism: copies of the model that process different data")},
    {phrase("CP"), phrase("context parallelism: cores that share a sequence")},
    {phrase("EP"), phrase("expert parallelism: cores that share the experts")},
    {phrase("microbatch"), phrase("sequences that a pipeline stage processes at once")},
    {phrase("1F1B"), phrase("pipeline schedule that alternates forward and backward passes")},
    {phrase("ZeRO"),
     phrase("the optimizer state, and from stage 2 on gradients and weights, are divided "
            "between the copies of the model")},
    {phrase("LLM Foundry"),
     phrase("training software on PyTorch, whose FSDP divides the whole state between all GPUs")},
    {phrase("Megatron-Core"),
     phrase("training software of NVIDIA with tensor and pipeline parallelism")},
    {phrase("MFU"), phrase("share of the peak arithmetic that the model uses")},
    {phrase("EFA"), phrase("Elastic Fabric Adapter, the network between instances")},
    {phrase("NPV"), phrase("net present value: all payments, discounted to today")},
    {phrase("On-Demand"), phrase("paid by the hour without a commitment")},
    {phrase("Spot"), phrase("spare capacity at a lower price, which AWS can take back")},
    {phrase("RI"), phrase("Reserved Instance: a commitment for one or three years")},
    {phrase("SP"),
     phrase("Savings Plan: a commitment to an amount per hour for one or three years")},
    {phrase("Capacity Block"), phrase("instances reserved for a fixed time and paid in advance")},
};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether `name` occurs in `text` as a word, also in the plural.
bool has_term(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    std::size_t end = at + name.size();
    if (end < text.size() && text[end] == 's') ++end;
    const bool starts = at == 0 || !is_word(text[at - 1]);
    if (starts && (end >= text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

/// Collects the words of a report in English. Names of the user, such as titles, are not searched.
class Words {
 public:
  std::string text;

  void operator()(const ReportParagraph& block) { add(block.text); }
  void operator()(const ReportList& block) {
    add(block.heading);
    for (const Text& item : block.items) add(item);
  }
  void operator()(const ReportTable& block) {
    const Table& table = block.table;
    for (const Table::Column& column : table.columns()) add(column.heading(Language()));
    for (const Text& note : table.notes()) add(note);
    for (std::size_t r = 0; r < table.row_count(); ++r) {
      for (const Cell& cell : table.row(r)) {
        if (const auto* words = std::get_if<Text>(&cell)) add(*words);
      }
    }
  }
  void operator()(const Drawing& block) {
    for (const Mark& mark : block.marks) {
      if (const auto* words = std::get_if<TextMark>(&mark)) add(words->text);
    }
  }

 private:
  void add(const Text& words) { add(words.english()); }
  void add(const std::string& words) { text += words + '\n'; }
};

}  // namespace

Table report_terms(const ReportDocument& document) {
  Words words;
  for (const ReportSection& section : document.sections) {
    for (const ReportBlock& block : section.blocks) std::visit(words, block);
  }
  Table table({{"term", tr("Term")}, {"meaning", tr("Meaning")}});
  for (const Term& term : kTerms) {
    if (has_term(words.text, term.name.english)) {
      table.add_row({Text(term.name), Text(term.meaning)});
    }
  }
  return table;
}

}  // namespace nscope::cost
