import { createBrowserRouter } from 'react-router';
import type { Area } from '../i18n/areas.ts';
import { loadAreas } from '../i18n/i18n.ts';
import { Bare } from './bare.tsx';
import { FailedRoute } from './failed-page.tsx';
import { Guarded } from './guarded.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { SCREENS, type Screen } from './routes.tsx';
import { drawn, loadedPart, screenPart } from './screen-part.tsx';

const SHELL_AREAS: readonly Area[] = ['notices', 'sos', 'tasks', 'trackers', 'updates'];

async function loadShell() {
  const [module] = await Promise.all([import('./shell.tsx'), loadAreas(SHELL_AREAS)]);
  return { default: module.Shell };
}

const Shell = loadedPart(loadShell);

function elementOf(screen: Screen) {
  // The shell draws these itself: they outlive their route.
  if (screen.keep !== undefined) return null;
  const element = drawn(screenPart(screen));
  return screen.header ? element : <Bare wide={screen.wide === true}>{element}</Bare>;
}

/** The router of the table: guard around everything, header and menu around the screens that want them. */
export function createRouter() {
  const routes = (header: boolean) =>
    SCREENS.filter((screen) => screen.header === header).map((screen) => ({
      path: screen.path,
      element: elementOf(screen),
      handle: screen,
      ErrorBoundary: FailedRoute,
    }));
  return createBrowserRouter([
    {
      Component: Guarded,
      ErrorBoundary: FailedRoute,
      children: [
        ...routes(false),
        { element: drawn(Shell), children: [...routes(true), { path: '*', Component: NotFoundPage }] },
      ],
    },
  ]);
}
