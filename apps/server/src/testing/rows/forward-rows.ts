import type { ForwardTargetForm } from '@wakeline/contract/delivery/forward-targets';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of systems to which positions and events are forwarded. */
export function forwardRows({ database: { db }, clock }: World, { uniqueName }: Makers) {
  const target = (): ForwardTargetForm => ({
    kind: 'http',
    targetName: uniqueName(),
    url: 'https://8.8.8.8/',
    contents: ['positions', 'events'],
    scope: { type: 'all' },
    enabled: false,
  });

  /** At an address to which nothing connects (RFC 5737), so that it is refused at once. */
  async function createTarget({ accountId }: Owner): Promise<number> {
    const at = new Date(clock.now());
    const { target_id } = await db
      .insertInto('forward_target')
      .values({
        account_id: accountId,
        name: uniqueName(),
        kind: 'http',
        url: 'http://192.0.2.1/',
        topic: null,
        protocol_version: null,
        user_name: null,
        sealed_password: null,
        contents: ['positions'],
        scope: JSON.stringify({ type: 'all' }),
        enabled: false,
        created_at: at,
        next_at: at,
        sending_to: null,
        reason: null,
      })
      .returning('target_id')
      .executeTakeFirstOrThrow();
    return target_id;
  }

  const otherAccountError = 'forward-target-unknown';
  return {
    queryForwardTargets: rowWithoutIds(() => ({})),
    addForwardTarget: rowWithoutIds(() => ({ target: target() })),
    editForwardTarget: {
      payload: async (owner) => ({ targetId: await createTarget(owner), target: target() }),
      otherAccountError,
    },
    removeForwardTarget: {
      payload: async (owner) => ({ targetId: await createTarget(owner) }),
      otherAccountError,
    },
    testForwardTarget: {
      payload: async (owner) => ({ targetId: await createTarget(owner) }),
      otherAccountError,
    },
  } satisfies Partial<Rows>;
}
