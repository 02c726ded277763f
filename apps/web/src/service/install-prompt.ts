import { useSyncExternalStore } from 'react';

/** Chromium's offer to install the page as an app (W3C, "Web App Manifest Incubations": BeforeInstallPromptEvent). */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function setOffered(prompt: InstallPrompt | null): void {
  offered = prompt;
  for (const listener of listeners) listener();
}

/** Keeps the offer, which browsers make once after the page has loaded. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffered(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => setOffered(null));
}

/** Installs the page as an app; null: the browser does not offer it now. */
export function useInstall(): (() => Promise<void>) | null {
  const prompt = useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => offered,
  );
  if (prompt === null) return null;
  return async () => {
    await prompt.prompt();
    // An offer can be used once.
    setOffered(null);
  };
}
