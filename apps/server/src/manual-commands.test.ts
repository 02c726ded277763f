import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { PROTOCOL_PORTS } from '@wakeline/domain/devices/protocols';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from './ingest/testing/eventually.ts';
import { freeServerPorts } from './testing/free-ports.ts';
import { type ManualCommand, type ManualPosition, readManualCommands } from './testing/manual-commands.ts';
import type { Person } from './testing/person.ts';
import { sendManualCommand } from './testing/send-manual-command.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
let ada: Person;
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  const { devicePorts } = await freeServerPorts();
  world = await startWorld({ devicePorts, environment: { WAKELINE_FEED_NETWORKS: '127.0.0.1' } });
  // Only the operator's account sees devices that are not registered.
  ada = await (await world.account('operator')).person('ada');
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(() => world.stop());

const CASES = PROTOCOLS.flatMap(({ name }) =>
  readManualCommands(name).map((command, index) => ({ name, index, command, transport: command.transport })),
);

test('each page has a command for each transport of its protocol, with the default port', () => {
  for (const { name, transports } of PROTOCOLS) {
    const commands = readManualCommands(name);
    expect([name, ...new Set(commands.map(({ transport }) => transport))]).toEqual([name, ...transports]);
    for (const { port } of commands) expect(port).toBe(PROTOCOL_PORTS[name]);
  }
});

describe.each(CASES)('command $index of the page of $name, over $transport', ({ name, command }) => {
  test('is refused for an unknown device, then answered, and its position is visible', async () => {
    const { deviceId } = command.expected;
    // The engine may still have the device of the previous command, which was removed a moment ago.
    await eventually('the device is listed as unregistered', async () => {
      await send(name, command);
      world.clock.advance(2_000);
      const { list } = await ada.call('queryUnregisteredDevices', {});
      return list.some(({ imei, protocol }) => imei === deviceId && protocol === name);
    });
    const refusal = await send(name, command);
    await eventually('the refusal', () => refusal().length >= command.refusal.length);

    const { trackerId } = await ada.call('addTracker', { trackerName: name, imei: deviceId });
    cleanups.push(() => ada.call('removeTracker', { trackerId }));
    // An unknown device is not looked up again for a while.
    world.clock.advance(60_000);
    const reply = await send(name, command);
    await expectVisible(trackerId, command.expected);
    const expected = atTime(command.reply, world.clock.now());
    await eventually('the reply', () => reply().length >= expected.length);
    expect(reply()).toBe(expected);
    expect(refusal()).toBe(command.refusal);
  });
});

/** Some replies contain the time of the server; the one of the page is of five seconds after its position. */
function atTime(hex: string, now: number): string {
  const digits = (time: number) => new Date(time).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const text = (time: number) => Buffer.from(digits(time)).toString('hex');
  return hex.replace(text(Date.parse('2026-01-01T00:00:05Z')), text(now));
}

/** The device and its position, in the list and on its track. */
async function expectVisible(trackerId: number, expected: ManualPosition): Promise<void> {
  const visible = await eventually('the position is visible', async () => {
    const { list } = await ada.call('queryAllTrackers', {});
    const found = list.find((tracker) => tracker.trackerId === trackerId);
    return found?.trackerStatusDto.fixTime == null ? null : found;
  });
  const { deviceId, latitude, longitude, speed, course, altitude } = expected;
  const { imei, trackerStatusDto: status } = visible;
  expect(imei).toBe(deviceId);
  expect(status.latitude).toBeCloseTo(latitude, 5);
  expect(status.longitude).toBeCloseTo(longitude, 5);
  if (speed !== null) expect(status.speed).toBeCloseTo(speed, 2);
  if (course !== null) expect(status.direction).toBe(course);
  if (altitude !== null) expect(status.altitude).toBe(altitude);
  if (expected.time !== null) expect(status.fixTime).toBe(expected.time);
  const at = status.fixTime ?? 0;
  const { points } = await ada.call('getTrackByTime', { trackerId, startTime: at, endTime: at + 1 });
  expect(points).toHaveLength(1);
  expect(points[0]?.lat).toBeCloseTo(latitude, 5);
  expect(points[0]?.lng).toBeCloseTo(longitude, 5);
}

/** Sends a command until the end of the test. Returns a function with the reply so far. */
async function send(name: string, command: ManualCommand): Promise<() => string> {
  const { reply, close } = await sendManualCommand(command, world.port(name));
  cleanups.push(close);
  return reply;
}

describe('the pages of feeds', () => {
  const FEED = { area: null, intervalSeconds: 10, unknownObjects: 'traffic', enabled: true } as const;

  async function registerOf({ expected }: ManualCommand): Promise<number> {
    const { trackerId } = await ada.call('addTracker', { trackerName: 'object', imei: expected.deviceId });
    cleanups.push(() => ada.call('removeTracker', { trackerId }));
    return trackerId;
  }

  test('AIS: the sentence after the token is the position of the vessel', async () => {
    const [command] = readManualCommands('ais');
    if (command === undefined) throw new Error('the page has no command');
    const trackerId = await registerOf(command);
    const connection = { type: 'listen' as const, senders: [] };
    const { feedId } = await ada.call('addFeed', { ...FEED, feedName: 'AIS', kind: 'ais', connection });
    const token = await eventually('the engine runs the feed', async () => {
      const feed = (await ada.call('queryFeeds', {})).list.find((one) => one.feedId === feedId);
      return feed?.status == null ? null : feed.token;
    });
    const text = Buffer.from(command.bytes).toString().replace('<token>', token);
    const replies = await send('ais', { ...command, bytes: Buffer.from(text) });
    await expectVisible(trackerId, command.expected);
    expect(replies()).toBe('');
    expect(Buffer.from(await refusedToken(command), 'hex').toString()).toBe('$WLFEED,refused\r\n');
  });

  async function refusedToken(command: ManualCommand): Promise<string> {
    const refused = await send('ais', command);
    return eventually('the refusal', () => (refused() === '' ? null : refused()));
  }

  test('ADS-B: the line of the listening receiver is the position of the aircraft', async () => {
    const [command] = readManualCommands('adsb');
    if (command === undefined) throw new Error('the page has no command');
    const trackerId = await registerOf(command);
    const receiver = createServer((socket: Socket) => socket.write(command.bytes));
    receiver.listen(0, '127.0.0.1');
    cleanups.push(() => receiver.close());
    await once(receiver, 'listening');
    const connection = {
      type: 'connect' as const,
      host: '127.0.0.1',
      port: (receiver.address() as AddressInfo).port,
    };
    await ada.call('addFeed', { ...FEED, feedName: 'SBS', kind: 'adsb-sbs', connection });
    await expectVisible(trackerId, command.expected);
  });
});
