import { z } from 'zod';
import { ApiClient } from './api-client.ts';
import type {
  TraccarDevice,
  TraccarGeofence,
  TraccarGroup,
  TraccarPosition,
  TraccarSource,
  TraccarUser,
} from './source.ts';

/** Lists that are only counted, by the name for the report. */
const OTHERS: Readonly<Record<string, string>> = {
  'computed attributes': 'attributes/computed',
  calendars: 'calendars',
  commands: 'commands',
  drivers: 'drivers',
  'maintenance items': 'maintenance',
  notifications: 'notifications',
};

const DAY = 86_400_000;
/** Interval of the first request for positions of a device, and the largest and the smallest one. */
const INTERVAL = { first: 30 * DAY, max: 400 * DAY, min: 60_000 };
/** Positions in a response below which the next interval is longer. */
const FEW_POSITIONS = 5_000;

const id = z.number();
/** 0: none. */
const link = z
  .number()
  .nullish()
  .transform((value) => (value === undefined || value === null || value === 0 ? null : value));
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true);
/** ISO 8601 with time zone, as epoch milliseconds. */
const time = z
  .string()
  .nullish()
  .transform((value) => (value === undefined || value === null ? null : Date.parse(value)));
const number = z
  .number()
  .nullish()
  .transform((value) => value ?? null);
/** Back to JSON, as the database has them. */
const attributes = z
  .unknown()
  .transform((value) => (value === undefined || value === null ? null : JSON.stringify(value)));

const group = z.object({ id, name: text, groupId: link });
const device = z.object({
  id,
  name: text,
  uniqueId: text,
  groupId: link,
  phone: text,
  model: text,
  contact: text,
  category: text,
  disabled: flag,
  expirationTime: time,
});
const user = z.object({
  id,
  name: text,
  email: text,
  administrator: flag,
  readonly: flag,
  disabled: flag,
  expirationTime: time,
});
const geofence = z.object({ id, name: text, description: text, area: text, attributes, calendarId: link });
const position = z.object({
  id,
  fixTime: time,
  valid: flag,
  latitude: number,
  longitude: number,
  altitude: number,
  speed: number,
  course: number,
  accuracy: number,
  attributes,
});
const identified = z.object({ id });

/**
 * Connects to the API of a Traccar with the token of an administrator.
 *
 * @param now epoch milliseconds
 * @throws TraccarSourceError if it cannot be reached, is no supported Traccar, or the token has not all rights
 */
export async function openApiSource(url: string, token: string, now: number): Promise<TraccarSource> {
  const client = new ApiClient(url, token);
  await client.check(now);
  return new ApiSource(client, now);
}

class ApiSource implements TraccarSource {
  readonly #client: ApiClient;
  readonly #now: number;

  constructor(client: ApiClient, now: number) {
    this.#client = client;
    this.#now = now;
  }

  async groups(): Promise<readonly TraccarGroup[]> {
    const rows = await this.#client.list('groups?all=true', group);
    return byId(rows.map(({ groupId, ...row }) => ({ ...row, parentId: groupId })));
  }

  async devices(): Promise<readonly TraccarDevice[]> {
    const rows = await this.#client.list('devices?all=true', device);
    return byId(rows.map(({ expirationTime, ...row }) => ({ ...row, expiresAt: expirationTime })));
  }

  async users(): Promise<readonly TraccarUser[]> {
    const users: TraccarUser[] = [];
    for (const { expirationTime, ...row } of await this.#client.list('users', user)) {
      const groupIds = await this.#ids(`groups?userId=${row.id}`);
      const deviceIds = await this.#ids(`devices?userId=${row.id}`);
      users.push({ ...row, expiresAt: expirationTime, groupIds, deviceIds });
    }
    return byId(users);
  }

  async geofences(): Promise<readonly TraccarGeofence[]> {
    const rows = await this.#client.list('geofences?all=true', geofence);
    if (rows.length === 0) return [];
    const groups = await this.#links('groups', 'groupId');
    const devices = await this.#links('devices', 'deviceId');
    return byId(
      rows.map(({ calendarId, ...row }) => ({
        ...row,
        hasCalendar: calendarId !== null,
        groupIds: groups.get(row.id) ?? [],
        deviceIds: devices.get(row.id) ?? [],
      })),
    );
  }

  async *positions(deviceId: number, from: number): AsyncGenerator<readonly TraccarPosition[]> {
    // Later ones are refused; a day of them is read, to be counted.
    const end = this.#now + DAY;
    let interval = INTERVAL.first;
    for (let start = from; start < end; ) {
      const to = Math.min(start + interval, end);
      const page = await this.#readInterval(deviceId, start, to, interval > INTERVAL.min);
      if (page === null) {
        interval = Math.max(INTERVAL.min, Math.floor(interval / 2));
        continue;
      }
      if (page.length > 0) yield page;
      if (page.length < FEW_POSITIONS) interval = Math.min(INTERVAL.max, interval * 2);
      start = to;
    }
  }

  async countBefore(): Promise<null> {
    return null;
  }

  async countOthers(): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const [kind, path] of Object.entries(OTHERS)) {
      const { length } = await this.#ids(`${path}?all=true`);
      if (length > 0) counts[kind] = length;
    }
    return counts;
  }

  async close(): Promise<void> {
    // There is no connection: each request ends on its own.
  }

  /** The positions from `start` to before `to`, in time order; null: too many for one response. */
  async #readInterval(
    deviceId: number,
    start: number,
    to: number,
    divisible: boolean,
  ): Promise<readonly TraccarPosition[] | null> {
    const query = new URLSearchParams({
      deviceId: String(deviceId),
      from: new Date(start).toISOString(),
      // Included, and stored with more digits than milliseconds: the later ones are left to the next interval.
      to: new Date(to).toISOString(),
    });
    const rows = divisible
      ? await this.#client.listUpTo(`positions?${query}`, position)
      : await this.#client.list(`positions?${query}`, position);
    if (rows === null) return null;
    return rows
      .map(toPosition)
      .filter(({ fixTime }) => !(fixTime >= to))
      .sort((a, b) => a.fixTime - b.fixTime || a.id - b.id);
  }

  async #ids(path: string): Promise<readonly number[]> {
    return (await this.#client.list(path, identified)).map((row) => row.id);
  }

  /** Ids of the groups or devices that a geofence is linked to, by the id of the geofence. */
  async #links(objects: string, parameter: string): Promise<ReadonlyMap<number, readonly number[]>> {
    const linked = new Map<number, number[]>();
    for (const objectId of await this.#ids(`${objects}?all=true`)) {
      for (const fenceId of await this.#ids(`geofences?all=true&${parameter}=${objectId}`)) {
        linked.set(fenceId, [...(linked.get(fenceId) ?? []), objectId]);
      }
    }
    return linked;
  }
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => a.id - b.id);
}

function toPosition({ fixTime, latitude, longitude, ...row }: z.output<typeof position>): TraccarPosition {
  return {
    ...row,
    fixTime: fixTime ?? Number.NaN,
    latitude: latitude ?? Number.NaN,
    longitude: longitude ?? Number.NaN,
  };
}
