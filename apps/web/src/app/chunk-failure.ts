/**
 * Whether a file of the console could not be had: browsers throw a TypeError for a chunk ("Failed to fetch dynamically
 * imported module", "error loading dynamically imported module", "Importing a module script failed"), and Vite's loader an
 * error of its own for a style sheet. Everything else is a fault of ours.
 */
export function isChunkFailure(error: unknown): boolean {
  if (error instanceof TypeError) return /import|module|fetch/i.test(error.message);
  return error instanceof Error && error.message.startsWith('Unable to preload CSS');
}
