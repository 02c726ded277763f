-- What the program of 0064-ocad-maps.sql stores. Never edited once it is released.
insert into stored_file (file_id, account_id, kind, user_id, media_type, name, bytes, sha256, created_at, expires_at) values
  ('ocadsource0000000000aa', 1, 'source', null, 'application/octet-stream', 'ocadMap', 3, '\x00', '2026-06-01 08:00+00', null),
  ('ocadtiles00000000000aa', 1, 'tiles', null, 'application/octet-stream', 'ocadTiles', 3, '\x00', '2026-06-01 08:00+00', null),
  ('ocadtiles00000000000ab', 1, 'tiles', null, 'application/octet-stream', 'ocadTiles', 3, '\x00', '2026-06-01 08:00+00', null);
insert into ocad_map (account_id, name, file_id, details, paper_points, map_points, method, display, tile_state, tiles,
  tile_file_id, tile_gcj02_file_id, version, created_at) values
  (1, 'Forest', 'ocadsource0000000000aa', '{"ocadVersion": 12, "mapScale": 10000, "objects": 1, "ignoredObjects": 0,
    "colors": [{"name": "Black", "rgb": "#1d1d1b", "opacity": 1, "kinds": ["l"]}], "paperBounds": [0, 0, 10, 10],
    "coordinateSystem": {"code": 3006, "name": "SWEREF99 TM"}}', '[{"x": 0, "y": 0}]', '[[110.4, 24.7]]', 'affine', 'SHOW',
    'done', '{"bounds": [110.4, 24.7, 110.5, 24.8],
    "corners": [[110.4, 24.7], [110.5, 24.7], [110.5, 24.8], [110.4, 24.8]], "minZoom": 12, "maxZoom": 15, "metresPerMillimetre": 10}',
    'ocadtiles00000000000aa', 'ocadtiles00000000000ab', 2, '2026-06-01 08:00+00');
