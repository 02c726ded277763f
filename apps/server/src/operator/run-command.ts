import { ERRORS } from '@wakeline/contract/errors';
import { DataFolderError } from '../config/data-folder.ts';
import { ConfigError } from '../config.ts';
import { classifyFailure } from '../http/failures.ts';
import { CommandError, EXIT_FAILED, EXIT_USAGE } from './command-error.ts';
import { plainText } from './plain-text.ts';

/**
 * Runs an operator program and sets its exit status; failures are printed as a message. If the reader of its output closes the
 * pipe, the program still runs to its end.
 */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.exitCode = await statusOf(main, (text) => void process.stderr.write(text));
}

/** Runs `main` and returns its exit status; passes the message of a failure to `printError`. */
export async function statusOf(
  main: () => Promise<void>,
  printError: (text: string) => void,
): Promise<number> {
  try {
    await main();
    return 0;
  } catch (error) {
    const { status, message } = describeError(error);
    printError(`${plainText(message)}\n`);
    return status;
  }
}

function describeError(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof CommandError) return { status: error.status, message: error.message };
  if (error instanceof ConfigError || error instanceof DataFolderError)
    return { status: EXIT_USAGE, message: error.message };
  const { code, message } = Object(error) as Record<string, unknown>;
  const sentence = typeof message === 'string' && message !== '' ? message : String(error);
  // parseArgs of node:util: an unknown option or a missing value.
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'))
    return { status: EXIT_USAGE, message: sentence };
  // A named error, also of a unique key, for example a login that is taken.
  const { error: namedError, cause } = classifyFailure(error);
  if (cause === null) return { status: EXIT_FAILED, message: ERRORS[namedError.errorName].en };
  const prefix = namedError.errorName === 'database-away' ? 'cannot reach the database: ' : '';
  return { status: EXIT_FAILED, message: `${prefix}${sentence}` };
}
