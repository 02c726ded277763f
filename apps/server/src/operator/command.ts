import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { UsageError } from './command-error.ts';
import type { PasswordInput } from './read-password.ts';

/** What a command's action gets. */
export interface CommandContext {
  readonly db: Db;
  /** URL of the database, for a separate connection. */
  readonly url: string;
  readonly config: Config;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Prints a line on standard output. */
  readonly print: (line: string) => void;
}

export type CommandAction = (context: CommandContext) => Promise<void>;

/** An operator command. */
export interface Command {
  /** What it does: one line, imperative, without a full stop. */
  readonly summary: string;
  /** Its arguments, as help shows them. */
  readonly usage: string;
  /** The rest of its help. */
  readonly help: string;
  /** `as-is`: run without migrating the database. */
  readonly schema?: 'as-is';
  /**
   * Parses the arguments, and reads passwords from `input`, before the database is opened.
   *
   * @throws UsageError
   */
  prepare(args: readonly string[], input: PasswordInput): CommandAction | Promise<CommandAction>;
}

interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
}

/** Allowed number of arguments besides options. */
export interface ArgumentCount {
  readonly min: number;
  readonly max: number;
}

/**
 * Parses the arguments.
 *
 * @throws UsageError for an unknown option or a missing value, and for too few or too many arguments
 */
export function readArguments<const Options extends Readonly<Record<string, Option>>>(
  args: readonly string[],
  options: Options,
  { min, max }: ArgumentCount = { min: 0, max: 0 },
) {
  const parsed = parse(args, options);
  const { positionals } = parsed;
  if (positionals.length < min) throw new UsageError('missing argument');
  if (positionals.length > max) throw new UsageError(`${positionals[max]}: unexpected argument`);
  return parsed;
}

function parse<const Options extends Readonly<Record<string, Option>>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence of Node's message; some messages continue with advice.
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}
