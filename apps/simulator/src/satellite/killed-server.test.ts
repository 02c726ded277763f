import { setTimeout as delay } from 'node:timers/promises';
import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import type { TerminalGateway } from '@wakeline/domain/satellite/networks';
import { freePorts } from '@wakeline/server/testing/free-ports';
import { MailServer } from '@wakeline/server/testing/mail-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seededRandom } from '../movement/randomness.ts';
import { directIpDelivery } from './directip-delivery.ts';
import { type HttpPeer, serveHttp } from './http-peer.ts';
import { IridiumGateway, NO_MT_FAULTS } from './iridium-gateway.ts';
import { MoQueue } from './mo-queue.ts';
import { type BeidouMachinePeer, startBeidouMachine } from './start-beidou-machine.ts';
import { KillableServer } from './testing/killable-server.ts';
import { MACHINE_CARD } from './testing/machine-world.ts';

const HOST = '127.0.0.1';
const SECRET = '5f2b8c1e9d7a4036';
const EMAIL = 'duty@harbour.example';
const PHONE = '13800138000';
const RETRY_MS = 200;
/** Parts that a server has in flight at most: one of each lane. */
const IN_FLIGHT = 16;

const cards = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(first + index));
/** Terminals by the gateway of messages to them. */
const TERMINALS = {
  'beidou-machine': cards(2_095_700, 5),
  'beidou-operator': cards(4_207_700, 24),
  'iridium-directip': cards(300_234_063_904_100, 24),
} as const satisfies Partial<Record<TerminalGateway, readonly string[]>>;
/** Texts to each of them: 40 + 480 + 480 messages. */
const TEXTS = { 'beidou-machine': 8, 'beidou-operator': 20, 'iridium-directip': 20 } as const;
type Gateway = keyof typeof TERMINALS;
const GATEWAYS = Object.keys(TERMINALS) as readonly Gateway[];
/** Messages of terminals, half of them by DirectIP and half by the push of the operator. */
const RECEIVED = 1_000;

/** Counts at which the server is killed: requests to the operator without a response, and confirmed messages. */
const KILLS = { operator: [60, 240, 400], directip: [130, 370], push: [200, 450] };

let server: KillableServer;
let machine: BeidouMachinePeer;
let operator: HttpPeer;
let sms: HttpPeer;
let mails: MailServer;
let iridium: IridiumGateway;
let outgoing: MoQueue;
/** Messages that the operator and the SMS gateway have received: `receiver text`. */
const atOperator: string[] = [];
const atPhones: string[] = [];

beforeAll(async () => {
  const [directIpPort = 0] = await freePorts(1);
  const { 'beidou-machine': subordinates, 'iridium-directip': imeis } = TERMINALS;
  machine = await startBeidouMachine({ dialect: 'BD-3', card: MACHINE_CARD, frequency: 1, subordinates });
  operator = await serveHttp(HOST, ({ url }) => {
    atOperator.push(`${url.searchParams.get('card')} ${url.searchParams.get('text')}`);
    server.note('operator');
    return { status: 200, body: {} };
  });
  sms = await serveHttp(HOST, ({ url }) => {
    atPhones.push(url.searchParams.get('text') ?? '');
    return { status: 200, body: {} };
  });
  mails = await MailServer.start();
  const deliver = directIpDelivery({ host: HOST, port: directIpPort }, 60_000);
  outgoing = new MoQueue({
    async deliver(message, isCut) {
      const isConfirmed = await deliver(message, isCut);
      if (isConfirmed) server.note('directip');
      return isConfirmed;
    },
    retrySeconds: [1],
    secondMs: RETRY_MS,
    faults: { lostConfirmation: 0.05, duplicate: 0.05, reorder: 0, cut: 0.05 },
    random: seededRandom('killed server'),
  });
  iridium = new IridiumGateway(imeis, outgoing, 1_000, NO_MT_FAULTS);
  server = await KillableServer.start(
    {
      WAKELINE_BEIDOU_MACHINE: `tcp://${HOST}:${machine.port}`,
      WAKELINE_BEIDOU_MACHINE_DIALECT: 'BD-3',
      WAKELINE_BEIDOU_OPERATOR_URL: `http://${HOST}:${operator.port}/send?card={card}&text={text}`,
      WAKELINE_BEIDOU_PUSH_SECRET: SECRET,
      WAKELINE_BEIDOU_PUSH_AUTH: 'token',
      WAKELINE_IRIDIUM_LISTEN_PORT: String(directIpPort),
      WAKELINE_IRIDIUM_DIRECTIP: `${HOST}:${await iridium.listen(HOST)}`,
      WAKELINE_SMTP_URL: mails.url,
      WAKELINE_SMTP_FROM: 'alerts@boats.example',
      WAKELINE_SMS_URL: `http://${HOST}:${sms.port}/send?to={phone}&text={text}`,
    },
    KILLS,
  );
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await iridium?.close();
  await Promise.all([machine, operator, sms].map((peer) => peer?.close()));
  await mails?.stop();
});

/** Repeats a call until it has a response, also while the server is started again. */
const repeated = <Result>(call: () => Promise<Result>): Promise<Result> =>
  vi.waitFor(call, { timeout: 120_000, interval: RETRY_MS });

async function createTerminals(gateway: Gateway): Promise<readonly number[]> {
  const { bdUserIds } = await server.client.call('createBdUsers', {
    bdUsers: TERMINALS[gateway].map((cardNumber) => ({
      bdUserName: `G${cardNumber.slice(-3)}`,
      cardNumber,
      network: gateway === 'iridium-directip' ? ('iridium' as const) : ('beidou' as const),
      gateway,
      password: 'abc123',
    })),
  });
  return bdUserIds;
}

/** Sends texts to all terminals of a gateway, as a program does that repeats each call until it has a response. */
async function sendTexts(gateway: Gateway, bdUserIds: readonly number[]): Promise<void> {
  for (let text = 1; text <= TEXTS[gateway]; text++) {
    const payload = { bdUserIds: [...bdUserIds], content: `out ${text}`, requestKey: `${gateway}-${text}` };
    await repeated(() => server.client.call('sendEobBdMsg', payload));
  }
}

/** What each fifth message of the terminals starts with. */
const ADDRESSES: readonly string[] = [`${EMAIL} `, `${PHONE} `, '', '', ''];

function receiveByDirectIp(): Promise<void> {
  const imeis = TERMINALS['iridium-directip'];
  for (let number = 0; number < RECEIVED / 2; number++) {
    iridium.session(imeis[number % imeis.length] ?? '', {
      time: Date.now(),
      payload: Buffer.from(`${ADDRESSES[number % ADDRESSES.length]}in ${number}`),
      location: null,
      isCompleted: true,
    });
  }
  return outgoing.drained();
}

/** The operator's platform repeats a push until it has 200, and each tenth once more. */
async function receiveByPush(): Promise<void> {
  const senders = TERMINALS['beidou-operator'];
  const time = Date.now();
  for (let number = RECEIVED / 2; number < RECEIVED; number++) {
    const item = {
      sourceAddr: senders[number % senders.length],
      destAddr: '0524069',
      msgContent: Buffer.from(`in ${number}`).toString('hex'),
      time,
    };
    for (let copy = number % 10 === 0 ? 2 : 1; copy > 0; copy--) await push(item);
    server.note('push');
  }
}

function push(item: object): Promise<void> {
  return repeated(async () => {
    const response = await fetch(`${server.url}/service/satellite/beidou-push`, {
      method: 'POST',
      headers: { 'x-signature': SECRET },
      body: JSON.stringify({ communicationList: [item] }),
    });
    expect(response.status).toBe(200);
  });
}

async function readRecord(): Promise<readonly SatelliteMessage[]> {
  const messages: SatelliteMessage[] = [];
  for (let before: { createTime: number; messageId: number } | undefined; ; ) {
    const page = { pageSize: 200, before };
    const { list, next } = await server.client.call('queryHistoryEobBdMsgs', page);
    messages.push(...list);
    if (next === null) return messages;
    before = next;
  }
}

const FINAL: readonly SatelliteMessage['state'][] = ['received', 'accepted', 'sent', 'delivered', 'failed'];

/** The record once nothing is left to do; the test has a time limit. */
async function readFinished(): Promise<readonly SatelliteMessage[]> {
  for (;;) {
    const record = await repeated(readRecord);
    if (record.every(({ state }) => FINAL.includes(state))) return record;
    await delay(RETRY_MS);
  }
}

function countOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** `receiver text` of what the terminals and their gateways have received. */
function arrivals(): ReadonlyMap<string, number> {
  const atMachine = TERMINALS['beidou-machine'].flatMap((card) =>
    machine.arrived(card).map(({ content }) => `${card} ${Buffer.from(content.bytes.slice(1)).toString()}`),
  );
  const atIridium = TERMINALS['iridium-directip'].flatMap((imei) =>
    iridium.queues.waiting(imei).map(({ payload }) => `${imei} ${Buffer.from(payload).toString()}`),
  );
  return countOf([...atMachine, ...atOperator, ...atIridium]);
}

test('loses none of 1,000 messages in each direction when the server is killed, and sends none twice', {
  tags: ['long'],
  timeout: 900_000,
}, async () => {
  const bdUserIds = new Map<Gateway, readonly number[]>();
  for (const gateway of GATEWAYS) bdUserIds.set(gateway, await createTerminals(gateway));
  await Promise.all([
    receiveByDirectIp(),
    receiveByPush(),
    ...GATEWAYS.map((gateway) => sendTexts(gateway, bdUserIds.get(gateway) ?? [])),
  ]);
  const record = await readFinished();
  const kills = Object.values(KILLS).flat().length;
  expect([server.killed, server.remainingKills]).toEqual([kills, 0]);

  const written = record.filter(({ type }) => type !== 'system-to-terminal');
  const numbers = Array.from({ length: RECEIVED }, (_, number) => `in ${number}`);
  expect(written.map(({ content }) => content).toSorted()).toEqual(numbers.toSorted());

  const toTerminals = record.filter(({ type }) => type === 'system-to-terminal');
  const expected = GATEWAYS.flatMap((gateway) =>
    TERMINALS[gateway].flatMap((card) =>
      Array.from({ length: TEXTS[gateway] }, (_, text) => `${card} out ${text + 1}`),
    ),
  );
  const nameOf = ({ receiver, content }: SatelliteMessage) => `${receiver} ${content}`;
  expect(expected).toHaveLength(1_000);
  expect(toTerminals.map(nameOf).toSorted()).toEqual(expected.toSorted());
  const arrived = arrivals();
  expect([...arrived].filter(([, count]) => count > 1)).toEqual([]);
  const failed = toTerminals.filter(({ state }) => state === 'failed');
  // At least the request that killed the server has no proof.
  expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['unknown-arrival']));
  expect(failed.length).toBeLessThanOrEqual(kills * IN_FLIGHT);
  // All others arrived.
  const proved = toTerminals.filter(({ state }) => state !== 'failed');
  expect(proved.filter((message) => !arrived.has(nameOf(message)))).toEqual([]);

  // SMS gateways recognize no repeats, mail servers do.
  const toPhones = written.filter(({ type }) => type === 'terminal-to-phone');
  const copies = countOf(atPhones.map((text) => text.slice(text.indexOf('in '))));
  expect([...copies].filter(([, count]) => count > 1)).toEqual([]);
  for (const { state, reason, content } of toPhones)
    expect(state === 'failed' ? reason : copies.get(content)).toBe(
      state === 'failed' ? 'unknown-arrival' : 1,
    );
  const toEmail = written.filter(({ type }) => type === 'terminal-to-email');
  expect(new Set(toEmail.map(({ state }) => state))).toEqual(new Set(['delivered']));
  const identities = mails.to(EMAIL).map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1] ?? '');
  expect(countOf(identities).size).toBe(toEmail.length);
  expect([toPhones.length, toEmail.length]).toEqual([100, 100]);
});
