import type { Report } from '@wakeline/domain/reports/report';
import { dropImpossibleValues, validateReport } from '@wakeline/domain/reports/validate-report';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

interface UnregisteredDevice {
  readonly protocol: string;
  address: string;
  readonly firstTime: number;
  lastTime: number;
  count: number;
  position: KnownPosition | null;
}

/** A position with the time of its fix, epoch milliseconds. */
export interface KnownPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly fixTime: number;
}

/**
 * The newest position in the reports of an unregistered device. Null if there is none that could be stored for a
 * registered one.
 */
export function lastPositionOf(reports: readonly Report[], now: number): KnownPosition | null {
  let last: KnownPosition | null = null;
  for (const report of reports) {
    if (validateReport(report, now, OLDEST_FIX) !== null) continue;
    const { fix, time } = dropImpossibleValues(report);
    if (fix === null || !fix.valid || time < (last?.fixTime ?? OLDEST_FIX)) continue;
    last = { latitude: fix.latitude, longitude: fix.longitude, fixTime: time };
  }
  return last;
}

/** Times before it cannot be presented. */
const OLDEST_FIX = 0;

/**
 * Maximum length of a listed device number: `unregistered_device.imei` is a key, and an unknown sender may send
 * anything.
 */
const MAX_ID_LENGTH = 64;

/** One rejected frame or request. */
export interface Sighting {
  readonly protocol: string;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly position: KnownPosition | null;
}

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

  record(deviceId: string, { protocol, address, now, position }: Sighting): void {
    const number = deviceId.replaceAll('\0', '').slice(0, MAX_ID_LENGTH).toWellFormed();
    const seen = this.#seen.get(number);
    if (seen !== undefined) {
      seen.lastTime = now;
      seen.address = address;
      seen.count++;
      seen.position = newest(seen.position, position);
    } else if (this.#seen.size < this.#limit) {
      this.#seen.set(number, { protocol, address, firstTime: now, lastTime: now, count: 1, position });
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
        const rows = [...seen].map(([imei, { position, ...device }]) => ({ imei, ...device, ...position }));
        if (rows.length > 0) {
          await sql`
            insert into unregistered_device
              (imei, protocol, first_time, last_time, address, count, latitude, longitude, fix_time)
            select imei, protocol, to_timestamp("firstTime" / 1000.0), to_timestamp("lastTime" / 1000.0), address, count,
              latitude, longitude, to_timestamp("fixTime" / 1000.0)
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
              as row (imei text, protocol text, "firstTime" float8, "lastTime" float8, address text, count bigint,
                latitude float8, longitude float8, "fixTime" float8)
            on conflict (imei) do update set
              protocol = excluded.protocol, last_time = excluded.last_time, address = excluded.address,
              count = unregistered_device.count + excluded.count,
              (latitude, longitude, fix_time) = (
                select fix.* from (values
                  (excluded.latitude, excluded.longitude, excluded.fix_time),
                  (unregistered_device.latitude, unregistered_device.longitude, unregistered_device.fix_time)
                ) as fix (latitude, longitude, fix_time)
                order by fix.fix_time desc nulls last limit 1)`.execute(tx);
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
    } else {
      const count = newer.count + device.count;
      const position = newest(device.position, newer.position);
      this.#seen.set(imei, { ...newer, firstTime: device.firstTime, count, position });
    }
  }
}

function newest(before: KnownPosition | null, after: KnownPosition | null): KnownPosition | null {
  if (before === null || after === null) return after ?? before;
  return after.fixTime >= before.fixTime ? after : before;
}
