import { NamedError } from '@wakeline/contract/errors';
import type { IntervalCall, LeftOutState } from '@wakeline/domain/aviation/tracking-mode';
import type { ChangedIntervalRow, FormerInterval } from '../../../aviation/changed-intervals.ts';
import type { Tx } from '../../../db/database.ts';
import { readKnownIntervals } from '../../../instructions/interval-instructions.ts';
import { readInstructionTargets } from '../../../trackers/instruction-targets.ts';
import { findIntervalCall, leftOutOf } from './interval-support.ts';

interface TrackingRequest {
  readonly trackerIds: readonly number[];
  /** Seconds. */
  readonly interval: number;
  /** Seconds, for devices whose interval is not known; null: not given. */
  readonly restoreInterval: number | null;
}

interface Members {
  readonly members: readonly { readonly trackerId: number; readonly state: LeftOutState | 'on' }[];
  /** What is to be restored, for each that is `on`. */
  readonly former: readonly FormerInterval[];
}

/**
 * The devices of a task whose interval is changed, with what is restored: what is stored already, else the newest value of the
 * ledger, else that of the request.
 *
 * @throws NamedError `tracking-mode-restore-missing` with the number of devices, `tracking-mode-unsupported`,
 * `tracking-mode-interval`
 */
export async function findMembers(
  tx: Tx,
  accountId: number,
  { trackerIds, interval, restoreInterval }: TrackingRequest,
  rows: readonly ChangedIntervalRow[],
): Promise<Members> {
  const targets = await readInstructionTargets(tx, accountId, trackerIds);
  const known = await readKnownIntervals(tx, accountId, trackerIds);
  const stored = new Map(rows.map((row) => [row.tracker_id, row]));
  const members: { trackerId: number; state: LeftOutState | 'on' }[] = [];
  const former: FormerInterval[] = [];
  let missing = 0;
  for (const target of targets) {
    const { trackerId } = target;
    const newest = known.get(trackerId);
    const row = stored.get(trackerId);
    const storedFrom = row?.restore_from ?? null;
    let instructionId = storedFrom;
    let call: IntervalCall | null = row?.restore_to ?? null;
    if (newest !== undefined && newest.instructionId > (storedFrom ?? 0)) {
      call = newest.call;
      instructionId = newest.instructionId;
    }
    let state: LeftOutState | 'on' = leftOutOf(interval, call, target) ?? 'on';
    if (state === 'on' && call === null) {
      if (restoreInterval === null) missing += 1;
      else if (restoreInterval <= interval) state = 'faster';
      else {
        call = findIntervalCall(restoreInterval, undefined, target);
        if (call === null) state = 'not-encodable';
      }
    }
    members.push({ trackerId, state });
    if (state === 'on' && call !== null) former.push({ trackerId, call, instructionId });
  }
  if (missing > 0) throw new NamedError('tracking-mode-restore-missing', { count: missing });
  if (former.length === 0) {
    const isUnsupported = members.every(({ state }) => state === 'unsupported' || state === 'no-protocol');
    throw new NamedError(isUnsupported ? 'tracking-mode-unsupported' : 'tracking-mode-interval');
  }
  return { members, former };
}
