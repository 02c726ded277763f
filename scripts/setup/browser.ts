import { run } from './run.ts';
import { inPath, installPackages } from './system-packages.ts';

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
  if (inPath(NAMES) !== null && (await hasChineseFonts())) return found();
  return found((await installPackages(PACKAGES, print)) ?? '');
}

/** What there is now; a missing font only makes Chinese text ugly, so it stops nobody. */
function found(why = ''): Browser {
  const path = inPath(NAMES);
  return path === null ? { path, missing: `no Chromium; ${why}` } : { path, missing: null };
}

async function hasChineseFonts(): Promise<boolean> {
  const { ok, output } = await run('fc-list', [':lang=zh-cn', 'family']);
  return ok && output.trim() !== '';
}
