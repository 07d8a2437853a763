#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

constexpr int kPixelChannels = 3;
/// Side of an image that keeps its size, if the workload states none, in pixels.
constexpr int kAssumedSide = 1024;

/// The width of the feed-forward part, stated itself or as a multiple of the hidden size.
int ffn_of(ConfigReader& in, int hidden) {
  if (const auto width = in.find({"intermediate_size"})) return *width;
  const double ratio = in.number("mlp_ratio").value_or(4.0);
  return static_cast<int>(std::min<double>(kLargestDimension, std::round(ratio * hidden)));
}

/// The dimensions of a plain vision transformer over square patches, without its classifier.
struct Vit {
  int layers = 0;
  int hidden = 0;
  int heads = 0;
  int ffn = 0;
  bool gated = false;
  int image = 0;
  int patch = 0;
  int others = 0;     ///< positions that are not patches
  bool pool = false;  ///< an attention layer reduces the patches to one vector
  int patches() const { return (image / patch) * (image / patch); }
};

Vit read_vit(ConfigReader& in, const ConfigFamily& family) {
  Vit vit;
  vit.layers = in.require_at_most({"num_hidden_layers", "depth"}, kMostLayers);
  vit.hidden = in.require({"hidden_size"});
  vit.heads = in.require({"num_attention_heads", "num_heads"});
  vit.ffn = ffn_of(in, vit.hidden);
  vit.gated = in.flag("use_swiglu_ffn", false) || in.flag("use_gated_mlp", false);
  if (in.flag("use_swiglu_ffn", false)) {
    // DINOv2 rounds two thirds of the width up to a multiple of 8.
    vit.ffn = (static_cast<int>(vit.ffn * 2.0 / 3.0) + 7) / 8 * 8;
  }
  vit.image = in.require_at_most({"image_size"}, kLargestImage);
  vit.patch = in.require({"patch_size"});
  vit.pool = family.attention_pool;
  vit.others = family.class_tokens +
               std::min(in.find({"num_register_tokens"}, 0).value_or(0), kLargestImage);
  if (vit.patch > vit.image) in.reject("patch_size", tr("exceeds the image size of {}", vit.image));
  if (vit.hidden % vit.heads != 0) {
    in.reject("num_attention_heads",
              tr("{} heads do not divide the hidden size of {}", vit.heads, vit.hidden));
  }
  return vit;
}

Network vit_network(const Vit& vit, int output) {
  Network network{linear_block(kPixelChannels * vit.patch * vit.patch, vit.hidden, vit.patches()),
                  {.kind = Block::Kind::kTransformer,
                   .in = vit.hidden,
                   .out = vit.hidden,
                   .rows = vit.patches() + vit.others,
                   .times = vit.layers,
                   .heads = vit.heads,
                   .head_dim = vit.hidden / vit.heads,
                   .ffn = vit.ffn,
                   .gated = vit.gated}};
  if (vit.pool) {
    network.push_back({.kind = Block::Kind::kCrossAttention,
                       .in = vit.hidden,
                       .out = vit.hidden,
                       .rows = 1,
                       .heads = vit.heads,
                       .head_dim = vit.hidden / vit.heads,
                       .context_rows = vit.patches(),
                       .context_width = vit.hidden});
    network.push_back(linear_block(vit.hidden, vit.ffn, 1));
    network.push_back(linear_block(vit.ffn, vit.hidden, 1));
  }
  if (output > 0) network.push_back(linear_block(vit.hidden, output, 1));
  return network;
}

/// Matrices, norms, biases and positions.
double vit_parameters(const Vit& vit, const Network& network) {
  const double vectors = 9.0 * vit.hidden + (vit.gated ? 2.0 : 1.0) * vit.ffn;
  return parameters_of(network) + vit.layers * vectors +
         (1.0 * vit.patches() + 2 * vit.others) * vit.hidden;
}

/// The number of labels of an image classifier; 0 for a model without one.
int labels_of(const ConfigReader& in) {
  const Json* const classes = in.member("architectures");
  const bool classifies =
      classes != nullptr && classes->is_array() && !classes->empty() &&
      classes->front().is_string() &&
      classes->front().get_ref<const std::string&>().ends_with("ForImageClassification");
  if (!classifies) return 0;
  if (const Json* const labels = in.member("id2label"); labels != nullptr && labels->is_object()) {
    return static_cast<int>(std::min<std::size_t>(labels->size(), kLargestDimension));
  }
  constexpr int kUsual = 2;  // of transformers
  const Json* const count = in.member("num_labels");
  return count != nullptr && count->is_number_integer() && count->get<double>() > 0 &&
                 count->get<double>() < kLargestDimension
             ? count->get<int>()
             : kUsual;
}

/// A hierarchical network: stages of `depths` blocks with `widths` channels.
struct Stages {
  std::vector<int> depths;
  std::vector<int> widths;
  int image = 0;
  int patch = 0;
};

bool check_stages(ConfigReader& in, const Stages& stages) {
  const bool good = !stages.depths.empty() && stages.depths.size() <= 8 &&
                    stages.depths.size() == stages.widths.size() && stages.patch <= stages.image;
  const auto most = [](const std::vector<int>& values) {
    return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  };
  constexpr int kDeepest = 1000;
  constexpr int kWidest = 1 << 20;
  const bool small = good && most(stages.depths) <= kDeepest && most(stages.widths) <= kWidest &&
                     *std::min_element(stages.widths.begin(), stages.widths.end()) > 0;
  if (!small) in.reject("depths", tr("must have one number for each stage"));
  return small;
}

Network convnext_network(const Stages& stages) {
  Network network;
  int scale = stages.patch;
  int before = kPixelChannels;
  for (std::size_t stage = 0; stage < stages.depths.size(); ++stage) {
    const int width = stages.widths[stage];
    const int kernel = stage == 0 ? stages.patch : 2;
    if (stage > 0) scale *= 2;
    network.push_back({.kind = Block::Kind::kConvolution,
                       .in = before,
                       .out = width,
                       .kernel = kernel,
                       .scale = scale});
    for (int block = 0; block < stages.depths[stage]; ++block) {
      network.push_back({.kind = Block::Kind::kConvolution,
                         .in = width,
                         .out = width,
                         .kernel = 7,
                         .groups = width,
                         .scale = scale});
      network.push_back({.kind = Block::Kind::kNorm, .in = width, .out = width, .scale = scale});
      network.push_back(linear_block(width, 4 * width, 0, scale));
      network.push_back(linear_block(4 * width, width, 0, scale));
      network.back().residual = true;
    }
    before = width;
  }
  return network;
}

/// The attention of Swin is within windows, whose scores need far fewer operations than the
/// projections: the products with `window`^2 keys are a linear block.
Network swin_network(const Stages& stages, double ratio, int window) {
  Network network{linear_block(kPixelChannels * stages.patch * stages.patch, stages.widths[0], 0,
                               stages.patch)};
  int scale = stages.patch;
  for (std::size_t stage = 0; stage < stages.depths.size(); ++stage) {
    const int width = stages.widths[stage];
    if (stage > 0) {
      scale *= 2;
      network.push_back(linear_block(2 * width, width, 0, scale));  // four merged patches
    }
    const int ffn = static_cast<int>(std::round(ratio * width));
    Network block{{.kind = Block::Kind::kNorm, .in = width, .out = width, .scale = scale},
                  linear_block(width, 3 * width, 0, scale),
                  linear_block(2 * window * window, width, 0, scale),
                  linear_block(width, width, 0, scale),
                  {.kind = Block::Kind::kNorm, .in = width, .out = width, .scale = scale},
                  linear_block(width, ffn, 0, scale),
                  linear_block(ffn, width, 0, scale)};
    for (int i = 0; i < stages.depths[stage]; ++i) {
      network.insert(network.end(), block.begin(), block.end());
    }
  }
  return network;
}

void read_stages(ConfigReader& in, const ConfigFamily& family, Model& model) {
  Stages stages;
  stages.depths = in.numbers("depths");
  stages.image = in.require_at_most({"image_size"}, kLargestImage);
  stages.patch = in.require({"patch_size"});
  int window = 0;
  if (family.reader == "convnext") {
    model.architecture = Architecture::kVisionCnn;
    stages.widths = in.numbers("hidden_sizes");
    if (!check_stages(in, stages)) return;
    model.network = convnext_network(stages);
  } else {
    const int first = in.require({"embed_dim"});
    for (std::size_t i = 0; i < std::min<std::size_t>(stages.depths.size(), 8); ++i) {
      stages.widths.push_back(std::min(first, 1 << 16) << i);
    }
    window = std::min(in.require({"window_size"}), 1024);
    if (!check_stages(in, stages)) return;
    model.network =
        swin_network(stages, std::min(in.number("mlp_ratio").value_or(4.0), 100.0), window);
  }
  const int last = stages.widths.back();
  if (const int labels = labels_of(in); labels > 0)
    model.network.push_back(linear_block(last, labels, 1));
  model.parameters = parameters_of(model.network);
  if (window > 0) {
    for (std::size_t i = 0; i < stages.depths.size(); ++i) {  // keys of a window are not weights
      model.parameters -= 2.0 * window * window * stages.depths[i] * stages.widths[i];
    }
  }
  const int side = stages.image;
  model.tokens[fmt::format("{}x{}", side, side)] =
      std::pow(static_cast<double>(side) / stages.patch, 2);
}

/// CLIP and SigLIP: a tower for images and one for text.
void read_pair(ConfigReader& in, const ConfigFamily& family, const Json& config, Model& model) {
  const Result<ConfigFamilies>& families = config_families();
  const ConfigFamily* const image = families ? families->find(family.image_type) : nullptr;
  if (image == nullptr) return in.reject("", tr("unknown model type '{}'", family.image_type));
  static const Json kNone = Json::object();
  const auto part = [&](const char* name) -> const Json& {
    const auto found = config.find(name);
    return found != config.end() && found->is_object() ? *found : kNone;
  };
  const int output = in.find({"projection_dim"}).value_or(0);
  ConfigReader vision(part("vision_config"), in.where() + "/vision_config", image->defaults);
  const Vit vit = read_vit(vision, *image);
  if (vision.error()) return in.adopt(*vision.error());
  const Network tower = vit_network(vit, output);
  ConfigReader text(part("text_config"), in.where() + "/text_config", family.text_tower);
  const int hidden = text.require({"hidden_size"});
  const int heads = text.require({"num_attention_heads"});
  const int rows = text.require({"max_position_embeddings"});
  const int vocabulary = text.require(kVocabulary);
  const int layers = text.require_at_most({"num_hidden_layers"}, kMostLayers);
  const int ffn = text.require({"intermediate_size"});
  if (text.error()) return in.adopt(*text.error());
  if (hidden % heads != 0) return in.reject("text_config", tr("heads must divide the hidden size"));
  Network words{{.kind = Block::Kind::kTransformer,
                 .in = hidden,
                 .out = hidden,
                 .rows = rows,
                 .times = layers,
                 .heads = heads,
                 .head_dim = hidden / heads,
                 .ffn = ffn}};
  words.push_back(linear_block(hidden, output > 0 ? output : hidden, 1));
  const double text_parameters =
      parameters_of(words) + layers * (9.0 * hidden + ffn) + (1.0 * vocabulary + rows) * hidden;
  const std::string size = fmt::format("{}x{}", vit.image, vit.image);
  model.parameters = vit_parameters(vit, tower) + text_parameters;
  model.parts.push_back({.name = "image_tower",
                         .parameters = vit_parameters(vit, tower),
                         .layers = vit.layers,
                         .hidden = vit.hidden,
                         .heads = vit.heads,
                         .ffn = vit.ffn,
                         .tokens = {{size, 1.0 * vit.patches() + vit.others}},
                         .macs = {},
                         .network = tower});
  model.parts.push_back({.name = "text_tower",
                         .parameters = text_parameters,
                         .layers = layers,
                         .hidden = hidden,
                         .heads = heads,
                         .ffn = ffn,
                         .vocabulary = vocabulary,
                         .tokens = {},
                         .macs = {},
                         .network = words});
}

/// Patches on each side of the square that becomes one token.
int merge_of(ConfigReader& in, ConfigReader& whole, const VisionTower& tower) {
  if (const auto merge =
          in.find({"spatial_merge_size", "merge_kernel_size", "pooling_kernel_size"})) {
    return *merge;
  }
  if (const auto merge = whole.find({"spatial_merge_size", "scale_factor"})) return *merge;
  for (ConfigReader* const reader : {&in, &whole}) {
    for (const char* const name : {"pixel_shuffle_ratio", "downsample_ratio"}) {
      if (const auto ratio = reader->number(name)) {
        return std::clamp(static_cast<int>(std::lround(1.0 / *ratio)), 1, 64);
      }
    }
  }
  if (const auto tokens = whole.find({"mm_tokens_per_image"}); tokens && tower.image_size > 0) {
    const double side = std::sqrt(*tokens);
    return std::max(1, static_cast<int>(std::lround(tower.image_size / tower.patch / side)));
  }
  return 1;
}

void set_projection(ConfigReader& in, const ConfigFamily& family, VisionTower& tower) {
  tower.pools = family.projection == "pooled";
  const double joined = tower.pools ? tower.hidden : 1.0 * tower.hidden * tower.merge * tower.merge;
  if (joined > kLargestDimension) return in.reject("hidden_size", tr("is too large"));
  if (family.projection == "two") {
    tower.projector = in.find({"projector_output_dim"}).value_or(tower.output);
  }
  if (family.projection == "square") tower.projector = static_cast<int>(joined);
}

/// Sizes, tiles and windows.
void read_images(ConfigReader& in, const ConfigFamily& known, ConfigReader& whole,
                 const ConfigFamily& family, VisionTower& tower) {
  const int image = in.find_at_most({"image_size"}, kLargestImage).value_or(0);
  if (image > 0 && tower.patch > image)
    in.reject("patch_size", tr("exceeds the image size of {}", image));
  if (!known.keeps_size) tower.image_size = image;
  tower.merge = merge_of(in, whole, tower);
  constexpr int kMostTiles = 256;
  tower.most_tiles =
      whole.find_at_most({"max_dynamic_patch"}, kMostTiles)
          .value_or(in.find_at_most({"max_num_tiles"}, kMostTiles).value_or(family.most_tiles));
  tower.overview = family.overview;
  if (known.keeps_size) {
    const int side = image > 0 ? image / tower.patch / tower.merge : 0;
    tower.most_tokens = whole.find({"vision_soft_tokens_per_image"})
                            .value_or(side > 0 ? side * side : known.most_tokens);
    tower.assumed_size = kAssumedSide;
  }
  if (const auto window = in.find({"window_size"})) {
    const int side = std::clamp(*window / tower.patch, 1, kLargestImage);
    tower.window = side * side;
    tower.full_layers =
        std::min(tower.layers, static_cast<int>(in.numbers("fullatt_block_indexes").size()));
  }
}

}  // namespace

void read_vision_model(ConfigReader& in, const ConfigFamily& family, const Json& config,
                       Model& model) {
  model.architecture = Architecture::kVisionTransformer;
  if (family.reader == "pair") return read_pair(in, family, config, model);
  if (!family.reader.empty()) return read_stages(in, family, model);
  const Vit vit = read_vit(in, family);
  if (in.error()) return;
  model.layers = vit.layers;
  model.hidden = vit.hidden;
  model.heads = model.kv_heads = vit.heads;
  model.head_dim = vit.hidden / vit.heads;
  model.ffn = vit.ffn;
  model.ffn_gated = vit.gated;
  model.network = vit_network(vit, labels_of(in));
  model.parameters = vit_parameters(vit, model.network);
  model.tokens[fmt::format("{}x{}", vit.image, vit.image)] = 1.0 * vit.patches() + vit.others;
}

VisionTower read_vision_tower(ConfigReader& in, const ConfigFamily& known, ConfigReader& whole,
                              const ConfigFamily& family, int decoder_hidden) {
  VisionTower tower;
  tower.layers = in.require_at_most({"num_hidden_layers", "depth"}, kMostLayers);
  tower.layers += in.find({"num_global_layers"}, 0).value_or(0);
  // The hidden_size of Qwen2-VL is that of the decoder.
  const auto embedded = in.find({"embed_dim"});
  tower.hidden = embedded ? *embedded : in.require({"hidden_size"});
  tower.heads = in.require({"num_heads", "num_attention_heads", "attention_heads"});
  tower.ffn = ffn_of(in, tower.hidden);
  tower.gated = known.gated;
  tower.patch = in.require({"patch_size"});
  tower.class_tokens = known.class_tokens;
  tower.output = decoder_hidden;
  tower.is_crossed = family.crossed;
  if (in.error()) return tower;
  if (tower.hidden % tower.heads != 0)
    in.reject("num_heads", tr("{} heads do not divide the width of {}", tower.heads, tower.hidden));
  read_images(in, known, whole, family, tower);
  set_projection(in, family, tower);
  // Qwen3-VL also projects the outputs of some layers.
  tower.projections += static_cast<int>(in.numbers("deepstack_visual_indexes").size());
  if (in.error()) return tower;
  const int grid = tower.image_size > 0 ? tower.image_size / tower.patch : 0;
  const double vectors = tower.layers * (9.0 * tower.hidden + tower.ffn) +
                         (1.0 * grid * grid + tower.class_tokens +
                          in.find({"num_position_embeddings"}, 0).value_or(0)) *
                             tower.hidden;
  tower.parameters = matrix_parameters(tower) + vectors;
  if (const auto joined = in.find({"vision_output_dim"})) {
    // Mllama concatenates the outputs of several layers before the projection, and has positions
    // for each tile of each aspect ratio.
    constexpr double kAspectRatios = 9;
    tower.parameters +=
        (1.0 * *joined - tower.hidden) * tower.output +
        kAspectRatios * tower.most_tiles * vision_input(tower, 0, 0).positions * tower.hidden;
  }
  if (const auto adapter = in.find({"projector_output_dim"})) {
    tower.parameters += 1.0 * *adapter * *adapter;  // a second matrix of Llama 4
  }
  return tower;
}

}  // namespace nscope::catalog
