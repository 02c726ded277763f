/**
 * A copy that a session keeps, with memory of its own. `Buffer.from` cuts small copies out of a block of 64 KiB, which
 * is only released with the last of them.
 */
export function copyToKeep(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
