import { parseArgs } from 'node:util';
import { AIS_PORT } from '@wakeline/domain/devices/feed-kinds';
import { PROTOCOL_NAMES, PROTOCOL_PORTS, type ProtocolName } from '@wakeline/domain/devices/protocols';
import { runAirTraffic } from '../demo/air-traffic.ts';
import { createFleet } from '../demo/fleet.ts';
import { handleAlarms } from '../demo/handle-alarms.ts';
import { runHarbourTraffic } from '../demo/harbour-traffic.ts';
import { openSession, register } from '../demo/register.ts';
import { runFleet } from '../demo/run-fleet.ts';
import { findMatch, runMatch } from '../demo/run-match.ts';
import { runSpectators } from '../demo/run-spectators.ts';
import { PEERS, type PeerPorts, type PeerSettings, runSatellitePeers } from '../demo/satellite/run-peers.ts';
import { SpectatorVoucher } from '../demo/spectator-voucher.ts';
import { InputError } from '../input/input-error.ts';

const HELP = `Runs the demo fleet against a server: sends history first, then reports live until stopped.

  demo [options]

  --server URL        address of the service (http://127.0.0.1:8080)
  --prefix PATH       prefix of the service (/service)
  --device-host HOST  host for device connections (127.0.0.1)
${PROTOCOL_NAMES.map(formatPortLine).join('\n')}
  --ais PORT          port for senders of AIS feeds, 0: off (${AIS_PORT})
  --adsb-receiver PORT      port on which to simulate an ADS-B receiver, 0: off (0). WAKELINE_FEED_NETWORKS of the
                      server must allow it
${PEERS.map(formatPeerLine).join('\n')}
  --iridium-listener PORT   DirectIP listener of the server, with --iridium-gateway
  --reply-seconds N   seconds until a satellite terminal replies, on average (60)
  --voucher-file PATH file with the voucher of the simulated spectators, for the next run; without it each run creates one
  --only-given        use only protocols whose port is given
  --hours N           hours of history for devices that are new to the server (6)
  --days N            days of history for those that work by the calendar, sent when the others are live (30)
  --help              show this text

Signs in with WAKELINE_ACCOUNT (demo) and WAKELINE_PASSWORD. Creates missing groups and devices. After a restart it
continues where the tracks on the server end. The simulated peers of satellite messages use WAKELINE_INREACH_USER,
WAKELINE_INREACH_PASSWORD, WAKELINE_INREACH_PUSH_SECRET and WAKELINE_SMS_INBOUND_SECRET of the server. Stops on SIGTERM and SIGINT, and with its parent process (IPC channel).
`;

function formatPortLine(protocol: ProtocolName, index: number): string {
  const meaning = index === 0 ? 'ports of the protocols, 0: off ' : '';
  return `  ${`--${protocol} PORT`.padEnd(20)}${meaning}(${PROTOCOL_PORTS[protocol]})`;
}

function formatPeerLine({ name, title }: (typeof PEERS)[number]): string {
  return `  ${`--${name} PORT`.padEnd(24)}  port on which to simulate a ${title}, 0: off (0)`;
}

/** The receiver is on the machine of the server. */
const RECEIVER_HOST = '127.0.0.1';
/** Limited to what the memory of a real device could hold. */
const MAX_HOURS = 24 * 7;
const MAX_DAYS = 366;

/** One option per protocol, with its name. */
const PORT_OPTIONS = Object.fromEntries(PROTOCOL_NAMES.map((name) => [name, { type: 'string' }])) as Record<
  ProtocolName,
  { readonly type: 'string' }
>;

/** One option per simulated peer, with its name. */
const PEER_OPTIONS = Object.fromEntries(
  PEERS.map(({ name }) => [name, { type: 'string', default: '0' }]),
) as Record<keyof PeerPorts, { readonly type: 'string'; readonly default: '0' }>;

function readArguments() {
  const textOption = (value: string) => ({ type: 'string', default: value }) as const;
  const options = {
    server: textOption('http://127.0.0.1:8080'),
    prefix: textOption('/service'),
    'device-host': textOption('127.0.0.1'),
    ...PORT_OPTIONS,
    ais: { type: 'string' },
    'adsb-receiver': textOption('0'),
    ...PEER_OPTIONS,
    'iridium-listener': textOption('0'),
    'reply-seconds': textOption('60'),
    'voucher-file': { type: 'string' },
    'only-given': { type: 'boolean', default: false },
    hours: textOption('6'),
    days: textOption('30'),
    help: { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new InputError('option-unknown', error instanceof Error ? error.message : String(error));
  }
}

function parseNumber(option: string, text: string, max: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= 0 && value <= max) return value;
  throw new InputError('option-invalid', `--${option} is "${text}", expected a number from 0 to ${max}`);
}

/** What the simulated peers share with the server; a peer that is off needs none. */
function readPeerSettings(values: ReturnType<typeof readArguments>): PeerSettings {
  const port = (name: keyof PeerPorts | 'iridium-listener') => parseNumber(name, values[name], 65_535);
  const secret = (variable: string, peer: keyof PeerPorts) =>
    port(peer) === 0 ? '' : (process.env[variable] ?? failMissing(variable));
  return {
    ports: Object.fromEntries(PEERS.map(({ name }) => [name, port(name)])) as Record<keyof PeerPorts, number>,
    iridiumListener: { host: values['device-host'], port: port('iridium-listener') },
    inreach: {
      username: secret('WAKELINE_INREACH_USER', 'inreach-service'),
      password: secret('WAKELINE_INREACH_PASSWORD', 'inreach-service'),
      pushSecret: secret('WAKELINE_INREACH_PUSH_SECRET', 'inreach-service'),
    },
    smsInboundSecret: secret('WAKELINE_SMS_INBOUND_SECRET', 'sms-gateway'),
  };
}

function failMissing(variable: string): never {
  throw new InputError('option-missing', `${variable} is not set`);
}

function secondsSince(time: number): string {
  return ((Date.now() - time) / 1000).toFixed(1);
}

async function runDemo(values: ReturnType<typeof readArguments>, signal: AbortSignal): Promise<void> {
  const hours = parseNumber('hours', values.hours, MAX_HOURS);
  const days = parseNumber('days', values.days, MAX_DAYS);
  const scenes = createFleet();
  const devices = scenes.flatMap((scene) => scene.devices);
  const ports: Record<string, number> = {};
  for (const protocol of PROTOCOL_NAMES) {
    const fallback = values['only-given'] ? 0 : PROTOCOL_PORTS[protocol];
    const port = parseNumber(protocol, values[protocol] ?? String(fallback), 65_535);
    if (port > 0) ports[protocol] = port;
  }
  const adsbPort = parseNumber('adsb-receiver', values['adsb-receiver'], 65_535);
  const airReceiver = adsbPort === 0 ? null : { host: RECEIVER_HOST, port: adsbPort };
  const service = {
    url: values.server.replace(/\/$/, ''),
    prefix: values.prefix,
    account: process.env.WAKELINE_ACCOUNT ?? 'demo',
    password: process.env.WAKELINE_PASSWORD ?? failMissing('WAKELINE_PASSWORD'),
    airReceiver,
  };
  const peers = readPeerSettings(values);
  const replySeconds = parseNumber('reply-seconds', values['reply-seconds'], 3_600);
  const { latestFixTimes, feedToken } = await register(service, scenes, signal, (line) => console.log(line));
  console.log(`demo: ${devices.length} devices in ${scenes.length} groups`);
  const client = await openSession(service, signal);
  const match = await findMatch(client, signal);
  if (match !== null) console.log(`demo: public page of the trail race: ${service.url}/event/${match.code}`);
  const crowd = { voucher: new SpectatorVoucher(values['voucher-file'] ?? null), random: Math.random };
  const race = Promise.all([runMatch(client, signal), runSpectators(client, crowd, signal)]);
  const startedAt = Date.now();
  const run = {
    listeners: { host: values['device-host'], ports },
    hours,
    days,
    onHistory: (reports: number) => {
      console.log(`demo: ${reports} positions of history sent in ${secondsSince(startedAt)} s; live now`);
      process.send?.({ type: 'demo-live', devices: devices.length, history: reports });
    },
    onWeeks: async (reports: number) => {
      const seconds = secondsSince(startedAt);
      const client = await openSession(service, signal);
      const handled = await handleAlarms(client, signal);
      await client.call('logout', {}, { signal });
      console.log(`demo: ${reports} positions of past weeks sent in ${seconds} s; ${handled} alarms handled`);
      process.send?.({ type: 'demo-weeks', history: reports });
    },
  };
  const aisPort = parseNumber('ais', values.ais ?? (values['only-given'] ? '0' : String(AIS_PORT)), 65_535);
  const traffic =
    aisPort === 0 || feedToken === null
      ? null
      : runHarbourTraffic({ host: values['device-host'], port: aisPort }, feedToken, signal);
  const air = airReceiver === null ? null : runAirTraffic(airReceiver, signal);
  const messages = runSatellitePeers(peers, {
    devices,
    serviceUrl: `${service.url}${service.prefix}`,
    replySeconds,
    random: Math.random,
    log: (line) => console.log(line),
    signal,
  });
  await runFleet(devices, latestFixTimes, run, signal);
  await race;
  await messages;
  await traffic;
  await air;
}

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
process.once('disconnect', () => stop.abort());

try {
  const values = readArguments();
  if (values.help) console.log(HELP);
  else await runDemo(values, stop.signal);
} catch (error) {
  if (!stop.signal.aborted) {
    if (!(error instanceof InputError)) throw error;
    console.error(`${error.errorName}: ${error.message}`);
    process.exitCode = 2;
  }
}
// An open channel to the parent would keep the process running.
if (process.connected) process.disconnect();
