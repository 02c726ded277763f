import { connect } from 'node:net';
import { freePorts } from '@wakeline/server/testing/free-ports';
import type { Person } from '@wakeline/server/testing/person';
import { startWorld, type World } from '@wakeline/server/testing/world';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seededRandom } from '../movement/randomness.ts';
import { directIpDelivery } from './directip-delivery.ts';
import { DIRECT_IP_RETRIES, IridiumGateway } from './iridium-gateway.ts';
import { MoQueue } from './mo-queue.ts';

const HOST = '127.0.0.1';
const IMEIS = ['300234063904190', '300234063904191', '300234063904192'] as const;
const [BUOY, GULL, LOST] = IMEIS;
const MESSAGES = 60;
const WAIT = { timeout: 60_000, interval: 50 };

let world: World;
let ada: Person;
let gateway: IridiumGateway;
let outgoing: MoQueue;
/** While true, each confirmation of a message to a device is lost. */
let isLosing = false;

beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  const random = seededRandom('iridium and server');
  outgoing = new MoQueue({
    deliver: directIpDelivery({ host: HOST, port }, 60_000),
    retrySeconds: DIRECT_IP_RETRIES,
    secondMs: 1,
    faults: { lostConfirmation: 0.2, duplicate: 0.2, reorder: 0.2, cut: 0.2 },
    random,
  });
  const mtFaults = { lostConfirmation: 0.5, random: () => (isLosing ? 0 : 1) };
  gateway = new IridiumGateway(IMEIS, outgoing, 1_000, mtFaults);
  const mtPort = await gateway.listen(HOST);
  world = await startWorld({
    environment: {
      WAKELINE_IRIDIUM_LISTEN_PORT: String(port),
      WAKELINE_IRIDIUM_DIRECTIP: `${HOST}:${mtPort}`,
    },
  });
  ada = await (await world.account('harbour')).person('ada');
  await ada.call('createBdUsers', {
    bdUsers: IMEIS.map((cardNumber) => ({
      bdUserName: `B${cardNumber.slice(-3)}`,
      cardNumber,
      network: 'iridium' as const,
      password: 'abc123',
    })),
  });
  await vi.waitFor(async () => {
    world.clock.advance(500);
    const socket = connect({ host: HOST, port });
    const isOpen = await new Promise((resolve) => {
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    });
    socket.destroy();
    expect(isOpen).toBe(true);
  }, WAIT);
});
afterAll(async () => {
  await gateway.close();
  await world.stop();
});

const session = (imei: string, text: string) =>
  gateway.session(imei, {
    time: Date.UTC(2026, 5, 1, 11),
    payload: Buffer.from(text),
    location: { latitude: 36.05, longitude: 120.3, radius: 4 },
    isCompleted: true,
  });

async function send(imei: string, content: string): Promise<number> {
  const { list } = await ada.call('queryBdUsers', { keywords: imei });
  const { messages } = await ada.call('sendEobBdMsg', { bdUserIds: [list[0]?.bdUserId ?? 0], content });
  return messages[0]?.messageId ?? 0;
}
const reaches = (messageId: number, state: string) =>
  vi.waitFor(async () => {
    const { message } = await ada.call('queryEobBdMsgSteps', { messageId });
    expect(message.state).toBe(state);
    return message;
  }, WAIT);

test('stores each message of devices once, whatever the gateway repeats, reorders and cuts', async () => {
  const texts = Array.from({ length: MESSAGES }, (_, number) => `message ${number}`);
  for (const [number, text] of texts.entries()) session(number % 2 === 0 ? BUOY : GULL, text);
  await outgoing.drained();
  const { list } = await ada.call('queryHistoryEobBdMsgs', { pageSize: 200 });
  expect(list.map(({ content }) => content).toSorted()).toEqual(texts.toSorted());
  expect(list.every(({ place }) => place === null)).toBe(true);
});

test('sends a message to a device, which receives it in its next session', async () => {
  const messageId = await send(BUOY, '返航');
  await reaches(messageId, 'accepted');
  expect(Buffer.from(session(BUOY, '')?.payload ?? []).toString()).toBe('返航');
  await reaches(messageId, 'delivered');
});

test('records the delivery of a message whose confirmation was lost, and sends it once', async () => {
  isLosing = true;
  const messageId = await send(LOST, 'hold position');
  expect(await reaches(messageId, 'failed')).toMatchObject({ reason: 'unknown-arrival' });
  isLosing = false;
  expect(gateway.queues.waiting(LOST)).toHaveLength(1);
  expect(Buffer.from(session(LOST, '')?.payload ?? []).toString()).toBe('hold position');
  await reaches(messageId, 'delivered');
  expect(session(LOST, '')).toBeNull();
});
