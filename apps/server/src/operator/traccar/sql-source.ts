import type {
  TraccarDevice,
  TraccarGeofence,
  TraccarGroup,
  TraccarPosition,
  TraccarSource,
  TraccarUser,
} from './source.ts';
import {
  epochOf,
  type SqlConnection,
  type SqlRow,
  textOf,
  toBoolean,
  toNumber,
  toNumberOrNull,
  toText,
  toTextOrNull,
} from './sql-connection.ts';
import { readSchema, type TraccarSchema } from './sql-schema.ts';

/** Positions per page: each has up to 4,000 characters of attributes. */
const PAGE_SIZE = 5_000;

/**
 * Reads the database of a Traccar.
 *
 * @throws TraccarSourceError if the database has no Traccar of a supported version
 */
export async function openSqlSource(connection: SqlConnection): Promise<TraccarSource> {
  return new SqlSource(connection, await readSchema(connection));
}

class SqlSource implements TraccarSource {
  readonly #connection: SqlConnection;
  readonly #schema: TraccarSchema;

  constructor(connection: SqlConnection, schema: TraccarSchema) {
    this.#connection = connection;
    this.#schema = schema;
  }

  async groups(): Promise<readonly TraccarGroup[]> {
    const rows = await this.#connection.query('select id, name, groupid from tc_groups order by id');
    return rows.map((row) => ({
      id: toNumber(row.id),
      name: toText(row.name),
      parentId: toNumberOrNull(row.groupid),
    }));
  }

  async devices(): Promise<readonly TraccarDevice[]> {
    const rows = await this.#connection.query(`
      select id, name, uniqueid, groupid, phone, model, contact, category, disabled,
        ${this.#epoch('tc_devices', 'expirationtime')} as expires
      from tc_devices order by id`);
    return rows.map((row) => ({
      id: toNumber(row.id),
      name: toText(row.name),
      uniqueId: toText(row.uniqueid),
      groupId: toNumberOrNull(row.groupid),
      phone: toText(row.phone),
      model: toText(row.model),
      contact: toText(row.contact),
      category: toText(row.category),
      disabled: toBoolean(row.disabled),
      expiresAt: toNumberOrNull(row.expires),
    }));
  }

  async users(): Promise<readonly TraccarUser[]> {
    const groups = await this.#links('tc_user_group', 'userid', 'groupid');
    const devices = await this.#links('tc_user_device', 'userid', 'deviceid');
    const rows = await this.#connection.query(`
      select id, name, email, administrator, readonly, disabled,
        ${this.#epoch('tc_users', 'expirationtime')} as expires
      from tc_users order by id`);
    return rows.map((row) => ({
      id: toNumber(row.id),
      name: toText(row.name),
      email: toText(row.email),
      administrator: toBoolean(row.administrator),
      readonly: toBoolean(row.readonly),
      disabled: toBoolean(row.disabled),
      expiresAt: toNumberOrNull(row.expires),
      groupIds: groups.get(toNumber(row.id)) ?? [],
      deviceIds: devices.get(toNumber(row.id)) ?? [],
    }));
  }

  async geofences(): Promise<readonly TraccarGeofence[]> {
    const groups = await this.#links('tc_group_geofence', 'geofenceid', 'groupid');
    const devices = await this.#links('tc_device_geofence', 'geofenceid', 'deviceid');
    const rows = await this.#connection.query(
      'select id, name, description, area, attributes, calendarid from tc_geofences order by id',
    );
    return rows.map((row) => ({
      id: toNumber(row.id),
      name: toText(row.name),
      description: toText(row.description),
      area: toText(row.area),
      attributes: toTextOrNull(row.attributes),
      hasCalendar: toNumberOrNull(row.calendarid) !== null,
      groupIds: groups.get(toNumber(row.id)) ?? [],
      deviceIds: devices.get(toNumber(row.id)) ?? [],
    }));
  }

  async *positions(deviceId: number, from: number): AsyncGenerator<readonly TraccarPosition[]> {
    const { dialect } = this.#connection;
    // Continues behind the last row of the page: the index on device and fix time finds it.
    const page = `
      select id, ${epochOf(dialect, 'fixtime')} as fixms, ${textOf(dialect, 'fixtime')} as fixtext, valid,
        latitude, longitude, altitude, speed, course, accuracy, attributes
      from tc_positions
      where deviceid = ? and fixtime >= ? and (fixtime > ? or id > ?)
      order by fixtime, id limit ${PAGE_SIZE}`;
    let [time, id] = [toSqlTime(from), 0];
    for (;;) {
      const rows = await this.#connection.query(page, [deviceId, time, time, id]);
      if (rows.length > 0) yield rows.map(toPosition);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE_SIZE) return;
      [time, id] = [toText(last.fixtext), toNumber(last.id)];
    }
  }

  async countBefore(deviceId: number, time: number): Promise<number> {
    const [row] = await this.#connection.query(
      'select count(*) as count from tc_positions where deviceid = ? and fixtime < ?',
      [deviceId, toSqlTime(time)],
    );
    return toNumber(row?.count);
  }

  async countOthers(): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const [kind, table] of Object.entries(this.#schema.others)) {
      const [row] = await this.#connection.query(`select count(*) as count from ${table}`);
      const count = toNumber(row?.count);
      if (count > 0) counts[kind] = count;
    }
    return counts;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Ids of the other side of a link table, by the id of one side. */
  async #links(table: string, one: string, other: string): Promise<ReadonlyMap<number, readonly number[]>> {
    const rows = await this.#connection.query(
      `select distinct ${one} as one, ${other} as other from ${table} order by ${one}, ${other}`,
    );
    const grouped = Map.groupBy(rows, (row) => toNumber(row.one));
    return new Map([...grouped].map(([id, links]) => [id, links.map((row) => toNumber(row.other))]));
  }

  /** A column of times that older versions do not have. */
  #epoch(table: string, column: string): string {
    return this.#schema.has(table, column) ? epochOf(this.#connection.dialect, column) : 'null';
  }
}

/** A time as text for a column without time zone: `2026-06-01 12:00:00.000`. */
function toSqlTime(time: number): string {
  return new Date(time).toISOString().replace('T', ' ').replace('Z', '');
}

function toPosition(row: SqlRow): TraccarPosition {
  return {
    id: toNumber(row.id),
    fixTime: Math.floor(toNumber(row.fixms)),
    valid: toBoolean(row.valid),
    latitude: toNumber(row.latitude),
    longitude: toNumber(row.longitude),
    altitude: toNumberOrNull(row.altitude),
    speed: toNumberOrNull(row.speed),
    course: toNumberOrNull(row.course),
    accuracy: toNumberOrNull(row.accuracy),
    attributes: toTextOrNull(row.attributes),
  };
}
