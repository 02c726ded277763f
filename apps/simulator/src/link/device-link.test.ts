import type { Report } from '@wakeline/domain/reports/report';
import type { Protocol } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { seededRandom } from '../movement/randomness.ts';
import { connectDevice } from './connect.ts';
import type { DeviceLink } from './device-link.ts';
import { type FaultPlan, NO_FAULTS } from './faults.ts';
import { type Peer, type PeerBehaviour, startPeer } from './peer.testing.ts';

const START = Date.UTC(2026, 4, 1, 8);
const IDS: Record<string, string> = { jt808: '13900000001', gt06: '868120100000001', osmand: 'runner-1' };
const SHORT_TIMES = { window: 4, ackTimeout: 150, minRetryDelay: 10, maxRetryDelay: 100 };

/** One report per second from the start, with distinct times and positions. */
function reports(count: number, first = 0): Report[] {
  return Array.from({ length: count }, (_, index) => ({
    time: START + (first + index) * 1000,
    fix: {
      latitude: 25 + (first + index) / 1000,
      longitude: 110,
      altitude: null,
      speed: 36,
      course: 0,
      accuracy: null,
      valid: true,
    },
    battery: null,
    gsm: null,
    satellites: 9,
    alarms: [],
    attributes: {},
  }));
}

const openResources: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const resource of openResources.splice(0)) await resource.close();
});

async function connectToPeer(
  protocol: Protocol,
  {
    behaviour = {},
    faults = {},
    batch = 5,
  }: { behaviour?: PeerBehaviour; faults?: Partial<FaultPlan>; batch?: number } = {},
): Promise<{ peer: Peer; link: DeviceLink }> {
  const peer = await startPeer(protocol, behaviour);
  const link = connectDevice({
    protocol,
    deviceId: IDS[protocol.name] ?? '',
    target: { host: '127.0.0.1', port: peer.port },
    batch,
    faults: { ...NO_FAULTS, ...faults },
    random: seededRandom(`faults of ${protocol.name}`),
    times: SHORT_TIMES,
  });
  openResources.push(link, peer);
  return { peer, link };
}

function findProtocol(name: string): Protocol {
  const found = PROTOCOLS.find((protocol) => protocol.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

describe.each(PROTOCOLS.map((protocol) => [protocol.name, protocol] as const))(
  'a %s device',
  (_, protocol) => {
    test('gets all reports acknowledged over a good network, each sent once', async () => {
      const { peer, link } = await connectToPeer(protocol);
      link.report(reports(40));
      await link.whenDrained();
      expect(peer.stored.size).toBe(40);
      expect(peer.arrived()).toBe(40);
      expect(link.counts).toMatchObject({ sent: 40, acknowledged: 40, resent: 0, connections: 1 });
      expect(peer.stored.get(START + 7000)?.fix?.latitude).toBeCloseTo(25.007, 5);
    });

    test('gets every fix stored once over a network with faults of all kinds', async () => {
      const { peer, link } = await connectToPeer(protocol, {
        faults: { drop: 0.2, duplicate: 0.2, reorder: 0.2, cut: 0.05, delay: { min: 0, max: 20 } },
      });
      for (let batchIndex = 0; batchIndex < 20; batchIndex++) link.report(reports(10, batchIndex * 10));
      await link.whenDrained();
      expect([...peer.stored.keys()].sort()).toEqual(reports(200).map(({ time }) => time));
      expect(link.outstanding).toBe(0);
      expect(link.counts.sent).toBe(200);
      expect(link.counts.resent).toBeGreaterThan(0);
      expect(link.counts.connections).toBeGreaterThan(1);
      expect(peer.arrived()).toBeGreaterThan(200);
    });

    test('stores reports while out of coverage and sends them afterwards', async () => {
      const { peer, link } = await connectToPeer(protocol);
      link.report(reports(3));
      await link.whenDrained();
      link.setCoverage(false);
      link.report(reports(30, 3));
      expect(link.outstanding).toBe(30);
      link.setCoverage(true);
      await link.whenDrained();
      expect(peer.stored.size).toBe(33);
      expect(link.counts.connections).toBe(2);
    });

    test('reconnects after the server closed the connection', async () => {
      const { peer, link } = await connectToPeer(protocol);
      link.report(reports(1));
      await link.whenDrained();
      peer.cut();
      link.report(reports(20, 1));
      await link.whenDrained();
      expect(peer.stored.size).toBe(21);
    });
  },
);

test('a rejected device keeps its reports until they are accepted', async () => {
  let isRefusing = true;
  const { peer, link } = await connectToPeer(findProtocol('jt808'), {
    behaviour: { isRefusing: () => isRefusing },
  });
  link.report(reports(4));
  await vi.waitFor(() => expect(link.counts.refused).toBeGreaterThan(1));
  expect(link.lastError?.message).toBe('the server rejected a report');
  expect(link.outstanding).toBe(4);
  isRefusing = false;
  await link.whenDrained();
  expect(peer.stored.size).toBe(4);
});

test('a device disconnects from an unresponsive server and retries', async () => {
  let isListening = false;
  const { peer, link } = await connectToPeer(findProtocol('gt06'), {
    behaviour: { isListening: () => isListening },
  });
  link.report(reports(4));
  await vi.waitFor(() => expect(link.counts.connections).toBeGreaterThan(1), { timeout: 10_000 });
  expect(peer.stored.size).toBe(0);
  isListening = true;
  await link.whenDrained();
  expect(peer.stored.size).toBe(4);
});

test('JT/T 808 registers once and authenticates at each connection', async () => {
  const { peer, link } = await connectToPeer(findProtocol('jt808'));
  link.report(reports(1));
  await link.whenDrained();
  peer.cut();
  link.report(reports(1, 1));
  await link.whenDrained();
  expect(peer.logins()).toBe(2);
});

test('without a server reports the connection error and keeps all reports', async () => {
  const { peer, link } = await connectToPeer(findProtocol('jt808'));
  await peer.close();
  link.report(reports(2));
  await vi.waitFor(() => expect(link.lastError?.message).toContain('ECONNREFUSED'));
  expect(link.outstanding).toBe(2);
});

test('an id that the protocol cannot encode is refused immediately', () => {
  const options = {
    target: { host: '127.0.0.1', port: 1 },
    batch: 1,
    faults: NO_FAULTS,
    random: seededRandom(''),
  };
  expect(() => connectDevice({ ...options, protocol: findProtocol('gt06'), deviceId: 'boat' })).toThrow(
    RangeError,
  );
});
