/** Reflected polynomial 0x1021. */
const POLYNOMIAL = 0x8408;

const TABLE = new Uint16Array(256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  TABLE[byte] = crc;
}

/**
 * CRC-ITU of the protocol document (appendix A), that is CRC-16/X-25: reflected 0x1021, initial value 0xffff, final
 * inversion. `end` is exclusive.
 */
export function crcItu(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0xffff;
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return ~crc & 0xffff;
}
