export type SqlValue = string | number | boolean | Date | Buffer | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A connection to a database of Traccar. Its session is in UTC and reads only. */
export interface SqlConnection {
  readonly dialect: 'postgres' | 'mysql';
  /** Parameters are `?` in the text. */
  query(text: string, values?: readonly (string | number)[]): Promise<readonly SqlRow[]>;
  close(): Promise<void>;
}

/** Epoch milliseconds of a column with a time, which Traccar stores in UTC. */
export function epochOf(dialect: SqlConnection['dialect'], column: string): string {
  return dialect === 'postgres'
    ? `(extract(epoch from ${column}) * 1000)::float8`
    : `(unix_timestamp(${column}) * 1000)`;
}

/** The value of a column of times as text, with all of its digits, to be compared with the column again. */
export function textOf(dialect: SqlConnection['dialect'], column: string): string {
  return dialect === 'postgres' ? `${column}::text` : `cast(${column} as char)`;
}

export function toText(value: SqlValue | undefined): string {
  if (value === null || value === undefined) return '';
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
}

export function toTextOrNull(value: SqlValue | undefined): string | null {
  return value === null || value === undefined ? null : toText(value);
}

/** Some databases return numbers as text, to keep all digits. */
export function toNumberOrNull(value: SqlValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

export function toNumber(value: SqlValue | undefined): number {
  return toNumberOrNull(value) ?? Number.NaN;
}

/** Booleans are `boolean` in PostgreSQL, and `bit(1)` or `tinyint` in MySQL, depending on the version of Liquibase. */
export function toBoolean(value: SqlValue | undefined): boolean {
  if (Buffer.isBuffer(value)) return value.some((byte) => byte !== 0);
  return value === true || value === 1 || value === '1' || value === 't';
}
