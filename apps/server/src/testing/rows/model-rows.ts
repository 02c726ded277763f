import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of device models and connection help. */
export function modelRows({ database: { db } }: World, { uniqueName }: Makers) {
  async function createModel({ accountId }: Owner): Promise<number> {
    const { model_id } = await db
      .insertInto('tracker_model')
      .values({ account_id: accountId, name: uniqueName() })
      .returning('model_id')
      .executeTakeFirstOrThrow();
    return model_id;
  }
  return {
    queryAllTrackModel: rowWithoutIds(() => ({})),
    queryAllModels: rowWithoutIds(() => ({})),
    queryConnectionHelp: rowWithoutIds(() => ({})),
    addTrackModel: rowWithoutIds(() => ({ modelName: uniqueName() })),
    editTrackModel: {
      payload: async (owner) => ({ modelId: await createModel(owner), vendor: 'Other' }),
      otherAccountError: 'model-unknown',
    },
    deleteTrackModel: {
      payload: async (owner) => ({ modelId: await createModel(owner) }),
      otherAccountError: 'model-unknown',
    },
  } satisfies Partial<Rows>;
}
