import { runChecks } from './check/steps.ts';

const HELP = `Usage: npm run check

Format, lint, types, import rules, unused code, file lengths, lock file.
"npx biome check --write ." repairs format and what else can be repaired by itself.`;

if (process.argv.includes('--help')) {
  console.log(HELP);
} else {
  const failed = await runChecks((text) => console.log(text));
  if (failed.length > 0) process.exitCode = 1;
}
