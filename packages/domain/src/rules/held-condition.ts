/** A condition that has been true since some time. */
export interface HeldMemory {
  /** Epoch milliseconds. */
  readonly since: number;
  /** Whether its notice was made, or came too late for one. */
  readonly notified: boolean;
}

export interface HeldStep {
  readonly memory: HeldMemory | undefined;
  /** It has now been true for long enough, for the first time of this episode. */
  readonly isReached: boolean;
}

const NOT_HELD: HeldStep = { memory: undefined, isReached: false };

/**
 * Updates a condition that counts once it has been true for `holdMs`, once per episode.
 *
 * @param holds null: neither clearly true nor clearly false, so an episode goes on and none starts
 * @param time epoch milliseconds of this observation
 */
export function updateHeld(
  before: HeldMemory | undefined,
  holds: boolean | null,
  time: number,
  holdMs: number,
): HeldStep {
  if (holds === false || (holds === null && before === undefined)) return NOT_HELD;
  const since = before?.since ?? time;
  if (before?.notified) return { memory: before, isReached: false };
  const isReached = holds === true && time - since >= holdMs;
  if (!isReached && before !== undefined) return { memory: before, isReached };
  return { memory: { since, notified: isReached }, isReached };
}
