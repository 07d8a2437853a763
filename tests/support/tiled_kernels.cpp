#include "tests/support/tiled_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr double kTile = 128;    // stationary columns, and rows of the array
constexpr double kSumBytes = 4;  // fp32 in PSUM
constexpr double kMostInstructions = 1e7;
/// PSUM banks that one sweep over K fills while VectorE empties the others.
constexpr std::size_t kGroupBanks = 4;
constexpr std::size_t kBanks = 2 * kGroupBanks;
/// Columns of weights in one DMA row, the widest that fits first: wider rows use the
/// DMA engines better, narrower ones let the first sum begin earlier.
constexpr std::array<double, 5> kBlocks{2048, 1024, 512, 256, 128};
constexpr double kTokenBlock = 1024;
/// Tiles of weights on their way or in use where each is used in one sweep only.
constexpr double kStreamedTiles = 16;

double bytes_of(ElementType type) {
  if (type == ElementType::kFp8) return 1;
  return type == ElementType::kFp32 || type == ElementType::kTf32 ? 4 : 2;
}

double tile_count(double length, double tile) {
  return std::ceil(length / tile);
}
/// Length of tile `i` of `length`.
double part(double length, double tile, double i) {
  return std::min(tile, length - i * tile);
}

class MatmulWriter {
 public:
  MatmulWriter(const TiledMatmul& shape, const CoreRates& rates)
      : shape_(shape), moving_maximum_(rates.timing->moving_maximum) {
    element_ = bytes_of(shape.type);
    k_tiles_ = tile_count(shape.inner, kTile);
    const bool fp32 = shape.type == ElementType::kFp32;
    const double weights_stay = tile_count(shape.columns, kTile) *
                                matmul_sweep_cycles(*rates.timing, kTile, shape.rows, fp32);
    const double tokens_stay =
        tile_count(shape.rows, kTile) *
        matmul_sweep_cycles(*rates.timing, std::min(shape.rows, kTile), shape.columns, fp32);
    weights_stay_ = weights_stay <= tokens_stay;
    const double moving = std::min(weights_stay_ ? shape.rows : shape.columns, moving_maximum_);
    tiles_per_bank_ = static_cast<std::size_t>(std::floor(moving_maximum_ / moving));
    const double room = rates.sbuf_partition - k_tiles_ * shape.rows * element_ -
                        static_cast<double>(kBanks) * moving_maximum_ * element_;
    for (const double wide : kBlocks) {
      // While the tokens are loaded, too, both have to come quickly.
      if (wide > kTokenBlock && !shape.tokens_in_sbuf) continue;
      const double block = std::min(wide, shape.columns);
      const auto sweep = static_cast<double>(kGroupBanks * tiles_per_bank_);
      weight_tiles_ = 2 * k_tiles_;
      if (output_count(block) <= sweep) weight_tiles_ = std::min(weight_tiles_, kStreamedTiles);
      if (weight_tiles_ * block * element_ > room) continue;
      block_ = block;
      break;
    }
  }

  /// 0: not even the narrowest block of weights fits.
  double block() const { return block_; }
  double instructions() const {
    const double outer = weights_stay_ ? shape_.columns : shape_.rows;
    const double moving = weights_stay_ ? shape_.rows : shape_.columns;
    return tile_count(outer, kTile) * tile_count(moving, moving_maximum_) * (k_tiles_ + 2) +
           k_tiles_ * (tile_count(shape_.columns, block_) + tile_count(shape_.rows, kTokenBlock));
  }
  Kernel write();

 private:
  struct Output {
    double stationary;  ///< columns of the stationary tile
    double moving;
    double first_token;
  };

  std::uint32_t buffer(std::string name, BufferSpace space, double bytes) {
    kernel_.buffers.push_back({std::move(name), space, std::max(1.0, bytes)});
    return static_cast<std::uint32_t>(kernel_.buffers.size() - 1);
  }
  double token_tile() const { return weights_stay_ ? moving_maximum_ : kTile; }
  double weight_tile() const { return weights_stay_ ? kTile : moving_maximum_; }
  double output_count(double block_columns) const {
    return tile_count(shape_.rows, token_tile()) * tile_count(block_columns, weight_tile());
  }
  void declare();
  void load(std::uint32_t from, std::uint32_t to, double k, double columns);
  std::uint32_t tokens_at(double k, double first_token);
  std::uint32_t weights_at(double block_index, double k, bool first_sweep);
  std::vector<Output> outputs(double block_columns) const;
  void sweep(std::span<const Output> outputs, double block_index, bool first_of_block);
  void evacuate(double columns, double rows, std::uint32_t bank);

  TiledMatmul shape_;
  double moving_maximum_;  ///< columns of one instruction
  double element_ = 2;
  double k_tiles_ = 0;
  double block_ = 0;
  double weight_tiles_ = 0;  ///< buffers for them
  std::size_t tiles_per_bank_ = 1;
  bool weights_stay_ = false;
  Kernel kernel_;
  std::uint32_t tokens_hbm_ = 0;
  std::uint32_t weights_hbm_ = 0;
  std::vector<std::uint32_t> tokens_;   ///< by K tile and block of tokens
  std::vector<std::uint32_t> weights_;  ///< used in turn by the tiles of weights
  std::array<std::uint32_t, kBanks> banks_{};
  std::array<std::uint32_t, kBanks> results_{};  ///< on their way to HBM
  std::vector<bool> loaded_;                     ///< by token tile
  std::size_t next_bank_ = 0;
  std::size_t next_result_ = 0;
};

void MatmulWriter::declare() {
  kernel_.name =
      fmt::format("matmul {:.0f} x {:.0f} x {:.0f}", shape_.rows, shape_.inner, shape_.columns);
  tokens_hbm_ = buffer("tokens", BufferSpace::kHbm, shape_.rows * shape_.inner * element_);
  weights_hbm_ = buffer("weights", BufferSpace::kHbm, shape_.inner * shape_.columns * element_);
  for (double k = 0; k < k_tiles_; ++k) {
    for (double b = 0; b < tile_count(shape_.rows, kTokenBlock); ++b) {
      tokens_.push_back(buffer(fmt::format("tokens {:.0f} {:.0f}", k, b), BufferSpace::kSbuf,
                               part(shape_.rows, kTokenBlock, b) * element_));
    }
  }
  for (double i = 0; i < weight_tiles_; ++i) {
    weights_.push_back(
        buffer(fmt::format("weights {:.0f}", i), BufferSpace::kSbuf, block_ * element_));
  }
  for (std::size_t i = 0; i < kBanks; ++i) {
    banks_[i] = buffer(fmt::format("bank {}", i), BufferSpace::kPsum, moving_maximum_ * kSumBytes);
  }
  for (std::size_t i = 0; i < results_.size(); ++i) {
    results_[i] =
        buffer(fmt::format("result {}", i), BufferSpace::kSbuf, moving_maximum_ * element_);
  }
}

void MatmulWriter::load(std::uint32_t from, std::uint32_t to, double k, double columns) {
  KernelInstruction dma{.engine = Engine::kSync, .op = "dma"};
  dma.rows = part(shape_.inner, kTile, k);
  dma.row_bytes = columns * element_;
  dma.reads = {from};
  dma.writes = {to};
  kernel_.instructions.push_back(std::move(dma));
}

// Loads stand right before their first use. They have a queue of their own, so they
// run ahead as far as their buffers are free.

std::uint32_t MatmulWriter::tokens_at(double k, double first_token) {
  const double blocks = tile_count(shape_.rows, kTokenBlock);
  const double block = std::floor(first_token / kTokenBlock);
  const auto at = static_cast<std::size_t>(k * blocks + block);
  if (!shape_.tokens_in_sbuf && !loaded_[at]) {
    loaded_[at] = true;
    load(tokens_hbm_, tokens_[at], k, part(shape_.rows, kTokenBlock, block));
  }
  return tokens_[at];
}

std::uint32_t MatmulWriter::weights_at(double block_index, double k, bool first_sweep) {
  const auto tile = static_cast<std::size_t>(block_index * k_tiles_ + k);
  const std::uint32_t to = weights_[tile % weights_.size()];
  if (first_sweep) load(weights_hbm_, to, k, part(shape_.columns, block_, block_index));
  return to;
}

/// Tiles of the result that one block of weights gives, by tokens.
std::vector<MatmulWriter::Output> MatmulWriter::outputs(double block_columns) const {
  std::vector<Output> list;
  for (double m = 0; m < tile_count(shape_.rows, token_tile()); ++m) {
    const double tokens = part(shape_.rows, token_tile(), m);
    for (double n = 0; n < tile_count(block_columns, weight_tile()); ++n) {
      const double weights = part(block_columns, weight_tile(), n);
      list.push_back(
          {weights_stay_ ? weights : tokens, weights_stay_ ? tokens : weights, m * token_tile()});
    }
  }
  return list;
}

/// One sweep over K for the tiles of the result that share it.
void MatmulWriter::sweep(std::span<const Output> outputs, double block_index, bool first_of_block) {
  for (double k = 0; k < k_tiles_; ++k) {
    const std::uint32_t weights = weights_at(block_index, k, first_of_block);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      KernelInstruction matmul{.engine = Engine::kTensor, .op = "nc_matmul"};
      matmul.stationary = outputs[i].stationary;
      matmul.moving = outputs[i].moving;
      matmul.type = shape_.type;
      matmul.reads = {weights, tokens_at(k, outputs[i].first_token)};
      matmul.writes = {banks_[(next_bank_ + i / tiles_per_bank_) % kBanks]};
      kernel_.instructions.push_back(std::move(matmul));
    }
  }
  for (std::size_t i = 0; i < outputs.size(); i += tiles_per_bank_) {
    const std::size_t count = std::min(tiles_per_bank_, outputs.size() - i);
    double columns = 0;
    for (const Output& output : outputs.subspan(i, count)) columns += output.moving;
    evacuate(columns, outputs[i].stationary, banks_[next_bank_++ % kBanks]);
  }
}

void MatmulWriter::evacuate(double columns, double rows, std::uint32_t bank) {
  const std::uint32_t to = results_[next_result_++ % results_.size()];
  KernelInstruction copy{.engine = Engine::kVector, .op = "tensor_copy"};
  copy.elements = columns;
  copy.type = ElementType::kFp32;
  copy.reads = {bank};
  copy.writes = {to};
  kernel_.instructions.push_back(std::move(copy));
  if (!shape_.store) return;
  KernelInstruction store{.engine = Engine::kScalar, .op = "dma"};
  store.rows = rows;
  store.row_bytes = columns * element_;
  store.reads = {to};
  // A place of its own in the result, that no other tile waits for.
  store.writes = {
      buffer(fmt::format("stored {}", next_result_), BufferSpace::kHbm, rows * columns * element_)};
  kernel_.instructions.push_back(std::move(store));
}

Kernel MatmulWriter::write() {
  declare();
  loaded_.resize(tokens_.size());
  for (double b = 0; b < tile_count(shape_.columns, block_); ++b) {
    const std::vector<Output> list = outputs(part(shape_.columns, block_, b));
    for (std::size_t i = 0; i < list.size();) {
      // The first sweep waits for its operands: it uses all of PSUM to have enough
      // to do with each of them.
      const std::size_t banks = b == 0 && i == 0 ? kBanks : kGroupBanks;
      const std::size_t count = std::min(banks * tiles_per_bank_, list.size() - i);
      sweep(std::span(list).subspan(i, count), b, i == 0);
      i += count;
    }
  }
  return std::move(kernel_);
}

Result<> check_sizes(std::initializer_list<double> sizes) {
  constexpr double kLargest = 1e9;
  for (const double size : sizes) {
    if (size >= 1 && size <= kLargest && size == std::floor(size)) continue;
    return fail(ErrorCode::kInvalidArgument,
                Text::verbatim("the sizes of a tiled kernel must be whole numbers from 1 to "
                               "1,000,000,000"));
  }
  return {};
}

tl::unexpected<Error> too_long() {
  return fail(ErrorCode::kInvalidArgument,
              Text::verbatim(fmt::format("the kernel would have more than {:.0f} instructions",
                                         kMostInstructions)));
}

}  // namespace

Result<Kernel> tiled_matmul(const TiledMatmul& shape, const CoreRates& rates) {
  if (auto good = check_sizes({shape.rows, shape.inner, shape.columns}); !good) {
    return fail(good.error());
  }
  MatmulWriter writer(shape, rates);
  if (writer.block() <= 0) {
    return fail(ErrorCode::kInfeasible,
                Text::verbatim(fmt::format(
                    "{:.0f} tokens of {:.0f} elements and two sets of weights do not fit "
                    "the SBUF of a core of {}",
                    shape.rows, shape.inner, rates.device->title)));
  }
  if (writer.instructions() > kMostInstructions) return too_long();
  return writer.write();
}

Result<Kernel> tiled_elementwise(double tokens, double width, double passes, std::string_view op,
                                 ElementType type) {
  if (auto good = check_sizes({tokens, width, passes}); !good) return fail(good.error());
  if (tile_count(tokens, kTile) * passes > kMostInstructions) return too_long();
  Kernel kernel{.name = fmt::format("{} {:.0f} x {:.0f}", op, tokens, width)};
  for (const std::string_view name : {"in", "other", "out"}) {
    kernel.buffers.push_back({std::string(name), BufferSpace::kSbuf, width * bytes_of(type)});
  }
  for (double pass = 0; pass < passes; ++pass) {
    for (double tile = 0; tile < tile_count(tokens, kTile); ++tile) {
      KernelInstruction step{.engine = Engine::kVector, .op = std::string(op)};
      step.elements = width;
      step.partitions = part(tokens, kTile, tile);
      step.type = type;
      step.alu = "add";
      step.reads = {0, 1};
      step.writes = {};  // a place of its own in a larger tensor: no dependency
      kernel.instructions.push_back(std::move(step));
    }
  }
  return kernel;
}

}  // namespace nscope::sim
