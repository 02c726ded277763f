/** A tile of the engine. For a missing tile (404) the engine emits no event, only its state changes. */
export interface PendingTile {
  readonly state: string;
}

export interface TileReachability {
  tileRequested(tile: PendingTile): void;
  tileLoaded(tile: PendingTile): void;
  tileFailed(tile: PendingTile): void;
  /** The tile is no longer needed. */
  tileAborted(tile: PendingTile): void;
  /** Another layer is visible, or the same one is tried again. */
  reset(): void;
}

/** Timeout for the first response, milliseconds. */
export const REACHABILITY_TIMEOUT_MS = 6_000;

/**
 * Reports whether the tiles of a layer are reachable: yes when any tile loads; no when all requested tiles have
 * failed, or none has loaded before the timeout.
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
    // The server responded that it has no tile here, so it is reachable.
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
