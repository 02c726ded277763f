import { type ComponentType, lazy, Suspense } from 'react';
import { loadNamespaces } from '../i18n/i18n.ts';
import { loadWithTimeout } from '../service/chunk-failure.ts';
import { reloadFailedStylesheets } from './reload-failed-stylesheets.ts';
import type { Screen } from './routes.tsx';
import { Splash } from './splash.tsx';

/** What makes the parts anew that could not be loaded. */
const retryCallbacks = new Set<() => void>();

/** Parts that could not be loaded are asked for anew when they are next drawn: React alone would keep the failure for good. */
export function retryFailedComponents(): void {
  for (const retry of retryCallbacks) retry();
  retryCallbacks.clear();
}

/** A part whose code comes when it is first drawn. */
export function createLazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let hasFailed = false;
  const createLazy = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return await loadWithTimeout(async () => {
          if (hasFailed) await reloadFailedStylesheets();
          return await load();
        });
      } catch (error) {
        hasFailed = true;
        retryCallbacks.add(retry);
        throw error;
      }
    });
  let current = createLazy();
  function retry() {
    current = createLazy();
  }
  return function Loaded(props: Props) {
    const Current: ComponentType<Props> = current;
    return <Current {...props} />;
  };
}

/** A screen's code and texts, loaded when it is first drawn. */
export function createScreenComponent({ load, namespaces }: Screen): ComponentType<object> {
  return createLazyComponent(async () => {
    const [{ Component }] = await Promise.all([load(), loadNamespaces(namespaces)]);
    return { default: Component };
  });
}

/**
 * A part whose code comes when it is first drawn, and so after the guard: the router's own lazy routes would load
 * the map for somebody who is sent to the login page.
 */
export function renderLazy(LazyComponent: ComponentType<object>) {
  return (
    <Suspense fallback={<Splash />}>
      <LazyComponent />
    </Suspense>
  );
}
