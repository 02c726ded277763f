import { once } from 'node:events';
import { InputError } from '../input/input-error.ts';
import { connectDevice } from '../link/connect.ts';
import type { DeviceLink, LinkCounts } from '../link/device-link.ts';
import { reportOf } from '../movement/instruments.ts';
import { hash, seeded } from '../movement/randomness.ts';
import { clockFrom, play } from '../player.ts';
import { HELP, readOptions, type SimulateOptions } from './options.ts';
import { startOf, tourOf } from './tour.ts';

/** Each further device follows the one before it by this part of the way's time, at most by a minute. */
const FOLLOWS = 0.02;

/** Counts the number of a device up, as far as it ends in digits. */
function idOf(first: string, index: number): string {
  const digits = /\d*$/.exec(first)?.[0] ?? '';
  if (index === 0) return first;
  if (digits === '')
    throw new InputError('device-id-invalid', `--device "${first}" ends in no digit to count up`);
  return first.slice(0, -digits.length) + String(BigInt(digits) + BigInt(index)).padStart(digits.length, '0');
}

function connect(options: SimulateOptions, deviceId: string): DeviceLink {
  const { protocol, target, transport, batch, faults, seed, resend } = options;
  try {
    const random = seeded(`${seed}/${deviceId}`);
    const times = { patience: resend * 1000 };
    return connectDevice({ protocol, deviceId, target, transport, batch, faults, random, times });
  } catch (error) {
    if (error instanceof RangeError) throw new InputError('device-id-invalid', error.message);
    throw error;
  }
}

async function simulate(options: SimulateOptions, signal: AbortSignal): Promise<number> {
  const tour = await tourOf(options);
  const from = startOf(options, tour);
  const clock = clockFrom(from, options.rate);
  const lasts = tour.way.duration * options.loops;
  const lag = Math.min(60, tour.way.duration * FOLLOWS);
  const { outage } = options;
  const links: DeviceLink[] = [];
  const parts: Promise<void>[] = [];
  for (let index = 0; index < options.devices; index++) {
    const deviceId = idOf(options.device, index);
    const link = connect(options, deviceId);
    links.push(link);
    const instruments = {
      seed: hash(deviceId),
      error: index === 0 ? 0 : 5,
      battery: null,
      gsm: 80,
      altimeter: true,
    };
    const reportAt = (time: number) => {
      const seconds = Math.max(0, (time - from) / 1000 - index * lag);
      const within = seconds >= lasts ? tour.way.duration : seconds % tour.way.duration;
      return reportOf(tour.way.at(within), time, instruments);
    };
    const coveredAt = (time: number) =>
      outage === null || ((time - from) / 1000) % outage.every < outage.every - outage.lasts;
    const until = from + (lasts + index * lag) * 1000;
    parts.push(
      play({ link, reportAt, interval: options.interval * 1000, from, until, coveredAt }, clock, signal),
    );
  }
  await Promise.all(parts);
  for (const link of links) link.setCoverage(true);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(options.patience * 1000)]);
  await Promise.race([Promise.all(links.map((link) => link.drained())), once(inTime, 'abort')]);
  return summarize(links);
}

function summarize(links: readonly DeviceLink[]): number {
  const total = (name: keyof LinkCounts) => links.reduce((sum, { counts }) => sum + counts[name], 0);
  const outstanding = links.reduce((sum, link) => sum + link.outstanding, 0);
  console.log(
    `${links.length} devices, ${total('connections')} connections: ${total('sent')} reports sent, ` +
      `${total('acknowledged')} acknowledged, ${total('resent')} sent again, ${total('refused')} refusals, ` +
      `${outstanding} not acknowledged`,
  );
  const trouble = links.find((link) => link.trouble !== null)?.trouble;
  for (const link of links) link.close();
  if (outstanding > 0 && trouble) console.error(`last trouble: ${trouble.message}`);
  return outstanding === 0 ? 0 : 1;
}

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') console.log(HELP);
  else process.exitCode = await simulate(options, stop.signal);
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(`${error.errorName}: ${error.message}`);
  process.exitCode = 2;
}
