SELECT s.name, a.key, a.value FROM arg a JOIN slice s ON s.id = a.slice_id WHERE a.key = 'bytes' AND a.slice_id BETWEEN 3 AND 60 ORDER BY a.slice_id
