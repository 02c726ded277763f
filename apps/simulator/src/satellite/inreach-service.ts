import { type HttpPeer, type PeerRequest, type PeerResponse, serveHttp } from './http-peer.ts';

/** A message that the simulated service has accepted for a device. */
export interface InreachInboundMessage {
  readonly imei: string;
  readonly sender: string;
  readonly text: string;
}

export interface InreachServiceOptions {
  readonly imeis: ReadonlySet<string>;
  readonly username: string;
  readonly password: string;
  /** Default: a free port. */
  readonly port?: number;
  /** Called for each message and device. */
  readonly onMessage: (message: InreachInboundMessage) => void;
}

const MAX_TEXT = 160;

/** A simulated IPC Inbound service of Garmin: `POST /IPCInbound/V1/Messaging.svc/Message` with basic authentication. */
export function serveInreach(host: string, options: InreachServiceOptions): Promise<HttpPeer> {
  return serveHttp(host, (request) => accept(request, options), options.port);
}

function accept(
  { method, url, authorization, body }: PeerRequest,
  { imeis, username, password, onMessage }: InreachServiceOptions,
): PeerResponse {
  if (method !== 'POST' || url.pathname !== '/IPCInbound/V1/Messaging.svc/Message')
    return { status: 404, body: { Message: 'not found' } };
  const expected = Buffer.from(`${username}:${password}`).toString('base64');
  if (authorization !== `Basic ${expected}`) return { status: 403, body: { Message: 'forbidden' } };
  const messages = readMessages(body);
  if (messages === null) return { status: 400, body: { Message: 'invalid request' } };
  if (messages.some(({ imei }) => !imeis.has(imei)))
    return { status: 422, body: { Message: 'unknown IMEI' } };
  for (const message of messages) onMessage(message);
  return { status: 200, body: { count: messages.length } };
}

function readMessages(body: string): readonly InreachInboundMessage[] | null {
  try {
    const { Messages } = JSON.parse(body) as { readonly Messages: readonly Record<string, unknown>[] };
    const messages = Messages.flatMap(({ Recipients, Sender, Timestamp, Message }) => {
      const isValid =
        Array.isArray(Recipients) &&
        typeof Sender === 'string' &&
        Sender !== '' &&
        /^\/Date\(\d+\)\/$/.test(String(Timestamp)) &&
        typeof Message === 'string' &&
        Message !== '' &&
        Message.length <= MAX_TEXT;
      return isValid
        ? Recipients.map((imei) => ({ imei: String(imei), sender: Sender, text: Message }))
        : [null];
    });
    return messages.includes(null) ? null : messages.filter((message) => message !== null);
  } catch {
    return null;
  }
}

/** An event that a device sends, in the form of IPC Outbound, schema version 2. */
export interface InreachOutboundEvent {
  readonly imei: string;
  readonly messageCode: number;
  readonly freeText: string;
  /** Epoch milliseconds. */
  readonly timeStamp: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly isBatteryLow: boolean;
}

/** Posts events of devices to a server, as IPC Outbound does. Resolves to the status of the response. */
export async function postInreach(
  url: string,
  events: readonly InreachOutboundEvent[],
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      Version: '2.0',
      Events: events.map(({ latitude, longitude, isBatteryLow, ...event }) => ({
        ...event,
        addresses: [],
        point: { latitude, longitude, altitude: 0, gpsFix: 2, course: 0, speed: 0 },
        status: { autonomous: 0, lowBattery: isBatteryLow ? 1 : 0, intervalChange: 0, resetDetected: 0 },
      })),
    }),
  });
  await response.body?.cancel();
  return response.status;
}
