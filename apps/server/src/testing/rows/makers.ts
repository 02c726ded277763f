import type { World } from '../world.ts';
import type { Owner } from './row.ts';

/** Objects that many rows need. */
export interface Makers {
  /** An unused name. */
  readonly uniqueName: () => string;
  readonly uniquePhone: () => string;
  readonly createTracker: (owner: Owner) => Promise<number>;
  readonly createGroup: (owner: Owner) => Promise<number>;
}

export function createMakers({ database: { db } }: World): Makers {
  let count = 0;
  const uniqueName = (): string => {
    count += 1;
    return `row ${count}`;
  };
  return {
    uniqueName,
    uniquePhone: () => `138${uniqueName().slice(4).padStart(8, '0')}`,
    async createTracker({ accountId }: Owner): Promise<number> {
      const { tracker_id } = await db
        .insertInto('tracker')
        .values({
          account_id: accountId,
          name: uniqueName(),
          imei: uniqueName().replace(' ', '-'),
          password: '123456',
        })
        .returning('tracker_id')
        .executeTakeFirstOrThrow();
      return tracker_id;
    },
    async createGroup({ accountId }: Owner): Promise<number> {
      const { group_id } = await db
        .insertInto('tracker_group')
        .values({ account_id: accountId, name: uniqueName() })
        .returning('group_id')
        .executeTakeFirstOrThrow();
      return group_id;
    },
  };
}
