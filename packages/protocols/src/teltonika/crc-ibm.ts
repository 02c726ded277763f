/** Reflected polynomial 0x8005. */
const POLYNOMIAL = 0xa001;

const TABLE = new Uint16Array(256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  TABLE[byte] = crc;
}

/** CRC-16/IBM of the protocol document, that is CRC-16/ARC: reflected 0x8005, initial value 0. `end` is exclusive. */
export function crcIbm(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0;
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return crc;
}
