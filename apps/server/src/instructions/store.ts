import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Tx } from '../db/database.ts';
import { countWaiting, insertInstructions, type NewInstructions } from './insert.ts';

/**
 * Checks that the account can have this many more waiting instructions.
 *
 * @throws NamedError `instruction-limit`
 */
export async function requireRoomForInstructions(tx: Tx, accountId: number, count: number): Promise<void> {
  const waiting = await countWaiting(tx, accountId);
  if (waiting + count > LIMITS.instructionsWaitingPerAccount) {
    throw new NamedError('instruction-limit', { max: LIMITS.instructionsWaitingPerAccount });
  }
}

/**
 * Stores instructions that were checked.
 *
 * @throws NamedError `instruction-limit`
 */
export async function storeInstructions(tx: Tx, instructions: NewInstructions): Promise<readonly number[]> {
  await requireRoomForInstructions(tx, instructions.accountId, instructions.trackerIds.length);
  return insertInstructions(tx, instructions);
}
