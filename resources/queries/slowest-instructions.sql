-- title: Slowest instructions
-- shows: longest instructions and operators, with program counter and operands
-- parameter: limit = 20 (maximum number of rows)
SELECT s.id, s.core, s.engine, s.name, s.start_ns, s.duration_ns, s.wait_ns,
       (SELECT value FROM arg WHERE slice_id = s.id AND key = 'pc') AS pc,
       (SELECT value FROM arg WHERE slice_id = s.id AND key = 'operands') AS operands
FROM slice s
WHERE s.kind IN ('instruction', 'operator')
ORDER BY s.duration_ns DESC, s.id
LIMIT :limit
