import { useEffect } from 'react';
import { create } from 'zustand';
import { onUserDataCleared } from '../../service/session.ts';

/** Areas of the menu that can have news. */
export type NewsArea = 'devices';

interface MenuNewsState {
  /** Sources with news, such as the tab that shows them, by area. */
  readonly sources: Readonly<Record<NewsArea, readonly string[]>>;
}

const NO_NEWS: MenuNewsState = { sources: { devices: [] } };

const useMenuNewsStore = create<MenuNewsState>(() => NO_NEWS);

// News belong to the user.
onUserDataCleared(() => useMenuNewsStore.setState(NO_NEWS));

/** The state after a source of an area has news, or no longer. */
export function withNews(
  { sources }: MenuNewsState,
  area: NewsArea,
  source: string,
  hasMessage: boolean,
): MenuNewsState {
  const others = sources[area].filter((other) => other !== source);
  return { sources: { ...sources, [area]: hasMessage ? [...others, source] : others } };
}

/**
 * Marks the menu entry of an area, and the tab that has the name of the source, while there is something that the user
 * should look at. Use it in a component that is mounted with the shell.
 */
export function useReportNews(area: NewsArea, source: string, hasMessage: boolean): void {
  useEffect(() => {
    const report = (value: boolean) =>
      useMenuNewsStore.setState((state) => withNews(state, area, source, value));
    report(hasMessage);
    return () => report(false);
  }, [area, source, hasMessage]);
}

/** The sources of an area that have news. */
export function useNewsSources(area: NewsArea): readonly string[] {
  return useMenuNewsStore(({ sources }) => sources[area]);
}

/** The areas that have news, by the keys of their menu entries. */
export function useHasMessage(): (menuKey: string) => boolean {
  const sources: Readonly<Record<string, readonly string[]>> = useMenuNewsStore((state) => state.sources);
  return (menuKey) => (sources[menuKey]?.length ?? 0) > 0;
}
