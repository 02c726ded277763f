import { MAX_MEDIA_BYTES } from '@wakeline/domain/media/media';
import { describe, expect, it } from 'vitest';
import type { MediaEvent, SessionEvent } from '../protocol.ts';
import { fromHex, SESSION_OPTIONS, toHex } from '../testing/stream-example.ts';
import { decodeFrame } from './framing.ts';
import { addressOf, writeFrame } from './header.ts';
import { jt808 } from './jt808.ts';
import { MULTIMEDIA_TIMEOUT_MS } from './multimedia.ts';
import { createSamplePhoto } from './sample-photo.ts';

const NOW = 1_767_225_600_000;
const PHONE = '13900000001';
const NOTHING = new Uint8Array();
const SUB_PACKAGE = { type: 'sub-package', deviceId: PHONE };

/**
 * Photo 7 of terminal 13900000001 in three sub-packages: bodies by the tables of JT/T 808-2013, XOR by a separate Python
 * script.
 */
const PARTS = [
  '7e08012028013900000001000500030001000000070000000100000000000000030157fafc06cc62ac000c0168005a260101080000ffd8ffe0477e',
  '7e0801200a01390000000100060003000200104a464946000102000d7e',
  '7e08012008013900000001000700030003000100010000ffd9397e',
].map(fromHex);
const CONTENT = 'ffd8ffe000104a46494600010200000100010000ffd9';
const [FIRST = NOTHING, SECOND = NOTHING, THIRD = NOTHING] = PARTS;

const createSession = () => jt808.session(SESSION_OPTIONS);

function photoOf(events: readonly SessionEvent[]): MediaEvent | null {
  return events.find((event) => event.type === 'media') ?? null;
}

function part(index: number, total: number, body: Uint8Array, { phone = PHONE, firstSerial = 5 } = {}) {
  const serial = firstSerial + index - 1;
  return writeFrame(0x0801, addressOf(phone, false), serial, body, { total, index });
}

/** The first part of a JPEG. */
function firstBody(length = 100): Buffer {
  const body = Buffer.alloc(length);
  body.writeUInt32BE(7, 0);
  fromHex('ffd8ffe0').copy(body, 36);
  return body;
}

describe('a photo', () => {
  it('is complete when its last part arrives, in any order, and twice', () => {
    const session = createSession();
    const received = [SECOND, SECOND, THIRD].flatMap((frame) => session.receive(frame, NOW));
    expect(received).toEqual([SUB_PACKAGE, SUB_PACKAGE, SUB_PACKAGE]);
    const photo = photoOf(session.receive(FIRST, NOW));
    expect(toHex(photo?.content ?? NOTHING)).toBe(CONTENT);
    // 0x8800: id 7 and nothing else.
    expect(toHex(photo?.reply ?? NOTHING)).toMatch(/^7e88000004013900000001\w{4}00000007\w{2}7e$/);
    expect(session.pendingBytes).toBe(0);
  });

  it('lacks a part: it is requested with 0x8800', () => {
    const session = createSession();
    session.receive(FIRST, NOW);
    session.receive(THIRD, NOW);
    expect(session.receive(NOTHING, NOW + MULTIMEDIA_TIMEOUT_MS - 1)).toEqual([]);
    const [request] = session.receive(NOTHING, NOW + MULTIMEDIA_TIMEOUT_MS);
    // Id 7, one sub-package, index 2; the third message of the platform.
    expect(request).toMatchObject({ type: 'reply', deviceId: PHONE });
    expect(request?.type === 'reply' && toHex(request.reply)).toBe(
      '7e88000007013900000001000200000007010002b07e',
    );
    expect(photoOf(session.receive(SECOND, NOW + MULTIMEDIA_TIMEOUT_MS))).not.toBeNull();
  });

  it('lacks its first part, which has its id: it is requested with 0x8003', () => {
    const session = createSession();
    session.receive(SECOND, NOW);
    session.receive(THIRD, NOW);
    const [request] = session.receive(NOTHING, NOW + MULTIMEDIA_TIMEOUT_MS);
    // First serial 5, one sub-package, index 1.
    expect(request?.type === 'reply' && toHex(request.reply)).toBe(
      '7e8003000501390000000100020005010001b87e',
    );
  });

  it('is requested again as long as parts arrive, for 15 minutes at most', () => {
    const session = createSession();
    const total = 300;
    session.receive(part(1, total, firstBody()), NOW);
    let requests = 0;
    let refused: SessionEvent | undefined;
    for (let index = 2; refused === undefined && index < total; index++) {
      const now = NOW + (index - 1) * MULTIMEDIA_TIMEOUT_MS;
      const events = session.receive(NOTHING, now);
      requests += events.filter(({ type }) => type === 'reply').length;
      refused = events.find(({ type }) => type === 'media-refused');
      if (refused === undefined) session.receive(part(index, total, Buffer.alloc(10)), now);
    }
    expect(requests).toBe(89);
    expect(refused).toMatchObject({ reason: 'incomplete', mediaId: 7, reply: null });
    expect(session.pendingBytes).toBe(0);
  });

  it('is dropped by name if its parts never arrive', () => {
    const session = createSession();
    session.receive(FIRST, NOW);
    session.receive(NOTHING, NOW + MULTIMEDIA_TIMEOUT_MS);
    expect(session.receive(NOTHING, NOW + 2 * MULTIMEDIA_TIMEOUT_MS)).toEqual([
      {
        type: 'media-refused',
        deviceId: PHONE,
        kind: 'photo',
        reason: 'incomplete',
        mediaId: 7,
        channel: 1,
        detail: '1 of 3 sub-packages: the missing ones did not arrive',
        reply: null,
      },
    ]);
    expect(session.pendingBytes).toBe(0);
  });

  it('continues on another connection: the parts that were sent before are requested', () => {
    createSession().receive(FIRST, NOW);
    const session = createSession();
    session.receive(SECOND, NOW);
    session.receive(THIRD, NOW);
    expect(session.receive(NOTHING, NOW + MULTIMEDIA_TIMEOUT_MS)).toMatchObject([{ type: 'reply' }]);
    expect(photoOf(session.receive(FIRST, NOW + MULTIMEDIA_TIMEOUT_MS))).not.toBeNull();
  });

  it('gets no part of another device, and none of another photo', () => {
    const session = createSession();
    session.receive(FIRST, NOW);
    session.receive(SECOND, NOW);
    session.receive(part(3, 3, Buffer.alloc(8), { phone: '13900000002' }), NOW);
    session.receive(part(3, 3, Buffer.alloc(8), { firstSerial: 900 }), NOW);
    expect(toHex(photoOf(session.receive(THIRD, NOW))?.content ?? NOTHING)).toBe(CONTENT);
  });

  it('is refused when it is too large, and so are its later parts', () => {
    const session = createSession();
    const total = 60_000;
    const events: SessionEvent[] = [];
    let index = 1;
    for (; !events.some(({ type }) => type === 'media-refused'); index++) {
      const body = index === 1 ? firstBody(1023) : Buffer.alloc(1023);
      events.push(...session.receive(part(index, total, body), NOW));
    }
    expect((index - 1) * 1023).toBeGreaterThan(MAX_MEDIA_BYTES);
    expect(events.at(-1)).toMatchObject({ reason: 'too-large', mediaId: 7 });
    expect(session.pendingBytes).toBe(0);
    const [reply] = session.receive(part(index, total, Buffer.alloc(1023)), NOW);
    // 0x8001 with result 3.
    expect(reply?.type === 'reply' && toHex(reply.reply)).toMatch(/080103\w{2}7e$/);
    expect(session.pendingBytes).toBe(0);
  });

  it('never holds more than 1 MiB of a connection', () => {
    const session = createSession();
    for (let n = 0; n < 3000; n++) {
      const phone = String(13900000000 + (n % 40));
      session.receive(part(1 + (n % 700), 60_000, firstBody(1023), { phone, firstSerial: n * 3 }), NOW);
      expect(session.pendingBytes).toBeLessThanOrEqual(1024 * 1024);
    }
  });

  it('of a video is refused with its first part, and the others are not buffered', () => {
    const session = createSession();
    const body = firstBody();
    body[4] = 2;
    body[5] = 4;
    session.receive(part(2, 3, Buffer.alloc(900)), NOW);
    expect(session.receive(part(1, 3, body), NOW)).toMatchObject([
      { type: 'media-refused', reason: 'unsupported-kind', detail: 'video of format 4' },
    ]);
    expect(session.receive(part(3, 3, Buffer.alloc(900)), NOW)).toMatchObject([{ type: 'reply' }]);
    expect(session.pendingBytes).toBe(0);
  });

  it('can be discarded with its device', () => {
    const session = createSession();
    session.receive(FIRST, NOW);
    session.discardPartialMessages('13900000002');
    expect(session.pendingBytes).toBeGreaterThan(0);
    session.discardPartialMessages(PHONE);
    expect(session.pendingBytes).toBe(0);
  });
});

describe('the result of a photo', () => {
  it('has the ids of the photos', () => {
    const [receipt] = createSession().receive(
      // Serial 7, success, two photos: 7 and 8.
      fromHex('7e0805000d013900000001000100070000020000000700000008327e'),
      NOW,
    );
    expect(receipt).toMatchObject({ type: 'receipt', key: '0805:7', outcome: 'accepted', mediaIds: [7, 8] });
  });
});

describe('the camera of a terminal', () => {
  /** Sends the instruction, and returns what the terminal does. */
  function photograph() {
    const session = createSession();
    const terminal = jt808.terminal(PHONE);
    session.receive(terminal.heartbeat().bytes, NOW);
    const target = { deviceId: PHONE, serial: 7, now: NOW, model: '', password: '' };
    const encoded = session.encodeInstruction({ name: 'photo', values: { channel: 2 } }, target);
    if (typeof encoded === 'string') throw new Error(encoded);
    terminal.receive(encoded.bytes);
    const [instruction] = terminal.takeInstructions();
    const receipts = (instruction?.receipts('accept') ?? []).flatMap((bytes) => session.receive(bytes, NOW));
    return { session, terminal, receipts, frames: instruction?.upload?.() ?? [] };
  }

  it('sends the photo that its receipt names, in several parts', () => {
    const { session, terminal, receipts, frames } = photograph();
    expect(receipts.find((event) => event.type === 'receipt' && event.mediaIds)).toMatchObject({
      mediaIds: [1],
    });
    expect(frames.length).toBeGreaterThan(2);
    const photo = photoOf(frames.flatMap(({ bytes }) => session.receive(bytes, NOW)));
    expect(photo).toMatchObject({ mediaId: 1, channel: 2, trigger: 'instruction', position: null });
    expect(photo?.content).toEqual(createSamplePhoto(1));
    expect(terminal.receive(photo?.reply ?? NOTHING)).toEqual([{ key: '8800:1', ok: true, next: null }]);
  });

  it.each([0, 1])('sends part %i again on request', (lost) => {
    const { session, terminal, frames } = photograph();
    for (const [index, { bytes }] of frames.entries()) if (index !== lost) session.receive(bytes, NOW);
    const [request] = session.receive(NOTHING, NOW + MULTIMEDIA_TIMEOUT_MS);
    if (request?.type !== 'reply') throw new Error('nothing was requested');
    const [reply] = terminal.receive(request.reply);
    expect(reply?.next?.bytes).toEqual(frames[lost]?.bytes);
    expect(photoOf(session.receive(reply?.next?.bytes ?? NOTHING, NOW))?.content).toEqual(
      createSamplePhoto(1),
    );
  });

  it('keeps to the layout of a frame', () => {
    const unescaped = decodeFrame(Buffer.from(photograph().frames[0]?.bytes ?? NOTHING));
    // 0x0801 with sub-packages and 1,023 bytes; id 1, JPEG, instruction, camera 2.
    expect(unescaped instanceof Buffer && unescaped.toString('hex', 0, 4)).toBe('080123ff');
    expect(unescaped instanceof Buffer && unescaped.toString('hex', 16, 24)).toBe('0000000100000002');
  });
});
