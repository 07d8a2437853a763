#include "simcore/catalog/config/refused_types.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace nscope::catalog {

Text reason_for(std::string_view type) {
  const auto is_one_of = [&](std::initializer_list<std::string_view> types) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  if (is_one_of({"llada", "llada2_moe", "Dream", "sdar", "sdar_moe", "diffusion_gemma",
                 "diffusion_gemma_text"})) {
    return tr("it generates text by denoising blocks of positions, not token by token");
  }
  if (is_one_of({"zamba", "zamba2"})) {
    return tr(
        "several layers share the weights of their attention, which also reads the embedding");
  }
  if (is_one_of({"hrm_text", "huginn_raven"})) {
    return tr(
        "a token passes several times through some of its layers and once through the others, "
        "which a model document cannot describe");
  }
  if (is_one_of({"hymba",
                 "phi4flash",
                 "plamo2",
                 "openelm",
                 "xlstm",
                 "rwkv",
                 "nemotron_h_puzzle",
                 "step3_text",
                 "dots3_note",
                 "dots3_note_omni",
                 "jet_nemotron",
                 "iquestloopcoder",
                 "smallthinker",
                 "grove_moe",
                 "megrez_moe",
                 "step3_vl",
                 "zaya",
                 "Motif",
                 "blt",
                 "reformer",
                 "mobilebert",
                 "funnel",
                 "canine",
                 "squeezebert",
                 "convbert",
                 "switch_transformers",
                 "nllb-moe",
                 "xlnet",
                 "prophetnet"})) {
    return tr("its layers have operators or widths that a model document cannot describe");
  }
  if (is_one_of({"qwen4_exp", "qwen4_exp_text", "longcat_flash_ngram"})) {
    return tr(
        "it looks up embeddings of several tokens together, which a model document cannot "
        "describe");
  }
  if (is_one_of({"deepseek_v41", "deepseek_v41_text"})) {
    return tr(
        "most of its layers read compressed keys that a few other layers compute, and it looks "
        "up embeddings of several tokens together, which a model document cannot describe");
  }
  if (is_one_of({"inkling_mm_model", "inkling_text", "inkling"})) {
    return tr(
        "its attention has learned relative positions and convolutions of keys, values and "
        "outputs, which a model document cannot describe");
  }
  if (is_one_of({"longformer", "led", "big_bird", "bigbird_pegasus"})) {
    return tr(
        "its encoder attends to windows and to chosen positions, which a model document cannot "
        "describe");
  }
  if (is_one_of({"t5gemma2", "t5gemma2_decoder", "t5gemma2_text"})) {
    return tr(
        "self-attention and cross-attention of its decoder are one operation over both "
        "sequences, which a model document cannot describe");
  }
  if (is_one_of({"parakeet_ctc",
                 "parakeet_tdt",
                 "parakeet_rnnt",
                 "parakeet_encoder",
                 "wav2vec2",
                 "wav2vec2-bert",
                 "wav2vec2-conformer",
                 "hubert",
                 "wavlm",
                 "unispeech",
                 "unispeech-sat",
                 "sew",
                 "sew-d",
                 "data2vec-audio",
                 "moonshine",
                 "moonshine_streaming",
                 "seamless_m4t",
                 "seamless_m4t_v2",
                 "speech_to_text",
                 "speecht5",
                 "cohere_asr",
                 "csm",
                 "dia",
                 "moshi",
                 "kyutai_speech_to_text",
                 "bark",
                 "musicgen",
                 "musicgen_melody",
                 "encodec",
                 "mimi",
                 "dac",
                 "vits",
                 "clap",
                 "higgs_audio_v2",
                 "pop2piano",
                 "fastspeech2_conformer"})) {
    return tr("encoders and decoders of sound with convolutions or codebooks are not described");
  }
  if (is_one_of({"resnet", "regnet", "efficientnet", "mobilenet_v1", "mobilenet_v2", "mobilevit",
                 "mobilevitv2", "levit", "cvt", "poolformer", "hgnet_v2", "timm_wrapper"})) {
    return tr(
        "networks with convolutions are not read from a file; 'nscope models' lists those that "
        "are built in");
  }
  if (is_one_of({"vision-encoder-decoder", "encoder-decoder", "speech-encoder-decoder",
                 "vision-text-dual-encoder", "rag"})) {
    return tr(
        "it joins two models of other types; use the config.json of one of them, whose members "
        "are in this file, too");
  }
  if (is_one_of({"patchtst", "patchtsmixer", "informer", "autoformer", "time_series_transformer",
                 "timesfm", "decision_transformer"})) {
    return tr("models of time series and of decisions are not described");
  }
  if (is_one_of({"detr",
                 "conditional_detr",
                 "deformable_detr",
                 "table-transformer",
                 "rt_detr",
                 "rt_detr_v2",
                 "rf_detr",
                 "d_fine",
                 "yolos",
                 "grounding-dino",
                 "mm-grounding-dino",
                 "owlvit",
                 "owlv2",
                 "sam",
                 "sam2",
                 "sam2_video",
                 "sam3",
                 "sam3_video",
                 "sam_hq",
                 "mask2former",
                 "maskformer",
                 "oneformer",
                 "segformer",
                 "upernet",
                 "dpt",
                 "depth_anything",
                 "depth_pro",
                 "zoedepth",
                 "glpn",
                 "vitmatte",
                 "vitpose"})) {
    return tr(
        "heads that find objects, masks or depth are not described; the config.json of its "
        "vision encoder can be read");
  }
  if (type.starts_with("UNet") || type.starts_with("Autoencoder") || type.ends_with("Scheduler") ||
      type.find("ControlNet") != std::string_view::npos || type == "VQModel") {
    return tr(
        "of the parts of a pipeline only the transformer is read; 'nscope models' lists the "
        "pipelines with a UNet that are built in");
  }
  return {};
}

Text reason_for_draft(const Json& config, std::string_view type, std::string_view class_name) {
  const auto states = [&](const char* member) {
    const auto stated = config.find(member);
    return stated != config.end() && !stated->is_null();
  };
  constexpr std::array<std::string_view, 7> kTypes{"eagle",
                                                   "eagle3",
                                                   "medusa",
                                                   "mlp_speculator",
                                                   "gemma4_assistant",
                                                   "gemma4_unified_assistant",
                                                   "muse_glimmer_assistant"};
  const bool drafts = std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end() ||
                      states("draft_vocab_size") || states("speculators_model_type") ||
                      class_name.ends_with("Eagle") || class_name.ends_with("Eagle3") ||
                      class_name.starts_with("Eagle3") ||
                      class_name.find("DFlash") != std::string_view::npos ||
                      class_name.find("Medusa") != std::string_view::npos;
  if (!drafts) return {};
  return tr(
      "it is the draft of speculative decoding, which runs only beside its target; use the "
      "config.json of the target, and describe the draft by 'speculation' of the workload");
}

}  // namespace nscope::catalog
