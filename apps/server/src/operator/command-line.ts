import { closestName } from '../config/closest-name.ts';
import { type Environment, readConfig } from '../config.ts';
import type { CommandAction } from './command.ts';
import { UsageError } from './command-error.ts';
import { COMMANDS } from './commands.ts';
import { openForCommand } from './open-database.ts';
import { plainText } from './plain-text.ts';
import type { PasswordInput } from './read-password.ts';

export interface Terminal {
  readonly input: PasswordInput;
  readonly print: (text: string) => void;
}

/** Runs an operator command on the database of the environment's configuration, as the server does. */
export async function runAdmin(
  [name = 'help', ...args]: readonly string[],
  environment: Environment,
  { input, print }: Terminal,
): Promise<void> {
  if (name === 'help' || name === '--help') return print(await helpOf(args[0]));
  if (args.includes('--help')) return print(await helpOf(name));
  const action = await prepare(name, args, input);
  const config = readConfig(environment);
  const { schema } = await loadCommand(name);
  const { db, url, close } = await openForCommand(config, schema);
  try {
    await action({
      db,
      url,
      config,
      now: Date.now(),
      print: (line) => print(`${plainText(line)}\n`),
    });
  } finally {
    await close();
  }
}

/** Adds the usage to errors of arguments. */
async function prepare(name: string, args: readonly string[], input: PasswordInput): Promise<CommandAction> {
  const command = await loadCommand(name);
  try {
    return await command.prepare(args, input);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `${error.message}\n\n${usageOf(name, command.usage)}\nRun "help ${name}" for details.`,
    );
  }
}

function loadCommand(name: string) {
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (known !== undefined) return known();
  const suggestion = closestName(name, Object.keys(COMMANDS));
  throw new UsageError(
    `${name}: unknown command${suggestion === null ? ' (see "help")' : `; did you mean ${suggestion}?`}`,
  );
}

async function listHelp(): Promise<string> {
  const lines = await Promise.all(
    Object.keys(COMMANDS).map(async (name) => `  ${name.padEnd(18)}${(await loadCommand(name)).summary}`),
  );
  return `Usage: npm run admin -- COMMAND [...]

Manage accounts, functions and data of a Wakeline server. The server can be running or stopped. The database is the one of
DATABASE_URL or WAKELINE_DATA (default: ./data), as for the server.

${lines.join('\n')}

ACCOUNT is always the login of the account's holder. Run "npm run admin -- help COMMAND" for the arguments of a command.
`;
}

async function helpOf(name: string | undefined): Promise<string> {
  if (name === undefined) return listHelp();
  const { summary, usage, help } = await loadCommand(name);
  return `${usageOf(name, usage)}\n\n${summary}.\n\n${help}\n`;
}

function usageOf(name: string, usage: string): string {
  return `Usage: npm run admin -- ${`${name} ${usage}`.trimEnd()}`;
}
