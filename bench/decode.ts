import type { Protocol, SessionEvent } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { readSizes } from './harness/arguments.ts';
import { drivingReports } from './harness/frame-tape.ts';
import { deviceIds } from './harness/load-formats.ts';
import { type Spread, spreadOf, writeReport } from './harness/measurements.ts';

const sizes = readSizes(
  'Processor time of the decoder of each protocol, without sockets and database, in turn. The frames are those of ingest.',
  {
    reports: { meaning: 'reports per round', default: 20_000 },
    rounds: { meaning: 'rounds, after one warm-up round', default: 15 },
    chunk: { meaning: 'reports that arrive together', default: 8 },
  },
);
const START = Date.UTC(2026, 0, 1);

const decoders = PROTOCOLS.map((protocol) => ({
  protocol,
  decodeAll: prepare(protocol),
  /** Microseconds per report. */
  times: [] as number[],
}));
for (const { protocol, decodeAll } of decoders) {
  const decoded = decodeAll();
  if (decoded !== sizes.reports)
    throw new Error(`${protocol.name}: ${decoded} of ${sizes.reports} are decoded`);
}
for (let round = 0; round < sizes.rounds; round++) {
  for (const { decodeAll, times } of decoders) {
    const before = process.cpuUsage();
    decodeAll();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / sizes.reports);
  }
}
const figures: Record<string, Spread> = {};
for (const { protocol, times } of decoders)
  figures[`${protocol.name}, ns a report`] = spreadOf(times.map((us) => us * 1_000));
writeReport('decode', sizes, figures);

/** Encodes the reports; the returned function decodes them and returns their number. */
function prepare(protocol: Protocol): () => number {
  const [deviceId = ''] = deviceIds(protocol.name, 13_900_000_000, 1);
  const reports = drivingReports(0, START, sizes.reports);
  if (protocol.kind === 'request') {
    const requests = reports.map((report) => protocol.encode(deviceId, [report]));
    return () => requests.filter((request) => protocol.decode(request).type === 'reports').length;
  }
  const terminal = protocol.terminal(deviceId);
  const login = terminal.login();
  const frames = reports.map((report) => terminal.report([report]).bytes);
  const chunks: Buffer[] = [];
  for (let at = 0; at < frames.length; at += sizes.chunk)
    chunks.push(Buffer.concat(frames.slice(at, at + sizes.chunk)));
  return () => {
    const session = protocol.session({ authCode: () => '', findDevice: () => null });
    if (login !== null) session.receive(login.bytes, START);
    return chunks.reduce((count, chunk) => count + countReports(session.receive(chunk, START)), 0);
  };
}

function countReports(events: readonly SessionEvent[]): number {
  let count = 0;
  for (const event of events) if (event.type === 'reports') count += event.reports.length;
  return count;
}
