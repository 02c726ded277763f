import type { Report } from '@wakeline/domain/reports/report';
import { MULTIMEDIA_TIMEOUT_MS } from '@wakeline/protocols/jt808/multimedia';
import { createSamplePhoto } from '@wakeline/protocols/jt808/sample-photo';
import type { Protocol } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { seededRandom } from '../movement/randomness.ts';
import { connectDevice } from './connect.ts';
import type { DeviceLink } from './device-link.ts';
import { type FaultPlan, NO_FAULTS } from './faults.ts';
import { ACCEPT_ALL, InstructionResponses, type ResponsePlan } from './instruction-responses.ts';
import { type Peer, type PeerBehaviour, startPeer } from './peer.testing.ts';

const START = Date.UTC(2026, 4, 1, 8);
/** Most ids are an IMEI. */
const IMEI = '868120100000001';
const IDS: Record<string, string> = {
  jt808: '13900000001',
  osmand: 'runner-1',
  h02: '1234567890',
  tk103: '013900000001',
  watch: '1234567890',
  nmea: 'boat-7',
};
/** Where nothing gets lost, a busy machine must not cause a second sending. */
const PATIENT_ACK_TIMEOUT = 30_000;
/** Where acknowledgements get lost, milliseconds. */
const SHORT_ACK_TIMEOUT = 150;
const WAIT = { timeout: 30_000 };

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
    responses = {},
    ackTimeout = PATIENT_ACK_TIMEOUT,
  }: {
    behaviour?: PeerBehaviour;
    faults?: Partial<FaultPlan>;
    batch?: number;
    responses?: Partial<ResponsePlan>;
    ackTimeout?: number;
  } = {},
): Promise<{ peer: Peer; link: DeviceLink; responses: InstructionResponses }> {
  const peer = await startPeer(protocol, behaviour);
  const instructionResponses = new InstructionResponses(
    { ...ACCEPT_ALL, ...responses },
    seededRandom('responses'),
  );
  const link = connectDevice({
    responses: instructionResponses,
    protocol,
    deviceId: IDS[protocol.name] ?? IMEI,
    target: { host: '127.0.0.1', port: peer.port },
    batch,
    faults: { ...NO_FAULTS, ...faults },
    random: seededRandom(`faults of ${protocol.name}`),
    times: { window: 4, ackTimeout, minRetryDelay: 10, maxRetryDelay: 100 },
  });
  openResources.push(link, peer);
  return { peer, link, responses: instructionResponses };
}

function findProtocol(name: string): Protocol {
  const found = PROTOCOLS.find((protocol) => protocol.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** Whether the server confirms the reports of the protocol's terminal. */
function isConfirmed(protocol: Protocol): boolean {
  return (
    protocol.kind === 'request' ||
    protocol.terminal(IDS[protocol.name] ?? IMEI).report(reports(1)).key !== null
  );
}

describe.each(
  PROTOCOLS.filter((protocol) => !isConfirmed(protocol)).map(
    (protocol) => [protocol.name, protocol] as const,
  ),
)('a %s device, whose reports are not confirmed,', (_, protocol) => {
  test('sends each report once', async () => {
    const { peer, link } = await connectToPeer(protocol);
    link.report(reports(40));
    await link.whenDrained();
    await vi.waitFor(() => expect(peer.stored.size).toBe(40), WAIT);
    expect(link.counts).toMatchObject({ sent: 40, acknowledged: 40, resent: 0, connections: 1 });
  });
});

describe.each(PROTOCOLS.filter(isConfirmed).map((protocol) => [protocol.name, protocol] as const))(
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
        ackTimeout: SHORT_ACK_TIMEOUT,
      });
      for (let batchIndex = 0; batchIndex < 20; batchIndex++) link.report(reports(10, batchIndex * 10));
      await link.whenDrained();
      expect([...peer.stored.keys()].sort()).toEqual(reports(200).map(({ time }) => time));
      expect(link.outstanding).toBe(0);
      expect(link.counts.sent).toBe(200);
      expect(link.counts.resent).toBeGreaterThan(0);
      expect(link.counts.connections).toBeGreaterThan(1);
      // A connection whose replies have no name ends with a lost packet, which need not have arrived.
      if (protocol.kind === 'request' || protocol.unnamedReplies === undefined)
        expect(peer.arrived()).toBeGreaterThan(200);
    });

    test('gets every fix stored when acknowledgements are late and connections end', async () => {
      const { peer, link } = await connectToPeer(protocol, {
        faults: { cut: 0.2, delay: { min: 0, max: 2 * SHORT_ACK_TIMEOUT } },
        ackTimeout: SHORT_ACK_TIMEOUT,
      });
      link.report(reports(30));
      await link.whenDrained();
      expect([...peer.stored.keys()].sort()).toEqual(reports(30).map(({ time }) => time));
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
  await vi.waitFor(() => {
    expect(link.counts.refused).toBeGreaterThan(1);
    expect(link.lastError?.message).toBe('the server rejected a report');
  }, WAIT);
  expect(link.outstanding).toBe(4);
  isRefusing = false;
  await link.whenDrained();
  expect(peer.stored.size).toBe(4);
});

test('a device disconnects from an unresponsive server and retries', async () => {
  let isListening = false;
  const { peer, link } = await connectToPeer(findProtocol('gt06'), {
    behaviour: { isListening: () => isListening },
    ackTimeout: SHORT_ACK_TIMEOUT,
  });
  link.report(reports(4));
  await vi.waitFor(() => expect(link.counts.connections).toBeGreaterThan(1), WAIT);
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
  await vi.waitFor(() => expect(link.lastError?.message).toContain('ECONNREFUSED'), WAIT);
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

describe('an instruction', () => {
  const RESTART = { name: 'restart', values: {} } as const;

  async function connectAndReport(name: string, responses: Partial<ResponsePlan>) {
    const connected = await connectToPeer(findProtocol(name), { responses });
    connected.link.report(reports(1));
    await connected.link.whenDrained();
    return connected;
  }

  test.each([
    ['jt808', {}, 'accepted', true],
    ['jt808', { rejected: 1 }, 'rejected', true],
    ['jt808', { wrongKey: 1 }, 'accepted', false],
    ['jt808', { delay: 5 }, 'accepted', true],
    ['gt06', {}, 'accepted', true],
    ['gt06', { wrongKey: 1 }, 'accepted', false],
  ])('a %s device with %o: %s, of the same key: %s', async (name, responses, outcome, hasSameKey) => {
    const { peer } = await connectAndReport(name, responses);
    const { receipts: expectedKeys } = peer.send(RESTART, 7);
    await vi.waitFor(() => expect(peer.receipts).toHaveLength(1), WAIT);
    expect(peer.receipts[0]?.outcome).toBe(outcome);
    expect(expectedKeys.includes(peer.receipts[0]?.key ?? '')).toBe(hasSameKey);
  });

  test('a silent device receives it, and sends no receipt', async () => {
    const { peer, link, responses } = await connectAndReport('jt808', { silent: 1 });
    peer.send(RESTART, 7);
    await vi.waitFor(() => expect(responses.received).toBe(1), WAIT);
    // Sent after the instruction was received, so a receipt would have come first.
    link.report(reports(1, 1));
    await link.whenDrained();
    expect(peer.receipts).toEqual([]);
  });

  test.each([0, 1])('a photo arrives, with %i of its parts lost at first', async (lostPart) => {
    const { peer } = await connectAndReport('jt808', { lostPart });
    peer.send({ name: 'photo', values: { channel: 3 } }, 7);
    await vi.waitFor(() => expect(peer.receipts).toHaveLength(2));
    await vi.waitFor(() => {
      peer.advance(MULTIMEDIA_TIMEOUT_MS);
      expect(peer.photos).toHaveLength(1);
    });
    expect(peer.photos[0]).toMatchObject({ channel: 3, content: createSamplePhoto(1) });
    expect(peer.receipts[1]?.mediaIds).toEqual([peer.photos[0]?.mediaId]);
  });
});
