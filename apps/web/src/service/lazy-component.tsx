import { type ComponentType, lazy } from 'react';
import { loadWithTimeout } from './chunk-failure.ts';
import { reloadFailedStylesheets } from './reload-failed-stylesheets.ts';

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
