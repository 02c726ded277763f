/** Whose things this tab remembers: a `uid`. */
const OWNER = 'owner';
/** Begins the key of everything in session storage that tells of the user: where he looked on a map. */
const OF_USER = 'map.';

/** The user whose things this tab remembers; null: nobody's. */
export function tabOwner(): string | null {
  return sessionStorage.getItem(OWNER);
}

/** Forgets what this tab remembers of its user. What belongs to the visit, such as the link code, stays. */
export function forgetTab(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
  for (const key of keys) if (key?.startsWith(OF_USER)) sessionStorage.removeItem(key);
  sessionStorage.removeItem(OWNER);
}

/**
 * Makes the tab that of this user.
 *
 * @returns whether it was another's, whose things are forgotten by this.
 */
export function ownTab(uid: string): boolean {
  const owner = tabOwner();
  const others = owner !== null && owner !== uid;
  if (others) forgetTab();
  sessionStorage.setItem(OWNER, uid);
  return others;
}
