/** The specification's limit for a page script that is loaded when it is needed. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** Code or texts of a page did not come in time. */
class ChunkTimeout extends Error {
  override readonly name = 'ChunkTimeout';
}

/**
 * The result of a load, or a failure when it hangs: a browser itself waits for a module as long as the connection stays open. What
 * comes later is kept by the browser, so that another try has it at once.
 *
 * @throws ChunkTimeout after `CHUNK_TIMEOUT_MS`
 */
export async function loadWithTimeout<Result>(load: () => Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeout('a chunk did not come in time')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether a file of the console could not be had: browsers throw a TypeError for a chunk ("Failed to fetch dynamically
 * imported module", "error loading dynamically imported module", "Importing a module script failed"), and Vite's loader an
 * error of its own for a style sheet. Everything else is a fault of ours.
 */
export function isChunkFailure(error: unknown): boolean {
  if (error instanceof ChunkTimeout) return true;
  if (error instanceof TypeError) return /import|module|fetch/i.test(error.message);
  return error instanceof Error && error.message.startsWith('Unable to preload CSS');
}
