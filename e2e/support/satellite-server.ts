import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from './journey.ts';
import { ServerProcess } from './server.ts';

const SECRET = '5f2b8c1e9d7a4036';
/** The card to which terminals send what is for the console. */
const PLATFORM_CARD = '0524069';

/** A message that the server gave to the platform. */
interface Submitted {
  readonly card: string;
  readonly text: string;
  /** `dataId` of its receipts. */
  readonly id: string;
}

/** A message of a terminal, as the platform pushes it: content in hexadecimal GBK. */
interface Pushed {
  readonly from: string;
  /** Card of another terminal; without it the message is for the console. */
  readonly to?: string;
  readonly text: string;
}

/** The platform of a BeiDou operator: accepts messages for cards, and pushes those of cards, receipts and positions. */
export class BeidouPlatform {
  readonly submitted: Submitted[] = [];
  /** Status of its responses: 200 accepts a message, 503 lets it wait, 400 refuses it. */
  status = 200;
  readonly #server: Server;
  #pushUrl = '';

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<BeidouPlatform> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      if (platform.status === 200) platform.submitted.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(platform.status).end('{"code":0}');
    });
    const platform = new BeidouPlatform(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return platform;
  }

  /** Variables of a server that uses this platform. */
  get environment(): Readonly<Record<string, string>> {
    return {
      WAKELINE_BEIDOU_OPERATOR_URL: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/send`,
      WAKELINE_BEIDOU_OPERATOR_HEADERS: '{"content-type":"application/json"}',
      WAKELINE_BEIDOU_OPERATOR_BODY: '{"card":"{card}","text":"{text}","id":"{id}"}',
      WAKELINE_BEIDOU_PUSH_SECRET: SECRET,
      WAKELINE_BEIDOU_PUSH_AUTH: 'token',
      WAKELINE_BEIDOU_PUSH_CARD: PLATFORM_CARD,
    };
  }

  pushTo({ url }: ServerProcess): void {
    this.#pushUrl = `${url}/service/satellite/beidou-push`;
  }

  /** A terminal wrote. Texts are ASCII, of which GBK has the same bytes. */
  push({ from, to = PLATFORM_CARD, text }: Pushed): Promise<void> {
    const msgContent = Buffer.from(text, 'latin1').toString('hex');
    return this.#post({
      communicationList: [{ sourceAddr: from, destAddr: to, msgContent, time: Date.now() }],
    });
  }

  /** A terminal reported its position. */
  pushPosition(card: string, latitude: number, longitude: number): Promise<void> {
    const position = { userAddr: card, latitude, longitude, high: 0, dtHigh: 0, time: Date.now() };
    return this.#post({ positionList: [position] });
  }

  /** The card received the message with this text. */
  async confirm(text: string): Promise<void> {
    const message = this.submitted.find((one) => one.text === text);
    if (message === undefined) throw new Error(`the platform has no message “${text}”`);
    const { card, id } = message;
    await this.#post({
      receiptList: [{ dataId: id, sourceAddr: PLATFORM_CARD, destAddr: card, flag: 2, time: Date.now() }],
    });
  }

  async #post(body: object): Promise<void> {
    const headers = { 'content-type': 'application/json', 'x-signature': SECRET };
    const response = await fetch(this.#pushUrl, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`the push was refused: ${response.status} ${await response.text()}`);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

interface SatelliteServer {
  readonly server: ServerProcess;
  readonly platform: BeidouPlatform;
}

/** A journey about satellite messages, with the platform of a BeiDou operator and a server that uses it. */
export const test = base.extend<{ platform: BeidouPlatform }, { satellite: SatelliteServer }>({
  satellite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const platform = await BeidouPlatform.start();
      const server = await ServerProcess.start(platform.environment);
      platform.pushTo(server);
      await use({ server, platform });
      await server.remove();
      platform.stop();
    },
    { scope: 'worker' },
  ],

  platform: async ({ satellite }, use) => {
    satellite.platform.status = 200;
    satellite.platform.submitted.length = 0;
    await use(satellite.platform);
  },

  /** Without terminals; the record keeps the messages of earlier journeys. */
  server: async ({ satellite }, use) => {
    const { client } = satellite.server;
    const { list } = await client.call('queryBdUsers', { pageIndex: 1, pageSize: 100 });
    for (const { bdUserId } of list) await client.call('deleteBdUser', { bdUserId });
    const trackers = await client.call('queryAllTrackers', {});
    for (const { trackerId } of trackers.list) await client.call('removeTracker', { trackerId });
    await use(satellite.server);
  },
});

export { expect } from './journey.ts';
