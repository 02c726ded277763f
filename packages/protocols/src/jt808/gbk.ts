const GBK = new TextDecoder('gbk');

/** Text of the standard (section 4.2: STRING is GBK), up to the first zero byte and without spaces around it. */
export function readText(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return GBK.decode(end < 0 ? bytes : bytes.subarray(0, end)).trim();
}
