import type { TerminalFrame, TerminalInstruction } from '../protocol.ts';
import { readText } from './gbk.ts';
import type { Header } from './header.ts';
import { RESULT, writeGeneralResponse } from './message.ts';
import { dword, word, writeParameterItems } from './parameter-items.ts';

/** Messages with an answer of their own, besides those that the general response 0x0001 answers. */
const READ_PARAMETERS = 0x8104;
const PHOTO = 0x8801;
const TEXT = 0x8300;
const REPLIED: ReadonlySet<number> = new Set([
  0x8103,
  READ_PARAMETERS,
  0x8105,
  0x8201,
  0x8202,
  0x8203,
  TEXT,
  0x8400,
  0x8401,
  0x8500,
  0x8600,
  0x8601,
  PHOTO,
  0x8804,
  0x8900,
]);
/** Texts of G10LS and BSJ, which answer with 0x6006. */
const VENDOR_TEXT = /^(SZCS|CXCS|CXZT|CQ|FORMAT)/;
const GBK = 0;
const PHOTO_RESULTS = { success: 0, failure: 1 } as const;

type WriteFrame = (id: number, body: Buffer) => Buffer;

/** The camera of the terminal. */
interface Camera {
  /** The number of the next photo. */
  reserve(): number;
  upload(mediaId: number, channel: number): readonly TerminalFrame[];
}

/** The device side: the answers of a terminal to an instruction; null if the message is none. */
export function readInstruction(
  header: Header,
  body: Buffer,
  write: WriteFrame,
  camera: Camera,
): TerminalInstruction | null {
  const { messageId, serial } = header;
  if (!REPLIED.has(messageId)) return null;
  const content = describe(header, body);
  const mediaId = messageId === PHOTO ? camera.reserve() : 0;
  return {
    description: `0x${messageId.toString(16)} ${content}`.trim(),
    receipts(outcome) {
      const repliedSerial = outcome === 'wrong-key' ? (serial + 1) & 0xffff : serial;
      const rejected = outcome === 'reject';
      const result = rejected ? RESULT.failure : RESULT.success;
      const first = write(0x0001, writeGeneralResponse(messageId, repliedSerial, result));
      const second = rejected ? null : writeResult(messageId, { content, mediaId }, repliedSerial, write);
      return second === null ? [first] : [first, second];
    },
    ...(messageId === PHOTO && { upload: () => camera.upload(mediaId, body[0] ?? 0) }),
  };
}

/** A text follows a flag, and in 2019 its type. */
function describe({ messageId, version }: Header, body: Buffer): string {
  if (messageId !== TEXT) return body.toString('hex');
  return readText(body.subarray(version === null ? 1 : 2));
}

function writeResult(
  messageId: number,
  { content, mediaId }: { readonly content: string; readonly mediaId: number },
  serial: number,
  write: WriteFrame,
): Buffer | null {
  switch (messageId) {
    case READ_PARAMETERS:
      return write(0x0104, Buffer.concat([word(serial), writeParameterItems([[0x0001, dword(60)]])]));
    case PHOTO:
      return write(
        0x0805,
        Buffer.concat([word(serial), Buffer.of(PHOTO_RESULTS.success), word(1), dword(mediaId)]),
      );
    case TEXT:
      return VENDOR_TEXT.test(content)
        ? write(0x6006, Buffer.concat([Buffer.of(GBK), Buffer.from('OK')]))
        : null;
    default:
      return null;
  }
}
