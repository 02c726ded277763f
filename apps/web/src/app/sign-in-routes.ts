import { PUBLIC_SCREEN, type Screen } from './screen.ts';

/** Signing in, and what needs no sign-in beside it. */
export const SIGN_IN_SCREENS: readonly Screen[] = [
  {
    ...PUBLIC_SCREEN,
    path: '/login',
    plain: true,
    namespaces: [],
    load: () => import('./screens/login-screen.tsx').then(({ LoginScreen }) => ({ Component: LoginScreen })),
  },
  {
    ...PUBLIC_SCREEN,
    path: '/findPsd',
    namespaces: [],
    load: () =>
      import('../features/sign-in/recovery/find-password-page.tsx').then(({ FindPasswordPage }) => ({
        Component: FindPasswordPage,
      })),
  },
  {
    ...PUBLIC_SCREEN,
    path: '/resetPsd',
    namespaces: [],
    load: () =>
      import('../features/sign-in/recovery/reset-password-page.tsx').then(({ ResetPasswordPage }) => ({
        Component: ResetPasswordPage,
      })),
  },
  {
    ...PUBLIC_SCREEN,
    path: '/resetSuccess',
    namespaces: [],
    load: () =>
      import('../features/sign-in/recovery/reset-done-page.tsx').then(({ ResetDonePage }) => ({
        Component: ResetDonePage,
      })),
  },
  {
    ...PUBLIC_SCREEN,
    path: '/terminal',
    namespaces: [],
    load: () =>
      import('../features/sign-in/terminal/terminal-inbox-page.tsx').then(({ TerminalInboxPage }) => ({
        Component: TerminalInboxPage,
      })),
  },
];
