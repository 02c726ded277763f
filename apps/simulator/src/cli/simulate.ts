import { once } from 'node:events';
import { InputError } from '../input/input-error.ts';
import { connectDevice } from '../link/connect.ts';
import type { DeviceLink, LinkCounts } from '../link/device-link.ts';
import { InstructionResponses } from '../link/instruction-responses.ts';
import { createReport } from '../movement/instruments.ts';
import { hash, seededRandom } from '../movement/randomness.ts';
import { createClock, play } from '../player.ts';
import { readFeedOptions, simulateFeed } from './feed.ts';
import { HELP, readOptions, type SimulateOptions } from './options.ts';
import { computeStart, loadTour } from './tour.ts';

/** Start delay between two devices, as a fraction of the duration of the track; at most one minute. */
const START_LAG_SHARE = 0.02;

/** The id of a further device: increments the digits at the end of the first id. */
function deviceIdAt(first: string, index: number): string {
  const digits = /\d*$/.exec(first)?.[0] ?? '';
  if (index === 0) return first;
  if (digits === '')
    throw new InputError(
      'device-id-invalid',
      `--device "${first}" does not end in digits that can be incremented`,
    );
  return first.slice(0, -digits.length) + String(BigInt(digits) + BigInt(index)).padStart(digits.length, '0');
}

function connect(options: SimulateOptions, deviceId: string, responses: InstructionResponses): DeviceLink {
  const { protocol, target, transport, batch, faults, seed, resendAfter } = options;
  try {
    const random = seededRandom(`${seed}/${deviceId}`);
    const times = { ackTimeout: resendAfter * 1000 };
    return connectDevice({ protocol, deviceId, target, transport, batch, faults, random, times, responses });
  } catch (error) {
    if (error instanceof RangeError) throw new InputError('device-id-invalid', error.message);
    throw error;
  }
}

async function simulate(options: SimulateOptions, signal: AbortSignal): Promise<number> {
  const tour = await loadTour(options);
  const from = computeStart(options, tour);
  const clock = createClock(from, options.rate);
  const durationSeconds = tour.schedule.duration * options.loops;
  const lagSeconds = Math.min(60, tour.schedule.duration * START_LAG_SHARE);
  const { outage } = options;
  const responses = new InstructionResponses(options.responses, seededRandom(`${options.seed}/instructions`));
  const links: DeviceLink[] = [];
  const runs: Promise<void>[] = [];
  for (let index = 0; index < options.devices; index++) {
    const deviceId = deviceIdAt(options.device, index);
    const link = connect(options, deviceId, responses);
    links.push(link);
    const instruments = {
      seed: hash(deviceId),
      error: index === 0 ? 0 : 5,
      battery: null,
      gsm: 80,
      altimeter: true,
    };
    const reportAt = (time: number) => {
      const seconds = Math.max(0, (time - from) / 1000 - index * lagSeconds);
      const positionInLoop =
        seconds >= durationSeconds ? tour.schedule.duration : seconds % tour.schedule.duration;
      return createReport(tour.schedule.at(positionInLoop), time, instruments);
    };
    const hasCoverageAt = (time: number) =>
      outage === null || ((time - from) / 1000) % outage.period < outage.period - outage.duration;
    const until = from + (durationSeconds + index * lagSeconds) * 1000;
    runs.push(
      play({ link, reportAt, interval: options.interval * 1000, from, until, hasCoverageAt }, clock, signal),
    );
  }
  await Promise.all(runs);
  for (const link of links) link.setCoverage(true);
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.drainTimeout * 1000)]);
  await Promise.race([Promise.all(links.map((link) => link.whenDrained())), once(deadline, 'abort')]);
  return summarize(links, responses);
}

function summarize(links: readonly DeviceLink[], { received }: InstructionResponses): number {
  const total = (name: keyof LinkCounts) => links.reduce((sum, { counts }) => sum + counts[name], 0);
  const outstanding = links.reduce((sum, link) => sum + link.outstanding, 0);
  console.log(
    `${links.length} devices, ${total('connections')} connections: ${total('sent')} reports sent, ` +
      `${total('acknowledged')} acknowledged, ${total('resent')} resent, ${total('refused')} rejections, ` +
      `${outstanding} not acknowledged; ${received} instructions received`,
  );
  const lastError = links.find((link) => link.lastError !== null)?.lastError;
  for (const link of links) link.close();
  if (outstanding > 0 && lastError) console.error(`last error: ${lastError.message}`);
  return outstanding === 0 ? 0 : 1;
}

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

try {
  const args = process.argv.slice(2);
  const feed = readFeedOptions(args);
  const options = feed ?? readOptions(args);
  if (options === 'help') console.log(HELP);
  else if ('perSecond' in options) process.exitCode = await simulateFeed(options, stop.signal);
  else process.exitCode = await simulate(options, stop.signal);
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(`${error.errorName}: ${error.message}`);
  process.exitCode = 2;
}
