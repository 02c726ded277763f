import { connect } from '../../db/database.ts';
import { LEASE_MS } from '../queue/worker.ts';

/** Ends the leases of parts that a server took before a time (epoch milliseconds) when it was lost. */
export async function endLeases(databaseUrl: string, lostAt: number): Promise<void> {
  const database = connect(databaseUrl, 1);
  await database.db
    .updateTable('satellite_part')
    .set({ next_at: new Date(lostAt) })
    .where('state', '=', 'submitted')
    .where('next_at', '<=', new Date(lostAt + LEASE_MS))
    .execute();
  await database.close();
}
