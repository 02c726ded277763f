import type { Page } from '@playwright/test';

/** What the console has stored in this browser. */
export function readStored(page: Page): Promise<{ readonly session: boolean; readonly picture: boolean }> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open('wakeline', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('user'));
        opening.addEventListener('success', () => {
          const request = opening.result.transaction('user').objectStore('user').getAllKeys();
          request.addEventListener('success', () => {
            opening.result.close();
            done({
              session: request.result.includes('session'),
              picture: request.result.includes('picture'),
            });
          });
        });
      }),
  );
}
