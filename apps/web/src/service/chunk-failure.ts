/** The specification's time limit for loading a page script. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** Code or texts of a page did not load in time. */
class ChunkTimeout extends Error {
  override readonly name = 'ChunkTimeout';
}

/**
 * Loads with a time limit, because a browser waits for a module as long as the connection stays open. The browser
 * caches a late response, so a second try succeeds at once.
 * @throws ChunkTimeout after `CHUNK_TIMEOUT_MS`
 */
export async function loadWithTimeout<Result>(load: () => Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkTimeout('loading a chunk timed out')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether a file of the console could not be loaded. Browsers throw a TypeError for a chunk ("Failed to fetch
 * dynamically imported module", "error loading dynamically imported module", "Importing a module script failed");
 * Vite's loader throws its own error for a style sheet. Anything else is a bug.
 */
export function isChunkFailure(error: unknown): boolean {
  if (error instanceof ChunkTimeout) return true;
  if (error instanceof TypeError) return /import|module|fetch/i.test(error.message);
  return error instanceof Error && error.message.startsWith('Unable to preload CSS');
}
