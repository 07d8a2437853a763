#include "simcore/engine/inference/fixed_call_memory.h"

#include "profiler/base/large_number.h"

#include <algorithm>

namespace nscope::sim {
namespace {

using catalog::Block;

/// Attention scores of a block per sample; 0 if a kernel keeps them on the chip.
double score_elements(const FixedCall::Phase& phase, const Block& block, double rows) {
  if (block.kind != Block::Kind::kTransformer && block.kind != Block::Kind::kCrossAttention) {
    return 0;
  }
  const double keys = std::max(rows, static_cast<double>(block.context_rows));
  return fuses_attention(phase.input, block, keys) ? 0 : block.heads * rows * keys;
}

/// Elements per sample that the widest block of a network reads and writes.
double widest_elements(const FixedCall::Phase& phase) {
  double widest = 0;
  for (const Block& block : phase.network) {
    double rows = block.rows > 0
                      ? block.rows
                      : static_cast<double>(phase.input.height / block.scale) *
                            (phase.input.width / block.scale) * phase.input.frames * block.images;
    rows += block.text_rows;
    if (block.is_table()) {
      widest = std::max(widest, (block.lookups + 1.0) * block.out);
      continue;
    }
    const double gates = block.kind == Block::Kind::kLstm ? 4 : 1;
    const double width = std::max(gates * block.out, 1.0 * block.ffn * (block.gated ? 2 : 1));
    widest = std::max(widest, rows * (block.in + width) + score_elements(phase, block, rows));
  }
  return widest;
}

catalog::MemoryFit arithmetic(const FixedCall& call, const catalog::Model& model, int batch) {
  const catalog::Device& device = *call.machine->device;
  const int on_core = (call.copies + call.places() - 1) / call.places();
  double weights = 0;
  double tables = 0;
  double activations = 0;
  for (const FixedCall::Phase& phase : call.phases) {
    tables += catalog::table_parameters_of(phase.network);
    weights +=
        (catalog::parameters_of(phase.network) - catalog::table_parameters_of(phase.network)) /
        phase.input.tensor_parallel;
    const double samples = static_cast<double>(batch) * phase.input.batch / call.batch;
    activations =
        std::max(activations, samples * widest_elements(phase) / phase.input.tensor_parallel /
                                  phase.input.context_parallel);
  }
  const double weight_bytes = call.phases[0].input.weight_bytes;
  catalog::MemoryFit fit;
  fit.capacity = device.memory_per_logical_core();
  const Text copies = tr_plural(on_core, "{} copy per core", "{} copies per core", on_core);
  fit.items.push_back(
      {tr("weights"), weights * weight_bytes * on_core,
       tr("{} layer parameters x {} B x {}", large_number(weights), weight_bytes, copies)});
  if (tables > 0) {
    fit.items.push_back(
        {tr("embedding tables"), tables * weight_bytes * on_core,
         tr("{} table parameters x {} B x {}", large_number(tables), weight_bytes, copies)});
  }
  if (model.vocabulary > 0) {
    const double width = model.embedding_dim > 0 ? model.embedding_dim : model.hidden;
    fit.items.push_back({tr("embedding"), model.vocabulary * width * weight_bytes * on_core,
                         tr("{} x {} x {} B x {}", model.vocabulary, width, weight_bytes, copies)});
  }
  fit.items.push_back({tr("activations"), activations * call.element_bytes * on_core,
                       tr("estimate: {} elements of the widest block x {} B x {}",
                          large_number(activations), call.element_bytes, copies)});
  fit.items.push_back(catalog::runtime_item(device));
  catalog::add_up(fit);
  return fit;
}

}  // namespace

catalog::MemoryFit fixed_call_memory(const FixedCall& call, const catalog::Model& model) {
  catalog::MemoryFit fit = arithmetic(call, model, call.batch);
  fit.explanation = tr("a core needs {} ({}) and has {}", as::bytes(fit.required),
                       catalog::items_text(fit), as::bytes(fit.capacity));
  if (fit.fits) return fit;
  fit.explanation =
      tr("{}, {} too little", fit.explanation, as::bytes(fit.required - fit.capacity));
  int low = 0;
  int high = call.batch;  // does not fit
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    (arithmetic(call, model, middle).fits ? low : high) = middle;
  }
  if (low > 0) {
    fit.smallest_change = tr("batch {}", low);
  } else if (call.copies > call.places()) {
    FixedCall alone = call;
    alone.copies = call.places();
    if (arithmetic(alone, model, call.batch).fits) fit.smallest_change = tr("one copy per core");
  }
  return fit;
}

}  // namespace nscope::sim
