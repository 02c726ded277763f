-- What the altitude of the newest position is measured from: 2 the ellipsoid, 3 pressure; null: mean sea level.
alter table tracker_state add column altitude_kind smallint;
