-- What the program of 0046-flights.sql kept besides. Never edited once it is released.
insert into flight (account_id, flight_number, plane_id, departure, arrival, takeoff_time, arrival_time, alternate,
  people_on_board, note, leg_id, created_at, changed_at)
select account_id, 'CA1234', plane_id, '{"ident": "ZGKL", "landingPlaceId": null, "name": "Guilin"}',
  '{"ident": null, "landingPlaceId": 1, "name": "Meadow"}', '2026-11-24T01:00:00Z', '2026-11-24T02:00:00Z', 'ZGNN',
  4, 'survey', leg_id, '2026-11-23T01:00:00Z', '2026-11-23T01:00:00Z'
from leg order by leg_id limit 1;
