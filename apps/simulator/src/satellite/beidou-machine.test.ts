import { once } from 'node:events';
import { connect } from 'node:net';
import { BEIDOU_DIALECTS, type BeidouDialect, isSameCard } from '@wakeline/domain/satellite/beidou-card';
import { encodeText } from '@wakeline/domain/satellite/beidou-coding';
import type { BeidouEvent } from '@wakeline/protocols/satellite/beidou/event';
import type { BeidouRequest } from '@wakeline/protocols/satellite/beidou/request';
import { BeidouSession } from '@wakeline/protocols/satellite/beidou/session';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type BeidouMachineOptions, startBeidouMachine } from './start-beidou-machine.ts';

const CARD = '0524069';
const VESSEL = '2095718';
const BUOY = '0179773';
const BROADCAST = '0001000';
const NOW = Date.parse('2026-11-23T08:31:00Z');
const DIALECTS_WITH_QUERIES: readonly BeidouDialect[] = ['4.0', '2.1'];

const WAIT = { timeout: 30_000, interval: 5 };
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A machine, a server that is connected to it, and the clock of both. */
async function start(dialect: BeidouDialect, options: Partial<BeidouMachineOptions> = {}) {
  const clock = { now: NOW };
  const machine = await startBeidouMachine({
    dialect,
    card: CARD,
    subordinates: [VESSEL, BUOY],
    now: () => clock.now,
    ...options,
  });
  cleanups.push(() => machine.close());
  const session = new BeidouSession({ dialect });
  const events: BeidouEvent[] = [];
  const socket = connect(machine.port, '127.0.0.1');
  socket.on('data', (bytes) => events.push(...session.receive(bytes, clock.now).map(({ event }) => event)));
  await once(socket, 'connect');
  await vi.waitFor(() => expect(machine.connections()).toBe(1), WAIT);
  const send = (request: BeidouRequest) => {
    const bytes = session.encode(request);
    if (typeof bytes === 'string') throw new Error(bytes);
    socket.write(bytes);
  };
  /** The event with this place in the stream. */
  const eventAt = async (index: number) => {
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(index), WAIT);
    return events[index];
  };
  const sendText = (receiver: string, text: string, urgent = false) => {
    const content = encodeText(text);
    if (content === null) throw new Error('not encodable');
    send({ type: 'message', receiver, urgent, receipt: false, content });
  };
  return { machine, clock, events, eventAt, send, sendText, socket };
}

const textsOf = (events: readonly BeidouEvent[]) =>
  events.flatMap((event) => (event.type === 'message' ? [event.content.text] : []));

describe.each(BEIDOU_DIALECTS)('a machine of %s', (dialect) => {
  test('describes its card', async () => {
    const { send, eventAt } = await start(dialect);
    send({ type: 'card' });
    const event = await eventAt(0);
    expect(event).toMatchObject({
      type: 'card',
      frequency: 60,
      level: dialect === 'BD-3' ? 5 : 3,
      subordinates: 2,
    });
    if (event?.type !== 'card') return;
    expect(isSameCard(event.card ?? '', CARD)).toBe(true);
    expect(isSameCard(event.broadcast ?? '', BROADCAST)).toBe(true);
  });

  test('sends a text to a subordinate and confirms that the radio sent it', async () => {
    const { machine, sendText, eventAt } = await start(dialect);
    sendText(VESSEL, '已到港，3号泊位');
    expect(await eventAt(0)).toMatchObject({ type: 'feedback', outcome: 'done' });
    const { content, isBroadcast } = await machine.take(VESSEL);
    expect([Buffer.from(content.bytes), isBroadcast]).toEqual([
      Buffer.from(encodeText('已到港，3号泊位')?.bytes ?? []),
      false,
    ]);
    expect(machine.arrived(BUOY)).toEqual([]);
  });

  test('refuses a message as too early although its card has paused, on request', async () => {
    const { machine, sendText, eventAt } = await start(dialect, { faults: { tooEarly: 1 } });
    sendText(VESSEL, '1');
    expect(await eventAt(0)).toMatchObject({ outcome: 'too-early', waitSeconds: 60 });
    machine.setFaults({});
    sendText(VESSEL, '2');
    expect(await eventAt(1)).toMatchObject({ outcome: 'done' });
  });

  test('refuses a message before the service frequency has elapsed', async () => {
    const { machine, sendText, eventAt, clock } = await start(dialect);
    sendText(VESSEL, '1');
    await eventAt(0);
    clock.now += 34_500;
    sendText(VESSEL, '2');
    // 60 - 34.5 seconds
    expect(await eventAt(1)).toMatchObject({ outcome: 'too-early', waitSeconds: 26 });
    clock.now += 26_000;
    sendText(VESSEL, '3');
    expect(await eventAt(2)).toMatchObject({ outcome: 'done' });
    expect(machine.arrived(VESSEL)).toHaveLength(2);
  });

  test('receives texts and positions of subordinates', async () => {
    const { machine, eventAt } = await start(dialect);
    expect(machine.sendText(VESSEL, '收到')).toBe(0);
    expect(machine.sendText(BUOY, '12345', 'code')).toBe(0);
    const position = { time: NOW, latitude: 22.25, longitude: 113.5, altitude: 35, anomaly: null };
    expect(machine.sendPosition(VESSEL, position)).toBe(0);
    const first = await eventAt(0);
    expect(first).toMatchObject({ type: 'message', reception: 'ordinary', content: { text: '收到' } });
    expect(first?.type === 'message' && isSameCard(first.sender, VESSEL)).toBe(true);
    expect(await eventAt(1)).toMatchObject({ content: { coding: 'code', text: '12345' } });
    // 22°15'00.0" and 113°30'00.0"
    expect(await eventAt(2)).toMatchObject({
      content: { position: { time: NOW, latitude: 22.25, longitude: 113.5, altitude: 35 } },
    });
  });

  test('reaches all subordinates with the broadcast address', async () => {
    const { machine, sendText } = await start(dialect);
    sendText(BROADCAST, '大风');
    for (const card of [VESSEL, BUOY])
      expect(await machine.take(card)).toMatchObject({ isBroadcast: true, content: { bits: 28 } });
  });

  test('refuses by a reason until it accepts again', async () => {
    const { machine, sendText, eventAt } = await start(dialect);
    machine.refuseWith('silenced');
    sendText(VESSEL, '1');
    expect(await eventAt(0)).toMatchObject({ type: 'feedback', outcome: 'silenced' });
    machine.refuseWith(null);
    sendText(VESSEL, '1');
    expect(await eventAt(1)).toMatchObject({ outcome: 'done' });
  });

  test('loses a message though the radio sent it', async () => {
    const { machine, sendText, eventAt } = await start(dialect, { faults: { lose: 1 } });
    sendText(VESSEL, '1');
    expect(await eventAt(0)).toMatchObject({ outcome: 'done' });
    expect(machine.arrived(VESSEL)).toEqual([]);
  });

  test('sends messages twice', async () => {
    const { machine, events, eventAt } = await start(dialect, { faults: { duplicate: 1 } });
    machine.sendText(VESSEL, '1');
    await eventAt(1);
    expect(textsOf(events)).toEqual(['1', '1']);
  });

  test('sends messages in another order', async () => {
    const { machine, events, eventAt } = await start(dialect, { faults: { reorder: 0.5 }, seed: 'order' });
    const texts = ['1', '2', '3', '4', '5', '6', '7', '8'];
    for (const text of texts) machine.sendText(VESSEL, text);
    await eventAt(texts.length - 1);
    expect(textsOf(events)).not.toEqual(texts);
    expect(textsOf(events).toSorted()).toEqual(texts);
  });

  test('sends a wrong checksum', async () => {
    const { machine, eventAt } = await start(dialect, { faults: { corrupt: 1 } });
    machine.sendText(VESSEL, '1');
    expect(await eventAt(0)).toMatchObject({ type: 'error', error: 'checksum' });
  });

  test('repeats the same faults for the same seed', async () => {
    const run = async (seed: string) => {
      const { machine, events } = await start(dialect, { faults: { duplicate: 0.5 }, seed });
      for (let k = 10; k < 30; k++) machine.sendText(VESSEL, String(k));
      await vi.waitFor(() => expect(textsOf(events)).toContain('29'), WAIT);
      const texts = textsOf(events);
      return texts.slice(0, texts.indexOf('29'));
    };
    const texts = await run('a');
    expect(await run('a')).toEqual(texts);
    expect(await run('b')).not.toEqual(texts);
  });

  test('rejects bytes that are no request', async () => {
    const { socket, eventAt } = await start(dialect);
    socket.write('garbage\r\n');
    expect(await eventAt(0)).toMatchObject({ type: 'feedback', outcome: 'failed' });
  });

  test('closes connections that are cut', async () => {
    const { machine, socket } = await start(dialect);
    const closed = once(socket, 'close');
    machine.cut();
    await closed;
    await vi.waitFor(() => expect(machine.connections()).toBe(0), WAIT);
  });
});

describe.each(DIALECTS_WITH_QUERIES)('queries of %s', (dialect) => {
  test('lists subordinates', async () => {
    const { send, eventAt } = await start(dialect);
    send({ type: 'subordinates', frame: 1 });
    expect(await eventAt(0)).toMatchObject({ type: 'subordinates', cards: [VESSEL, BUOY] });
  });

  test('has the receipts of messages that arrived', async () => {
    const { send, sendText, eventAt } = await start(dialect);
    send({ type: 'messages', query: 'receipts', card: VESSEL });
    expect(await eventAt(0)).toEqual({ type: 'receipts', card: VESSEL, receipts: [] });
    sendText(VESSEL, '1');
    send({ type: 'messages', query: 'receipts', card: VESSEL });
    expect(await eventAt(2)).toEqual({
      type: 'receipts',
      card: VESSEL,
      receipts: [{ sentAt: NOW, receivedAt: NOW }],
    });
  });

  test('loses receipts', async () => {
    const { machine, send, sendText, eventAt } = await start(dialect, { faults: { loseReceipt: 1 } });
    sendText(VESSEL, '1');
    await machine.take(VESSEL);
    send({ type: 'messages', query: 'receipts', card: VESSEL });
    expect(await eventAt(1)).toMatchObject({ type: 'receipts', receipts: [] });
  });

  test('has stored messages that got lost', async () => {
    const { machine, send, eventAt } = await start(dialect, { faults: { lose: 1 } });
    send({ type: 'messages', query: 'newest' });
    expect(await eventAt(0)).toMatchObject({ type: 'feedback', outcome: 'failed' });
    machine.sendText(VESSEL, '收到');
    machine.sendText(BUOY, '12345');
    send({ type: 'messages', query: 'newest' });
    expect(await eventAt(1)).toMatchObject({
      type: 'message',
      reception: 'stored',
      content: { text: '12345' },
    });
    send({ type: 'messages', query: 'by-sender', card: VESSEL });
    expect(await eventAt(2)).toMatchObject({ sender: VESSEL, sentAt: NOW, content: { text: '收到' } });
  });

  test('has the last position of a subordinate', async () => {
    const { machine, send, eventAt } = await start(dialect);
    send({ type: 'position', card: VESSEL });
    expect(await eventAt(0)).toMatchObject({ type: 'feedback', outcome: 'failed' });
    machine.sendPosition(VESSEL, { time: NOW, latitude: 22.25, longitude: 113.5, altitude: 35, anomaly: 0 });
    send({ type: 'position', card: VESSEL });
    expect(await eventAt(2)).toMatchObject({
      type: 'position',
      card: VESSEL,
      position: { time: NOW, latitude: 22.25, longitude: 113.5, altitude: 35 },
    });
  });

  test('refuses a message that exceeds the level of the card', async () => {
    const { sendText, eventAt } = await start(dialect, { level: 1, frequency: 0 });
    // 110 bits are 7 characters.
    sendText(VESSEL, '好'.repeat(7));
    expect(await eventAt(0)).toMatchObject({ outcome: 'done' });
    sendText(VESSEL, '好'.repeat(8));
    expect(await eventAt(1)).toMatchObject({ outcome: 'failed' });
    // 188 bits of an urgent message.
    sendText(VESSEL, '好'.repeat(13), true);
    expect(await eventAt(2)).toMatchObject({ outcome: 'done' });
    sendText(VESSEL, '好'.repeat(14), true);
    expect(await eventAt(3)).toMatchObject({ outcome: 'failed' });
  });
});

test('reports state and time in frames', async () => {
  const { send, eventAt } = await start('4.0');
  send({ type: 'self-test', interval: 0 });
  expect(await eventAt(0)).toMatchObject({ type: 'self-test', silenced: false });
  send({ type: 'time', interval: 0 });
  expect(await eventAt(1)).toEqual({ type: 'time', time: NOW });
  send({ type: 'beams', interval: 0 });
  expect(await eventAt(2)).toMatchObject({ type: 'beams' });
  send({ type: 'locate' });
  expect(await eventAt(3)).toMatchObject({ outcome: 'no-signal' });
});

test('holds back a subordinate whose service frequency has not elapsed', async () => {
  const { machine, clock } = await start('2.1', { subordinateFrequency: 60 });
  expect(machine.sendText(VESSEL, '1')).toBe(0);
  clock.now += 10_000;
  expect([machine.sendText(VESSEL, '2'), machine.sendText(BUOY, '3')]).toEqual([50, 0]);
  clock.now += 50_000;
  expect(machine.sendText(VESSEL, '2')).toBe(0);
});

test('refuses unknown cards, texts and positions that cannot be sent', async () => {
  const { machine } = await start('2.1');
  expect(() => machine.sendText('7654321', '1')).toThrow(RangeError);
  expect(() => machine.sendText(VESSEL, '😀')).toThrow(RangeError);
  expect(() =>
    machine.sendPosition(VESSEL, { time: NOW, latitude: -1, longitude: 0, altitude: null, anomaly: null }),
  ).toThrow(RangeError);
});
