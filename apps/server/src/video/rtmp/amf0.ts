/**
 * AMF 0, the encoding of commands and metadata in RTMP and FLV ("Action Message Format -- AMF 0", Adobe, 2007). Only the types
 * that encoders send; names of objects do not reach the prototype.
 */
export type AmfValue =
  | number
  | boolean
  | string
  | null
  | readonly AmfValue[]
  | { readonly [name: string]: AmfValue };

/** The input is not AMF 0, or is larger than any encoder's command. */
export class AmfError extends Error {
  override readonly name = 'AmfError';
}

const MAX_DEPTH = 8;
/** Values in one message. */
const MAX_VALUES = 2_000;

const NUMBER = 0;
const BOOLEAN = 1;
const STRING = 2;
const OBJECT = 3;
const NULL = 5;
const UNDEFINED = 6;
const ECMA_ARRAY = 8;
const OBJECT_END = 9;
const STRICT_ARRAY = 10;
const DATE = 11;
const LONG_STRING = 12;

/** Decodes the values of a message, one after the other. @throws AmfError */
export function decodeAmf(bytes: Buffer): readonly AmfValue[] {
  const reader = new AmfReader(bytes);
  const values: AmfValue[] = [];
  while (!reader.isAtEnd) values.push(reader.readValue(0));
  return values;
}

class AmfReader {
  readonly #bytes: Buffer;
  #offset = 0;
  #values = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  readValue(depth: number): AmfValue {
    this.#values += 1;
    if (depth > MAX_DEPTH || this.#values > MAX_VALUES) throw new AmfError('too many values');
    const type = this.#take(1)[0];
    switch (type) {
      case NUMBER:
        return this.#take(8).readDoubleBE();
      case BOOLEAN:
        return this.#take(1)[0] !== 0;
      case STRING:
        return this.#readText();
      case LONG_STRING:
        return this.#take(this.#take(4).readUInt32BE()).toString('utf8');
      case NULL:
      case UNDEFINED:
        return null;
      case DATE:
        return this.#take(10).readDoubleBE();
      case OBJECT:
        return this.#readFields(depth);
      case ECMA_ARRAY:
        this.#take(4);
        return this.#readFields(depth);
      case STRICT_ARRAY:
        return this.#readArray(depth);
      default:
        throw new AmfError(`unknown type ${type}`);
    }
  }

  #readFields(depth: number): AmfValue {
    const fields = new Map<string, AmfValue>();
    for (;;) {
      const name = this.#readText();
      if (name === '' && this.#bytes[this.#offset] === OBJECT_END) {
        this.#offset += 1;
        return Object.fromEntries(fields);
      }
      fields.set(name, this.readValue(depth + 1));
    }
  }

  #readArray(depth: number): AmfValue {
    const count = this.#take(4).readUInt32BE();
    if (count > MAX_VALUES) throw new AmfError('too many values');
    return Array.from({ length: count }, () => this.readValue(depth + 1));
  }

  #readText(): string {
    return this.#take(this.#take(2).readUInt16BE()).toString('utf8');
  }

  #take(length: number): Buffer {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new AmfError('ends too early');
    const taken = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return taken;
  }
}

/** Encodes values, one after the other. Strings have at most 65,535 bytes. */
export function encodeAmf(...values: readonly AmfValue[]): Buffer {
  return Buffer.concat(values.map(encodeValue));
}

function encodeValue(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([NULL]);
  if (typeof value === 'boolean') return Buffer.from([BOOLEAN, value ? 1 : 0]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([STRING]), encodeText(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (Array.isArray(value)) {
    const head = Buffer.from([STRICT_ARRAY, 0, 0, 0, 0]);
    head.writeUInt32BE(value.length, 1);
    return Buffer.concat([head, ...value.map(encodeValue)]);
  }
  return Buffer.concat([
    Buffer.from([OBJECT]),
    ...Object.entries(value).map(([name, field]) => Buffer.concat([encodeText(name), encodeValue(field)])),
    Buffer.from([0, 0, OBJECT_END]),
  ]);
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
