import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { UsageError } from './command-error.ts';
import type { PasswordInput } from './read-password.ts';

/** What a command works with. */
export interface CommandContext {
  readonly db: Db;
  /** Of the database, for a connection of one's own. */
  readonly url: string;
  readonly config: Config;
  /** Epoch milliseconds. */
  readonly now: number;
  /** A line on standard output. */
  readonly print: (line: string) => void;
}

export type CommandAction = (ground: CommandContext) => Promise<void>;

/** One command of the operator's. */
export interface Command {
  /** What it does, in a line. */
  readonly summary: string;
  /** Its arguments, as help shows them. */
  readonly usage: string;
  /** The rest of its help. */
  readonly help: string;
  /** `as-is`: the database is not brought up to date for it. */
  readonly schema?: 'as-is';
  /**
   * Reads the arguments, and prompts on `input` for what is missing, before the database is opened.
   *
   * @throws UsageError
   */
  prepare(args: readonly string[], input: PasswordInput): CommandAction | Promise<CommandAction>;
}

interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
}

/** How many arguments there may be besides options. */
export interface ArgumentCount {
  readonly min: number;
  readonly max: number;
}

/**
 * Arguments as they were typed.
 *
 * @throws UsageError for an option that is not known or lacks its value, and for too few or too many arguments
 */
export function readArguments<const Options extends Readonly<Record<string, Option>>>(
  args: readonly string[],
  options: Options,
  { min, max }: ArgumentCount = { min: 0, max: 0 },
) {
  const parsed = parse(args, options);
  const { positionals } = parsed;
  if (positionals.length < min) throw new UsageError('an argument is missing');
  if (positionals.length > max) throw new UsageError(`${positionals[max]}: one argument too many`);
  return parsed;
}

function parse<const Options extends Readonly<Record<string, Option>>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Its messages are sentences, some with advice on what to type behind the first.
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}
