import { run } from './run.ts';
import { findInPath, installPackages } from './system-packages.ts';

/** Names under which distributions install Chromium or what behaves like it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const PACKAGES = ['chromium', 'fonts-noto-cjk'];

export type Browser =
  | { readonly path: string; readonly missing: null }
  /** `missing`: why there is none, in a sentence. */
  | { readonly path: null; readonly missing: string };

/**
 * Finds the system's Chromium, and fonts for Chinese text. On Debian and Ubuntu they are installed when they are absent and
 * we may.
 */
export async function findBrowser(print: (text: string) => void): Promise<Browser> {
  if (findInPath(NAMES) !== null && (await hasChineseFonts())) return toBrowser();
  return toBrowser((await installPackages(PACKAGES, print)) ?? '');
}

/** What there is now; a missing font only makes Chinese text ugly, so it stops nobody. */
function toBrowser(reason = ''): Browser {
  const path = findInPath(NAMES);
  return path === null ? { path, missing: `no Chromium; ${reason}` } : { path, missing: null };
}

async function hasChineseFonts(): Promise<boolean> {
  const { ok, output } = await run('fc-list', [':lang=zh-cn', 'family']);
  return ok && output.trim() !== '';
}
