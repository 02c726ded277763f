import { type ComponentType, lazy, Suspense } from 'react';
import { loadAreas } from '../i18n/i18n.ts';
import { inTime } from '../service/chunk-failure.ts';
import { loadLostSheets } from './lost-sheets.ts';
import type { Screen } from './routes.tsx';
import { Splash } from './splash.tsx';

/** What makes the parts anew that could not be loaded. */
const failed = new Set<() => void>();

/** Parts that could not be loaded are asked for anew when they are next drawn: React alone would keep the failure for good. */
export function forgetFailedParts(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** A part whose code comes when it is first drawn. */
export function loadedPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let again = false;
  const ask = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return await inTime(async () => {
          if (again) await loadLostSheets();
          return await load();
        });
      } catch (error) {
        again = true;
        failed.add(renew);
        throw error;
      }
    });
  let part = ask();
  function renew() {
    part = ask();
  }
  return function Loaded(props: Props) {
    const Part: ComponentType<Props> = part;
    return <Part {...props} />;
  };
}

/** A screen's code and texts, loaded when it is first drawn. */
export function screenPart({ load, areas }: Screen): ComponentType<object> {
  return loadedPart(async () => {
    const [{ Component }] = await Promise.all([load(), loadAreas(areas)]);
    return { default: Component };
  });
}

/**
 * A part whose code comes when it is first drawn, and so after the guard: the router's own lazy routes would load
 * the map for somebody who is sent to the login page.
 */
export function drawn(Part: ComponentType<object>) {
  return (
    <Suspense fallback={<Splash />}>
      <Part />
    </Suspense>
  );
}
