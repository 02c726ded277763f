import type { World } from '../world.ts';
import type { Owner } from './row.ts';

/** What many rows are made of. */
export interface Makers {
  /** A name that nothing has yet. */
  readonly fresh: () => string;
  readonly phone: () => string;
  readonly tracker: (owner: Owner) => Promise<number>;
  readonly group: (owner: Owner) => Promise<number>;
}

export function makersIn({ database: { db } }: World): Makers {
  let made = 0;
  const fresh = (): string => {
    made += 1;
    return `row ${made}`;
  };
  return {
    fresh,
    phone: () => `138${fresh().slice(4).padStart(8, '0')}`,
    async tracker({ accountId }: Owner): Promise<number> {
      const { tracker_id } = await db
        .insertInto('tracker')
        .values({ account_id: accountId, name: fresh(), imei: fresh().replace(' ', '-'), password: '123456' })
        .returning('tracker_id')
        .executeTakeFirstOrThrow();
      return tracker_id;
    },
    async group({ accountId }: Owner): Promise<number> {
      const { group_id } = await db
        .insertInto('tracker_group')
        .values({ account_id: accountId, name: fresh() })
        .returning('group_id')
        .executeTakeFirstOrThrow();
      return group_id;
    },
  };
}
