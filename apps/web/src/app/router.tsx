import { createBrowserRouter } from 'react-router';
import { FailedPage } from './failed-page.tsx';
import { Guarded } from './guarded.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { SCREENS } from './routes.tsx';
import { Splash } from './splash.tsx';

/** The router of the table: guard around everything, header and menu around the screens that want them. */
export function createRouter() {
  const routes = (header: boolean) =>
    SCREENS.filter((screen) => screen.header === header).map(({ path, load }) => ({
      path,
      lazy: load,
      ErrorBoundary: FailedPage,
    }));
  return createBrowserRouter([
    {
      Component: Guarded,
      ErrorBoundary: FailedPage,
      HydrateFallback: Splash,
      children: [
        ...routes(false),
        // Who is not signed in yet needs nothing of the shell: it is a chunk of its own.
        {
          lazy: () => import('./shell.tsx').then(({ Shell }) => ({ Component: Shell })),
          children: [...routes(true), { path: '*', Component: NotFoundPage }],
        },
      ],
    },
  ]);
}
