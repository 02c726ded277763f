import { once, setMaxListeners } from 'node:events';
import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { Report } from '@wakeline/domain/reports/report';
import type { Protocol } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { connectDevice } from '../link/connect.ts';
import type { DeviceLink } from '../link/device-link.ts';
import { NO_FAULTS } from '../link/faults.ts';
import { InstructionResponses } from '../link/instruction-responses.ts';
import { createReport } from '../movement/instruments.ts';
import { seededRandom } from '../movement/randomness.ts';
import { createClock, play } from '../player.ts';
import type { LatestFixTimes } from './register.ts';
import type { SimulatedDevice } from './simulated-device.ts';

/** Device listeners of the server. A protocol without a port is off. */
export interface Listeners {
  readonly host: string;
  readonly ports: Readonly<Partial<Record<ProtocolName, number>>>;
}

export interface FleetRun {
  readonly listeners: Listeners;
  /** Hours of history for devices that are new to the server. */
  readonly hours: number;
  /** Called when all devices have sent their history, with the number of reports. */
  readonly onHistory: (reports: number) => void;
}

const HOUR = 3_600_000;
/** Devices that send their history concurrently; more would only wait for each other. */
const MAX_CONCURRENT_HISTORIES = 12;
/** Reports of history in memory per device, and per frame. */
const HISTORY_BATCH = 400;
const BATCH = 40;
/** GT06 sends the battery in separate frames without a time, so only live: one of this many reports. */
const STATUS_EVERY = 12;

/** Runs the devices until `signal` is aborted: first the history since the latest fix on the server, then live. */
export async function runFleet(
  devices: readonly SimulatedDevice[],
  latestFixTimes: LatestFixTimes,
  { listeners, hours, onHistory }: FleetRun,
  signal: AbortSignal,
): Promise<void> {
  const links: DeviceLink[] = [];
  // Each device adds a listener.
  setMaxListeners(0, signal);
  const closedOnAbort = once(signal, 'abort').then(() => {
    for (const link of links) link.close();
  });
  const start = Date.now();
  const queue = devices.flatMap((device) => {
    const protocol = PROTOCOLS.find(({ name }) => name === device.protocol);
    const port = listeners.ports[device.protocol];
    return protocol === undefined || port === undefined ? [] : [{ device, protocol, port }];
  });
  const liveRuns: Promise<void>[] = [];
  let sent = 0;
  const runNextDevice = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
      const { device, protocol, port } = next;
      const from = findStart(device, latestFixTimes, start - hours * HOUR);
      if (from === null) continue;
      const link = connect(device, protocol, { host: listeners.host, port });
      links.push(link);
      const reports = await sendHistory(device, link, from, start, closedOnAbort, signal);
      sent += reports;
      if (device.inactiveHours === null) liveRuns.push(goLive(device, link, start, signal));
      else link.close();
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_HISTORIES }, runNextDevice));
  if (!signal.aborted) onHistory(sent);
  await Promise.all(liveRuns);
}

/** Epoch milliseconds of the first report that a device has to send; null: none, as it is inactive. */
function findStart(device: SimulatedDevice, latestFixTimes: LatestFixTimes, earliest: number): number | null {
  const newest = latestFixTimes.get(device.deviceId) ?? null;
  if (device.inactiveHours !== null && (newest !== null || !Number.isFinite(device.inactiveHours)))
    return null;
  return newest === null ? earliest : Math.max(earliest, newest + 1);
}

function connect(
  device: SimulatedDevice,
  protocol: Protocol,
  target: { host: string; port: number },
): DeviceLink {
  const random = seededRandom(`link of ${device.deviceId}`);
  return connectDevice({
    protocol,
    deviceId: device.deviceId,
    target,
    batch: BATCH,
    faults: NO_FAULTS,
    random,
    responses: new InstructionResponses(device.responses, random),
  });
}

/**
 * Sends the history of a device in batches, each after the previous one is acknowledged. Returns the number of reports.
 */
async function sendHistory(
  device: SimulatedDevice,
  link: DeviceLink,
  from: number,
  until: number,
  closedOnAbort: Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  const end = device.inactiveHours === null ? until : until - device.inactiveHours * HOUR;
  const step = device.historyInterval * 1000;
  let sent = 0;
  let time = Math.ceil(from / step) * step;
  while (time <= end && !signal.aborted) {
    const reports: Report[] = [];
    for (; time <= end && reports.length < HISTORY_BATCH; time += step)
      reports.push(createReportAt(device, time));
    link.report(reports);
    sent += reports.length;
    await Promise.race([link.whenDrained(), closedOnAbort]);
  }
  return sent;
}

/** Reports live from the end of the history; what was missed in between is sent immediately. */
function goLive(
  device: SimulatedDevice,
  link: DeviceLink,
  since: number,
  signal: AbortSignal,
): Promise<void> {
  const interval = device.interval * 1000;
  // Devices start at different seconds, so that they do not all report at the same time.
  const from = Math.ceil(since / 1000) * 1000 + Math.floor(device.instruments.seed % device.interval) * 1000;
  const { hasCoverageAt } = device;
  const played = {
    link,
    reportAt: (time: number) => createLiveReportAt(device, time),
    interval,
    from,
    until: Infinity,
    hasCoverageAt,
  };
  return play(played, createClock(Date.now(), 1), signal);
}

function createReportAt(device: SimulatedDevice, time: number): Report {
  const state = device.stateAt(time / 1000);
  return createReport(state, time, device.instruments, device.alarmsAt(time, state));
}

function createLiveReportAt(device: SimulatedDevice, time: number): Report {
  const report = createReportAt(device, time);
  const reportIndex = Math.round(time / 1000 / device.interval) % STATUS_EVERY;
  const isStatusOnly = device.protocol === 'gt06' && reportIndex === 0 && report.alarms.length === 0;
  return isStatusOnly ? { ...report, fix: null } : report;
}
