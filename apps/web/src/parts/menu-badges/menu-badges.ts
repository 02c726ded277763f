import { useEffect } from 'react';
import { create } from 'zustand';
import { onUserDataCleared } from '../../service/session.ts';

/** Areas of the menu that can have a badge. */
const BADGE_AREAS = ['devices', 'beidouMessages', 'iridiumMessages', 'planeMessages'] as const;
export type BadgeArea = (typeof BADGE_AREAS)[number];

export interface MenuBadgesState {
  /** Sources with a badge, such as the tab that shows them, by area. */
  readonly sources: Readonly<Record<BadgeArea, readonly string[]>>;
}

export const NO_BADGES: MenuBadgesState = {
  sources: { devices: [], beidouMessages: [], iridiumMessages: [], planeMessages: [] },
};

const useMenuBadgesStore = create<MenuBadgesState>(() => NO_BADGES);

// Badges belong to the user.
onUserDataCleared(() => useMenuBadgesStore.setState(NO_BADGES));

/** The state after a source of an area has something new, or no longer. */
export function withBadge(
  { sources }: MenuBadgesState,
  area: BadgeArea,
  source: string,
  hasMessage: boolean,
): MenuBadgesState {
  const others = sources[area].filter((other) => other !== source);
  return { sources: { ...sources, [area]: hasMessage ? [...others, source] : others } };
}

/**
 * Marks the menu entry of an area, and the tab that has the name of the source, while there is something that the user
 * should look at. Use it in a component that is mounted with the shell.
 */
export function useMenuBadge(area: BadgeArea, source: string, hasMessage: boolean): void {
  useEffect(() => {
    const report = (value: boolean) =>
      useMenuBadgesStore.setState((state) => withBadge(state, area, source, value));
    report(hasMessage);
    return () => report(false);
  }, [area, source, hasMessage]);
}

/** The sources of an area that have a badge. */
export function useBadgeSources(area: BadgeArea): readonly string[] {
  return useMenuBadgesStore(({ sources }) => sources[area]);
}

/** The areas that have a badge, by the keys of their menu entries. */
export function useHasMessage(): (menuKey: string) => boolean {
  const sources: Readonly<Record<string, readonly string[]>> = useMenuBadgesStore((state) => state.sources);
  return (menuKey) => (sources[menuKey]?.length ?? 0) > 0;
}
