-- title: Launch latency
-- shows: time from a host call to the start of the work that it launched, by name of the work
-- parameter: limit = 20 (maximum number of rows)
SELECT k.name AS work, h.name AS call, count(*) AS launches,
       median(k.start_ns - h.start_ns) AS median_ns, max(k.start_ns - h.start_ns) AS max_ns
FROM flow f
JOIN slice h ON h.id = f.from_slice_id
JOIN slice k ON k.id = f.to_slice_id
WHERE h.kind = 'host' AND k.kind <> 'host'
GROUP BY k.name, h.name
ORDER BY launches DESC, work, call
LIMIT :limit
