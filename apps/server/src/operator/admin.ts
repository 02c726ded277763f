import { nearest } from '../config/nearest.ts';
import { readConfig } from '../config.ts';
import type { Work } from './command.ts';
import { UsageError } from './command-error.ts';
import { COMMANDS } from './commands.ts';
import { openForCommand } from './open-database.ts';
import { plainText } from './plain-text.ts';
import { runCommand } from './run-command.ts';

/** The operator's command line: works on the database of the environment's configuration, as the server does. */
async function main(name: string, args: readonly string[]): Promise<void> {
  if (name === 'help' || name === '--help') return showHelp(args[0]);
  if (args.includes('--help')) return showHelp(name);
  const work = await prepare(name, args);
  const config = readConfig();
  const { schema } = await load(name);
  const { db, url, close } = await openForCommand(config, schema);
  try {
    await work({
      db,
      url,
      config,
      now: Date.now(),
      print: (line) => void process.stdout.write(`${plainText(line)}\n`),
    });
  } finally {
    await close();
  }
}

/** What is wrong with arguments is told with the usage. */
async function prepare(name: string, args: readonly string[]): Promise<Work> {
  const command = await load(name);
  try {
    return await command.prepare(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n\n${usageOf(name, command.usage)}\n"help ${name}" tells more.`);
  }
}

function load(name: string) {
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (known !== undefined) return known();
  const meant = nearest(name, Object.keys(COMMANDS));
  throw new UsageError(
    `${name}: there is no such command${meant === null ? ' ("help" lists them)' : `; is ${meant} meant?`}`,
  );
}

async function listHelp(): Promise<string> {
  const lines = await Promise.all(
    Object.keys(COMMANDS).map(async (name) => `  ${name.padEnd(18)}${(await load(name)).summary}`),
  );
  return `Usage: npm run admin -- COMMAND [...]

${lines.join('\n')}

"npm run admin -- help COMMAND" tells the arguments of one. ACCOUNT is always the login of the account's holder. The database is
that of WAKELINE_DATA (./data) or DATABASE_URL, as for the server, which may run meanwhile or not.
`;
}

async function showHelp(name: string | undefined): Promise<void> {
  if (name === undefined) return void process.stdout.write(await listHelp());
  const { summary, usage, help } = await load(name);
  process.stdout.write(`${usageOf(name, usage)}\n\n${name} ${summary}.\n\n${help}\n`);
}

function usageOf(name: string, usage: string): string {
  return `Usage: npm run admin -- ${`${name} ${usage}`.trimEnd()}`;
}

const [name = 'help', ...args] = process.argv.slice(2);
await runCommand(() => main(name, args));
