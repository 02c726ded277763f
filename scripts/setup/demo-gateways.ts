import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that are tried first to last, on 127.0.0.1. */
const FIRST_PORT = 20_100;
const MAX_PORT = 20_999;
const HOST = '127.0.0.1';

/** Peers of the server that the demo fleet simulates: gateways of messages, and a receiver of ADS-B. */
export interface DemoGateways {
  /** Variables of the server. */
  readonly variables: Readonly<Record<string, string>>;
  /** Options of the demo fleet, which runs the other side. */
  readonly peerPorts: Readonly<Record<string, number>>;
}

interface Peer {
  /** Start of its variables: if one of them is set, the operator has configured the gateway. */
  readonly prefix: string;
  /** Options of the demo fleet with a port each. */
  readonly options: readonly string[];
  readonly variables: (...ports: readonly number[]) => Readonly<Record<string, string>>;
}

const PEERS: readonly Peer[] = [
  {
    prefix: 'WAKELINE_BEIDOU_',
    options: ['beidou-machine'],
    variables: (port) => ({
      WAKELINE_BEIDOU_MACHINE: `tcp://${HOST}:${port}`,
      WAKELINE_BEIDOU_MACHINE_DIALECT: '2.1',
    }),
  },
  {
    prefix: 'WAKELINE_IRIDIUM_',
    options: ['iridium-gateway', 'iridium-listener'],
    variables: (gateway, listener) => ({
      WAKELINE_IRIDIUM_DIRECTIP: `${HOST}:${gateway}`,
      WAKELINE_IRIDIUM_LISTEN_PORT: String(listener),
      // The listener is on WAKELINE_DEVICE_HOST, which may be open to a network.
      WAKELINE_IRIDIUM_LISTEN_NETWORKS: '127.0.0.0/8',
    }),
  },
  {
    prefix: 'WAKELINE_INREACH_',
    options: ['inreach-service'],
    variables: (port) => ({
      WAKELINE_INREACH_URL: `http://${HOST}:${port}`,
      WAKELINE_INREACH_USER: 'demo',
      WAKELINE_INREACH_PASSWORD: createSecret(),
      WAKELINE_INREACH_SENDER: 'demo@wakeline.example',
      WAKELINE_INREACH_PUSH_SECRET: createSecret(),
    }),
  },
  {
    prefix: 'WAKELINE_SMS_',
    options: ['sms-gateway'],
    variables: (port) => ({
      WAKELINE_SMS_URL: `http://${HOST}:${port}/send`,
      WAKELINE_SMS_HEADERS: '{"content-type":"application/json"}',
      WAKELINE_SMS_BODY: '{"phone":"{phone}","text":"{text}"}',
      WAKELINE_SMS_INBOUND_SECRET: createSecret(),
    }),
  },
  {
    prefix: 'WAKELINE_SMTP_',
    options: ['mail-server'],
    variables: (port) => ({
      WAKELINE_SMTP_URL: `smtp://${HOST}:${port}`,
      WAKELINE_SMTP_FROM: 'Wakeline demo <demo@wakeline.example>',
    }),
  },
  {
    prefix: 'WAKELINE_FEED_',
    options: ['adsb-receiver'],
    variables: () => ({ WAKELINE_FEED_NETWORKS: HOST }),
  },
  {
    prefix: 'WAKELINE_WEATHER_',
    options: ['weather-service'],
    variables: (port) => {
      const url = `http://${HOST}:${port}/v1/forecast?latitude={lat}&longitude={lon}`;
      return { WAKELINE_WEATHER_URL: url, WAKELINE_WEATHER_MARINE_URL: url };
    },
  },
];

/** The gateways of the demo, without those that the environment configures. */
export async function configureDemoGateways(environment: Readonly<NodeJS.ProcessEnv>): Promise<DemoGateways> {
  const isSet = (prefix: string) =>
    Object.entries(environment).some(([name, value]) => name.startsWith(prefix) && value !== '');
  const variables: Record<string, string> = {};
  const peerPorts: Record<string, number> = {};
  let next = FIRST_PORT;
  for (const peer of PEERS.filter(({ prefix }) => !isSet(prefix))) {
    const ports: number[] = [];
    for (const option of peer.options) {
      const port = await findFreePort(next);
      ports.push(port);
      peerPorts[option] = port;
      next = port + 1;
    }
    Object.assign(variables, peer.variables(...ports));
  }
  return { variables, peerPorts };
}

/** @throws Error if none is free */
async function findFreePort(from: number): Promise<number> {
  for (let port = from; port <= MAX_PORT; port++) if (await isFree(port)) return port;
  throw new Error(`no port from ${FIRST_PORT} to ${MAX_PORT} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, HOST), 'listening');
  } catch {
    return false;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}

function createSecret(): string {
  return randomBytes(16).toString('hex');
}
