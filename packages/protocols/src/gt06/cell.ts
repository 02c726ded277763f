/**
 * How the cell that serves a device is written, big-endian.
 *
 * | bytes  | meaning                                                            |
 * | ------ | ------------------------------------------------------------------ |
 * | 2      | mobile country code; its highest bit: the next has 2 bytes         |
 * | 1 or 2 | mobile network code                                                |
 * | 2 or 4 | location area                                                      |
 * | 2 to 8 | cell                                                               |
 */
export interface CellForm {
  /** 2 in messages whose network code has always two bytes. */
  readonly networkLength: 1 | 2;
  readonly areaLength: 2 | 4;
  readonly cellLength: 2 | 3 | 4 | 8;
}

export const CELL_FORMS = {
  /** Concox GT06 v1.8.1 section 5.2.1.10 to 5.2.1.13. */
  gsm: { networkLength: 1, areaLength: 2, cellLength: 3 },
  /** Of older firmware, and of the lists in 0x17 and 0x69. */
  short: { networkLength: 1, areaLength: 2, cellLength: 2 },
  /** S11L and others that send a cell of UMTS or LTE in the messages of GSM. */
  long: { networkLength: 1, areaLength: 2, cellLength: 4 },
  /** GT02 v1.3: 0x31 to 0x34; also 0x11. */
  wide: { networkLength: 2, areaLength: 2, cellLength: 4 },
  /** Concox JM-VL03 v1.1.2: 0xa0 to 0xa7. */
  lte: { networkLength: 1, areaLength: 4, cellLength: 8 },
} as const satisfies Record<string, CellForm>;

const LONG_NETWORK = 0x8000;
/** Country of a device that fills the cell it does not know with ones. */
const UNKNOWN = 0xffff;
/** Country codes that there are (ITU-T E.212): 200 to 799, and 901 of networks at sea and in the air. */
const COUNTRIES = { first: 200, last: 799, shared: 901 };

/** Length of a cell of GSM with a network code of 1 byte. */
export const CELL_LENGTH = 8;

/** Length of the country and network codes at `at`. */
function networkLength(content: Buffer, at: number, form: CellForm): number {
  const country = content.readUInt16BE(at);
  const isLong = (country & LONG_NETWORK) !== 0 && country !== UNKNOWN;
  return 2 + (isLong ? 2 : form.networkLength);
}

/** The length of a cell at `at`; null when not even its country is there. */
export function lengthOfCell(content: Buffer, at: number, form: CellForm): number | null {
  if (at + 2 > content.length) return null;
  return networkLength(content, at, form) + form.areaLength + form.cellLength;
}

/** Whether a cell can start at `at`: a country that there is, or zeros or ones of a device that knows none. */
export function startsCell(content: Buffer, at: number): boolean {
  if (at + 2 > content.length) return false;
  if (content.readUInt16BE(at) === UNKNOWN) return true;
  const country = content.readUInt16BE(at) & ~LONG_NETWORK;
  const { first, last, shared } = COUNTRIES;
  return country === 0 || country === shared || (country >= first && country <= last);
}

/** `mcc,mnc,area,cell`, as Traccar Client writes it; null when the device does not know it. The bytes must be there. */
export function cellText(content: Buffer, at: number, form: CellForm): string | null {
  const country = content.readUInt16BE(at);
  if (country === 0 || country === UNKNOWN) return null;
  const { network, length } = readNetwork(content, at, form);
  const cell = readTower(content, at + length, form);
  return cell === null ? null : `${network},${cell}`;
}

/** `mcc,mnc` and how long they are. */
export function readNetwork(
  content: Buffer,
  at: number,
  form: CellForm,
): { readonly network: string; readonly length: number } {
  const length = networkLength(content, at, form);
  const country = content.readUInt16BE(at) & ~LONG_NETWORK;
  return { network: `${country},${content.readUIntBE(at + 2, length - 2)}`, length };
}

/** `area,cell`; null when both are 0. */
export function readTower(content: Buffer, at: number, form: CellForm): string | null {
  const { areaLength, cellLength } = form;
  const area = content.readUIntBE(at, areaLength);
  const cell =
    cellLength === 8
      ? content.readBigUInt64BE(at + areaLength).toString()
      : content.readUIntBE(at + areaLength, cellLength).toString();
  return area === 0 && cell === '0' ? null : `${area},${cell}`;
}
