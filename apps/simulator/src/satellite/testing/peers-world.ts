import { connect } from 'node:net';
import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import type { MessageType } from '@wakeline/domain/satellite/message-types';
import type { SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import { DOVECOT, Dovecot } from '@wakeline/server/satellite/testing/dovecot';
import { type JsonService, startJsonService } from '@wakeline/server/satellite/testing/json-service';
import { freePorts } from '@wakeline/server/testing/free-ports';
import { MailServer } from '@wakeline/server/testing/mail-server';
import type { Person } from '@wakeline/server/testing/person';
import { startWorld, type World } from '@wakeline/server/testing/world';
import { expect } from 'vitest';
import { directIpDelivery } from '../directip-delivery.ts';
import type { HttpPeer } from '../http-peer.ts';
import { type InreachInboundMessage, postInreach, serveInreach } from '../inreach-service.ts';
import { DIRECT_IP_RETRIES, IridiumGateway, NO_MT_FAULTS } from '../iridium-gateway.ts';
import { MoQueue, NO_MO_FAULTS } from '../mo-queue.ts';
import { type BeidouMachinePeer, startBeidouMachine } from '../start-beidou-machine.ts';
import { pushWechat, serveWechat, type WechatDelivery, type WechatService } from '../wechat-service.ts';
import { MACHINE_CARD, until } from './machine-world.ts';

const HOST = '127.0.0.1';
/** Terminals of the account, by network. */
export const TERMINALS = {
  beidou: { name: 'Vessel', card: '2095718' },
  iridium: { name: 'Buoy', card: '300234063904190' },
  inreach: { name: 'Hiker', card: '300434063854220' },
} as const satisfies Record<SatelliteNetwork, { readonly name: string; readonly card: string }>;
/** People who may write to them. */
export const PHONE = '13800138000';
export const EMAIL = 'duty@harbour.example';
export const WECHAT_USER = 'o6_bmjrPTlm6_2sgVt7hMZOPfL2M';
/** Where the terminals are, as far as they say. */
export const PLACE = { latitude: 22.25, longitude: 113.5 };

export const MAILBOX = 'gulls@boats.example';
const SECRET = '5f2b8c1e9d7a4036';
const WECHAT = { appId: 'wx1', appSecret: 'secret', token: 'callback token' } as const;
const INREACH = { username: 'office', password: 's3cret' } as const;

interface Peers {
  readonly machine: BeidouMachinePeer;
  readonly iridium: IridiumGateway;
  readonly inreach: HttpPeer;
  readonly hikerMessages: readonly InreachInboundMessage[];
  readonly sms: JsonService;
  readonly mails: MailServer;
  /** Null: Dovecot is not installed. */
  readonly dovecot: Dovecot | null;
  readonly wechat: WechatService;
  readonly wechatMessages: readonly WechatDelivery[];
  readonly weibo: JsonService;
  readonly weather: JsonService;
}

/** A server with a simulated or real peer for each kind of satellite message, and a terminal of each network. */
export class PeersWorld {
  readonly world: World;
  readonly ada: Person;
  readonly peers: Peers;
  readonly bdUserIds: Readonly<Record<SatelliteNetwork, number>>;
  #requests = 0;

  private constructor(
    world: World,
    ada: Person,
    peers: Peers,
    bdUserIds: Readonly<Record<SatelliteNetwork, number>>,
  ) {
    this.world = world;
    this.ada = ada;
    this.peers = peers;
    this.bdUserIds = bdUserIds;
  }

  static async start(): Promise<PeersWorld> {
    let clock: World['clock'] | undefined;
    const [directIpPort = 0] = await freePorts(1);
    const peers = await startPeers(directIpPort, () => clock?.now() ?? Date.UTC(2026, 5, 1, 12));
    const world = await startWorld({ environment: await environmentOf(peers, directIpPort) });
    clock = world.clock;
    const ada = await (await world.account('harbour')).person('ada');
    const { bdUserIds } = await ada.call('createBdUsers', {
      bdUsers: (['beidou', 'iridium', 'inreach'] as const).map((network) => ({
        bdUserName: TERMINALS[network].name,
        cardNumber: TERMINALS[network].card,
        network,
        password: 'abc123',
      })),
    });
    const [beidou = 0, iridium = 0, inreach = 0] = bdUserIds;
    const started = new PeersWorld(world, ada, peers, { beidou, iridium, inreach });
    await started.#addPeople();
    await started.#areEdgesReady(directIpPort);
    return started;
  }

  async stop(): Promise<void> {
    await this.world.stop();
    const { machine, iridium, inreach, sms, mails, dovecot, wechat, weibo, weather } = this.peers;
    await Promise.all([machine, iridium, inreach, wechat].map((peer) => peer.close()));
    for (const service of [sms, weibo, weather]) service.stop();
    await Promise.all([mails.stop(), dovecot?.stop()]);
  }

  /** A vessel writes to the command machine. */
  writeByBeidou(text: string): void {
    this.peers.machine.sendText(TERMINALS.beidou.card, text);
  }

  /** Bytes that arrive at the vessel, hexadecimal. */
  async takeByBeidou(): Promise<string> {
    const { content } = await this.peers.machine.take(TERMINALS.beidou.card);
    return Buffer.from(content.bytes).toString('hex');
  }

  /** A buoy runs a session; returns the text that it receives, null: none. */
  runIridiumSession(text: string): string | null {
    const received = this.peers.iridium.session(TERMINALS.iridium.card, {
      time: this.world.clock.now(),
      payload: Buffer.from(text),
      location: { ...PLACE, radius: 4 },
      isCompleted: true,
    });
    return received === null ? null : Buffer.from(received.payload).toString();
  }

  /** What the buoy receives once it waits for it at the Iridium gateway. */
  async takeByIridium(): Promise<string | null> {
    await until(() =>
      expect(this.peers.iridium.queues.waiting(TERMINALS.iridium.card).length).toBeGreaterThan(0),
    );
    return this.runIridiumSession('');
  }

  /** A hiker writes. */
  async writeByInreach(freeText: string): Promise<void> {
    const event = {
      imei: TERMINALS.inreach.card,
      messageCode: 3,
      freeText,
      timeStamp: this.world.clock.now(),
      ...PLACE,
      isBatteryLow: false,
    };
    const headers = { 'x-outbound-auth-token': SECRET };
    const status = await postInreach(`${this.#service}/satellite/inreach`, [event], headers);
    expect(status).toBe(200);
  }

  /** The SMS gateway delivers what a phone wrote. */
  async writeByPhone(text: string): Promise<void> {
    this.#requests += 1;
    const response = await this.world.post('inbound-sms', {
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify({ phone: `+86${PHONE}`, text, id: `m${this.#requests}` }),
    });
    expect(response.status).toBe(200);
  }

  /** WeChat delivers what a user wrote. Returns the response. */
  writeByWechat(text: string): Promise<string> {
    this.#requests += 1;
    this.peers.wechat.noteWritten(WECHAT_USER);
    return pushWechat({
      url: `${this.#service}/wechat`,
      token: WECHAT.token,
      openId: WECHAT_USER,
      text,
      msgId: String(this.#requests),
      now: this.world.clock.now(),
    });
  }

  /** The newest message of a type with a terminal in the record once it has this state, and what proves the state. */
  recorded(
    type: MessageType,
    terminal: SatelliteNetwork,
    state: string,
  ): Promise<{ readonly message: SatelliteMessage; readonly evidence: string | null }> {
    return until(async () => {
      const { list } = await this.ada.call('queryHistoryEobBdMsgs', {
        types: [type],
        bdUserId: this.bdUserIds[terminal],
      });
      const [message] = list;
      expect(message).toMatchObject({ type, state });
      if (message === undefined) throw new Error('no message');
      const { steps } = await this.ada.call('queryEobBdMsgSteps', { messageId: message.messageId });
      return { message, evidence: steps.at(-1)?.evidence ?? null };
    });
  }

  get #service(): string {
    return `${this.world.url}${this.world.prefix}`;
  }

  async #addPeople(): Promise<void> {
    await this.ada.call('createSatelliteContact', { contactName: 'Duty', kind: 'phone', address: PHONE });
    await this.ada.call('createSatelliteContact', { contactName: 'Office', kind: 'email', address: EMAIL });
    const { code } = await this.ada.call('createSatelliteBindCode', {});
    expect(await this.writeByWechat(code)).toContain('You are connected.');
  }

  /** The server looks at its role each half second. */
  async #areEdgesReady(directIpPort: number): Promise<void> {
    await until(async () => {
      this.world.clock.advance(500);
      const machine = await this.world.database.db
        .selectFrom('satellite_machine')
        .select('state')
        .executeTakeFirst();
      expect(machine?.state).toBe('ready');
      expect(await isListening(directIpPort)).toBe(true);
    });
  }
}

async function startPeers(directIpPort: number, now: () => number): Promise<Peers> {
  const machine = await startBeidouMachine({
    dialect: '4.0',
    card: MACHINE_CARD,
    frequency: 1,
    subordinates: [TERMINALS.beidou.card],
    now,
  });
  const outgoing = new MoQueue({
    deliver: directIpDelivery({ host: HOST, port: directIpPort }, 60_000),
    retrySeconds: DIRECT_IP_RETRIES,
    secondMs: 1,
    faults: NO_MO_FAULTS,
    random: () => 1,
  });
  const hikerMessages: InreachInboundMessage[] = [];
  const wechatMessages: WechatDelivery[] = [];
  const [inreach, sms, mails, dovecot, wechat, weibo, weather] = await Promise.all([
    serveInreach(HOST, {
      ...INREACH,
      imeis: new Set([TERMINALS.inreach.card]),
      onMessage: (message) => hikerMessages.push(message),
    }),
    startJsonService(() => ({})),
    MailServer.start(),
    DOVECOT === null ? null : Dovecot.start(),
    serveWechat(HOST, { ...WECHAT, now, onMessage: (message) => wechatMessages.push(message) }),
    startJsonService(() => ({ idstr: '5012345678901234' })),
    startJsonService(() => ({
      daily_units: { wind_speed_10m_max: 'm/s', wind_gusts_10m_max: 'm/s' },
      daily: { wind_speed_10m_max: [12], wind_direction_10m_dominant: [90] },
    })),
  ]);
  return {
    machine,
    iridium: new IridiumGateway([TERMINALS.iridium.card], outgoing, 1_000, NO_MT_FAULTS),
    inreach,
    hikerMessages,
    sms,
    mails,
    dovecot,
    wechat,
    wechatMessages,
    weibo,
    weather,
  };
}

async function environmentOf(
  { machine, iridium, inreach, sms, mails, dovecot, wechat, weibo, weather }: Peers,
  directIpPort: number,
): Promise<Readonly<Record<string, string>>> {
  return {
    WAKELINE_BEIDOU_MACHINE: `tcp://${HOST}:${machine.port}`,
    WAKELINE_BEIDOU_MACHINE_DIALECT: '4.0',
    WAKELINE_BEIDOU_MACHINE_RECEIPTS: 'no',
    WAKELINE_IRIDIUM_LISTEN_PORT: String(directIpPort),
    WAKELINE_IRIDIUM_DIRECTIP: `${HOST}:${await iridium.listen(HOST)}`,
    WAKELINE_INREACH_URL: `http://${HOST}:${inreach.port}`,
    WAKELINE_INREACH_USER: INREACH.username,
    WAKELINE_INREACH_PASSWORD: INREACH.password,
    WAKELINE_INREACH_SENDER: 'office@harbour.example',
    WAKELINE_INREACH_PUSH_SECRET: SECRET,
    WAKELINE_SMS_URL: `${sms.url}/send?to={phone}&text={text}`,
    WAKELINE_SMS_INBOUND_SECRET: SECRET,
    WAKELINE_SMTP_URL: mails.url,
    WAKELINE_SMTP_FROM: 'alerts@boats.example',
    ...(dovecot !== null && { WAKELINE_IMAP_URL: dovecot.url, WAKELINE_IMAP_ADDRESS: MAILBOX }),
    WAKELINE_WECHAT_APP_ID: WECHAT.appId,
    WAKELINE_WECHAT_APP_SECRET: WECHAT.appSecret,
    WAKELINE_WECHAT_TOKEN: WECHAT.token,
    WAKELINE_WECHAT_API_URL: `http://${HOST}:${wechat.port}`,
    WAKELINE_WEIBO_ACCESS_TOKEN: 'weibo token',
    WAKELINE_WEIBO_LINK: 'https://boats.example/',
    WAKELINE_WEIBO_API_URL: weibo.url,
    WAKELINE_WEATHER_URL: `${weather.url}/v1/forecast?latitude={lat}&longitude={lon}`,
  };
}

function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: HOST, port });
  return new Promise<boolean>((resolve) => {
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
