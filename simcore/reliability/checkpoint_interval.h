#pragma once

namespace nscope::reliability {

/// When to write checkpoints, and what a run with failures takes. Failures are exponential
/// with a mean time of `mtbf` between them, of the whole job: of nodes that all have to run,
/// the mean time of one divided by their number (failure_rate.h). All values are times in one
/// unit, whichever it is, and positive (`write`, `restart` and `work` may be 0). Pure
/// functions; nothing is checked.

/// Work between two checkpoints by the first-order optimum sqrt(2 write mtbf): J. W. Young, CACM
/// 17(9), 1974.
double young_interval(double write, double mtbf);

/// The higher-order optimum of J. T. Daly, FGCS 22(3), 2006, eq. 37:
/// sqrt(2 d M) (1 + sqrt(d / 2M) / 3 + (d / 2M) / 9) - d where d = write < 2 M, else M.
double daly_interval(double write, double mtbf);

/// The interval t with the least expected_job_time(): the root of
/// e^((t + write)/M) (1 - t/M) = 1, that is M (1 + W(-e^(-1 - write/M))) with Lambert's W,
/// to the precision of a double. Zero where a write takes no time.
double exact_interval(double write, double mtbf);

/// Mean time of `work` that is saved every `interval`, where a failure costs
/// `restart` and what was not saved, and may come during a write or a restart too (Daly
/// 2006, eq. 20): M e^(R/M) (e^((interval + write)/M) - 1) work / interval. Exact where work is a
/// multiple of the interval. Infinite beyond the range of a double.
double expected_job_time(double work, double interval, double write, double restart, double mtbf);

}  // namespace nscope::reliability
