import type pg from 'pg';

/** Bytes from which a parameter is sent as it is. */
const MIN_LARGE_BYTES = 4_096;
const NULL_LENGTH = -1;
/** Format codes of parameters and results. */
const FORMAT = { text: 0, binary: 1 } as const;

/** What the driver calls on a connection, which the types of a client do not show. */
interface Connected {
  readonly connection: Pick<pg.Connection, 'bind'> & { readonly stream: NodeJS.WritableStream };
}

type Bind = Parameters<pg.Connection['bind']>;

/**
 * Sends large binary parameters of a client from the buffers that contain them. The driver copies all parameters into
 * one buffer, which it enlarges by half and copies again until they fit: some three times their size in garbage.
 */
export function sendLargeParametersDirectly(client: pg.ClientBase): void {
  const { connection } = client as unknown as Connected;
  const bind = connection.bind.bind(connection);
  connection.bind = (...[config, more]: Bind) => {
    const values = config?.values ?? [];
    if (config === null || !values.some(isLarge)) {
      bind(config, more);
      return;
    }
    if (!connection.stream.writable) return;
    // The driver has corked the stream: they leave together.
    for (const part of partsOf(config, values)) connection.stream.write(part);
  };
}

function isLarge(value: unknown): value is Buffer {
  return Buffer.isBuffer(value) && value.length >= MIN_LARGE_BYTES;
}

/**
 * A Bind message of PostgreSQL's protocol, version 3: names of portal and statement, formats of the parameters, the
 * parameters with their lengths, and the format of the results.
 */
function partsOf(config: pg.BindConfig, values: NonNullable<pg.BindConfig['values']>): readonly Buffer[] {
  const { valueMapper = (value: unknown) => value } = config;
  const parameters = values.map((value, index): Buffer | string | null => valueMapper(value, index) ?? null);
  const names = Buffer.from(`${config.portal ?? ''}\0${config.statement ?? ''}\0`);
  const formats = parameters.map((value) => (Buffer.isBuffer(value) ? FORMAT.binary : FORMAT.text));
  const body: Buffer[] = [names, int16s([formats.length, ...formats, parameters.length])];
  for (const value of parameters) {
    const bytes = value === null || Buffer.isBuffer(value) ? value : Buffer.from(value);
    body.push(int32(bytes?.length ?? NULL_LENGTH));
    if (bytes !== null) body.push(bytes);
  }
  body.push(int16s([1, config.binary ? FORMAT.binary : FORMAT.text]));
  const length = body.reduce((sum, part) => sum + part.length, 4);
  return [Buffer.from('B'), int32(length), ...body];
}

function int16s(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeInt16BE(value, index * 2);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}
