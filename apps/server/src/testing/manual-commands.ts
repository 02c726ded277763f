import { readFileSync } from 'node:fs';

/** A command of a protocol page that sends a position, with the text before it. */
export interface ManualCommand {
  /** `listen`: the server connects to it. */
  readonly transport: 'tcp' | 'udp' | 'listen' | 'http';
  readonly port: number;
  /** What it writes; empty for HTTP. */
  readonly bytes: Uint8Array;
  /** Path and query of an HTTP request. */
  readonly target: string;
  /** Hexadecimal replies to a registered device, joined, and to an unknown one; of HTTP the status. */
  readonly reply: string;
  readonly refusal: string;
  readonly expected: ManualPosition;
}

/** The position that the page states. */
export interface ManualPosition {
  readonly deviceId: string;
  readonly latitude: number;
  readonly longitude: number;
  /** km/h; null: not stated. */
  readonly speed: number | null;
  /** Degrees. */
  readonly course: number | null;
  /** Metres. */
  readonly altitude: number | null;
  /** Epoch milliseconds; null: now. */
  readonly time: number | null;
}

const KMH_PER_KNOT = 1.852;

/** The commands of a page of `docs/protocols`, as a reader pastes them. One that works over UDP as well is listed twice. */
export function readManualCommands(name: string): readonly ManualCommand[] {
  const page = readFileSync(new URL(`../../../../docs/protocols/${name}.md`, import.meta.url), 'utf8');
  const [, section = ''] =
    /^## Send a (?:position|location) manually\n([\s\S]*?)(?:^## |$(?![\s\S]))/m.exec(page) ?? [];
  const parts = section.split(/^```.*\n/m);
  const commands: ManualCommand[] = [];
  // Text and code alternate; the text of feeds is after the code.
  for (let index = 1; index < parts.length; index += 2) {
    const before = parts[index - 1] ?? '';
    const code = (parts[index] ?? '').trim();
    if (!/\b(nc|curl) /.test(code)) continue;
    const stated =
      /north/.test(before) || index > 1 ? before : (parts[index + 1] ?? '').trim().split('\n\n')[0];
    const command = parseCommand(code, before, stated ?? '', commands[0]?.expected);
    commands.push(command);
    if (/Over UDP, use `nc -u -w 2`/.test(before)) commands.push({ ...command, transport: 'udp' });
  }
  return commands;
}

function parseCommand(
  code: string,
  before: string,
  stated: string,
  first: ManualPosition | undefined,
): ManualCommand {
  const [accepted = '', refused = ''] = before.split(/an\s+unknown\s+device\s+gets/);
  const common = {
    reply: hexOf(accepted),
    refusal: hexOf(refused),
    expected: parsePosition(stated, first),
  };
  const [, httpPort, target] = /^curl -i 'http:\/\/127\.0\.0\.1:(\d+)([^']+)'$/.exec(code) ?? [];
  if (target !== undefined) {
    const status = (text: string) =>
      /(?:response is|^) (\d{3})\b/.exec(text.replaceAll('\n', ' '))?.[1] ?? '';
    const bytes = new Uint8Array();
    return {
      ...common,
      reply: status(accepted),
      refusal: status(refused),
      transport: 'http',
      port: Number(httpPort),
      bytes,
      target,
    };
  }
  const [, flags = '', port] =
    / \| nc (-w 2|-u -w 2|-l) 127\.0\.0\.1 (\d+)( \| od -An -tx1)?$/.exec(code) ?? [];
  if (port === undefined) throw new Error(`unknown command: ${code}`);
  const transport = flags.startsWith('-u') ? 'udp' : flags === '-l' ? 'listen' : 'tcp';
  return { ...common, transport, port: Number(port), bytes: printf(code), target: '' };
}

function hexOf(text: string): string {
  return [...text.matchAll(/`((?:[0-9a-f]{2})+)`/g)].map(([, hex]) => hex).join('');
}

/** What `printf` writes: a format with escapes, which is repeated for each of its arguments. */
function printf(code: string): Uint8Array {
  const [, format = '', rest = ''] = /printf '([^']*)'((?: '[^']*'| "\$line")*)/.exec(code) ?? [];
  const [, line = ''] = /^line='([^']*)'/.exec(code) ?? [];
  const values = [...rest.matchAll(/'([^']*)'|"\$line"/g)].map(([, value]) => value ?? line);
  const texts = values.length === 0 ? [format] : values.map((value) => format.replace('%s', value));
  return Buffer.from(texts.map(readEscapes).join(''), 'latin1');
}

function readEscapes(text: string): string {
  return text.replaceAll(/\\(?:x([0-9a-f]{2})|r|n)/g, (sequence, hex) => {
    if (sequence === '\\r') return '\r';
    return sequence === '\\n' ? '\n' : String.fromCharCode(Number.parseInt(hex, 16));
  });
}

/** Reads the values of a sentence; those that are not stated are the ones of the first command of the page. */
function parsePosition(text: string, first: ManualPosition | undefined): ManualPosition {
  const find = (pattern: RegExp) => pattern.exec(text)?.[1];
  const number = (pattern: RegExp) => {
    const found = find(pattern);
    return found === undefined ? undefined : Number(found.replace(',', ''));
  };
  const knots = number(/([\d.]+) knots/);
  const still = /not moving/.test(text) ? 0 : undefined;
  const course = /to the east/.test(text) ? 90 : number(/course ([\d.]+) degrees/);
  const time = find(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)/);
  return {
    deviceId: find(/\b(mmsi-\d{9}|icao-[0-9a-f]{6}|\d{11,15})\b/) ?? first?.deviceId ?? '',
    latitude: number(/([\d.]+) north/) ?? first?.latitude ?? Number.NaN,
    longitude: number(/([\d.]+) east/) ?? first?.longitude ?? Number.NaN,
    speed:
      (knots === undefined ? number(/([\d.]+) km\/h/) : knots * KMH_PER_KNOT) ??
      still ??
      first?.speed ??
      null,
    course: course ?? first?.course ?? null,
    altitude: number(/([\d,]+) m\b/) ?? null,
    time: time === undefined ? (first?.time ?? null) : Date.parse(time),
  };
}
