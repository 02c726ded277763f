import { findInPath, installPackages } from './system-packages.ts';

/**
 * Finds ffmpeg, which sends live video in long tests; on Debian and Ubuntu it is installed if it is missing and this is permitted.
 * The tests are skipped without it.
 *
 * @returns why it is missing; null: it is there.
 */
export async function findVideoPrograms(print: (text: string) => void): Promise<string | null> {
  const isFound = () => findInPath(['ffmpeg']) !== null && findInPath(['ffprobe']) !== null;
  if (isFound()) return null;
  const reason = await installPackages(['ffmpeg'], print);
  return isFound() ? null : `no ffmpeg; ${reason ?? 'its package has none'}`;
}
