/** Choosing a free port of an address takes longer the more are in use, and a server accepts 5,000 connections of one. */
const DEVICES_PER_ADDRESS = 200;

/** The local address of a device with this number, from 0. Linux accepts any address of 127.0.0.0/8 as a local one. */
export function localAddressOf(index: number): string {
  const address = Math.floor(index / DEVICES_PER_ADDRESS);
  return `127.1.${address >> 8}.${address & 255}`;
}

/** Runs `connect` for all in groups, because all at once overflow the queue of the listener. */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  connect: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const GROUP = 500;
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += GROUP) {
    const group = items.slice(at, at + GROUP);
    results.push(...(await Promise.all(group.map((item, offset) => connect(item, at + offset)))));
  }
  return results;
}
