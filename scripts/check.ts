import { runChecks } from './check/steps.ts';

const HELP = `Usage: npm run check

Format, lint, types, import rules, unused code, file lengths, lock file.
"npx biome check --write ." fixes format and other automatically fixable problems.`;

if (process.argv.includes('--help')) {
  console.log(HELP);
} else {
  const failed = await runChecks((text) => console.log(text));
  if (failed.length > 0) process.exitCode = 1;
}
