/** Table for half a byte of CRC-16 with the polynomial 0xA001 (FIT Protocol, "CRC"). */
const TABLE = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000,
  0x9c01, 0x8801, 0x4400,
];

/** The FIT checksum of these bytes, continued from `initial`: 0 at the start of a file. */
export function computeFitCrc(bytes: Uint8Array, initial = 0): number {
  let crc = initial;
  for (const byte of bytes) {
    crc = (crc >> 4) ^ (TABLE[crc & 15] ?? 0) ^ (TABLE[byte & 15] ?? 0);
    crc = (crc >> 4) ^ (TABLE[crc & 15] ?? 0) ^ (TABLE[byte >> 4] ?? 0);
  }
  return crc;
}
