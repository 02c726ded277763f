import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2, levels A and AA. axe-core's rule for names of buttons is off by default. */
const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'label-content-name-mismatch': { enabled: true } },
  resultTypes: ['violations'],
};

/** Injects axe-core into every document that the page opens from now on. */
export async function injectAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: SOURCE });
}

/** The violations of the page in light and dark mode, one line per element. Frames of other sites are excluded. */
export async function violations(page: Page, where: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations: results } = await page.evaluate(async (options): Promise<AxeResults> => {
      // The page applies the other theme in its next frame.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      return axe.run({ exclude: [['iframe']] }, options);
    }, OPTIONS);
    for (const { id, nodes } of results)
      for (const { html, failureSummary } of nodes)
        found.push(`${where}, ${colorScheme}: ${id}: ${html.slice(0, 300)}\n    ${failureSummary ?? ''}`);
  }
  return found;
}
