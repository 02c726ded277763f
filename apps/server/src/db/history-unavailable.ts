/** The store of the history (HISTORY_URL) does not respond, or cannot do what it is to do at present. */
export class HistoryUnavailableError extends Error {
  override readonly name = 'HistoryUnavailableError';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
