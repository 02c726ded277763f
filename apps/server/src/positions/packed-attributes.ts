import type { AttributeValue } from '@wakeline/domain/reports/report';
import { DEVICE_FLAGS, type DeviceFlag, flagBits } from '@wakeline/domain/tracks/device-flags';
import { ATTRIBUTE_NUMBERS } from './attribute-names.ts';
import type { ByteReader, ByteWriter } from './byte-writer.ts';

/**
 * The encoding of attributes, one after the other up to the end of the bytes. For each:
 *
 * | what  | as                                                                                                    |
 * | ----- | ----------------------------------------------------------------------------------------------------- |
 * | name  | varint (its number of ATTRIBUTE_NUMBERS) * 8 + kind; 0 * 8 + kind and the name as text for another one |
 * | value | nothing for false and true; signed varint; count of decimals and signed varint; 8 bytes; text         |
 *
 * Numbers are read back exactly. Flags of `DEVICE_FLAGS` come first, so that they are found without reading the others.
 */
const KIND = { no: 0, yes: 1, integer: 2, decimal: 3, double: 4, text: 5 } as const;
const KIND_COUNT = 8;
/** Integers up to here fit a signed varint. */
const MAX_INTEGER = 2 ** 52;
const MAX_DECIMALS = 7;

const numberOf = new Map(Object.entries(ATTRIBUTE_NUMBERS));
const nameOf = new Map(Object.entries(ATTRIBUTE_NUMBERS).map(([name, number]) => [number, name]));

/** Flags by the byte that encodes both name and value; their names are among the first fifteen. */
const FLAG_BITS = new Map(
  (Object.keys(DEVICE_FLAGS) as DeviceFlag[]).flatMap((flag) =>
    [false, true].map((isSet): [byte: number, bits: number] => [
      (numberOf.get(flag) ?? 0) * KIND_COUNT + (isSet ? KIND.yes : KIND.no),
      flagBits(flag, isSet),
    ]),
  ),
);
/** Maximum length of the flags in bytes. */
export const FLAGS_BYTES = Object.keys(DEVICE_FLAGS).length;

export function writeAttributes(
  writer: ByteWriter,
  names: readonly string[],
  attributes: Readonly<Record<string, AttributeValue>>,
): void {
  for (const name of names) {
    const value = attributes[name];
    if (value !== undefined && isFlag(name, value)) writeAttribute(writer, name, value);
  }
  for (const name of names) {
    const value = attributes[name];
    if (value !== undefined && !isFlag(name, value)) writeAttribute(writer, name, value);
  }
}

/** A device may send anything under the name of a flag; a value that is not boolean is an ordinary attribute. */
function isFlag(name: string, value: AttributeValue): boolean {
  return Object.hasOwn(DEVICE_FLAGS, name) && typeof value === 'boolean';
}

/** Reads only the flags of `DEVICE_FLAGS`, from attributes that start here and end before `end`. */
export function readFlags(reader: ByteReader, end: number): number {
  let flags = 0;
  while (reader.offset < end) {
    const bits = FLAG_BITS.get(reader.byte());
    if (bits === undefined) break;
    flags |= bits;
  }
  return flags;
}

function writeAttribute(writer: ByteWriter, name: string, value: AttributeValue): void {
  if (typeof value === 'boolean') {
    writeName(writer, name, value ? KIND.yes : KIND.no);
  } else if (typeof value === 'string') {
    writeName(writer, name, KIND.text);
    writer.text(value);
  } else {
    writeNumber(writer, name, value);
  }
}

function writeNumber(writer: ByteWriter, name: string, value: number): void {
  if (Number.isInteger(value) && Math.abs(value) < MAX_INTEGER && !Object.is(value, -0)) {
    writeName(writer, name, KIND.integer);
    writer.signed(value);
    return;
  }
  const decimals = decimalsOf(value);
  if (decimals === null) {
    writeName(writer, name, KIND.double);
    writer.double(value);
    return;
  }
  writeName(writer, name, KIND.decimal);
  writer.byte(decimals);
  writer.signed(Math.round(value * 10 ** decimals));
}

/** The number of decimals that represent `value` exactly; null when too many would be needed. */
function decimalsOf(value: number): number | null {
  for (let decimals = 1; decimals <= MAX_DECIMALS; decimals++) {
    const scaled = Math.round(value * 10 ** decimals);
    if (Math.abs(scaled) >= MAX_INTEGER) return null;
    if (scaled !== 0 && scaled / 10 ** decimals === value) return decimals;
  }
  return null;
}

function writeName(writer: ByteWriter, name: string, kind: number): void {
  const number = numberOf.get(name);
  writer.varint((number ?? 0) * KIND_COUNT + kind);
  if (number === undefined) writer.text(name);
}

/** Throws a RangeError for bytes that `writeAttributes` cannot have written. */
export function readAttributes(reader: ByteReader): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  while (!reader.isAtEnd) {
    const head = reader.varint();
    const number = Math.floor(head / KIND_COUNT);
    const name = number === 0 ? reader.text() : nameOf.get(number);
    if (name === undefined) throw new RangeError(`no attribute has the number ${number}`);
    attributes[name] = readValue(reader, head % KIND_COUNT);
  }
  return attributes;
}

function readValue(reader: ByteReader, kind: number): AttributeValue {
  switch (kind) {
    case KIND.no:
      return false;
    case KIND.yes:
      return true;
    case KIND.integer:
      return reader.signed();
    case KIND.decimal: {
      const decimals = reader.byte();
      return reader.signed() / 10 ** decimals;
    }
    case KIND.double:
      return reader.double();
    case KIND.text:
      return reader.text();
    default:
      throw new RangeError(`no attribute is of kind ${kind}`);
  }
}
