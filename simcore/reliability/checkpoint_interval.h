#pragma once

namespace nscope::reliability {

/// Optimal checkpoint intervals and the expected duration of a job with failures. The times
/// between failures of the whole job are exponential with a mean of `mtbf`; for independent
/// nodes that must all run, that is the mean of one node divided by the number of nodes
/// (failure_rate.h). All arguments are times in the same unit and positive (`write`, `restart`
/// and `work` may be 0). Pure functions that do not check their arguments.

/// Work between two checkpoints by the first-order optimum sqrt(2 write mtbf) of J. W. Young,
/// CACM 17(9), 1974.
double young_interval(double write, double mtbf);

/// The higher-order optimum of J. T. Daly, FGCS 22(3), 2006, eq. 37:
/// sqrt(2 d M) (1 + sqrt(d / 2M) / 3 + (d / 2M) / 9) - d if d = write < 2 M, and M if not.
double daly_interval(double write, double mtbf);

/// The interval t with the least expected_job_time(): the root of
/// e^((t + write)/M) (1 - t/M) = 1, that is M (1 + W(-e^(-1 - write/M))) with Lambert's W,
/// to the precision of a double. Zero if a write takes no time.
double exact_interval(double write, double mtbf);

/// Expected duration of `work` with a checkpoint every `interval`. A failure costs `restart` and
/// the work since the last checkpoint, and can also occur during a write or a restart (Daly
/// 2006, eq. 20): M e^(R/M) (e^((interval + write)/M) - 1) work / interval. Exact if `work` is a
/// multiple of `interval`. Infinite if it exceeds the range of a double.
double expected_job_time(double work, double interval, double write, double restart, double mtbf);

}  // namespace nscope::reliability
