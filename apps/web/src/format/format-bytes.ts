const GIGABYTE = 1_000_000_000;
const MEGABYTE = 1_000_000;

/** "1.25 GB", "340 MB", "0.4 MB". Decimal units, as in the settings of encoders. */
export function formatBytes(bytes: number): string {
  if (bytes >= GIGABYTE) return `${(bytes / GIGABYTE).toFixed(2)} GB`;
  const megabytes = bytes / MEGABYTE;
  return `${megabytes >= 10 ? Math.round(megabytes) : megabytes.toFixed(1)} MB`;
}

/** "2.4 Mbit/s", "640 kbit/s". */
export function formatBitrate(bitsPerSecond: number): string {
  return bitsPerSecond >= MEGABYTE
    ? `${(bitsPerSecond / MEGABYTE).toFixed(1)} Mbit/s`
    : `${Math.round(bitsPerSecond / 1_000)} kbit/s`;
}
