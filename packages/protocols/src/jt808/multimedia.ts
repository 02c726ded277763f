import {
  audioFormatOf,
  MAX_MEDIA_BYTES,
  type MediaFormat,
  type MediaKind,
  type MediaRefusal,
  pictureFormatOf,
} from '@wakeline/domain/media/media';
import type { MediaRefusedEvent, ReportsEvent, SessionEvent } from '../protocol.ts';
import type { Header } from './header.ts';
import { LOCATION_LENGTH, readLocation } from './location.ts';
import { createMalformedEvent, type Message, type Platform, RESULT, type Result } from './message.ts';
import {
  MULTIMEDIA_HEADER_LENGTH,
  type MultimediaHeader,
  readMultimediaHeader,
} from './multimedia-header.ts';
import {
  type AssemblyPolicy,
  missingIndexes,
  type PartialMessage,
  SubPackageAssembler,
  writeResendRequest,
} from './sub-packages.ts';

/**
 * 0x0801: multimedia data, nearly always in sub-packages (2013 and 2019: multimedia data upload), big-endian.
 *
 * | byte | bytes | meaning                                                            |
 * | ---- | ----- | ------------------------------------------------------------------ |
 * | 0    | 8     | what it is: `multimedia-header.ts`                                 |
 * | 8    | 28    | location as in 0x0200, without items; not in 2011                  |
 * | 36   | ...   | content                                                            |
 *
 * The platform responds with 0x8800:
 *
 * | byte | bytes | meaning                                                            |
 * | ---- | ----- | ------------------------------------------------------------------ |
 * | 0    | 4     | id; nothing follows if everything arrived                          |
 * | 4    | 1     | number of sub-packages to be sent again                            |
 * | 5    | 2 n   | their indexes, from 1, ascending                                   |
 *
 * Sub-packages have no response of their own, because 0x8800 is the response to all of them (2013 section 7.12). If the
 * first one is missing, its id is unknown, and 0x8003 requests the missing ones.
 */
export const MULTIMEDIA_DATA = 0x0801;
export const MULTIMEDIA_RESPONSE = 0x8800;

const CONTENT_AT = MULTIMEDIA_HEADER_LENGTH + LOCATION_LENGTH;
/** Codes of formats that are stored, by the kind of the content; codes from 5 on are of vendors. */
const FORMATS: Readonly<Record<MediaKind, Readonly<Record<number, MediaFormat>>>> = {
  photo: { 0: 'jpeg' },
  recording: { 2: 'mp3', 3: 'wav' },
};
const FIRST_VENDOR_FORMAT = 5;
const FORMAT_OF: Readonly<Record<MediaKind, (content: Uint8Array) => MediaFormat | null>> = {
  photo: pictureFormatOf,
  recording: audioFormatOf,
};
/** A camera sends its sub-packages one after the other: a gap this long means that some are lost, or that it waits. */
export const MULTIMEDIA_TIMEOUT_MS = 10_000;
/** 512 kB take this long at 600 bytes a second. */
const MAX_AGE_MS = 15 * 60_000;
/** Twice the largest photo, with the overhead of its sub-packages. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

const POLICY: AssemblyPolicy = {
  timeout: MULTIMEDIA_TIMEOUT_MS,
  maxAge: MAX_AGE_MS,
  maxBytes: MAX_BUFFERED_BYTES,
  maxBodyBytes: MAX_MEDIA_BYTES + CONTENT_AT,
  repeatsRequests: true,
  keepsFrames: false,
  writeRequest(platform, partial) {
    const header = headerOf(partial);
    if (header === null) return writeResendRequest(platform, partial);
    const body = writeMultimediaResponse(header.mediaId, missingIndexes(partial));
    return platform.createFrame(MULTIMEDIA_RESPONSE, partial.message.from, body);
  },
  createDropEvent(partial, reason, detail) {
    const header = headerOf(partial);
    return {
      type: 'media-refused',
      deviceId: partial.message.deviceId,
      kind: header === null ? null : kindOf(header),
      reason,
      mediaId: header?.mediaId ?? null,
      channel: header?.channel ?? null,
      detail: `${partial.subPackages.size} of ${partial.total} sub-packages: ${detail}`,
      reply: null,
    };
  },
};

/** Receives the photos and recordings of one connection. Others are refused with their first sub-package. */
export class MultimediaReceiver {
  readonly #platform: Platform;
  readonly #assembler: SubPackageAssembler;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#assembler = new SubPackageAssembler(platform, POLICY);
  }

  get pendingBytes(): number {
    return this.#assembler.pendingBytes;
  }

  discard(deviceId: string | null): void {
    this.#assembler.discard(deviceId);
  }

  expire(now: number): readonly SessionEvent[] {
    return this.#assembler.expire(now);
  }

  receive(header: Header, message: Message): readonly SessionEvent[] {
    this.#platform.reserveSerials();
    const { deviceId } = message;
    if (header.total === 1) return this.#decode(message);
    if (this.#assembler.isRefused(header, message)) {
      return [{ type: 'reply', deviceId, reply: this.#respond(message, RESULT.unsupported) }];
    }
    const refused = header.index === 1 ? this.#checkKind(message) : null;
    if (refused !== null) {
      this.#assembler.refuse(header, message);
      return [refused];
    }
    const { complete, errors } = this.#assembler.add(header, message);
    if (complete === null) return [{ type: 'sub-package', deviceId }, ...errors];
    return this.#decode(complete);
  }

  /** Refuses what is neither a picture nor audio; null: it may be one. */
  #checkKind(message: Message): MediaRefusedEvent | null {
    const header = readMultimediaHeader(message.body);
    if (header === null) return this.#refuse(message, 'not-a-picture', 'no header', RESULT.badMessage);
    const { kind, formatCode } = header;
    const medium = kindOf(header);
    const isSupported =
      medium !== null && (FORMATS[medium][formatCode] !== undefined || formatCode >= FIRST_VENDOR_FORMAT);
    if (isSupported) return null;
    return this.#refuse(message, 'unsupported-kind', `${kind} of format ${formatCode}`, RESULT.unsupported);
  }

  #decode(message: Message): readonly SessionEvent[] {
    const { body, deviceId, now, profile } = message;
    const header = readMultimediaHeader(body);
    if (header === null) return [createMalformedEvent(message, this.#platform, 'no multimedia header')];
    const refused = this.#checkKind(message);
    const kind = kindOf(header);
    if (refused !== null || kind === null) return refused === null ? [] : [refused];
    // 2011 has no location before the content.
    const contentAt = [CONTENT_AT, MULTIMEDIA_HEADER_LENGTH].find((at) => FORMAT_OF[kind](body.subarray(at)));
    const content = body.subarray(contentAt);
    const format = contentAt === undefined ? null : FORMAT_OF[kind](content);
    const named = FORMATS[kind][header.formatCode] ?? format;
    if (format === null || format !== named) {
      const start = body.toString('hex', CONTENT_AT, CONTENT_AT + 8);
      const detail = `format ${header.formatCode}, the content starts with ${start}`;
      const reason = kind === 'photo' ? 'not-a-picture' : 'not-a-recording';
      return [this.#refuse(message, reason, detail, RESULT.badMessage)];
    }
    const locationBody =
      contentAt === CONTENT_AT ? body.subarray(MULTIMEDIA_HEADER_LENGTH, CONTENT_AT) : null;
    const report = locationBody === null ? null : readLocation(locationBody, now, profile);
    const located = report === null || typeof report === 'string' ? null : report;
    const reports: readonly ReportsEvent[] =
      located === null
        ? []
        : [
            {
              type: 'reports',
              deviceId,
              reports: [located],
              unreadable: [],
              raw: body.subarray(0, CONTENT_AT),
              reply: null,
              rejectReply: null,
            },
          ];
    const fix = located?.fix?.valid === true ? located.fix : null;
    const { mediaId, channel, trigger } = header;
    return [
      ...reports,
      {
        type: 'media',
        deviceId,
        kind,
        mediaId,
        takenAt: located?.time ?? now,
        position: fix === null ? null : { latitude: fix.latitude, longitude: fix.longitude },
        channel,
        trigger,
        format,
        content,
        reply: this.#platform.createFrame(
          MULTIMEDIA_RESPONSE,
          message.from,
          writeMultimediaResponse(mediaId, []),
        ),
        rejectReply: this.#respond(message, RESULT.failure),
        unreadableReply: this.#respond(message, RESULT.badMessage),
      },
    ];
  }

  #refuse(message: Message, reason: MediaRefusal, detail: string, result: Result): MediaRefusedEvent {
    const header = readMultimediaHeader(message.body);
    return {
      type: 'media-refused',
      deviceId: message.deviceId,
      kind: header === null ? null : kindOf(header),
      reason,
      mediaId: header?.mediaId ?? null,
      channel: header?.channel ?? null,
      detail,
      reply: this.#respond(message, result),
    };
  }

  /** A general response to this frame, or to the one that completed the message. */
  #respond({ id, from, serial }: Message, result: Result): Buffer {
    return this.#platform.createGeneralResponse({ id, from, serials: [serial] }, result);
  }
}

function kindOf({ kind }: MultimediaHeader): MediaKind | null {
  if (kind === 'picture') return 'photo';
  return kind === 'audio' ? 'recording' : null;
}

function headerOf(partial: PartialMessage) {
  const first = partial.subPackages.get(1);
  return first === undefined ? null : readMultimediaHeader(first.body);
}

function writeMultimediaResponse(mediaId: number, missing: readonly number[]): Buffer {
  const body = Buffer.alloc(missing.length === 0 ? 4 : 5 + missing.length * 2);
  body.writeUInt32BE(mediaId, 0);
  if (missing.length === 0) return body;
  body[4] = missing.length;
  for (const [i, index] of missing.entries()) body.writeUInt16BE(index, 5 + i * 2);
  return body;
}

/** Decodes a body of 0x8800; null if it is too short. */
export function readMultimediaResponse(
  body: Buffer,
): { readonly mediaId: number; readonly missing: readonly number[] } | null {
  if (body.length < 4) return null;
  const missing: number[] = [];
  for (let offset = 5; offset + 2 <= body.length; offset += 2) missing.push(body.readUInt16BE(offset));
  return { mediaId: body.readUInt32BE(0), missing };
}
