/**
 * A line with an AIS sentence (IEC 61162-1, VDM and VDO), with an optional TAG block before it (IEC 61162-450):
 *
 *     \s:rORBCOMM,c:1426032000*56\!AIVDM,2,1,7,A,E4eHJhPR37q000...,0*4A
 *
 *     !AIVDM  talker and formatter; VDO: the own vessel of the receiver
 *     2,1,7   number of sentences, index of this one from 1, sequential message identifier 0..9 (empty for one sentence)
 *     A       channel A or B, also 1 or 2; may be empty
 *     E4...   payload
 *     0       fill bits at the end, 0..5
 *     *4A     XOR of the characters between `!` and `*`
 */
export interface Sentence {
  readonly count: number;
  readonly index: number;
  readonly sequence: string;
  readonly channel: string;
  readonly payload: string;
  readonly fillBits: number;
  /** `s` of the TAG block: the receiving station. */
  readonly source: string | null;
  /** `c` of the TAG block as epoch milliseconds: the time of receipt at the station. */
  readonly time: number | null;
}

export type SentenceError = 'checksum' | 'malformed' | 'unsupported';

const SENTENCE =
  /^!([A-Z]{2})(VD[MO]),([1-9]),([1-9]),(\d?),([AB12]?),([0-W`-w]*),([0-5])\*([0-9A-Fa-f]{2})$/;

/** Reads a line without its line end. */
export function readSentence(line: string): Sentence | SentenceError {
  const text = line.trim();
  const end = text.startsWith('\\') ? text.indexOf('\\', 1) : -1;
  if (text.startsWith('\\') && end < 0) return 'malformed';
  const tag = end < 0 ? NO_TAG : readTag(text.slice(1, end));
  if (tag === null) return 'checksum';
  const sentence = text.slice(end + 1);
  // Other sentences of a receiver: $AIALR, $PFEC, position of the own vessel.
  if (!/^![A-Z]{2}VD[MO],/.test(sentence)) return /^[!$]/.test(sentence) ? 'unsupported' : 'malformed';
  const match = SENTENCE.exec(sentence);
  if (match === null) return 'malformed';
  const [, , , count = '', index = '', sequence = '', channel = '', payload = '', fill = '', sum = ''] =
    match;
  if (checksum(sentence.slice(1, sentence.lastIndexOf('*'))) !== Number.parseInt(sum, 16)) return 'checksum';
  if (Number(index) > Number(count)) return 'malformed';
  return { count: +count, index: +index, sequence, channel, payload, fillBits: +fill, ...tag };
}

const NO_TAG = { source: null, time: null };

/** Null if the checksum of the block is wrong. */
function readTag(block: string): Pick<Sentence, 'source' | 'time'> | null {
  const star = block.lastIndexOf('*');
  if (star < 0 || !/^[0-9A-Fa-f]{2}$/.test(block.slice(star + 1))) return null;
  if (checksum(block.slice(0, star)) !== Number.parseInt(block.slice(star + 1), 16)) return null;
  let source: string | null = null;
  let time: number | null = null;
  for (const field of block.slice(0, star).split(',')) {
    if (field.startsWith('s:')) source = field.slice(2);
    // Seconds since 1970; some receivers send milliseconds.
    else if (/^c:\d{9,10}$/.test(field)) time = Number(field.slice(2)) * 1_000;
    else if (/^c:\d{12,13}$/.test(field)) time = Number(field.slice(2));
  }
  return { source, time };
}

/** XOR of the character codes. */
export function checksum(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum ^= text.charCodeAt(index);
  return sum & 0xff;
}
