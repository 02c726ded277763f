import { once, setMaxListeners } from 'node:events';
import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { Report } from '@wakeline/domain/reports/report';
import type { Protocol } from '@wakeline/protocols/protocol';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { connectDevice } from '../link/connect.ts';
import type { DeviceLink } from '../link/device-link.ts';
import { NO_FAULTS } from '../link/faults.ts';
import { reportOf } from '../movement/instruments.ts';
import { seeded } from '../movement/randomness.ts';
import { clockFrom, play } from '../player.ts';
import type { PretendDevice } from './pretend-device.ts';
import type { Known } from './register.ts';

/** Where devices report to. A protocol without a port is off at the server. */
export interface Listeners {
  readonly host: string;
  readonly ports: Readonly<Partial<Record<ProtocolName, number>>>;
}

export interface Performance {
  readonly listeners: Listeners;
  /** Hours of history behind a device that the server has not heard of. */
  readonly hours: number;
  /** Told when every device has sent its history, with the number of reports in it. */
  readonly onHistory: (reports: number) => void;
}

const HOUR = 3_600_000;
/** Devices that send their history at once: more would only wait for each other. */
const HISTORIES_AT_ONCE = 12;
/** Reports of history that a device holds in memory at once, and in one frame. */
const PART = 400;
const BATCH = 40;
/** GT06 tells its battery in frames of their own, which have no time and so are only of the present: one in so many reports. */
const STATUS_EVERY = 12;

/** Lets the devices report until `signal` ends it: first what lies between the newest fix that the server has and now, then live. */
export async function perform(
  devices: readonly PretendDevice[],
  known: Known,
  { listeners, hours, onHistory }: Performance,
  signal: AbortSignal,
): Promise<void> {
  const links: DeviceLink[] = [];
  // Each device listens for the end.
  setMaxListeners(0, signal);
  const ended = once(signal, 'abort').then(() => {
    for (const link of links) link.close();
  });
  const start = Date.now();
  const waiting = devices.flatMap((device) => {
    const protocol = PROTOCOLS.find(({ name }) => name === device.protocol);
    const port = listeners.ports[device.protocol];
    return protocol === undefined || port === undefined ? [] : [{ device, protocol, port }];
  });
  const live: Promise<void>[] = [];
  let sent = 0;
  const takeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      const { device, protocol, port } = next;
      const from = startOf(device, known, start - hours * HOUR);
      if (from === null) continue;
      const link = connect(device, protocol, { host: listeners.host, port });
      links.push(link);
      const reports = await sendHistory(device, link, from, start, ended, signal);
      sent += reports;
      if (device.silentFor === null) live.push(goLive(device, link, start, signal));
      else link.close();
    }
  };
  await Promise.all(Array.from({ length: HISTORIES_AT_ONCE }, takeNext));
  if (!signal.aborted) onHistory(sent);
  await Promise.all(live);
}

/** Epoch milliseconds from which on a device has something to tell; null when it never will again. */
function startOf(device: PretendDevice, known: Known, earliest: number): number | null {
  const newest = known.get(device.deviceId) ?? null;
  if (device.silentFor !== null && (newest !== null || !Number.isFinite(device.silentFor))) return null;
  return newest === null ? earliest : Math.max(earliest, newest + 1);
}

function connect(
  device: PretendDevice,
  protocol: Protocol,
  target: { host: string; port: number },
): DeviceLink {
  const random = seeded(`link of ${device.deviceId}`);
  return connectDevice({
    protocol,
    deviceId: device.deviceId,
    target,
    batch: BATCH,
    faults: NO_FAULTS,
    random,
  });
}

/** Sends what the device kept, part by part as it is acknowledged. Answers how many reports that were. */
async function sendHistory(
  device: PretendDevice,
  link: DeviceLink,
  from: number,
  until: number,
  ended: Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  const end = device.silentFor === null ? until : until - device.silentFor * HOUR;
  const step = device.historyInterval * 1000;
  let sent = 0;
  let time = Math.ceil(from / step) * step;
  while (time <= end && !signal.aborted) {
    const reports: Report[] = [];
    for (; time <= end && reports.length < PART; time += step) reports.push(reportAt(device, time));
    link.report(reports);
    sent += reports.length;
    await Promise.race([link.drained(), ended]);
  }
  return sent;
}

/** From the end of its history on, what it has missed meanwhile at once. */
function goLive(device: PretendDevice, link: DeviceLink, since: number, signal: AbortSignal): Promise<void> {
  const interval = device.interval * 1000;
  // Each device has a second of its own, so that they do not all speak at once.
  const from = Math.ceil(since / 1000) * 1000 + Math.floor(device.instruments.seed % device.interval) * 1000;
  const { coveredAt } = device;
  const played = {
    link,
    reportAt: (time: number) => liveReportAt(device, time),
    interval,
    from,
    until: Infinity,
    coveredAt,
  };
  return play(played, clockFrom(Date.now(), 1), signal);
}

function reportAt(device: PretendDevice, time: number): Report {
  const place = device.placeAt(time / 1000);
  return reportOf(place, time, device.instruments, device.alarmsAt(time, place));
}

function liveReportAt(device: PretendDevice, time: number): Report {
  const report = reportAt(device, time);
  const turn = Math.round(time / 1000 / device.interval) % STATUS_EVERY;
  const onlyStatus = device.protocol === 'gt06' && turn === 0 && report.alarms.length === 0;
  return onlyStatus ? { ...report, fix: null } : report;
}
