import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of the tracking mode of tasks. */
export function trackingModeRows({ database: { db }, clock }: World, { uniqueName, createTracker }: Makers) {
  async function createDevice(owner: Owner): Promise<number> {
    const trackerId = await createTracker(owner);
    await db.updateTable('tracker').set({ protocol: 'jt808' }).where('tracker_id', '=', trackerId).execute();
    return trackerId;
  }

  /** An open task with a device that can be instructed. */
  async function createTask(owner: Owner): Promise<number> {
    const { task_id } = await db
      .insertInto('watch_task')
      .values({
        account_id: owner.accountId,
        name: uniqueName(),
        flight_number: 'B-7701',
        note: '',
        areas: '[]',
        alerts: '[]',
        shift_range: null,
        is_open: true,
        changed_at: new Date(),
      })
      .returning('task_id')
      .executeTakeFirstOrThrow();
    const tracker_id = await createDevice(owner);
    await db.insertInto('watch_task_device').values({ task_id, tracker_id }).execute();
    return task_id;
  }

  async function createTracked({ accountId, userId }: Owner): Promise<number> {
    const taskId = await createTask({ accountId, userId });
    const now = clock.now();
    const times = { started_at: new Date(now), ends_at: new Date(now + 600_000), ended_at: null };
    await db
      .insertInto('tracking_mode')
      .values({
        task_id: taskId,
        account_id: accountId,
        user_id: userId,
        login: 'captain',
        interval: 30,
        ...times,
      })
      .execute();
    return taskId;
  }

  async function createFailed({ accountId, userId }: Owner): Promise<number> {
    const trackerId = await createDevice({ accountId, userId });
    await db
      .insertInto('changed_interval')
      .values({
        tracker_id: trackerId,
        account_id: accountId,
        user_id: userId,
        login: 'captain',
        task_name: 'Survey',
        instruction_id: null,
        purpose: null,
        interval: null,
        may_be_raised: true,
        restore_to: JSON.stringify({ name: 'uploadInterval', values: { interval: 60 } }),
        restore_from: null,
        failed_at: new Date(clock.now()),
      })
      .execute();
    return trackerId;
  }

  const otherAccountError = 'watch-task-unknown' as const;
  return {
    queryTrackingModes: rowWithoutIds(() => ({})),
    queryTrackingModeDevices: {
      payload: async (owner) => ({ taskId: await createTask(owner), interval: 30 }),
      otherAccountError,
    },
    startTrackingMode: {
      payload: async (owner) => ({
        taskId: await createTask(owner),
        interval: 30,
        endTime: clock.now() + 600_000,
        restoreInterval: 60,
      }),
      otherAccountError,
    },
    endTrackingMode: {
      payload: async (owner) => ({ taskId: await createTracked(owner) }),
      otherAccountError,
    },
    queryUnrestoredIntervals: rowWithoutIds(() => ({})),
    restoreIntervals: {
      payload: async (owner) => ({ trackerIds: [await createFailed(owner)] }),
      otherAccountError: 'tracker-unknown',
    },
  } satisfies Partial<Rows>;
}
