import { readAmr } from '@wakeline/domain/media/amr';
import { describe, expect, it } from 'vitest';
import type { MediaEvent, SessionEvent } from '../protocol.ts';
import { SESSION_OPTIONS } from '../testing/stream-example.ts';
import { escapeBytes } from './escapes.ts';
import { MAX_RECORDING_LENGTH } from './framing.ts';
import { MAX_RECORDING_BYTES } from './recording-parts.ts';
import { createSampleRecording } from './sample-recording.ts';
import { watch } from './watch.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const ID = '860000000000043';
const KEEP_ALIVE = `[3G*${ID}*0002*LK]`;
const MINUTE = 60_000;

function frame(content: Buffer | string, id = ID): Buffer {
  const bytes = Buffer.from(content);
  const length = bytes.length.toString(16).padStart(4, '0');
  return Buffer.concat([Buffer.from(`[3G*${id}*${length}*`), bytes, Buffer.from(']')]);
}

const voice = (audio: Buffer) => frame(Buffer.concat([Buffer.from('TK,'), escapeBytes(audio)]));

function part(number: number, total: number, audio: Buffer | string, { name = 'watch_1', id = ID } = {}) {
  const header = Buffer.from(`JXTK,0,${name},${number},${total},`);
  return frame(Buffer.concat([header, escapeBytes(Buffer.from(audio))]), id);
}

function mediaOf(events: readonly SessionEvent[]): MediaEvent {
  const event = events.find(({ type }) => type === 'media');
  if (event?.type !== 'media') throw new Error(`no recording: ${JSON.stringify(events)}`);
  return event;
}

const text = (reply: Uint8Array | null | undefined) => Buffer.from(reply ?? []).toString('latin1');

describe('a voice message', () => {
  it('is decoded in chunks of any size, whatever its length field says', () => {
    const audio = createSampleRecording();
    for (const size of [1, 7, 1000]) {
      const session = watch.session(SESSION_OPTIONS);
      const bytes = Buffer.concat([voice(audio), Buffer.from(KEEP_ALIVE)]);
      bytes.write('0100', bytes.indexOf('*TK') - 4, 'latin1');
      const events: SessionEvent[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        // Copied, because events have views of the input.
        events.push(...session.receive(Buffer.from(bytes.subarray(at, at + size)), NOW));
      }
      expect(events.map(({ type }) => type)).toEqual(['media', 'login']);
      expect(Buffer.from(mediaOf(events).content)).toEqual(audio);
      expect(session.pendingBytes).toBe(0);
    }
  });

  it('is what the terminal answers to a text message', () => {
    const terminal = watch.terminal(ID);
    terminal.receive(frame('MESSAGE,4F60597D'));
    const [instruction] = terminal.takeInstructions();
    const [sent] = instruction?.upload?.() ?? [];
    const media = mediaOf(watch.session(SESSION_OPTIONS).receive(sent?.bytes ?? Buffer.alloc(0), NOW));
    expect(media).toMatchObject({ kind: 'recording', format: 'amr' });
    expect(text(media.reply)).toBe(`[3G*${ID}*0004*TK,1]`);
    expect(text(media.rejectReply)).toBe(`[3G*${ID}*0004*TK,0]`);
    expect(terminal.receive(media.reply)).toEqual([{ key: 'TK', ok: true, next: null }]);
    expect(terminal.takeInstructions()).toEqual([]);
    // ffprobe: 128 packets of 20 ms.
    expect(readAmr(media.content)).toMatchObject({ frames: 128, durationMs: 2560, isDamaged: false });
  });

  it.each([
    ['', 'not-a-recording'],
    ['RIFF....', 'not-a-recording'],
    ['#!AMR\n\x04}', 'damaged'],
    ['#!AMR\n\x04}\x00', 'damaged'],
  ])('of %j is refused: %s', (content, reason) => {
    expect(watch.session(SESSION_OPTIONS).receive(frame(`TK,${content}`), NOW)).toMatchObject([
      { type: 'media-refused', kind: 'recording', reason, reply: Buffer.from(`[3G*${ID}*0004*TK,0]`) },
    ]);
  });

  it('without an end closes the connection', () => {
    const session = watch.session(SESSION_OPTIONS);
    const events: SessionEvent[] = [];
    const start = Buffer.from(`[3G*${ID}*FFFF*TK,`);
    for (let sent = 0; sent <= MAX_RECORDING_LENGTH; sent += 1000) {
      events.push(
        ...session.receive(
          Buffer.concat([sent === 0 ? start : Buffer.alloc(0), Buffer.alloc(1000, 0x41)]),
          NOW,
        ),
      );
      expect(session.pendingBytes).toBeLessThanOrEqual(MAX_RECORDING_LENGTH);
    }
    expect(events).toMatchObject([{ type: 'decode-error', error: 'oversize' }]);
  });

  it.each(['TK,1', 'TK,0'])('of the server is not expected to have the reply %s', (reply) => {
    expect(watch.session(SESSION_OPTIONS).receive(frame(reply), NOW)).toMatchObject([
      { type: 'decode-error', error: 'unknown-message', deviceId: ID },
    ]);
  });
});

describe('a voice message in parts', () => {
  const audio = createSampleRecording();
  const [first, second, third] = [audio.subarray(0, 600), audio.subarray(600, 1200), audio.subarray(1200)];
  const open = () => watch.session(SESSION_OPTIONS);

  it('is complete with its last part; a repeated part counts once', () => {
    const session = open();
    const receive = (bytes: Buffer) => session.receive(bytes, NOW);
    const acknowledged = { type: 'sub-package', reply: Buffer.from(`[3G*${ID}*0007*JXTKR,1]`) };
    expect(receive(part(1, 3, first))).toMatchObject([acknowledged]);
    expect(receive(part(1, 3, first))).toMatchObject([acknowledged]);
    expect(session.pendingBytes).toBe(600);
    expect(receive(part(2, 3, second))).toMatchObject([acknowledged]);
    const media = mediaOf(receive(part(3, 3, third)));
    expect(Buffer.from(media.content)).toEqual(audio);
    expect(text(media.rejectReply)).toBe(`[3G*${ID}*0007*JXTKR,0]`);
    expect(session.pendingBytes).toBe(0);
  });

  it.each([
    ['that skips one', [part(1, 3, first), part(3, 3, third)]],
    ['that begins with the second', [part(2, 3, second)]],
    ['with a number above the total', [part(4, 3, third)]],
    ['with the number 0', [part(0, 3, third)]],
  ])('%s is refused', (_, frames) => {
    const session = open();
    const events = frames.flatMap((bytes) => session.receive(bytes, NOW));
    expect(events.at(-1)).toMatchObject({ type: 'media-refused', reason: 'incomplete' });
    expect(session.pendingBytes).toBe(0);
  });

  it('above the maximum is refused', () => {
    const session = open();
    const chunk = 'A'.repeat(60_000);
    const events = [1, 2, 3].flatMap((number) => session.receive(part(number, 3, chunk), NOW));
    expect(3 * 60_000).toBeGreaterThan(MAX_RECORDING_BYTES);
    expect(events.map(({ type }) => type)).toEqual(['sub-package', 'sub-package', 'media-refused']);
    expect(events.at(-1)).toMatchObject({ reason: 'too-large' });
  });

  it('with an unknown escape is refused completely', () => {
    const session = open();
    session.receive(part(1, 2, first), NOW);
    const events = session.receive(frame('JXTK,0,watch_1,2,2,}\x06'), NOW);
    expect(events).toMatchObject([{ type: 'media-refused', reason: 'damaged' }]);
    expect(session.pendingBytes).toBe(0);
  });

  it('is dropped by name when another one begins, and when no part follows', () => {
    const session = open();
    session.receive(part(1, 3, first), NOW);
    expect(session.receive(part(1, 3, first, { name: 'watch_2' }), NOW)).toMatchObject([
      { type: 'media-refused', reason: 'incomplete', reply: null },
      { type: 'sub-package' },
    ]);
    expect(session.receive(Buffer.alloc(0), NOW + 5 * MINUTE - 1)).toEqual([]);
    expect(session.receive(Buffer.alloc(0), NOW + 5 * MINUTE)).toMatchObject([
      { type: 'media-refused', reason: 'incomplete' },
    ]);
    expect(session.pendingBytes).toBe(0);
  });

  it('is buffered for at most four devices of a connection', () => {
    const session = open();
    const ids = [1, 2, 3, 4, 5].map((number) => `86000000000004${number}`);
    const events = ids.flatMap((id) => session.receive(part(1, 2, first, { id }), NOW));
    expect(events.filter(({ type }) => type === 'media-refused')).toMatchObject([{ deviceId: ids[0] }]);
    session.discardPartialMessages(ids[1] ?? null);
    expect(session.pendingBytes).toBe(3 * 600);
    session.discardPartialMessages(null);
    expect(session.pendingBytes).toBe(0);
  });

  it.each(['JXTK,0,watch_1,1', 'JXTK,0,watch_1,x,2,A', 'JXTK'])(
    'without a readable header is malformed: %s',
    (content) => {
      expect(open().receive(frame(content), NOW)).toMatchObject([
        { type: 'decode-error', error: 'malformed' },
      ]);
    },
  );
});
