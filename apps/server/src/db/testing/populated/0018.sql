-- What the program of 0018-imported-identities.sql kept besides. Never edited once it is released.
insert into import_identity (account_id, origin, kind, source_id, target_type, target_id, resume_at) values
  (1, 'traccar', 'device', 12, 'tracker', 1, 1780300800000), (1, 'traccar', 'geofence', 3, 'fence', 1, null);
