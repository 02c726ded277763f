import { once } from 'node:events';
import { postInreach, serveInreach } from '../../satellite/inreach-service.ts';
import { createTerminals, PEER_HOST, type PeerContext } from './peer-context.ts';

/** Of an inReach event: a text that the user has written. */
const FREE_TEXT = 3;

export interface InreachLogin {
  readonly username: string;
  readonly password: string;
  /** With which events are posted to the server. */
  readonly pushSecret: string;
}

/** Garmin's services for inReach devices: IPC Inbound takes messages to them, IPC Outbound posts their events. */
export async function runInreach(port: number, login: InreachLogin, context: PeerContext): Promise<void> {
  const { serviceUrl, log, signal } = context;
  const terminals = createTerminals(context, 'inreach', async (imei, text, state) => {
    const { latitude, longitude } = state();
    const event = {
      imei,
      messageCode: FREE_TEXT,
      freeText: text,
      timeStamp: Date.now(),
      latitude,
      longitude,
      isBatteryLow: false,
    };
    const headers = { 'x-outbound-auth-token': login.pushSecret };
    await postInreach(`${serviceUrl}/satellite/inreach`, [event], headers).catch(() =>
      log(`demo: a message of ${imei} could not be posted`),
    );
  });
  const service = await serveInreach(PEER_HOST, {
    port,
    imeis: new Set(terminals.map(({ card }) => card)),
    username: login.username,
    password: login.password,
    onMessage: ({ imei, text }) => void terminals.find(({ card }) => card === imei)?.terminal.receive(text),
  });
  try {
    await Promise.all([once(signal, 'abort'), ...terminals.map(({ terminal }) => terminal.run())]);
  } finally {
    await service.close();
  }
}
