import { TraccarSourceError } from './source.ts';
import { type SqlConnection, toText } from './sql-connection.ts';

/** Tables and columns of Traccar 4.0 that the import reads. Later versions have them all. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  tc_groups: ['id', 'name', 'groupid'],
  tc_devices: ['id', 'name', 'uniqueid', 'groupid', 'phone', 'model', 'contact', 'category', 'disabled'],
  tc_users: ['id', 'name', 'email', 'administrator', 'readonly', 'disabled', 'expirationtime'],
  tc_user_group: ['userid', 'groupid'],
  tc_user_device: ['userid', 'deviceid'],
  tc_geofences: ['id', 'name', 'description', 'area', 'attributes', 'calendarid'],
  tc_group_geofence: ['groupid', 'geofenceid'],
  tc_device_geofence: ['deviceid', 'geofenceid'],
  tc_positions: [
    'id',
    'deviceid',
    'fixtime',
    'valid',
    'latitude',
    'longitude',
    'altitude',
    'speed',
    'course',
    'accuracy',
    'attributes',
  ],
};

/** Tables of objects that cannot be imported, by the name for the report. */
const OTHERS: Readonly<Record<string, string>> = {
  'computed attributes': 'tc_attributes',
  calendars: 'tc_calendars',
  commands: 'tc_commands',
  drivers: 'tc_drivers',
  events: 'tc_events',
  'maintenance items': 'tc_maintenances',
  notifications: 'tc_notifications',
  orders: 'tc_orders',
};

/** Columns that are read, by table: those that all versions have, and those of later ones. */
export const IMPORTED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  ...REQUIRED,
  tc_devices: [...(REQUIRED.tc_devices ?? []), 'expirationtime'],
};

export const COUNTED_TABLES: ReadonlySet<string> = new Set(Object.values(OTHERS));

export interface TraccarSchema {
  has(table: string, column: string): boolean;
  /** The tables of `OTHERS` that this version has. */
  readonly others: Readonly<Record<string, string>>;
}

/**
 * Reads which tables and columns the database has.
 *
 * @throws TraccarSourceError if it has no Traccar of a supported version
 */
export async function readSchema(connection: SqlConnection): Promise<TraccarSchema> {
  const schemas =
    connection.dialect === 'postgres'
      ? 'table_schema = any (current_schemas(true))'
      : 'table_schema = database()';
  const rows = await connection.query(`
    select table_name as tablename, column_name as columnname from information_schema.columns where ${schemas}`);
  const columns = new Set(
    rows.map((row) => `${toText(row.tablename)}.${toText(row.columnname)}`.toLowerCase()),
  );
  const tables = new Set([...columns].map((path) => path.split('.')[0] ?? ''));
  checkTables(tables);
  const missing = Object.entries(REQUIRED).flatMap(([table, names]) =>
    names.map((name) => `${table}.${name}`).filter((path) => !columns.has(path)),
  );
  if (missing.length > 0) {
    throw new TraccarSourceError(
      `the database is not of a supported version of Traccar (4.0 or later): it lacks ${missing.slice(0, 5).join(', ')}`,
    );
  }
  return {
    has: (table, column) => columns.has(`${table}.${column}`),
    others: Object.fromEntries(Object.entries(OTHERS).filter(([, table]) => tables.has(table))),
  };
}

/** @throws TraccarSourceError if these are not the tables of Traccar 4.0 or later */
export function checkTables(tables: ReadonlySet<string>): void {
  if (tables.has('tc_devices')) return;
  const isOld = ['devices', 'positions', 'user_device'].every((table) => tables.has(table));
  throw new TraccarSourceError(
    isOld
      ? 'the database is of Traccar 3: start Traccar 4.0 or later on it once, which updates its tables'
      : 'the database has no tables of Traccar (tc_devices, ...)',
  );
}
