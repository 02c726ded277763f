import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { DaySumsByDevice, NO_ACTIVITIES, NO_COUNTS } from './device-days.ts';

const COLUMNS = Object.keys({ ...NO_ACTIVITIES, ...NO_COUNTS }) as (
  | keyof typeof NO_ACTIVITIES
  | keyof typeof NO_COUNTS
)[];
/** Columns of the fastest fix: of the faster one of two. */
const FASTEST = ['max_speed', 'max_time', 'max_latitude', 'max_longitude'] as const;

const TYPES: Readonly<Partial<Record<(typeof COLUMNS)[number], string>>> = {
  trip_metres: 'float8',
  other_metres: 'float8',
  night_metres: 'float8',
  max_speed: 'real',
};

/** How a column of a stored day and an added one become one. */
function joined(column: (typeof COLUMNS)[number]): string {
  const [stored, added] = [`stored.${column}`, `excluded.${column}`];
  if (column === 'first_fix') return `least(${stored}, ${added})`;
  if (column === 'last_fix') return `greatest(${stored}, ${added})`;
  if (FASTEST.some((name) => name === column)) {
    return `case when excluded.max_speed > coalesce(stored.max_speed, -1) then ${added} else ${stored} end`;
  }
  if (column === 'ignition' || column === 'idle') {
    return `case when ${stored} is null then ${added} else ${stored} + coalesce(${added}, 0) end`;
  }
  return `${stored} + ${added}`;
}

const UPSERT = sql.raw(
  `on conflict (tracker_id, day) do update set ${COLUMNS.map((column) => `${column} = ${joined(column)}`).join(', ')}`,
);
const NAMES = sql.raw(COLUMNS.join(', '));

/** Sums that are added to the days of devices in one statement. */
export class DeviceDayRows extends DaySumsByDevice {
  /** Fails with a foreign-key violation when a device has been removed. */
  async write(tx: Tx): Promise<void> {
    if (this.rows.size === 0) return;
    // In one order, so that two transactions do not wait for each other.
    const rows = [...this.rows.values()].sort((a, b) => a.trackerId - b.trackerId || a.day - b.day);
    const values = COLUMNS.map((column) => {
      const type = sql.raw(TYPES[column] ?? 'bigint');
      const list = rows.map((row) => {
        const value = row[column];
        return value === null || TYPES[column] !== undefined ? value : Math.round(value);
      });
      return sql`${list}::${type}[]`;
    });
    await sql`
      insert into device_day as stored (tracker_id, day, ${NAMES})
      select * from unnest(${rows.map(({ trackerId }) => trackerId)}::int[], ${rows.map(({ day }) => day)}::int[],
        ${sql.join(values)})
      ${UPSERT}`.execute(tx);
  }
}
