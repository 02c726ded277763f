/**
 * How long the map of a hidden screen is kept, milliseconds; after that it is created again when the screen returns.
 */
const PARKED_MS = 5 * 60_000;
/** Each map uses a WebGL context. Browsers allow about sixteen, phones fewer. */
const MAX_PARKED = 2;

interface Parked {
  readonly close: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Maps of hidden screens by their container, the longest hidden first. */
const parked = new Map<HTMLElement, Parked>();

function closeParked(container: HTMLElement): void {
  const map = parked.get(container);
  if (map === undefined) return;
  unpark(container);
  map.close();
}

/** Keeps the map of a hidden screen. `close` is called when it is evicted. */
export function park(container: HTMLElement, close: () => void): void {
  parked.set(container, { close, timer: setTimeout(() => closeParked(container), PARKED_MS) });
  const [longest] = parked.keys();
  if (parked.size > MAX_PARKED && longest !== undefined) closeParked(longest);
}

/** Takes back the map of a screen that is visible again. Returns false if it was closed. */
export function unpark(container: HTMLElement): boolean {
  clearTimeout(parked.get(container)?.timer);
  return parked.delete(container);
}

/** Closes the maps whose screens are not in the page any more. */
export function closeOrphans(): void {
  for (const container of [...parked.keys()]) if (!container.isConnected) closeParked(container);
}
