import { randomBytes } from 'node:crypto';

/** Random bytes of an id: 128 bits cannot be guessed. */
const ID_BYTES = 16;
/** A base64url id. The check also prevents paths outside of the folder. */
const ID = /^[\w-]{22}$/;

export function newFileId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

export function isFileId(text: string): boolean {
  return ID.test(text);
}

/** Folder of a file's content in every storage: the first two characters of its id. */
export function folderOf(fileId: string): string {
  return fileId.slice(0, 2);
}
