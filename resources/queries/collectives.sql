-- title: Collective bandwidth
-- shows: collectives by operation, algorithm and size, with algorithm and bus bandwidth
-- parameter: limit = 100 (maximum number of rows)
SELECT operation, algorithm, bytes, ranks, count(*) AS n, min(duration_ns) AS min_ns,
       median(duration_ns) AS median_ns, max(duration_ns) AS max_ns,
       max(algorithm_bandwidth) AS algorithm_bandwidth, max(bus_bandwidth) AS bus_bandwidth
FROM collective
GROUP BY operation, algorithm, bytes, ranks
ORDER BY operation, bytes, algorithm, ranks
LIMIT :limit
