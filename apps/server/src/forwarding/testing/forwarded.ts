import type { ForwardTarget, ForwardTargetForm } from '@wakeline/contract/delivery/forward-targets';
import { eventually } from '../../ingest/testing/eventually.ts';
import { report } from '../../ingest/testing/reports.ts';
import type { Person } from '../../testing/person.ts';
import type { World, WorldAccount } from '../../testing/world.ts';

export interface ForwardedEntry {
  readonly trackerId: number;
  readonly time: number;
  readonly [field: string]: unknown;
}

/** The body of a message. */
export interface ForwardedBody {
  readonly id: string;
  readonly type: 'data' | 'test';
  readonly positions: readonly ForwardedEntry[];
  readonly events: readonly ForwardedEntry[];
}

/** Times of the positions in messages, in order, without those before a time. */
export function positionTimes(bodies: readonly ForwardedBody[], from: number): readonly number[] {
  return bodies.flatMap(({ positions }) => positions.map(({ time }) => time)).filter((time) => time >= from);
}

/** A target by HTTP of everything. */
export function httpTarget(url: string, form: Partial<ForwardTargetForm> = {}): ForwardTargetForm {
  return {
    kind: 'http',
    targetName: 'Archive',
    url,
    contents: ['positions', 'events'],
    scope: { type: 'all' },
    enabled: true,
    ...form,
  } as ForwardTargetForm;
}

/** A device that reports over a real connection. */
export interface Reporter {
  readonly trackerId: number;
  readonly imei: string;
  /** Sends a position of the given time and waits until it is acknowledged, hence stored. */
  send(time: number, changes?: Parameters<typeof report>[0]): Promise<void>;
}

export async function connectReporter(
  world: World,
  account: WorldAccount,
  imei: string,
  name: string,
  groupId?: number,
): Promise<Reporter> {
  const trackerId = await account.tracker(imei, name, groupId);
  const device = await world.device('jt808', imei);
  return {
    trackerId,
    imei,
    async send(time, changes = {}) {
      await device.reply(device.report(report({ ...changes, time })));
    },
  };
}

/** The milliseconds before the clock in which `untilForwarding` sends. */
const PRIMING_MS = 3_600_000;

/**
 * Sends positions of the hour before the last one until one arrives: the engine reads a new target a moment after it was
 * added.
 */
export async function untilForwarding(
  world: World,
  reporter: Reporter,
  hasArrived: () => boolean,
): Promise<void> {
  let time = world.clock.now() - 2 * PRIMING_MS;
  await eventually('the first forwarded position', async () => {
    time += 1_000;
    await reporter.send(time);
    return hasArrived();
  });
}

/** The only target of an account, when it satisfies a condition. */
export async function targetWhen(
  person: Person,
  what: string,
  condition: (target: ForwardTarget) => boolean,
): Promise<ForwardTarget> {
  return eventually(what, async () => {
    const { list } = await person.call('queryForwardTargets', {});
    const [target] = list;
    return target !== undefined && condition(target) && target;
  });
}
