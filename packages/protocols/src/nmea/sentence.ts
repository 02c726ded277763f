/**
 * A sentence (NMEA 0183 section 5.3): `$`, talker (2), formatter (3), values separated by commas, `*` and the exclusive or
 * of all characters between `$` and `*` as two upper-case hexadecimal digits. A TAG block may precede it (section 7):
 * between backslashes parameters such as `s:` source and `c:` time, with a checksum of their own.
 */
export interface Sentence {
  /** Of five characters, or the name of a vendor's sentence: `GPRMC`, `PGRME`. */
  readonly address: string;
  readonly values: readonly string[];
  /** The source of its TAG block; null: none. */
  readonly source: string | null;
  /** The time of its TAG block, epoch milliseconds; null: none. */
  readonly sentAt: number | null;
}

const ADDRESS = /^[A-Z][A-Z0-9]{2,9}$/;
/** Characters that are nowhere inside a sentence. */
const DELIMITER = /[*$!\\]/;
const CHECKSUM = /^[0-9A-F]{2}$/;
/** With its asterisk. */
const CHECKSUM_LENGTH = 3;
const TAG_BLOCK = /^\\([^\\*]*)\*([0-9A-F]{2})\\/;
/** Larger times in TAG blocks are in milliseconds. */
const MAX_SECONDS = 99_999_999_999;

/** Decodes a line without its line end. Returns the kind of error if it is no sentence, or its checksum is wrong. */
export function parseSentence(line: string): Sentence | 'malformed' | 'checksum' {
  const tag = line.startsWith('\\') ? TAG_BLOCK.exec(line) : null;
  const [block = '', parameters = '', tagChecksum = ''] = tag ?? [];
  const end = line.length - CHECKSUM_LENGTH;
  const isStart = line[block.length] === '$' || line[block.length] === '!';
  const content = line.slice(block.length + 1, end);
  const checksum = line.slice(end + 1);
  const isCorrect = checksum === checksumOf(content);
  const comma = content.indexOf(',');
  if (!isStart || line[end] !== '*' || !(isCorrect || CHECKSUM.test(checksum)) || DELIMITER.test(content))
    return 'malformed';
  const address = content.slice(0, comma);
  if (comma === -1 || !ADDRESS.test(address)) return 'malformed';
  if (!isCorrect) return 'checksum';
  if (tag !== null && tagChecksum !== checksumOf(parameters)) return 'checksum';
  const { source, sentAt } = tag === null ? NO_PARAMETERS : readParameters(parameters);
  return { address, values: content.slice(comma + 1).split(','), source, sentAt };
}

const NO_PARAMETERS = { source: null, sentAt: null };

function readParameters(text: string): Pick<Sentence, 'source' | 'sentAt'> {
  const parameters = new Map(
    text.split(',').map((parameter): [string, string] => [parameter.slice(0, 2), parameter.slice(2)]),
  );
  const time = parameters.get('c:') ?? '';
  const seconds = /^\d{9,13}$/.test(time) ? Number(time) : null;
  const source = parameters.get('s:') ?? '';
  return {
    source: source === '' ? null : source,
    sentAt: seconds === null ? null : seconds > MAX_SECONDS ? seconds : seconds * 1000,
  };
}

/** Encodes a sentence with its line end. */
export function formatSentence(body: string): string {
  return `$${body}*${checksumOf(body)}\r\n`;
}

/** All checksums as text. */
const CHECKSUMS = Array.from({ length: 256 }, (_, sum) => sum.toString(16).toUpperCase().padStart(2, '0'));

function checksumOf(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum ^= text.charCodeAt(at);
  return CHECKSUMS[sum & 0xff] ?? '';
}
