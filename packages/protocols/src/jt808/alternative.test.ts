import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../protocol.ts';
import { fromHex, SESSION_OPTIONS, toHex } from '../testing/stream-example.ts';
import { decodeFrame, encodeAlternative } from './framing.ts';
import { deviceIdOf } from './header.ts';
import { jt808 } from './jt808.ts';

const NOW = 1_767_225_600_000;
/** Heartbeat of 13900000001 with the flag 0xe7; XOR by hand: 02 ^ 01 ^ 39 ^ 01 ^ 07 is 3c. */
const HEARTBEAT = fromHex('e700020000000139000000010007' + '3c' + 'e7');
const STANDARD = jt808.terminal('13900000001').heartbeat().bytes;

function typesOf(events: readonly SessionEvent[]): readonly string[] {
  return events.map(({ type }) => type);
}

describe('frames with the flag 0xe7', () => {
  it('have escapes of their own', () => {
    const content = fromHex('e7e63d3e00');
    // XOR: e7 ^ e6 is 01, 3d ^ 3e is 03; together 02.
    expect(toHex(encodeAlternative(content, content.length))).toBe('e7e602e6013e023e010002e7');
    expect(decodeFrame(fromHex('e7e602e6013e023e010002e7'))).toEqual(content);
    expect(decodeFrame(fromHex('e7e602e6013e023e010003e7'))).toBe('checksum');
    for (const bytes of ['e603', '3e03', '3d02']) expect(decodeFrame(fromHex(`e7${bytes}e7`))).toBe('escape');
  });

  it('get replies and instructions in the same frames', () => {
    const session = jt808.session(SESSION_OPTIONS);
    const [event] = session.receive(HEARTBEAT, NOW);
    expect(event).toMatchObject({ type: 'reply', deviceId: '13900000001' });
    const target = { deviceId: '13900000001', serial: 9, now: NOW, model: '', password: '' };
    const encoded = session.encodeInstruction({ name: 'restart', values: {} }, target);
    if (typeof encoded === 'string') throw new Error(encoded);
    // 0x8105, one byte of body, the id of 7 bytes, serial 9, command 4; XOR by hand.
    expect(toHex(encoded.bytes)).toBe('e78105000100013900000001000904b1e7');
    expect(jt808.inspect(encoded.bytes).messageId).toBe('0x8105');
  });

  it('are not expected after noise of the same value', () => {
    const session = jt808.session(SESSION_OPTIONS);
    expect(typesOf(session.receive(fromHex('e70102e7'), NOW))).toContain('decode-error');
    expect(typesOf(session.receive(STANDARD, NOW))).toEqual(['reply']);
  });

  it('go on after a damaged one', () => {
    const session = jt808.session(SESSION_OPTIONS);
    const damaged = Buffer.from(HEARTBEAT);
    damaged[3] = 1;
    const events = session.receive(Buffer.concat([HEARTBEAT, damaged, HEARTBEAT]), NOW);
    expect(typesOf(events)).toEqual(['reply', 'decode-error', 'reply']);
  });
});

describe('a text between frames', () => {
  it('is answered before the next frame arrives', () => {
    const session = jt808.session(SESSION_OPTIONS);
    session.receive(STANDARD, NOW);
    const [event] = session.receive(Buffer.from('(1,BASE,2,TIME)'), NOW);
    const reply = Buffer.from('(1,BASE,2,20260101000000)');
    expect(event).toMatchObject({ type: 'reply', deviceId: '13900000001', reply });
    expect(typesOf(session.receive(STANDARD, NOW))).toEqual(['reply']);
  });

  it.each([`(${'x'.repeat(300)})`, '(\x00)', '(\xff1)'])('is none if it is too long or binary', (text) => {
    const session = jt808.session(SESSION_OPTIONS);
    const events = session.receive(Buffer.concat([Buffer.from(text, 'latin1'), STANDARD]), NOW);
    expect(typesOf(events)).toEqual(['decode-error', 'reply']);
  });
});

describe('an id of six bytes that are no decimal digits', () => {
  it('is an IMEI if it starts like one', () => {
    // 0x4e5de66fba22 is the number before the check digit, computed by a separate program.
    expect(deviceIdOf(fromHex('4e5de66fba22'))).toBe('861652050068820');
    // 10^14 - 1 is no IMEI: type allocation codes start with 35 or 86.
    expect(deviceIdOf(fromHex('5af3107a3fff'))).toBe('5AF3107A3FFF');
  });
});
