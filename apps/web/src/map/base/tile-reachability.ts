/** A tile of the engine; one without an answer because there is none at this place (404) only says so by its state. */
export interface PendingTile {
  readonly state: string;
}

export interface TileReachability {
  tileRequested(tile: PendingTile): void;
  tileLoaded(tile: PendingTile): void;
  tileFailed(tile: PendingTile): void;
  /** It is not needed any more. */
  tileAborted(tile: PendingTile): void;
  /** Another layer is shown, or the same one is tried anew. */
  reset(): void;
}

/** So long nobody waits for a first answer, milliseconds. */
export const REACHABILITY_TIMEOUT_MS = 6_000;

/**
 * Tells whether the tiles of a layer can be reached: any that comes says yes; no, when all that were asked for have failed, or none of them
 * has come for some seconds.
 */
export function watchReachability(onChange: (reachable: boolean) => void): TileReachability {
  let pending = new Set<PendingTile>();
  let hasLoaded = false;
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function reportFailure(): void {
    clearTimeout(timer);
    if (!hasLoaded && hasFailed) onChange(false);
  }

  function drop(tile: PendingTile): void {
    pending.delete(tile);
    if (pending.size === 0) reportFailure();
  }

  function reportLoaded(): void {
    hasLoaded = true;
    clearTimeout(timer);
    onChange(true);
  }

  function checkPending(): void {
    // A server that says that it has no tile here has been reached.
    if ([...pending].some(({ state }) => state === 'errored')) reportLoaded();
    else if (pending.size > 0) onChange(false);
  }

  return {
    tileRequested(tile) {
      for (const one of pending)
        if (one.state !== 'loading' && one.state !== 'reloading') pending.delete(one);
      if (pending.size === 0) {
        hasLoaded = false;
        hasFailed = false;
        clearTimeout(timer);
        timer = setTimeout(checkPending, REACHABILITY_TIMEOUT_MS);
      }
      pending.add(tile);
    },
    tileLoaded(tile) {
      pending.delete(tile);
      reportLoaded();
    },
    tileFailed(tile) {
      hasFailed = true;
      drop(tile);
    },
    tileAborted: drop,
    reset() {
      clearTimeout(timer);
      pending = new Set();
      hasLoaded = false;
      hasFailed = false;
    },
  };
}
