/**
 * Format of the serving cell, big-endian.
 *
 * | bytes  | meaning                                                            |
 * | ------ | ------------------------------------------------------------------ |
 * | 2      | mobile country code (MCC); highest bit: the MNC has 2 bytes        |
 * | 1 or 2 | mobile network code (MNC)                                          |
 * | 2 or 4 | location area code (LAC)                                           |
 * | 2 to 8 | cell id                                                            |
 */
export interface CellFormat {
  /** 2 in messages whose MNC always has two bytes. */
  readonly mncLength: 1 | 2;
  readonly lacLength: 2 | 4;
  readonly cellIdLength: 2 | 3 | 4 | 8;
}

export const CELL_FORMATS = {
  /** Concox GT06 v1.8.1 section 5.2.1.10 to 5.2.1.13. */
  gsm: { mncLength: 1, lacLength: 2, cellIdLength: 3 },
  /** Older firmware, and the lists in 0x17 and 0x69. */
  short: { mncLength: 1, lacLength: 2, cellIdLength: 2 },
  /** S11L and others that send UMTS or LTE cells in GSM messages. */
  long: { mncLength: 1, lacLength: 2, cellIdLength: 4 },
  /** GT02 v1.3: 0x31 to 0x34; also 0x11. */
  wide: { mncLength: 2, lacLength: 2, cellIdLength: 4 },
  /** Concox JM-VL03 v1.1.2: 0xa0 to 0xa7. */
  lte: { mncLength: 1, lacLength: 4, cellIdLength: 8 },
} as const satisfies Record<string, CellFormat>;

const LONG_MNC_FLAG = 0x8000;
/** MCC of devices that fill an unknown cell with ones. */
const UNKNOWN_MCC = 0xffff;
/** Assigned MCCs (ITU-T E.212): 200 to 799, and 901 for maritime and aeronautical networks. */
const MCC_RANGE = { first: 200, last: 799, shared: 901 };

/** Length of a GSM cell with an MNC of 1 byte. */
export const CELL_LENGTH = 8;

/** Length of MCC and MNC at `offset`. */
function networkCodeLength(content: Buffer, offset: number, format: CellFormat): number {
  const mcc = content.readUInt16BE(offset);
  const hasLongMnc = (mcc & LONG_MNC_FLAG) !== 0 && mcc !== UNKNOWN_MCC;
  return 2 + (hasLongMnc ? 2 : format.mncLength);
}

/** Length of the cell at `offset`; null if even its MCC is incomplete. */
export function cellLengthAt(content: Buffer, offset: number, format: CellFormat): number | null {
  if (offset + 2 > content.length) return null;
  return networkCodeLength(content, offset, format) + format.lacLength + format.cellIdLength;
}

/** Whether a cell can start at `offset`: an assigned MCC, or the zeros or ones of an unknown cell. */
export function isCellAt(content: Buffer, offset: number): boolean {
  if (offset + 2 > content.length) return false;
  if (content.readUInt16BE(offset) === UNKNOWN_MCC) return true;
  const mcc = content.readUInt16BE(offset) & ~LONG_MNC_FLAG;
  const { first, last, shared } = MCC_RANGE;
  return mcc === 0 || mcc === shared || (mcc >= first && mcc <= last);
}

/** `mcc,mnc,lac,cell`, as in Traccar Client; null for an unknown cell. The content must be long enough. */
export function readCell(content: Buffer, offset: number, format: CellFormat): string | null {
  const mcc = content.readUInt16BE(offset);
  if (mcc === 0 || mcc === UNKNOWN_MCC) return null;
  const { network, length } = readNetwork(content, offset, format);
  const cell = readTower(content, offset + length, format);
  return cell === null ? null : `${network},${cell}`;
}

/** `mcc,mnc` and their length in bytes. */
export function readNetwork(
  content: Buffer,
  offset: number,
  format: CellFormat,
): { readonly network: string; readonly length: number } {
  const length = networkCodeLength(content, offset, format);
  const mcc = content.readUInt16BE(offset) & ~LONG_MNC_FLAG;
  return { network: `${mcc},${content.readUIntBE(offset + 2, length - 2)}`, length };
}

/** `lac,cell`; null if both are 0. */
export function readTower(content: Buffer, offset: number, format: CellFormat): string | null {
  const { lacLength, cellIdLength } = format;
  const lac = content.readUIntBE(offset, lacLength);
  const cellId =
    cellIdLength === 8
      ? content.readBigUInt64BE(offset + lacLength).toString()
      : content.readUIntBE(offset + lacLength, cellIdLength).toString();
  return lac === 0 && cellId === '0' ? null : `${lac},${cellId}`;
}
