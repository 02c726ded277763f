import { parseArgs } from 'node:util';
import { PROTOCOL_PORTS } from '@wakeline/domain/devices/protocols';
import type { Protocol } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { InputError } from '../input/input-error.ts';
import type { FaultPlan } from '../link/faults.ts';
import type { ResponsePlan } from '../link/instruction-responses.ts';
import type { Target } from '../link/wire.ts';
import { createInvalidError, parseNumber, parseTarget } from './option-values.ts';

/** Parsed options of `simulate`. */
export interface SimulateOptions {
  readonly source: { readonly kind: 'gpx' | 'route'; readonly path: string };
  readonly protocol: Protocol;
  readonly target: Target;
  readonly transport: 'tcp' | 'udp';
  readonly device: string;
  readonly devices: number;
  /** Seconds between two reports. */
  readonly interval: number;
  readonly rate: number;
  /** Epoch milliseconds, or a keyword. */
  readonly start: number | 'now' | 'recorded';
  /** km/h on a route without times. */
  readonly speed: number;
  readonly batch: number;
  readonly loops: number;
  readonly seed: string;
  /** Seconds until an unacknowledged frame is resent, and seconds to wait for the last acknowledgements. */
  readonly resendAfter: number;
  readonly drainTimeout: number;
  readonly faults: FaultPlan;
  readonly responses: ResponsePlan;
  /** Out of coverage for the last `duration` of every `period` simulated seconds. */
  readonly outage: { readonly period: number; readonly duration: number } | null;
}

export const HELP = `Plays a track with simulated devices against a server.

  simulate --gpx FILE | --route FILE [options]

Track
  --gpx FILE          a GPX file; with times it is played as recorded, without times like a route
  --route FILE        a route: GeoJSON with a LineString, or positions "longitude,latitude[,altitude]"
  --speed KMH         speed on a route without times (40)
  --loops N           number of repetitions (1)
  --start WHEN        time of the first report: now, recorded, or a time like 2026-05-01T08:00:00Z
                      (now; with --rate above 1: earlier, so that the last report is at the present time)
  --rate X            speed factor relative to real time (1)

Devices
  --protocol NAME     ${PROTOCOLS.map(({ name }) => name).join(', ')} (jt808)
  --to HOST:PORT      address of the server (127.0.0.1 and the default port of the protocol)
  --transport NAME    tcp or udp, for protocols that support both (tcp)
  --device ID         id of the first device (${'13900000001'}); further devices get consecutive ids
  --devices N         number of devices, each starting a little later than the previous one (1)
  --interval S        seconds between two reports (5)
  --batch N           maximum reports per frame (20)
  --resend S          seconds until an unacknowledged frame is resent (10)
  --patience S        seconds to wait for acknowledgements at the end (30)

Network faults
  --drop SHARE        fraction of frames and replies that are lost (0)
  --duplicate SHARE   fraction of frames that are duplicated (0)
  --reorder SHARE     fraction of frames that are reordered (0)
  --cut SHARE         fraction of frames that cut the connection (0)
  --delay MIN-MAX     delay of each frame in milliseconds (0-0)
  --outage EVERY/LASTS  out of coverage for LASTS of every EVERY seconds; stored reports follow (none)
  --seed TEXT         seed of the random faults (wakeline)

Instructions (the devices accept them)
  --silent SHARE      fraction of instructions without a receipt (0)
  --wrong-key SHARE   fraction whose receipt has the serial of another instruction (0)
  --reject SHARE      fraction that is rejected (0)
  --lose-part SHARE   fraction of the photos of which one part is lost at first (0)
  --receipt-delay S   seconds between an instruction and its receipt (0)

Feeds
  simulate --feed FILE [--token TEXT] [--to HOST:PORT] [--per-second N] [--loops N]
                      sends the AIS sentences of a file to the port for senders (127.0.0.1:5130) with the token of a
                      feed, or serves the SBS lines of a file to the server that connects (127.0.0.1:30003);
                      N lines per second (10)

  --help              show this text

At the end it prints the counts of sent, acknowledged and resent reports. The exit code is 1 if some were not acknowledged.
`;

const FLAGS = {
  gpx: { type: 'string' },
  route: { type: 'string' },
  speed: { type: 'string', default: '40' },
  loops: { type: 'string', default: '1' },
  start: { type: 'string', default: 'now' },
  rate: { type: 'string', default: '1' },
  protocol: { type: 'string', default: 'jt808' },
  to: { type: 'string' },
  transport: { type: 'string', default: 'tcp' },
  device: { type: 'string', default: '13900000001' },
  devices: { type: 'string', default: '1' },
  interval: { type: 'string', default: '5' },
  batch: { type: 'string', default: '20' },
  resend: { type: 'string', default: '10' },
  patience: { type: 'string', default: '30' },
  drop: { type: 'string', default: '0' },
  duplicate: { type: 'string', default: '0' },
  reorder: { type: 'string', default: '0' },
  cut: { type: 'string', default: '0' },
  delay: { type: 'string', default: '0-0' },
  outage: { type: 'string' },
  silent: { type: 'string', default: '0' },
  'wrong-key': { type: 'string', default: '0' },
  reject: { type: 'string', default: '0' },
  'lose-part': { type: 'string', default: '0' },
  'receipt-delay': { type: 'string', default: '0' },
  seed: { type: 'string', default: 'wakeline' },
  help: { type: 'boolean', default: false },
} as const;

/** Parses the arguments; 'help' if requested. Throws an InputError that names the option. */
export function readOptions(args: readonly string[]): SimulateOptions | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  const protocol = findProtocol(values.protocol);
  return {
    source: parseSource(values.gpx, values.route),
    protocol,
    target: parseTarget(values.to, PROTOCOL_PORTS[protocol.name]),
    transport: parseTransport(values.transport, protocol),
    device: values.device,
    devices: parseNumber('devices', values.devices, { min: 1, max: 10_000, integer: true }),
    interval: parseNumber('interval', values.interval, { min: 1, max: 86_400 }),
    rate: parseNumber('rate', values.rate, { min: 0.01, max: 100_000 }),
    start: parseStart(values.start),
    speed: parseNumber('speed', values.speed, { min: 0.1, max: 3_000 }),
    batch: parseNumber('batch', values.batch, { min: 1, max: 500, integer: true }),
    loops: parseNumber('loops', values.loops, { min: 1, max: 1_000_000, integer: true }),
    seed: values.seed,
    resendAfter: parseNumber('resend', values.resend, { min: 0.1, max: 3_600 }),
    drainTimeout: parseNumber('patience', values.patience, { min: 0, max: 86_400 }),
    faults: {
      drop: parseFraction('drop', values.drop),
      duplicate: parseFraction('duplicate', values.duplicate),
      reorder: parseFraction('reorder', values.reorder),
      cut: parseFraction('cut', values.cut),
      delay: parseDelay(values.delay),
    },
    responses: parseResponses(values),
    outage: values.outage === undefined ? null : parseOutage(values.outage),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, strict: true }).values;
  } catch (error) {
    throw new InputError('option-unknown', error instanceof Error ? error.message : String(error));
  }
}

function parseFraction(option: string, text: string): number {
  return parseNumber(option, text, { min: 0, max: 1 });
}

type ResponseValues = Readonly<
  Record<'silent' | 'wrong-key' | 'reject' | 'receipt-delay' | 'lose-part', string>
>;

function parseResponses(values: ResponseValues): ResponsePlan {
  const silent = parseFraction('silent', values.silent);
  const wrongKey = parseFraction('wrong-key', values['wrong-key']);
  const rejected = parseFraction('reject', values.reject);
  if (silent + wrongKey + rejected > 1)
    throw createInvalidError('reject', values.reject, 'at most 1 together with --silent and --wrong-key');
  const seconds = parseNumber('receipt-delay', values['receipt-delay'], { min: 0, max: 86_400 });
  const lostPart = parseFraction('lose-part', values['lose-part']);
  return { silent, wrongKey, rejected, lostPart, delay: seconds * 1000 };
}

function parseSource(gpx: string | undefined, route: string | undefined): SimulateOptions['source'] {
  if (gpx !== undefined && route === undefined) return { kind: 'gpx', path: gpx };
  if (route !== undefined && gpx === undefined) return { kind: 'route', path: route };
  throw new InputError('option-missing', 'give either --gpx or --route, see --help');
}

function findProtocol(name: string): Protocol {
  const found = PROTOCOLS.find((protocol) => protocol.name === name);
  if (found !== undefined) return found;
  const known = PROTOCOLS.map((protocol) => protocol.name).join(', ');
  throw new InputError('protocol-unknown', `unknown protocol "${name}", expected one of ${known}`);
}

function parseTransport(text: string, protocol: Protocol): 'tcp' | 'udp' {
  if (text !== 'tcp' && text !== 'udp') throw createInvalidError('transport', text, 'tcp or udp');
  if (protocol.kind === 'stream' && !protocol.transports.includes(text)) {
    throw createInvalidError(
      'transport',
      text,
      `a transport of ${protocol.name}: ${protocol.transports.join(', ')}`,
    );
  }
  return text;
}

function parseStart(text: string): SimulateOptions['start'] {
  if (text === 'now' || text === 'recorded') return text;
  const time = Date.parse(text);
  if (Number.isFinite(time)) return time;
  throw createInvalidError('start', text, 'now, recorded, or a time like 2026-05-01T08:00:00Z');
}

function parseDelay(text: string): FaultPlan['delay'] {
  const [min, max] = parsePair('delay', text, '-', 'MIN-MAX milliseconds');
  if (min > max) throw createInvalidError('delay', text, 'MIN-MAX milliseconds');
  return { min, max };
}

function parseOutage(text: string): SimulateOptions['outage'] {
  const [period, duration] = parsePair('outage', text, '/', 'EVERY/LASTS seconds');
  if (duration >= period)
    throw createInvalidError('outage', text, 'EVERY/LASTS seconds with LASTS less than EVERY');
  return { period, duration };
}

function parsePair(
  option: string,
  text: string,
  separator: string,
  expected: string,
): readonly [number, number] {
  const [first, second, ...rest] = text
    .split(separator)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
  const isComplete = first !== undefined && second !== undefined && rest.length === 0;
  if (isComplete && Number.isFinite(first) && Number.isFinite(second)) return [first, second];
  throw createInvalidError(option, text, expected);
}
