/** How a column names a picture of ours: its address may change with the service's prefix, its id does not. */
const FILE_PREFIX = 'file:';

export function storedPicture(fileId: string): string {
  return `${FILE_PREFIX}${fileId}`;
}

/** The id in such a name; null where it is another address, or the name of a drawn icon. */
export function fileIdOf(stored: string): string | null {
  return stored.startsWith(FILE_PREFIX) ? stored.slice(FILE_PREFIX.length) : null;
}

/** What answers carry of it. */
export function toPictureUrl(stored: string, addressOf: (fileId: string) => string): string {
  const fileId = fileIdOf(stored);
  return fileId === null ? stored : addressOf(fileId);
}
