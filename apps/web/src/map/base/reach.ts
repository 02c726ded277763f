/** A tile of the engine; one without an answer because there is none at this place (404) only says so by its state. */
export interface AwaitedTile {
  readonly state: string;
}

export interface Reach {
  asked(tile: AwaitedTile): void;
  answered(tile: AwaitedTile): void;
  failed(tile: AwaitedTile): void;
  /** It is not needed any more. */
  dropped(tile: AwaitedTile): void;
  /** Another layer is shown, or the same one is tried anew. */
  reset(): void;
}

/** So long nobody waits for a first answer, milliseconds. */
export const REACH_PATIENCE_MS = 6_000;

/**
 * Tells whether the tiles of a layer can be reached: any that comes says yes; no, when all that were asked for have failed, or none of them
 * has come for some seconds.
 */
export function watchReach(onChange: (reachable: boolean) => void): Reach {
  let waiting = new Set<AwaitedTile>();
  let answered = false;
  let failed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle(): void {
    clearTimeout(timer);
    if (!answered && failed) onChange(false);
  }

  function drop(tile: AwaitedTile): void {
    waiting.delete(tile);
    if (waiting.size === 0) settle();
  }

  function come(): void {
    answered = true;
    clearTimeout(timer);
    onChange(true);
  }

  function lookAgain(): void {
    // A server that says that it has no tile here has been reached.
    if ([...waiting].some(({ state }) => state === 'errored')) come();
    else if (waiting.size > 0) onChange(false);
  }

  return {
    asked(tile) {
      for (const one of waiting)
        if (one.state !== 'loading' && one.state !== 'reloading') waiting.delete(one);
      if (waiting.size === 0) {
        answered = false;
        failed = false;
        clearTimeout(timer);
        timer = setTimeout(lookAgain, REACH_PATIENCE_MS);
      }
      waiting.add(tile);
    },
    answered(tile) {
      waiting.delete(tile);
      come();
    },
    failed(tile) {
      failed = true;
      drop(tile);
    },
    dropped: drop,
    reset() {
      clearTimeout(timer);
      waiting = new Set();
      answered = false;
      failed = false;
    },
  };
}
