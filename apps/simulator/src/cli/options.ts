import { parseArgs } from 'node:util';
import { PROTOCOL_PORTS } from '@wakeline/domain/devices/protocols';
import type { Protocol } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { InputError } from '../input/input-error.ts';
import type { FaultPlan } from '../link/faults.ts';
import type { Target } from '../link/wire.ts';

/** What a person asked `simulate` to do. */
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
  /** Epoch milliseconds, or a word. */
  readonly start: number | 'now' | 'recorded';
  /** km/h along a route without times. */
  readonly speed: number;
  readonly batch: number;
  readonly loops: number;
  readonly seed: string;
  /** Seconds until an unanswered frame is sent again, and for the last answers at the end. */
  readonly resend: number;
  readonly patience: number;
  readonly faults: FaultPlan;
  /** Out of coverage for the last `lasts` of each `every` simulated seconds. */
  readonly outage: { readonly every: number; readonly lasts: number } | null;
}

export const HELP = `Plays a track as pretend devices against a server.

  simulate --gpx FILE | --route FILE [options]

What is played
  --gpx FILE          a GPX file; with times as it was recorded, without them like a route
  --route FILE        a drawn route: GeoJSON with a LineString, or places "longitude,latitude[,altitude]"
  --speed KMH         speed along a route without times (40)
  --loops N           how often it is played one after the other (1)
  --start WHEN        time of the first report: now, recorded, or like 2026-05-01T08:00:00Z
                      (now; with --rate above 1: so that the last report is of the present)
  --rate X            so many times as fast as real (1)

Who plays it
  --protocol NAME     ${PROTOCOLS.map(({ name }) => name).join(', ')} (jt808)
  --to HOST:PORT      where the server listens (127.0.0.1 and the protocol's own port)
  --transport NAME    tcp or udp, for a protocol that has both (tcp)
  --device ID         number of the first device (${'13900000001'}); each further one counts one up
  --devices N         how many, each a little behind the one before it (1)
  --interval S        seconds between two reports (5)
  --batch N           reports in one frame when several wait (20)
  --resend S          after how long an unanswered frame is sent again (10)
  --patience S        how long to wait for acknowledgements at the end (30)

What the network does to it
  --drop SHARE        loses frames and answers (0)
  --duplicate SHARE   doubles frames (0)
  --reorder SHARE     lets frames be overtaken (0)
  --cut SHARE         cuts the connection with a frame (0)
  --delay MIN-MAX     delays each frame, milliseconds (0-0)
  --outage EVERY/LASTS  out of coverage for LASTS of every EVERY seconds; what was kept follows (none)
  --seed TEXT         another seed, other faults (wakeline)

  --help              this text

At the end it prints what was sent, acknowledged and sent again, and answers 1 when not all was acknowledged.
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
  seed: { type: 'string', default: 'wakeline' },
  help: { type: 'boolean', default: false },
} as const;

/** Reads the arguments; 'help' when they ask for it. Throws an InputError that names the option. */
export function readOptions(args: readonly string[]): SimulateOptions | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  const protocol = protocolOf(values.protocol);
  return {
    source: sourceOf(values.gpx, values.route),
    protocol,
    target: targetOf(values.to, PROTOCOL_PORTS[protocol.name]),
    transport: transportOf(values.transport, protocol),
    device: values.device,
    devices: number('devices', values.devices, { least: 1, most: 10_000, whole: true }),
    interval: number('interval', values.interval, { least: 1, most: 86_400 }),
    rate: number('rate', values.rate, { least: 0.01, most: 100_000 }),
    start: startOf(values.start),
    speed: number('speed', values.speed, { least: 0.1, most: 3_000 }),
    batch: number('batch', values.batch, { least: 1, most: 500, whole: true }),
    loops: number('loops', values.loops, { least: 1, most: 1_000_000, whole: true }),
    seed: values.seed,
    resend: number('resend', values.resend, { least: 0.1, most: 3_600 }),
    patience: number('patience', values.patience, { least: 0, most: 86_400 }),
    faults: {
      drop: share('drop', values.drop),
      duplicate: share('duplicate', values.duplicate),
      reorder: share('reorder', values.reorder),
      cut: share('cut', values.cut),
      delay: delayOf(values.delay),
    },
    outage: values.outage === undefined ? null : outageOf(values.outage),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, strict: true }).values;
  } catch (error) {
    throw new InputError('option-unknown', error instanceof Error ? error.message : String(error));
  }
}

function invalid(option: string, text: string, wanted: string): InputError {
  return new InputError('option-invalid', `--${option} is "${text}", and should be ${wanted}`);
}

function number(
  option: string,
  text: string,
  { least, most, whole }: { least: number; most: number; whole?: boolean },
) {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  throw invalid(option, text, `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
}

function share(option: string, text: string): number {
  return number(option, text, { least: 0, most: 1 });
}

function sourceOf(gpx: string | undefined, route: string | undefined): SimulateOptions['source'] {
  if (gpx !== undefined && route === undefined) return { kind: 'gpx', path: gpx };
  if (route !== undefined && gpx === undefined) return { kind: 'route', path: route };
  throw new InputError('option-missing', 'give either --gpx or --route, see --help');
}

function protocolOf(name: string): Protocol {
  const found = PROTOCOLS.find((protocol) => protocol.name === name);
  if (found !== undefined) return found;
  const known = PROTOCOLS.map((protocol) => protocol.name).join(', ');
  throw new InputError('protocol-unknown', `there is no protocol "${name}"; there are ${known}`);
}

function targetOf(text: string | undefined, port: number): Target {
  if (text === undefined) return { host: '127.0.0.1', port };
  const parts = /^(?:\[(?<six>[^\]]+)\]|(?<four>[^:]+))(?::(?<port>\d{1,5}))?$/.exec(text)?.groups;
  const host = parts?.six ?? parts?.four;
  if (host === undefined) throw invalid('to', text, 'HOST:PORT');
  return {
    host,
    port: parts?.port === undefined ? port : number('to', parts.port, { least: 1, most: 65_535 }),
  };
}

function transportOf(text: string, protocol: Protocol): 'tcp' | 'udp' {
  if (text !== 'tcp' && text !== 'udp') throw invalid('transport', text, 'tcp or udp');
  if (protocol.kind === 'stream' && !protocol.transports.includes(text)) {
    throw invalid('transport', text, `one that ${protocol.name} has: ${protocol.transports.join(', ')}`);
  }
  return text;
}

function startOf(text: string): SimulateOptions['start'] {
  if (text === 'now' || text === 'recorded') return text;
  const time = Date.parse(text);
  if (Number.isFinite(time)) return time;
  throw invalid('start', text, 'now, recorded, or a time like 2026-05-01T08:00:00Z');
}

function delayOf(text: string): FaultPlan['delay'] {
  const [least, most] = pair('delay', text, '-', 'MIN-MAX milliseconds');
  if (least > most) throw invalid('delay', text, 'MIN-MAX milliseconds');
  return { least, most };
}

function outageOf(text: string): SimulateOptions['outage'] {
  const [every, lasts] = pair('outage', text, '/', 'EVERY/LASTS seconds');
  if (lasts >= every) throw invalid('outage', text, 'EVERY/LASTS seconds, the second shorter');
  return { every, lasts };
}

function pair(option: string, text: string, separator: string, wanted: string): readonly [number, number] {
  const [first, second, ...more] = text
    .split(separator)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
  const good = first !== undefined && second !== undefined && more.length === 0;
  if (good && Number.isFinite(first) && Number.isFinite(second)) return [first, second];
  throw invalid(option, text, wanted);
}
