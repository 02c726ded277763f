import { asBuffer } from '../as-buffer.ts';
import type { ByteRange, MessageInspection } from '../protocol.ts';
import { FrameFinder, readDatagram, readPacket } from './framing.ts';
import { formatCodec } from './message.ts';
import { TEXT_CODECS } from './texts.ts';

const TEXT_MESSAGES: ReadonlySet<string> = new Set([...TEXT_CODECS].map(formatCodec));
const LOGIN_REPLY_LENGTH = 1;
const PACKET_REPLY_LENGTH = 4;
const DATAGRAM_REPLY_LENGTH = 7;

/** Settings with the password of the APN and that of SMS (Teltonika Telematics Wiki, "FMB Device Family Parameter list"). */
const SECRET_SETTINGS = /\b(?:2003|3004):([\x20-\x3a\x3c-\x7e]+)/g;

/** The codec of a packet, or what a reply accepts. Only texts can contain passwords. */
export function inspect(bytes: Uint8Array): MessageInspection {
  const raw = asBuffer(bytes);
  const accepted = readAcceptance(raw);
  const messageId = accepted === null ? readMessageId(raw) : null;
  return { messageId, accepted, secrets: TEXT_MESSAGES.has(messageId ?? '') ? findSecrets(raw) : [] };
}

function findSecrets(raw: Buffer): readonly ByteRange[] {
  return [...raw.toString('latin1').matchAll(SECRET_SETTINGS)].map(({ index, 0: setting, 1: value = '' }) => {
    const end = index + setting.length;
    return { start: end - value.length, end };
  });
}

/** Replies end with the number of accepted records; a login is answered with 1 or 0. */
function readAcceptance(raw: Buffer): boolean | null {
  const last = raw[raw.length - 1];
  if (raw.length === LOGIN_REPLY_LENGTH) return last === 0 ? false : last === 1 ? true : null;
  if (raw.length === PACKET_REPLY_LENGTH) return raw.readUInt32BE(0) > 0;
  if (raw.length === DATAGRAM_REPLY_LENGTH && raw.readUInt16BE(0) === DATAGRAM_REPLY_LENGTH - 2)
    return last !== 0;
  return null;
}

function readMessageId(raw: Buffer): string | null {
  const finder = new FrameFinder();
  finder.feed(raw);
  const frame = finder.next();
  if (frame?.kind === 'login') return 'IMEI';
  if (frame?.kind === 'packet') return formatCodec(readPacket(frame.raw).codec);
  return frame?.kind === 'datagram' ? formatCodec(readDatagram(frame.raw).codec) : null;
}
