import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { buildConsole } from './setup/console-build.ts';
import { run } from './setup/run.ts';

const names = globSync('bench/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => basename(path, '.ts'))
  .sort();
const [name, ...args] = process.argv.slice(2);

if (name === undefined || !names.includes(name)) {
  console.log(
    `Usage: npm run bench NAME [-- options]\n\nBenchmarks: ${names.join(', ')}. Run one with --help for its options.`,
  );
  process.exitCode = name === undefined || name === '--help' ? 0 : 64;
} else {
  await buildConsole((text) => console.log(text));
  const { ok } = await run(process.execPath, [`bench/${name}.ts`, ...args], { show: true });
  if (!ok) process.exitCode = 1;
}
