-- title: Bandwidth of collectives
-- shows: collectives by operation, algorithm and size, with the bandwidths a benchmark states
-- parameter: limit = 100 (rows to show)
SELECT operation, algorithm, bytes, ranks, count(*) AS n, min(duration_ns) AS min_ns,
       median(duration_ns) AS median_ns, max(duration_ns) AS max_ns,
       max(algorithm_bandwidth) AS algorithm_bandwidth, max(bus_bandwidth) AS bus_bandwidth
FROM collective
GROUP BY operation, algorithm, bytes, ranks
ORDER BY operation, bytes, algorithm, ranks
LIMIT :limit
