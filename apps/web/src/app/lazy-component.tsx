import { type ComponentType, Suspense } from 'react';
import { loadLanguagePack, loadNamespaces } from '../i18n/i18n.ts';
import { createLazyComponent } from '../service/lazy-component.tsx';
import type { Screen } from './screen.ts';
import { Splash } from './splash.tsx';

/** A component below Ant Design's provider, which is loaded at the same time. */
export function createAntdComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return createLazyComponent(async () => {
    const [Content, { AntdProvider }] = await Promise.all([
      load(),
      import('./antd-provider.tsx'),
      loadLanguagePack(),
    ]);
    return {
      default: (props: Props) => (
        <AntdProvider>
          <Content {...props} />
        </AntdProvider>
      ),
    };
  });
}

/** A screen whose code and texts are loaded when it is first rendered. */
export function createScreenComponent({ load, namespaces, header, plain }: Screen): ComponentType<object> {
  const loadScreen = async () => {
    const [{ Component }] = await Promise.all([load(), loadNamespaces(namespaces)]);
    return Component;
  };
  // The shell has the provider of its screens.
  return header || plain === true
    ? createLazyComponent(async () => ({ default: await loadScreen() }))
    : createAntdComponent<object>(loadScreen);
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
