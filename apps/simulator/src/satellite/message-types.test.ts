import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { MESSAGE_TYPES, type MessageType } from '@wakeline/domain/satellite/message-types';
import type { SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import { DOVECOT } from '@wakeline/server/satellite/testing/dovecot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from './testing/machine-world.ts';
import { EMAIL, MAILBOX, PeersWorld, PHONE, PLACE, TERMINALS, WECHAT_USER } from './testing/peers-world.ts';

const { beidou: vessel, iridium: buoy, inreach: hiker } = TERMINALS;

let run: PeersWorld;

beforeAll(async () => {
  run = await PeersWorld.start();
});
afterAll(() => run.stop());
// Longer than the service frequency of the command machine.
beforeEach(() => run.world.clock.advance(60_000));

/** The last value of a growing list, once it has one. */
const last = <Value>(list: () => readonly Value[]) =>
  until(() => {
    const value = list().at(-1);
    if (value === undefined) throw new Error('nothing has arrived');
    return value;
  });

async function lastMail(): Promise<string> {
  const { text } = await last(() => run.peers.mails.to(EMAIL));
  return text.slice(text.indexOf('\r\n\r\n') + 4);
}

interface Exchange {
  /** What the sender does. */
  readonly write: () => unknown;
  /** What the other side has received. */
  readonly arrival: () => unknown;
  readonly arrives: unknown;
  /** Whose message it is in the record. */
  readonly terminal: SatelliteNetwork;
  readonly state: SatelliteMessage['state'];
  /** What proves the state; null: nothing is sent. */
  readonly evidence: string | null;
  readonly record: Partial<SatelliteMessage>;
}

/** Bytes by Python: '返航'.encode('gbk').hex() */
const RETURN = 'b7b5babd';

const EXCHANGES: Readonly<Record<MessageType, Exchange>> = {
  'terminal-to-terminal': {
    write: () => run.writeByBeidou(`#${buoy.card} 已到港`),
    arrival: () => run.takeByIridium(),
    arrives: '已到港',
    terminal: 'beidou',
    state: 'delivered',
    evidence: 'session',
    record: { sender: vessel.card, receiver: buoy.card, content: '已到港', receivedBy: 'beidou-machine' },
  },
  'terminal-to-phone': {
    write: () => run.writeByBeidou(`${PHONE} 已到港`),
    arrival: async () => Object.fromEntries((await last(() => run.peers.sms.requests)).query),
    arrives: { to: PHONE, text: 'Vessel: 已到港' },
    terminal: 'beidou',
    state: 'accepted',
    evidence: 'response',
    record: { sender: vessel.card, receiver: PHONE, content: '已到港', receivedBy: 'beidou-machine' },
  },
  'phone-to-terminal': {
    write: () => run.writeByPhone(`${vessel.card} 返航`),
    arrival: () => run.takeByBeidou(),
    arrives: RETURN,
    terminal: 'beidou',
    state: 'sent',
    evidence: 'radio-feedback',
    record: { sender: PHONE, receiver: vessel.card, content: '返航', receivedBy: 'sms' },
  },
  'terminal-to-system': {
    write: () => run.writeByInreach('In port'),
    arrival: () =>
      until(async () => {
        const { list } = await run.ada.call('queryEobBdMsgs', { bdUserId: run.bdUserIds.inreach });
        expect(list).toHaveLength(1);
        return list[0]?.content;
      }),
    arrives: 'In port',
    terminal: 'inreach',
    state: 'received',
    evidence: null,
    record: {
      sender: hiker.card,
      content: 'In port',
      receivedBy: 'inreach',
      place: { ...PLACE, altitude: 0, time: expect.any(Number) },
    },
  },
  'system-to-terminal': {
    write: () =>
      run.ada.call('sendEobBdMsg', { bdUserIds: [run.bdUserIds.inreach], content: 'Return to port' }),
    arrival: () => last(() => run.peers.hikerMessages),
    arrives: { imei: hiker.card, sender: 'office@harbour.example', text: 'Return to port' },
    terminal: 'inreach',
    state: 'accepted',
    evidence: 'response',
    record: { sender: 'ada', receiver: hiker.card, content: 'Return to port', receivedBy: null },
  },
  'terminal-to-wechat': {
    write: () => run.writeByBeidou('wx 已到港'),
    arrival: () => last(() => run.peers.wechatMessages),
    arrives: { openId: WECHAT_USER, text: 'Vessel: 已到港' },
    terminal: 'beidou',
    state: 'accepted',
    evidence: 'response',
    record: { sender: vessel.card, content: '已到港', receivedBy: 'beidou-machine' },
  },
  'wechat-to-terminal': {
    write: async () => expect(await run.writeByWechat(`${vessel.card} 返航`)).toBe('success'),
    arrival: () => run.takeByBeidou(),
    arrives: RETURN,
    terminal: 'beidou',
    state: 'sent',
    evidence: 'radio-feedback',
    record: { sender: WECHAT_USER, receiver: vessel.card, content: '返航', receivedBy: 'wechat' },
  },
  'terminal-to-email': {
    write: () => run.runIridiumSession(`${EMAIL} Fuel low`),
    arrival: lastMail,
    arrives: 'Fuel low\r\n\r\n-- \r\nBuoy\r\n',
    terminal: 'iridium',
    state: 'delivered',
    evidence: 'receipt',
    record: { sender: buoy.card, receiver: EMAIL, content: 'Fuel low', receivedBy: 'iridium-directip' },
  },
  'email-to-terminal': {
    write: () =>
      run.peers.dovecot?.deliver(
        `From: Office <${EMAIL}>\nTo: ${MAILBOX}\nSubject: Gull\n\n${buoy.card} Come home.\n`,
      ),
    arrival: () => run.takeByIridium(),
    arrives: 'Come home.',
    terminal: 'iridium',
    state: 'delivered',
    evidence: 'session',
    record: { sender: EMAIL, receiver: buoy.card, content: 'Come home.', receivedBy: 'email' },
  },
  'terminal-to-weibo': {
    write: () => run.runIridiumSession('wb In port'),
    arrival: async () =>
      Object.fromEntries(new URLSearchParams((await last(() => run.peers.weibo.requests)).body)),
    arrives: { access_token: 'weibo token', status: 'Buoy: In port https://boats.example/' },
    terminal: 'iridium',
    state: 'delivered',
    evidence: 'receipt',
    record: { sender: buoy.card, content: 'In port', receivedBy: 'iridium-directip' },
  },
  'terminal-to-weather': {
    write: () => run.writeByInreach('tq'),
    arrival: async () => {
      const { query } = await last(() => run.peers.weather.requests);
      return [query.get('latitude'), query.get('longitude')];
    },
    arrives: ['22.250', '113.500'],
    terminal: 'inreach',
    state: 'received',
    evidence: null,
    record: { sender: hiker.card, content: '', receivedBy: 'inreach' },
  },
  'weather-to-terminal': {
    write: () => run.runIridiumSession('weather'),
    arrival: () => run.takeByIridium(),
    // 12 m/s are 6 Beaufort: 10.8 to 13.8 m/s.
    arrives: 'Today: E F6 12m/s',
    terminal: 'iridium',
    state: 'delivered',
    evidence: 'session',
    record: { sender: 'weather', receiver: buoy.card, content: 'Today: E F6 12m/s', receivedBy: null },
  },
};

const TITLE = '%s arrives as it was written, and the record has its proof';

test.for(MESSAGE_TYPES)(TITLE, { tags: ['long'] }, async (type, { skip }) => {
  skip(type === 'email-to-terminal' && DOVECOT === null, 'Dovecot is not installed');
  const { write, arrival, arrives, terminal, state, evidence, record } = EXCHANGES[type];
  await write();
  expect(await arrival()).toEqual(arrives);
  const recorded = await run.recorded(type, terminal, state);
  expect(recorded.message).toMatchObject(record);
  expect(recorded.evidence).toBe(evidence);
});
