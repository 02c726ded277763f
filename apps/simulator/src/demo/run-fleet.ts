import { once, setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
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
import { reportTimes } from './weeks-of-history.ts';

/** Device listeners of the server. A protocol without a port is off. */
export interface Listeners {
  readonly host: string;
  readonly ports: Readonly<Partial<Record<ProtocolName, number>>>;
}

export interface FleetRun {
  readonly listeners: Listeners;
  /** Hours of history for devices that are new to the server. */
  readonly hours: number;
  /** Days of history for those of them that have weeks of it; 0: none has. */
  readonly days: number;
  /** Called when all other devices have sent their history, with the number of reports. */
  readonly onHistory: (reports: number) => void;
  /** Called when these have sent theirs, with the number of reports. Not called if there are none. */
  readonly onWeeks: (reports: number) => Promise<void>;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Devices that send their history concurrently; more would only wait for each other. */
const MAX_CONCURRENT_HISTORIES = 12;
/** Devices that send weeks of history concurrently, while users look at the live map. */
const MAX_CONCURRENT_WEEKS = 2;
/** Reports of history in memory per device, and per frame. */
const HISTORY_BATCH = 400;
const BATCH = 40;
/** GT06 sends the battery in separate frames without a time, so only live: one of this many reports. */
const STATUS_EVERY = 12;

/**
 * Runs the devices until `signal` is aborted: first the history since the latest fix on the server, then live. Devices
 * with weeks of history come last, slowly, when the others are live.
 */
export async function runFleet(
  devices: readonly SimulatedDevice[],
  latestFixTimes: LatestFixTimes,
  { listeners, hours, days, onHistory, onWeeks }: FleetRun,
  signal: AbortSignal,
): Promise<void> {
  const links: DeviceLink[] = [];
  // Each device adds a listener.
  setMaxListeners(0, signal);
  const closedOnAbort = once(signal, 'abort').then(() => {
    for (const link of links) link.close();
  });
  const start = Date.now();
  const earliest = start - hours * HOUR;
  const earliestOfWeeks = Math.min(earliest, start - days * DAY);
  const hasWeeks = ({ device }: QueuedDevice) =>
    device.weeks !== null &&
    days > 0 &&
    Math.max(earliestOfWeeks, latestFixTimes.get(device.deviceId) ?? 0) < earliest;
  const runnable = devices.flatMap((device): QueuedDevice[] => {
    const protocol = PROTOCOLS.find(({ name }) => name === device.protocol);
    const port = listeners.ports[device.protocol];
    return protocol === undefined || port === undefined ? [] : [{ device, protocol, port }];
  });
  const liveRuns: Promise<void>[] = [];
  /** Returns the number of reports of history. */
  const runDevices = async (queue: QueuedDevice[], concurrency: number, from: number): Promise<number> => {
    let sent = 0;
    const runNextDevice = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
        const { device, protocol, port } = next;
        const first = findStart(device, latestFixTimes, from);
        if (first === null) continue;
        const link = connect(device, protocol, { host: listeners.host, port });
        links.push(link);
        const history = { device, link, closedOnAbort, signal };
        const ofWeeks = first < earliest ? await sendWeeks(history, first, earliest) : 0;
        const ofHours = await sendHistory(history, Math.max(first, earliest), start);
        sent += ofWeeks + ofHours;
        if (device.inactiveHours === null) liveRuns.push(goLive(device, link, start, signal));
        else link.close();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, runNextDevice));
    return sent;
  };
  const weekly = runnable.filter(hasWeeks);
  const others = runnable.filter((queued) => !hasWeeks(queued));
  const sent = await runDevices(others, MAX_CONCURRENT_HISTORIES, earliest);
  if (!signal.aborted) onHistory(sent);
  if (weekly.length > 0) {
    const sentOfWeeks = await runDevices(weekly, MAX_CONCURRENT_WEEKS, earliestOfWeeks);
    if (!signal.aborted) await onWeeks(sentOfWeeks);
  }
  await Promise.all(liveRuns);
}

interface QueuedDevice {
  readonly device: SimulatedDevice;
  readonly protocol: Protocol;
  readonly port: number;
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

/** A device that sends history. */
interface HistoryRun {
  readonly device: SimulatedDevice;
  readonly link: DeviceLink;
  readonly closedOnAbort: Promise<void>;
  readonly signal: AbortSignal;
}

/** Sends the positions of past weeks and rests after each batch for as long as it took. Returns their number. */
async function sendWeeks(run: HistoryRun, from: number, until: number): Promise<number> {
  const { device, signal } = run;
  if (device.weeks === null) return 0;
  let sent = 0;
  let reports: Report[] = [];
  const flush = async () => {
    const startedAt = performance.now();
    await sendBatch(run, reports);
    sent += reports.length;
    reports = [];
    await pause(performance.now() - startedAt, undefined, { signal }).catch(() => undefined);
  };
  for (const time of reportTimes(device, device.weeks, from, until)) {
    reports.push(createReportAt(device, time));
    if (reports.length === HISTORY_BATCH) await flush();
    if (signal.aborted) return sent;
  }
  await flush();
  return sent;
}

/**
 * Sends the history of a device in batches, each after the previous one is acknowledged. Returns the number of reports.
 */
async function sendHistory(run: HistoryRun, from: number, until: number): Promise<number> {
  const { device, signal } = run;
  const end = device.inactiveHours === null ? until : until - device.inactiveHours * HOUR;
  const step = device.historyInterval * 1000;
  let sent = 0;
  let time = Math.ceil(from / step) * step;
  while (time <= end && !signal.aborted) {
    const reports: Report[] = [];
    for (; time <= end && reports.length < HISTORY_BATCH; time += step)
      reports.push(createReportAt(device, time));
    await sendBatch(run, reports);
    sent += reports.length;
  }
  return sent;
}

/** Resolves when all reports are acknowledged, or when the link is closed. */
async function sendBatch({ link, closedOnAbort }: HistoryRun, reports: readonly Report[]): Promise<void> {
  link.report(reports);
  await Promise.race([link.whenDrained(), closedOnAbort]);
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
