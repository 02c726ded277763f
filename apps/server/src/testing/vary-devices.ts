import pg from 'pg';

/**
 * Gives the devices of a fleet different models, protocols, labels, cards, validities and states, deterministic by
 * their ids. A tenth of them has never reported.
 */
export async function varyDevices(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`
      update tracker set
        model = (array['GT06N', 'Bench 808', 'V808', 'TK103', 'OsmAnd', ''])[1 + tracker_id % 6],
        protocol = (array['jt808', 'gt06', 'osmand', null])[1 + tracker_id % 4],
        label = case when tracker_id % 3 = 0 then (tracker_id % 997)::text else '' end,
        iot_card = '8986' || lpad((tracker_id::bigint * 7919)::text, 12, '0'),
        valid_until = case when tracker_id % 5 > 0 then now() + (tracker_id % 900 - 100) * interval '1 day' end,
        created_at = now() - tracker_id * interval '7 seconds'`);
    await client.query(`
      update tracker_state set
        status = (array['RUNNING', 'STOP', 'STOP', 'OFFLINE', 'SOS'])[1 + tracker_id % 5],
        comm_time = comm_time - (tracker_id::bigint * 7919 % 1000000) * 1000::bigint,
        activated_at = comm_time,
        battery = case when tracker_id % 4 > 0 then tracker_id % 101 end,
        mileage = tracker_id::bigint * 7919 % 1000000`);
    await client.query('delete from tracker_state where tracker_id % 10 = 0');
    await client.query('vacuum analyze tracker, tracker_state');
  } finally {
    await client.end();
  }
}
