import { run } from './run.ts';
import { findInPath, installPackages } from './system-packages.ts';

/** Program names of Chromium and compatible browsers in distributions. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const PACKAGES = ['chromium', 'fonts-noto-cjk'];

export type Browser =
  | { readonly path: string; readonly missing: null }
  /** `missing`: why no browser was found. */
  | { readonly path: null; readonly missing: string };

/**
 * Finds the system's Chromium and fonts for Chinese text. On Debian and Ubuntu, missing ones are installed if permitted.
 */
export async function findBrowser(print: (text: string) => void): Promise<Browser> {
  if (findInPath(NAMES) !== null && (await hasChineseFonts())) return toBrowser();
  return toBrowser((await installPackages(PACKAGES, print)) ?? '');
}

/** The installed browser. A missing font only affects Chinese text, so it is not an error. */
function toBrowser(reason = ''): Browser {
  const path = findInPath(NAMES);
  return path === null ? { path, missing: `no Chromium; ${reason}` } : { path, missing: null };
}

async function hasChineseFonts(): Promise<boolean> {
  const { ok, output } = await run('fc-list', [':lang=zh-cn', 'family']);
  return ok && output.trim() !== '';
}
