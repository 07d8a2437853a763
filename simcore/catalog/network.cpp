#include "simcore/catalog/network.h"

#include "simcore/catalog/model_reader.h"
#include "simcore/catalog/network_size.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

/// Far above the size of real networks; products of a few such numbers are exact in a double.
constexpr std::int64_t kLargest = 1 << 24;
constexpr std::int64_t kMostTableRows = 2'000'000'000;
constexpr std::size_t kMostBlocks = 10'000;

int whole(StrictObject& in, const char* key, int fallback, int least = 1) {
  return whole_member(in, key, fallback, least, static_cast<int>(kLargest));
}

/// [a, b] of whole numbers, `a` at most `most`.
void pair_of(StrictObject& in, const char* key, int& first, int& second,
             std::int64_t most = kLargest) {
  const Json* const json = in.optional(key);
  const bool good = json != nullptr && json->is_array() && json->size() == 2 &&
                    std::all_of(json->begin(), json->end(), [&](const Json& number) {
                      return number.is_number_integer() && number.get<std::int64_t>() >= 1 &&
                             number.get<std::int64_t>() <= most;
                    });
  if (!good || (*json)[1].get<std::int64_t>() > kLargest) {
    in.reject(key, most == kLargest
                       ? tr("must be two whole numbers between 1 and {}", kLargest)
                       : tr("must be two whole numbers: the first between 1 and {}, the second "
                            "between 1 and {}",
                            most, kLargest));
    return;
  }
  first = (*json)[0].get<int>();
  second = (*json)[1].get<int>();
}

void read_transformer(StrictObject& in, Block& block) {
  block.in = block.out = whole(in, "transformer", 1);
  block.heads = whole(in, "heads", 1);
  block.ffn = whole(in, "ffn", 0, 0);
  block.gated = in.optional_boolean("gated", false);
  if (in.optional("context") != nullptr) {
    pair_of(in, "context", block.context_rows, block.context_width);
  }
  block.head_dim = whole(in, "head_dim", std::max(1, block.in / block.heads));
  block.text_rows = whole(in, "text", 0, 0);
  block.own_text_weights = in.optional_boolean("own_text_weights", false);
  block.text_ends = in.optional_boolean("text_ends", false);
  if (block.text_ends && !block.own_text_weights)
    in.reject("text_ends", tr("requires 'own_text_weights'"));
  if (block.own_text_weights && block.text_rows == 0)
    in.reject("own_text_weights", tr("requires 'text', the number of rows of text"));
  block.parallel = in.optional_boolean("parallel", false);
  block.rope = in.optional_boolean("rope", false);
  block.qk_norm = in.optional_boolean("qk_norm", false);
  block.masked = in.optional_boolean("masked", false);
  block.modulated = in.optional_boolean("modulated", false);
}

/// Reads the kinds of recommenders and of time series. False if the block has another kind.
bool read_sparse_or_sequential(StrictObject& in, Block& block) {
  const auto has = [&](const char* key) { return in.optional(key) != nullptr; };
  if (has("embedding")) {
    block.kind = Block::Kind::kEmbedding;
    pair_of(in, "embedding", block.in, block.out, kMostTableRows);
    block.lookups = whole(in, "lookups", 1);
    if (in.optional("rows") != nullptr)
      in.reject("rows", tr("does not apply to an embedding; use 'lookups'"));
  } else if (has("interaction")) {
    block.kind = Block::Kind::kInteraction;
    block.in = whole(in, "interaction", 1);
    if (in.optional("rows") == nullptr) in.reject("rows", tr("is required: the number of vectors"));
    block.rows = block.out = whole(in, "rows", 2, 2);
  } else if (has("elementwise")) {
    block.kind = Block::Kind::kElementwise;
    block.in = block.out = whole(in, "elementwise", 1);
    block.kernel = whole(in, "passes", 1);
  } else if (has("lstm")) {
    block.kind = Block::Kind::kLstm;
    pair_of(in, "lstm", block.in, block.out);
    if (in.optional("rows") == nullptr)
      in.reject("rows", tr("is required: the number of steps of the sequence"));
    block.rows = whole(in, "rows", 1);
  } else {
    return false;
  }
  return true;
}

void read_cross_attention(StrictObject& in, Block& block) {
  block.in = block.out = whole(in, "cross_attention", 1);
  block.heads = whole(in, "heads", 1);
  pair_of(in, "context", block.context_rows, block.context_width);
  block.head_dim = whole(in, "head_dim", std::max(1, block.in / block.heads));
}

void read_kind(StrictObject& in, Block& block) {
  const auto has = [&](const char* key) { return in.optional(key) != nullptr; };
  if (has("convolution")) {
    block.kind = Block::Kind::kConvolution;
    pair_of(in, "convolution", block.in, block.out);
    block.kernel = whole(in, "kernel", 1);
    block.groups = whole(in, "groups", 1);
    if (block.in % block.groups != 0 || block.out % block.groups != 0) {
      in.reject("groups", tr("must divide the numbers of input and output channels"));
    }
  } else if (has("pool")) {
    block.kind = Block::Kind::kPool;
    block.in = block.out = whole(in, "pool", 1);
    block.kernel = whole(in, "kernel", 1);
  } else if (has("linear")) {
    block.kind = Block::Kind::kLinear;
    pair_of(in, "linear", block.in, block.out);
  } else if (has("norm")) {
    block.kind = Block::Kind::kNorm;
    block.in = block.out = whole(in, "norm", 1);
  } else if (has("transformer")) {
    block.kind = Block::Kind::kTransformer;
    read_transformer(in, block);
  } else if (has("cross_attention")) {
    block.kind = Block::Kind::kCrossAttention;
    read_cross_attention(in, block);
  } else if (!read_sparse_or_sequential(in, block)) {
    in.reject("",
              tr("must have one of convolution, pool, linear, norm, transformer, cross_attention, "
                 "embedding, interaction, elementwise, lstm"));
  }
}

/// Number of weights of one operator of a block that one row uses.
double weights_of(const Block& block) {
  const double in = block.in;
  const double out = block.out;
  switch (block.kind) {
    case Block::Kind::kConvolution: return in * out / block.groups * block.kernel * block.kernel;
    case Block::Kind::kLinear: return in * out;
    case Block::Kind::kEmbedding: return in * out;
    case Block::Kind::kLstm: return 4.0 * (in + out) * out;
    case Block::Kind::kInteraction:
    case Block::Kind::kElementwise:
    case Block::Kind::kPool:
    case Block::Kind::kNorm: return 0;
    case Block::Kind::kTransformer:
    case Block::Kind::kCrossAttention: break;
  }
  const double inner = static_cast<double>(block.heads) * block.head_dim;
  const double cross =
      block.context_rows > 0 ? 2.0 * in * inner + 2.0 * block.context_width * inner : 0.0;
  if (block.kind == Block::Kind::kCrossAttention) return cross;
  return 4.0 * in * inner + cross + (block.gated ? 3.0 : 2.0) * in * block.ffn;
}

/// Number of weights that one row of the text uses.
double text_weights_of(const Block& block) {
  if (!block.text_ends) return weights_of(block);
  return 3.0 * block.in * static_cast<double>(block.heads) * block.head_dim;
}

}  // namespace

Network network_from_json(const Json& list, StrictObject& in, const std::string& path) {
  Network network;
  if (!list.is_array() || list.empty() || list.size() > kMostBlocks) {
    in.reject(path, tr("must be an array of 1 to {} blocks", kMostBlocks));
    return network;
  }
  for (std::size_t index = 0; index < list.size(); ++index) {
    StrictObject item(list[index], in.path(fmt::format("{}/{}", path, index)));
    Block block;
    read_kind(item, block);
    block.scale = whole(item, "scale", 1);
    if (block.rows == 0) block.rows = whole(item, "rows", 0, 0);
    block.images = whole(item, "images", 1);
    block.times = whole(item, "times", 1);
    block.residual = item.optional_boolean("residual", false);
    block.shared = item.optional_boolean("shared", false);
    forward_error(item, in);
    network.push_back(block);
  }
  return network;
}

double parameters_of(const Network& network) {
  double sum = 0;
  for (const Block& block : network) {
    const double text = block.own_text_weights ? text_weights_of(block) : 0;
    sum += (weights_of(block) + text) * (block.shared ? 1 : block.times);
  }
  return sum;
}

double table_parameters_of(const Network& network) {
  double sum = 0;
  for (const Block& block : network) {
    if (block.is_table()) sum += weights_of(block) * (block.shared ? 1 : block.times);
  }
  return sum;
}

double positions_of(const Block& block, const SampleSize& size) {
  if (block.rows > 0) return block.rows;
  if (size.tokens > 0) return std::max(1, size.tokens - block.text_rows);
  return static_cast<double>(std::max(1, size.height / block.scale)) *
         std::max(1, size.width / block.scale) * size.frames * block.images;
}

double macs_of(const Network& network, int height, int width, int frames) {
  return macs_of(network, {.height = height, .width = width, .frames = frames});
}

double macs_of(const Network& network, const SampleSize& size) {
  double sum = 0;
  for (const Block& block : network) {
    if (block.is_table()) continue;
    const double rows = positions_of(block, size) + block.text_rows;
    double macs =
        positions_of(block, size) * weights_of(block) + block.text_rows * text_weights_of(block);
    if (block.kind == Block::Kind::kInteraction) macs = rows * rows * block.in;
    const bool crosses = block.kind == Block::Kind::kCrossAttention;
    if (crosses || block.kind == Block::Kind::kTransformer) {
      const double inner = static_cast<double>(block.heads) * block.head_dim;
      macs += 2.0 * rows * ((crosses ? 0 : rows) + block.context_rows) * inner;
      // Keys and values of the context have as many rows as the context.
      macs += 2.0 * (block.context_rows - rows) * block.context_width * inner *
              (block.context_rows > 0 ? 1 : 0);
    }
    sum += macs * block.times;
  }
  return sum;
}

}  // namespace nscope::catalog
