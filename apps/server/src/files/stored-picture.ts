/** Prefix of stored picture references: they hold the id, because the address changes with the service's prefix. */
const FILE_PREFIX = 'file:';

export function storedPicture(fileId: string): string {
  return `${FILE_PREFIX}${fileId}`;
}

/** The file id in such a reference; null for another address or the name of a drawn icon. */
export function fileIdOf(stored: string): string | null {
  return stored.startsWith(FILE_PREFIX) ? stored.slice(FILE_PREFIX.length) : null;
}

/** The address of a stored picture for responses. */
export function toPictureUrl(stored: string, addressOf: (fileId: string) => string): string {
  const fileId = fileIdOf(stored);
  return fileId === null ? stored : addressOf(fileId);
}
