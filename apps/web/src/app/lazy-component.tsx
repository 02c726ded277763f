import { type ComponentType, lazy, Suspense } from 'react';
import { loadNamespaces } from '../i18n/i18n.ts';
import { loadWithTimeout } from '../service/chunk-failure.ts';
import { reloadFailedStylesheets } from './reload-failed-stylesheets.ts';
import type { Screen } from './routes.tsx';
import { Splash } from './splash.tsx';

/** Callbacks that recreate the components that failed to load. */
const retryCallbacks = new Set<() => void>();

/** Loads failed components again when they are next rendered; React alone would keep the failure. */
export function retryFailedComponents(): void {
  for (const retry of retryCallbacks) retry();
  retryCallbacks.clear();
}

/** A component whose code is loaded when it is first rendered. */
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

/** A screen whose code and texts are loaded when it is first rendered. */
export function createScreenComponent({ load, namespaces }: Screen): ComponentType<object> {
  return createLazyComponent(async () => {
    const [{ Component }] = await Promise.all([load(), loadNamespaces(namespaces)]);
    return { default: Component };
  });
}

/**
 * Renders a component that loads its code on first render, and so only after the guard: the router's own lazy routes
 * would load the map for users who are redirected to the login page.
 */
export function renderLazy(LazyComponent: ComponentType<object>) {
  return (
    <Suspense fallback={<Splash />}>
      <LazyComponent />
    </Suspense>
  );
}
