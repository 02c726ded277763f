/** Exit status for an invalid command line or environment (sysexits.h, EX_USAGE). */
export const EXIT_USAGE = 64;
/** Exit status of a valid command that failed. */
export const EXIT_FAILED = 1;

/** A failure reported as a message on standard error with an exit status, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly status: number;

  constructor(message: string, status: number = EXIT_FAILED) {
    super(message);
    this.status = status;
  }
}

/** An invalid command line. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, EXIT_USAGE);
  }
}
