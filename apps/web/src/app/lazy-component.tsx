import { type ComponentType, Suspense } from 'react';
import { loadNamespaces } from '../i18n/i18n.ts';
import { createLazyComponent } from '../service/lazy-component.tsx';
import type { Screen } from './screen.ts';
import { Splash } from './splash.tsx';

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
