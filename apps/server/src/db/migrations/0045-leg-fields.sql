-- Where legs began and ended (`LegField` in apps/server/src/aviation/leg-fields.ts), null: no field is near; and the times
-- that an editor corrected: epoch milliseconds by the names of `LEG_TIMES`, with the login `by`, null: none.
alter table leg add column departure jsonb, add column arrival jsonb, add column corrected jsonb;
