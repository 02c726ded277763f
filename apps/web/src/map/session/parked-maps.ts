/** Milliseconds for which the map of a hidden screen is kept; after that it is made anew when the screen comes back. */
const PARKED_MS = 5 * 60_000;
/** Each holds a WebGL context, of which a browser gives some sixteen and a phone fewer. */
const MAX_PARKED = 2;

interface Parked {
  readonly close: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Maps of hidden screens by the element that they are drawn in, the longest hidden first. */
const parked = new Map<HTMLElement, Parked>();

function closeParked(container: HTMLElement): void {
  const map = parked.get(container);
  if (map === undefined) return;
  unpark(container);
  map.close();
}

/** Keeps a map whose screen is hidden. `close` is called when it is kept no longer. */
export function park(container: HTMLElement, close: () => void): void {
  parked.set(container, { close, timer: setTimeout(() => closeParked(container), PARKED_MS) });
  const [longest] = parked.keys();
  if (parked.size > MAX_PARKED && longest !== undefined) closeParked(longest);
}

/** Takes a map back whose screen is shown again. False: there is none any more. */
export function unpark(container: HTMLElement): boolean {
  clearTimeout(parked.get(container)?.timer);
  return parked.delete(container);
}

/** Closes the maps whose screens are not in the page any more. */
export function closeOrphans(): void {
  for (const container of [...parked.keys()]) if (!container.isConnected) closeParked(container);
}
