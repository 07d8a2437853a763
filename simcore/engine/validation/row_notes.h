#pragma once

#include "simcore/engine/validation/validation_table.h"

#include <optional>
#include <vector>

namespace nscope::catalog {
class Catalog;
}

namespace nscope::sim {

// What only the notes of a row, or other rows of its configuration, say about its setting.

/// Speech that a row transcribes. Its encoder reads windows of a fixed length, one after the other,
/// each with the tokens that are spoken in it.
struct AudioRow {
  double seconds = 0;  ///< as the notes state: "5 s of audio", "7.3 s audio"
  int windows = 1;     ///< of 30 s
  int positions = 0;   ///< of the encoder, for a window
  int tokens = 0;      ///< assumed, of a full or the only window
};

/// The audio of a row of class "encoder-decoder" without lengths; nullopt if its notes state none.
std::optional<AudioRow> audio_of(const ValidationRow& row);

/// The only bucket of prefills that the notes state ("CTE bucket 256"); 0 if they state none or a
/// list of them ("CTE bucket 512/1024").
int stated_prefill_bucket(const ValidationRow& row);

/// Sets how the cores of a row of class "diffusion" share the work of a denoising step. Only the
/// notes of a row say whether its replicas (column `dp`) share the rows of a sample ("CP4") or the
/// passes of the guidance ("cfg2"), whether a step has both passes, and whether the attention has
/// no kernel of its own. A step without words about the guidance is one pass.
void set_denoising(const ValidationRow& row, Workload& workload);

/// The workload of a row of a decoder on the cores among which its weights are divided. Notes of
/// profiles state the bytes that each core reads ("HBM read per core CTE 5.41 GB, TKG 5.37 GB"): if
/// prefill and steps read all weights of the model on every core, they are not divided, and the
/// other cores do the same work. Rows whose notes state groups of cores that share the experts
/// ("EP2"), which use all cores together with the tensor parallel degree, are refused.
RowWorkload workload_of(const catalog::Catalog& catalog, const ValidationRow& row);

/// Sets the drafts of rows with a text in the column `speculation`, such as "P-EAGLE K=3" or
/// "native MTP, 1.76 tokens a round". The mean tokens of a round are those of the text, or of a row
/// of the same publication, model, instance type and method with the metric "acceptance_length".
/// Between two measured numbers of candidates they are interpolated.
void state_drafts(std::vector<ValidationRow>& rows);

/// Finds out what the throughput of a decoder without output lengths counts, from the times per
/// token and to the first token that the table has of the same id. If it is that of the decode
/// steps alone, sets `decode_rate`. If it also contains the prefill, the three values determine the
/// number of generated tokens N = (TTFT - TPOT) / (batch / throughput - TPOT), and a whole N
/// becomes the output length of the row.
void state_throughputs(std::vector<ValidationRow>& rows);

}  // namespace nscope::sim
