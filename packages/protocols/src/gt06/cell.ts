/**
 * The cell that serves the device (Concox GT06 v1.8.1 section 5.2.1.9 to 5.2.1.12), big-endian.
 *
 * | bytes  | meaning                                                        |
 * | ------ | -------------------------------------------------------------- |
 * | 2      | mobile country code; its highest bit: the next has 2 bytes     |
 * | 1 or 2 | mobile network code                                            |
 * | 2      | location area                                                  |
 * | 3      | cell; 4 bytes in message 0x11, whose network code has always 2 |
 */
export interface Cell {
  /** `mcc,mnc,area,cell` as Traccar Client writes it; null when the device fills it with zeros. */
  readonly text: string | null;
  readonly length: number;
}

const LONG_NETWORK = 0x8000;

/** Length of a cell with a network code of 1 byte. */
export const CELL_LENGTH = 8;

/** The cell at `at`; null when there are not enough bytes for one. */
export function readCell(content: Buffer, at: number, wide = false): Cell | null {
  if (at + CELL_LENGTH > content.length) return null;
  const country = content.readUInt16BE(at);
  const networkLength = wide || (country & LONG_NETWORK) !== 0 ? 2 : 1;
  const cellLength = wide ? 4 : 3;
  const length = 2 + networkLength + 2 + cellLength;
  if (at + length > content.length) return null;
  const network = content.readUIntBE(at + 2, networkLength);
  const area = content.readUInt16BE(at + 2 + networkLength);
  const cell = content.readUIntBE(at + 4 + networkLength, cellLength);
  const mcc = country & ~LONG_NETWORK;
  return { text: mcc + area + cell === 0 ? null : `${mcc},${network},${area},${cell}`, length };
}
