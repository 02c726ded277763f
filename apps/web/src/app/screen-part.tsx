import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { loadAreas } from '../i18n/i18n.ts';
import type { Screen } from './routes.tsx';
import { Splash } from './splash.tsx';

/** A screen's code and texts, loaded when it is first drawn. */
export function screenPart({ load, areas }: Screen): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    const [{ Component }] = await Promise.all([load(), loadAreas(areas)]);
    return { default: Component };
  });
}

/**
 * A part whose code comes when it is first drawn, and so after the guard: the router's own lazy routes would load
 * the map for somebody who is sent to the login page.
 */
export function drawn(Part: LazyExoticComponent<ComponentType>) {
  return (
    <Suspense fallback={<Splash />}>
      <Part />
    </Suspense>
  );
}
