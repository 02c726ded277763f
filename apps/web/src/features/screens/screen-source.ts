import type { BoxData, BoxDataOf } from '@wakeline/contract/screens/screen-data';
import { createContext, use } from 'react';
import type { TrackerStore } from '../../live/tracker-store.ts';

export interface ScreenGroup {
  readonly groupId: number;
  readonly parentId: number | null;
  readonly groupName: string;
}

/** Figures of a box with the time at which the server read them, epoch milliseconds. */
export interface ReadBox {
  readonly asOf: number;
  readonly data: BoxData;
}

/** What boxes show: the same for a signed-in user and for a visitor of a link. */
export interface ScreenSource {
  readonly store: TrackerStore;
  /** The devices have loaded. */
  readonly isReady: boolean;
  readonly groups: readonly ScreenGroup[];
  /** By box id; empty before the first response. */
  readonly boxes: ReadonlyMap<number, ReadBox>;
  /** When the server last sent states and figures, by its clock in epoch milliseconds; null: not yet. */
  readonly statesAt: number | null;
  readonly figuresAt: number | null;
  /** Why figures cannot be loaded; null: they can. */
  readonly failure: string | null;
  /** The server's clock. Stable. */
  readonly now: () => number;
  /** Rows lead to the pages of devices. */
  readonly hasLinks: boolean;
}

export const ScreenSourceContext = createContext<ScreenSource | null>(null);

export function useScreenSource(): ScreenSource {
  const source = use(ScreenSourceContext);
  if (source === null) throw new Error('a box is outside of a screen');
  return source;
}

/** Figures of a box; null: none yet. */
export function useBoxData<Kind extends BoxData['kind']>(boxId: number, kind: Kind): BoxDataOf<Kind> | null {
  const data = useScreenSource().boxes.get(boxId)?.data;
  return data?.kind === kind ? (data as BoxDataOf<Kind>) : null;
}

/** A group with its subgroups; null: all devices. */
export function groupWithBelow(
  groups: readonly ScreenGroup[],
  groupId: number | null,
): ReadonlySet<number> | null {
  if (groupId === null) return null;
  const found = new Set<number>();
  const add = (id: number) => {
    if (found.has(id) || !groups.some((group) => group.groupId === id)) return;
    found.add(id);
    for (const child of groups) if (child.parentId === id) add(child.groupId);
  };
  add(groupId);
  return found;
}
