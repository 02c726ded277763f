import { createBrowserRouter } from 'react-router';
import { loadNamespaces } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/namespaces.ts';
import { RouteErrorPage } from './error-page.tsx';
import { GuardedOutlet } from './guarded-outlet.tsx';
import { createAntdComponent, createScreenComponent, renderLazy } from './lazy-component.tsx';
import { MinimalLayout } from './minimal-layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { findScreen, SCREENS } from './routes.tsx';
import type { Screen } from './screen.ts';

const SHELL_NAMESPACES: readonly Namespace[] = ['notices', 'sos', 'tasks', 'trackers', 'updates'];

async function loadShell() {
  const [module] = await Promise.all([import('./shell.tsx'), loadNamespaces(SHELL_NAMESPACES)]);
  return module.Shell;
}

const Shell = createAntdComponent<object>(loadShell);

/** Loads the code of a page with the shell ahead, without rendering it. Returns whether it is such a page. */
export function preloadPage(path: string): boolean {
  const screen = findScreen(path);
  if (screen === null || !screen.header) return false;
  // A failure is reported where the code is used.
  Promise.all([import('./shell.tsx'), import('./antd-provider.tsx'), screen.load()]).catch(() => undefined);
  return true;
}

function createScreenElement(screen: Screen) {
  // The shell renders these itself: they outlive their route.
  if (screen.keepAlive !== undefined) return null;
  const element = renderLazy(createScreenComponent(screen));
  return screen.header ? element : <MinimalLayout wide={screen.wide === true}>{element}</MinimalLayout>;
}

/** The router: the guard around everything, header and menu around the screens that have them. */
export function createRouter() {
  const routes = (header: boolean) =>
    SCREENS.filter((screen) => screen.header === header).map((screen) => ({
      path: screen.path,
      element: createScreenElement(screen),
      handle: screen,
      ErrorBoundary: RouteErrorPage,
    }));
  return createBrowserRouter([
    {
      Component: GuardedOutlet,
      ErrorBoundary: RouteErrorPage,
      children: [
        ...routes(false),
        { element: renderLazy(Shell), children: [...routes(true), { path: '*', Component: NotFoundPage }] },
      ],
    },
  ]);
}
