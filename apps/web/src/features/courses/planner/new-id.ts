/** The id of a new object: unique without asking the server, so that undo can restore the object. */
export function newId(): string {
  return crypto.randomUUID();
}
