/** Path of the public page of a match. */
export function buildEventPath(code: string): string {
  return `/event/${encodeURIComponent(code)}`;
}
