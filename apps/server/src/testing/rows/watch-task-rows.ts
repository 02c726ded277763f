import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of tasks that watch devices. */
export function watchTaskRows({ database: { db } }: World, { uniqueName, createTracker }: Makers) {
  const fields = { taskName: 'Survey', flightNumber: 'B-7701', note: '' };

  /** A task of a tracker without a group: only users with full scope can see it. */
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
        shift_range: 100,
        is_open: false,
        changed_at: new Date(),
      })
      .returning('task_id')
      .executeTakeFirstOrThrow();
    const trackerId = await createTracker(owner);
    await db.insertInto('watch_task_device').values({ task_id, tracker_id: trackerId }).execute();
    return task_id;
  }

  const otherAccountError = 'watch-task-unknown' as const;
  return {
    queryAllTask: rowWithoutIds(() => ({})),
    queryTaskGeometry: {
      payload: async (owner) => ({ taskId: await createTask(owner) }),
      otherAccountError,
    },
    queryTasksByPage: rowWithoutIds(() => ({})),
    createTask: {
      payload: async (owner) => ({ ...fields, trackerIds: [await createTracker(owner)] }),
      otherAccountError: 'tracker-unknown',
    },
    updateTask: {
      payload: async (owner) => ({
        ...fields,
        taskId: await createTask(owner),
        trackerIds: [await createTracker(owner)],
        line: null,
        areas: [],
        shiftRange: null,
        alerts: [],
        phones: [],
        emails: [],
        executeFrom: null,
        executeTo: null,
      }),
      otherAccountError,
    },
    copyTask: {
      payload: async (owner) => ({ ...fields, taskId: await createTask(owner) }),
      otherAccountError,
    },
    changeTaskState: {
      payload: async (owner) => ({ taskId: await createTask(owner), isOpen: true }),
      otherAccountError,
    },
    deleteTask: {
      payload: async (owner) => ({ taskId: await createTask(owner) }),
      otherAccountError,
    },
    exportTasksExcel: {
      payload: async (owner) => {
        await createTask(owner);
        return {};
      },
      otherAccountError: null,
    },
  } satisfies Partial<Rows>;
}
