import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { createBrowserRouter } from 'react-router';
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

const Shell = lazy(() => import('./shell.tsx').then((module) => ({ default: module.Shell })));

/** The router of the table: guard around everything, header and menu around the screens that want them. */
export function createRouter() {
  const routes = (header: boolean) =>
    SCREENS.filter((screen) => screen.header === header).map(({ path, load }) => ({
      path,
      element: drawn(lazy(() => load().then(({ Component }) => ({ default: Component })))),
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
