import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

interface UnregisteredDevice {
  readonly protocol: string;
  address: string;
  readonly firstTime: number;
  lastTime: number;
  count: number;
}

/**
 * Maximum length of a listed device number: `unregistered_device.imei` is a key, and an unknown sender may send
 * anything.
 */
const MAX_ID_LENGTH = 64;

/**
 * Devices that report but are not registered. They are counted in memory and written periodically: a sender of a
 * thousand frames a second costs no more writes than one of a single frame.
 */
export class UnregisteredDevices {
  readonly #limit: number;
  #seen = new Map<string, UnregisteredDevice>();
  #hasRegistrations = true;

  constructor(limit: number) {
    this.#limit = limit;
  }

  record(deviceId: string, protocol: string, address: string, now: number): void {
    const number = deviceId.replaceAll('\0', '').slice(0, MAX_ID_LENGTH).toWellFormed();
    const seen = this.#seen.get(number);
    if (seen !== undefined) {
      seen.lastTime = now;
      seen.address = address;
      seen.count++;
    } else if (this.#seen.size < this.#limit) {
      this.#seen.set(number, { protocol, address, firstTime: now, lastTime: now, count: 1 });
    }
  }

  /** Trackers were registered: the next `flush` removes them from the list. */
  noteRegistration(): void {
    this.#hasRegistrations = true;
  }

  /** Writes the devices seen since the last flush, and trims the list to its limit: the most recently seen stay. */
  async flush(db: Db): Promise<void> {
    const seen = this.#seen;
    const hasRegistrations = this.#hasRegistrations;
    if (seen.size === 0 && !hasRegistrations) return;
    this.#seen = new Map();
    this.#hasRegistrations = false;
    try {
      await db.transaction().execute(async (tx) => {
        const rows = [...seen].map(([imei, device]) => ({ imei, ...device }));
        if (rows.length > 0) {
          await sql`
            insert into unregistered_device (imei, protocol, first_time, last_time, address, count)
            select imei, protocol, to_timestamp("firstTime" / 1000.0), to_timestamp("lastTime" / 1000.0), address, count
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
              as row (imei text, protocol text, "firstTime" float8, "lastTime" float8, address text, count bigint)
            on conflict (imei) do update set
              protocol = excluded.protocol, last_time = excluded.last_time, address = excluded.address,
              count = unregistered_device.count + excluded.count`.execute(tx);
        }
        await sql`delete from unregistered_device using tracker where ltrim(tracker.imei, '0') = ltrim(unregistered_device.imei, '0')`.execute(
          tx,
        );
        await sql`
          delete from unregistered_device where imei in (
            select imei from unregistered_device order by last_time desc offset ${this.#limit})`.execute(tx);
      });
    } catch (error) {
      this.#hasRegistrations = true;
      for (const [imei, device] of seen) this.#mergeBack(imei, device);
      throw error;
    }
  }

  #mergeBack(imei: string, device: UnregisteredDevice): void {
    const newer = this.#seen.get(imei);
    if (newer === undefined) {
      if (this.#seen.size < this.#limit) this.#seen.set(imei, device);
    } else this.#seen.set(imei, { ...newer, firstTime: device.firstTime, count: newer.count + device.count });
  }
}
