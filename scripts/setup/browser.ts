import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

/** Names under which distributions install Chromium or what behaves like it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const PACKAGES = ['chromium', 'fonts-noto-cjk'];

export type Browser =
  | { readonly path: string; readonly missing: null }
  /** `missing`: why there is none, in a sentence. */
  | { readonly path: null; readonly missing: string };

/**
 * Finds the system's Chromium, and fonts for Chinese text. On Debian and Ubuntu they are installed when they are absent and
 * we may (root, as in a container or on CI).
 */
export async function findBrowser(print: (text: string) => void): Promise<Browser> {
  if (inPath(NAMES) !== null && (await hasChineseFonts())) return found();
  if (inPath(['apt-get']) === null)
    return found(`there is no apt-get: install Chromium and a Chinese font by hand`);
  if (process.getuid?.() !== 0) return found(`only root may: apt-get install ${PACKAGES.join(' ')}`);
  print(`Installing ${PACKAGES.join(' and ')} ...`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  const installed = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...PACKAGES], {
    env,
  });
  return found(
    `apt-get could not install it:\n${installed.output.trimEnd().split('\n').slice(-5).join('\n')}`,
  );
}

/** What there is now; a missing font only makes Chinese text ugly, so it stops nobody. */
function found(why = ''): Browser {
  const path = inPath(NAMES);
  return path === null ? { path, missing: `no Chromium; ${why}` } : { path, missing: null };
}

function inPath(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return (
    folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ??
    null
  );
}

async function hasChineseFonts(): Promise<boolean> {
  const { ok, output } = await run('fc-list', [':lang=zh-cn', 'family']);
  return ok && output.trim() !== '';
}
