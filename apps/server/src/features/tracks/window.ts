import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';

const LONGEST = LIMITS.replayDays * 86_400_000;

/**
 * Both ends of a replay, epoch milliseconds.
 *
 * @throws NamedError `time-order` when the start is not before the end, `span-too-long` above 31 days.
 */
export function checkWindow({ startTime, endTime }: { startTime: number; endTime: number }): void {
  if (startTime >= endTime) throw new NamedError('time-order');
  if (endTime - startTime > LONGEST) throw new NamedError('span-too-long', { days: LIMITS.replayDays });
}
