import { asBuffer } from '../as-buffer.ts';
import type { ByteRange, MessageInspection } from '../protocol.ts';
import { AUTHENTICATION } from './authentication.ts';
import { ALTERNATIVE_FLAG, decodeFrame, escapedLength } from './framing.ts';
import { readHeader } from './header.ts';
import { RESULT } from './message.ts';
import { REGISTRATION_RESPONSE } from './registration.ts';

const FLAG = 0x7e;
const GENERAL_RESPONSE = 0x8001;
/** Offset of the result in the body of a response. */
const RESULT_AT: ReadonlyMap<number, number> = new Map([
  [GENERAL_RESPONSE, 4],
  [REGISTRATION_RESPONSE, 2],
]);
/** Offset in the body at which the authentication code starts. */
const CODE_AT: ReadonlyMap<number, number> = new Map([
  [AUTHENTICATION, 0],
  [REGISTRATION_RESPONSE, 3],
]);

/** The id of a frame, the result in a response, and the authentication code from its start to the checksum. */
export function inspect(bytes: Uint8Array): MessageInspection {
  const raw = asBuffer(bytes);
  const isAlternative = raw[0] === ALTERNATIVE_FLAG;
  const isFrame = (raw[0] === FLAG || isAlternative) && raw.length > 2;
  const unescaped = isFrame ? decodeFrame(raw) : 'escape';
  const header = typeof unescaped === 'string' ? unescaped : readHeader(unescaped, isAlternative);
  if (typeof unescaped === 'string' || typeof header === 'string') {
    return { messageId: null, accepted: null, secrets: findPossibleCode(raw) };
  }
  const { messageId, bodyStart } = header;
  const resultAt = RESULT_AT.get(messageId);
  const codeAt = CODE_AT.get(messageId);
  const hasCode = codeAt !== undefined && bodyStart + codeAt < unescaped.length;
  return {
    messageId: `0x${messageId.toString(16).padStart(4, '0')}`,
    accepted: resultAt === undefined ? null : unescaped[bodyStart + resultAt] === RESULT.success,
    // With the checksum, which would reveal one byte of the code.
    secrets: hasCode ? [{ start: rawOffsetOf(raw, bodyStart + codeAt), end: raw.length - 1 }] : [],
  };
}

/** In bytes that are no frame, everything after the id of a message with a code. */
function findPossibleCode(raw: Buffer): readonly ByteRange[] {
  const starts = [...CODE_AT.keys()].flatMap((id) => {
    const at = raw.indexOf(Buffer.of(id >> 8, id & 0xff));
    return at < 0 ? [] : [at + 2];
  });
  return starts.length === 0 ? [] : [{ start: Math.min(...starts), end: raw.length }];
}

/** The offset in a frame of a byte of its unescaped content. */
function rawOffsetOf(raw: Buffer, unescapedOffset: number): number {
  let offset = 1;
  for (let i = 0; i < unescapedOffset; i++) offset += escapedLength(raw, offset);
  return offset;
}
