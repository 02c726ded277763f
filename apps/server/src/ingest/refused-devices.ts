import type { RejectionReason } from '@wakeline/contract/settings/account-settings';
import type { Protocol } from '@wakeline/protocols/protocol';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { RegisteredTracker } from './registry.ts';

interface RefusedDevice {
  reason: RejectionReason;
  protocol: string;
  address: string;
  readonly firstTime: number;
  lastTime: number;
  count: number;
}

/** Why a tracker may not report over this protocol, whatever credential it sends; null when it may. */
export function refusalReason(
  tracker: RegisteredTracker,
  { name, authenticates }: Pick<Protocol, 'name' | 'authenticates'>,
): Exclude<RejectionReason, 'not-proved'> | null {
  if (tracker.protocol !== null && tracker.protocol !== name) return 'other-protocol';
  return tracker.account.deviceAuth && !authenticates ? 'no-proof' : null;
}

/** Milliseconds for which a refusal stays listed after the last one. */
const RETENTION_MS = 30 * 86_400_000;

/**
 * Registered devices whose reports were refused, listed for their account. They are counted in memory and written
 * periodically, one row per tracker, however much they send.
 */
export class RefusedDevices {
  #seen = new Map<number, RefusedDevice>();

  record(
    trackerId: number,
    { now, ...details }: Pick<RefusedDevice, 'reason' | 'protocol' | 'address'> & { readonly now: number },
  ): void {
    const seen = this.#seen.get(trackerId);
    if (seen === undefined) {
      this.#seen.set(trackerId, { ...details, firstTime: now, lastTime: now, count: 1 });
      return;
    }
    Object.assign(seen, details);
    seen.lastTime = now;
    seen.count += 1;
  }

  /** Writes the refusals since the last flush, and deletes old ones. */
  async flush(db: Db): Promise<void> {
    const seen = this.#seen;
    if (seen.size === 0) return;
    this.#seen = new Map();
    const rows = [...seen].map(([trackerId, details]) => ({ trackerId, ...details }));
    const latest = Math.max(...rows.map(({ lastTime }) => lastTime));
    try {
      await db.transaction().execute(async (tx) => {
        // A tracker may have been removed meanwhile; the lock makes a concurrent removal wait.
        await sql`
          insert into refused_device (tracker_id, reason, protocol, address, first_time, last_time, count)
          select tracker.tracker_id, seen.reason, seen.protocol, seen.address,
            to_timestamp("firstTime" / 1000.0), to_timestamp("lastTime" / 1000.0), seen.count
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (
            "trackerId" int, reason text, protocol text, address text,
            "firstTime" float8, "lastTime" float8, count bigint)
          join tracker on tracker.tracker_id = "trackerId"
          for key share of tracker
          on conflict (tracker_id) do update set
            reason = excluded.reason, protocol = excluded.protocol, address = excluded.address,
            last_time = excluded.last_time, count = refused_device.count + excluded.count`.execute(tx);
        await sql`delete from refused_device where last_time < ${new Date(latest - RETENTION_MS)}`.execute(
          tx,
        );
      });
    } catch (error) {
      for (const [trackerId, details] of seen) this.#mergeBack(trackerId, details);
      throw error;
    }
  }

  #mergeBack(trackerId: number, older: RefusedDevice): void {
    const newer = this.#seen.get(trackerId);
    const merged = newer && { ...newer, firstTime: older.firstTime, count: newer.count + older.count };
    this.#seen.set(trackerId, merged ?? older);
  }
}
