-- title: Dependencies by kind
-- shows: dependencies by kind and by the engines that they connect
SELECT f.kind, a.engine AS from_engine, b.engine AS to_engine, count(*) AS n,
       median(b.start_ns - a.end_ns) AS median_gap_ns
FROM flow f
JOIN slice a ON a.id = f.from_slice_id
JOIN slice b ON b.id = f.to_slice_id
GROUP BY f.kind, a.engine, b.engine
ORDER BY f.kind, n DESC, from_engine, to_engine
