import { awaitNewestTask } from './await-task.ts';
import type { DeviceBench, Figures } from './context.ts';
import { describeRounds, type Watched } from './ingest-watch.ts';

/** Gives all devices that match another note, protocol and validity, each round. */
export async function measureEdits({
  server,
  watch,
  filter,
  devices,
  rounds,
}: DeviceBench): Promise<Figures> {
  const edits: Watched<unknown>[] = [];
  const renewals: Watched<unknown>[] = [];
  for (let round = 0; round < rounds; round++) {
    const selection = { deviceFilter: filter, count: devices };
    const change = { note: `round ${round}`, model: 'GT06N' };
    edits.push(await watch.during(() => server.client.call('batchEditTrackers', { ...selection, change })));
    renewals.push(
      await watch.during(() => server.client.call('renewTrackers', { ...selection, months: 12 })),
    );
  }
  return { ...describeRounds('edit', edits), ...describeRounds('renewal', renewals) };
}

/** Removes all devices that match: the response, and the end of the task that erases their histories. */
export async function measureRemovals(bench: DeviceBench): Promise<Figures> {
  const responses: Watched<unknown>[] = [];
  const removals: Watched<unknown>[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    if (round > 0) await bench.refill();
    const { server, watch, filter, devices } = bench;
    responses.push(
      await watch.during(() =>
        server.client.call('batchRemoveTracker', { deviceFilter: filter, count: devices }),
      ),
    );
    removals.push(await watch.during(() => awaitNewestTask(server)));
  }
  return { ...describeRounds('removal, response', responses), ...describeRounds('removal, task', removals) };
}
