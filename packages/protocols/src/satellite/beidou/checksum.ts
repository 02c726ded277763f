/** XOR of the bytes between two offsets: the checksum of frames and sentences. */
export function xorOf(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum ^= bytes[at] ?? 0;
  return sum;
}
