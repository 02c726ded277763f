import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { createBrowserRouter } from 'react-router';
import type { Area } from '../i18n/areas.ts';
import { loadAreas } from '../i18n/i18n.ts';
import { FailedPage } from './failed-page.tsx';
import { Guarded } from './guarded.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { SCREENS } from './routes.tsx';
import { Splash } from './splash.tsx';

/**
 * A part whose code comes when it is first drawn, and so after the guard: the router's own lazy routes would load
 * the map for somebody who is sent to the login page.
 */
function drawn(Part: LazyExoticComponent<ComponentType>) {
  return (
    <Suspense fallback={<Splash />}>
      <Part />
    </Suspense>
  );
}

const SHELL_AREAS: readonly Area[] = ['notices', 'tasks', 'updates'];

const Shell = lazy(async () => {
  const [module] = await Promise.all([import('./shell.tsx'), loadAreas(SHELL_AREAS)]);
  return { default: module.Shell };
});

/** The router of the table: guard around everything, header and menu around the screens that want them. */
export function createRouter() {
  const routes = (header: boolean) =>
    SCREENS.filter((screen) => screen.header === header).map(({ path, load, areas }) => ({
      path,
      element: drawn(
        lazy(async () => {
          const [{ Component }] = await Promise.all([load(), loadAreas(areas)]);
          return { default: Component };
        }),
      ),
      ErrorBoundary: FailedPage,
    }));
  return createBrowserRouter([
    {
      Component: Guarded,
      ErrorBoundary: FailedPage,
      children: [
        ...routes(false),
        { element: drawn(Shell), children: [...routes(true), { path: '*', Component: NotFoundPage }] },
      ],
    },
  ]);
}
