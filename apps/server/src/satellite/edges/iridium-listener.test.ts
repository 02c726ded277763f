import { once } from 'node:events';
import { connect } from 'node:net';
import { writeMessage } from '@wakeline/protocols/satellite/iridium/elements';
import { encodeMoMessage } from '@wakeline/protocols/satellite/iridium/mo-message';
import type { MobileOriginated } from '@wakeline/protocols/satellite/iridium/mobile-originated';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import { freePorts } from '../../testing/free-ports.ts';
import { createAddressList } from '../http/address-list.ts';
import type { SessionOutcome } from '../receive/iridium-session.ts';
import { createIridiumListener, type IridiumListenerOptions } from './iridium-listener.ts';
import type { Edge } from './run-edges.ts';

const HOST = '127.0.0.1';
const SESSION: MobileOriginated = {
  imei: '300234063904190',
  cdrReference: 1,
  status: 'completed',
  momsn: 1,
  mtmsn: 0,
  sessionTime: Date.UTC(2026, 5, 1, 12),
  location: { latitude: 36.05, longitude: 120.3, radius: 4 },
  payload: Buffer.from('in port'),
};
/** `01 00 04 05 00 01 01`: figure of the guide, section 6.3. */
const CONFIRMATION = '01000405000101';

let port = 0;
let edge: Edge;
let stored: MobileOriginated[];
let outcomes: string[];
/** What the database does with a session. */
let store: (session: MobileOriginated) => Promise<SessionOutcome>;

beforeEach(() => {
  stored = [];
  outcomes = [];
  store = async (session) => {
    stored.push(session);
    return 'stored';
  };
});
afterEach(() => edge.stop());

async function listen(details: Partial<IridiumListenerOptions> = {}): Promise<void> {
  [port = 0] = await freePorts(1);
  edge = createIridiumListener({
    host: HOST,
    port,
    senders: null,
    store: (session) => store(session),
    count: (outcome) => void outcomes.push(outcome),
    log: pino({ level: 'silent' }),
    ...details,
  });
  await edge.start();
}

/** Sends bytes, ends the sending side, and returns the response in hexadecimal; empty: none. */
async function send(...chunks: readonly Uint8Array[]): Promise<string> {
  const socket = connect({ host: HOST, port, allowHalfOpen: true });
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', () => undefined);
  // `once` would reject for a connection that the server resets.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  for (const chunk of chunks) socket.write(chunk);
  socket.end();
  await closed;
  return Buffer.concat(received).toString('hex');
}

test('confirms a message after it is stored', async () => {
  await listen();
  let finish: () => void = () => undefined;
  const commit = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isStoring = false;
  store = async () => {
    isStoring = true;
    await commit;
    return 'stored';
  };
  const socket = connect({ host: HOST, port });
  const received: string[] = [];
  socket.on('data', (bytes) => received.push(bytes.toString('hex')));
  socket.write(encodeMoMessage(SESSION));
  await eventually('the session is being stored', async () => isStoring);
  expect(received).toEqual([]);
  finish();
  await once(socket, 'close');
  expect(received).toEqual([CONFIRMATION]);
  expect(outcomes).toEqual(['stored']);
});

test('reads a message that arrives byte by byte', async () => {
  await listen();
  const bytes = encodeMoMessage(SESSION);
  expect(await send(...Array.from(bytes, (byte) => Buffer.of(byte)))).toBe(CONFIRMATION);
  expect(stored).toMatchObject([{ imei: SESSION.imei, payload: Buffer.from('in port') }]);
});

test('accepts elements in any order, and skips unknown ones', async () => {
  await listen();
  const bytes = encodeMoMessage({ ...SESSION, location: null });
  const header = bytes.subarray(6, 34);
  const message = writeMessage([
    [0x02, Buffer.from('in port')],
    [0x7f, Buffer.from('unknown')],
    [0x01, header],
  ]);
  expect(await send(message)).toBe(CONFIRMATION);
  expect(stored).toMatchObject([{ imei: SESSION.imei, payload: Buffer.from('in port') }]);
});

test.each(['duplicate', 'unknown-terminal', 'mailbox-check', 'failed-session'] as const)(
  'confirms a session whose outcome is %s: the gateway would repeat it',
  async (outcome) => {
    await listen();
    store = async () => outcome;
    expect(await send(encodeMoMessage(SESSION))).toBe(CONFIRMATION);
    expect(outcomes).toEqual([outcome]);
  },
);

test('does not confirm what the database did not store', async () => {
  await listen();
  store = async () => {
    throw new Error('the database is down');
  };
  expect(await send(encodeMoMessage(SESSION))).toBe('');
  expect(outcomes).toEqual(['failed']);
});

describe('a message that cannot be read is not confirmed, and named', () => {
  const valid = encodeMoMessage(SESSION);
  const changed = (offset: number, byte: number) => {
    const bytes = Buffer.from(valid);
    bytes[offset] = byte;
    return bytes;
  };
  test.each([
    ['a version of 2', changed(0, 2), 'wrong-version'],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n'), 'wrong-version'],
    ['a header of 27 bytes', writeMessage([[0x01, valid.subarray(6, 33)]]), 'element-length'],
    ['no header', writeMessage([[0x02, Buffer.from('in port')]]), 'no-header'],
    ['an IMEI with a letter', changed(10, 0x41), 'invalid-imei'],
    ['an element that is longer than the message', changed(5, 0xff), 'element-cut'],
    [
      'two headers',
      writeMessage([1, 1].map((id) => [id, valid.subarray(6, 34)] as const)),
      'element-repeated',
    ],
    ['a length of 65,535 and no end', Buffer.from('01ffff01001c', 'hex'), 'incomplete'],
    ['a message that is cut', valid.subarray(0, -1), 'incomplete'],
  ])('%s', async (_, bytes, reason) => {
    await listen();
    expect(await send(bytes)).toBe('');
    expect(outcomes).toEqual([reason]);
    expect(stored).toEqual([]);
    // The next connection is served.
    expect(await send(valid)).toBe(CONFIRMATION);
  });
});

test('refuses senders that are not listed', async () => {
  await listen({ senders: createAddressList(['192.0.2.0/24', '2001:db8::/32']) });
  expect(await send(encodeMoMessage(SESSION))).toBe('');
  expect(outcomes).toEqual(['sender-refused']);
});

test('refuses more than 50 connections, and serves again when one ends', async () => {
  await listen();
  const sockets = Array.from({ length: 50 }, () => connect({ host: HOST, port }));
  // Each has sent its first byte, so the server has accepted it.
  for (const socket of sockets) socket.on('error', () => undefined).write(Buffer.of(1));
  await eventually('the 51st is refused', async () => {
    await send(encodeMoMessage(SESSION));
    return outcomes.includes('too-many-connections');
  });
  for (const socket of sockets) socket.destroy();
  await eventually('it is served', async () => (await send(encodeMoMessage(SESSION))) === CONFIRMATION);
});

test('rejects while its port is taken, and listens when it is free', async () => {
  await listen();
  const second = createIridiumListener({
    host: HOST,
    port,
    senders: null,
    store: (session) => store(session),
    count: () => undefined,
    log: pino({ level: 'silent' }),
  });
  await expect(second.start()).rejects.toThrow('EADDRINUSE');
  expect(await edge.check()).toMatchObject({ isWorking: true });
  await edge.stop();
  expect(await edge.check()).toMatchObject({ isWorking: false });
  await second.start();
  expect(await send(encodeMoMessage(SESSION))).toBe(CONFIRMATION);
  await second.stop();
});
