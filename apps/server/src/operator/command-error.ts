/** Exit status for a wrong command line or environment (sysexits.h, EX_USAGE). */
export const EXIT_USAGE = 64;
/** Exit status of a command that was understood and could not be done. */
export const EXIT_FAILED = 1;

/** What an operator has to be told: a sentence on standard error and the exit status, no stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly status: number;

  constructor(message: string, status: number = EXIT_FAILED) {
    super(message);
    this.status = status;
  }
}

/** A command line that cannot be understood. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, EXIT_USAGE);
  }
}
