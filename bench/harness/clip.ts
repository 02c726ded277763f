import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Pictures a second of the clip. */
const RATE = 10;
const WIDTH = 960;

/** Takes a picture of a page every `interval` milliseconds; the returned function ends it and writes the clip. */
export function startClip(page: Page, interval: number): (path: string) => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-clip-'));
  let isRunning = true;
  const finished = takePictures();

  async function takePictures(): Promise<void> {
    const start = performance.now();
    for (let picture = 0; isRunning; picture += 1) {
      await page.screenshot({ path: join(folder, `${String(picture).padStart(5, '0')}.png`) });
      // Taking one takes seconds on a busy machine, which must not make the clip faster.
      await delay(Math.max(0, start + (picture + 1) * interval - performance.now()));
    }
  }

  return async (path) => {
    isRunning = false;
    await finished;
    const filter = `scale=${WIDTH}:-2`;
    const encoding = ['-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0'];
    const input = ['-framerate', String(RATE), '-i', join(folder, '%05d.png')];
    execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, '-vf', filter, ...encoding, path]);
    rmSync(folder, { recursive: true });
  };
}
