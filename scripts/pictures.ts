import { findBrowser } from './setup/browser.ts';
import { buildConsole } from './setup/console-build.ts';
import { run } from './setup/run.ts';

const HELP = `Usage: npm run pictures

Retake the pictures and the clip of docs/pictures: build the console, start servers with the demo fleet and with other devices, and capture their screens.`;

async function main(): Promise<boolean> {
  const browser = await findBrowser((text) => console.log(text));
  if (browser.path === null) throw new Error(browser.missing);
  await buildConsole((text) => console.log(text));
  for (const program of ['take.ts', 'take-sheets.ts', 'take-clip.ts']) {
    const { ok } = await run(process.execPath, [`e2e/pictures/${program}`], {
      show: true,
      env: { CHROMIUM_PATH: browser.path },
    });
    if (!ok) return false;
  }
  return true;
}

if (process.argv.includes('--help')) console.log(HELP);
else process.exitCode = (await main()) ? 0 : 1;
