/** Whose things this tab remembers: a `uid`. */
const OWNER_KEY = 'owner';
/** Begins the key of everything in session storage that tells of the user: where he looked on a map. */
const USER_KEY_PREFIX = 'map.';

/** The user whose things this tab remembers; null: nobody's. */
export function getTabOwner(): string | null {
  return sessionStorage.getItem(OWNER_KEY);
}

/** Forgets what this tab remembers of its user. What belongs to the visit, such as the link code, stays. */
export function clearTab(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
  for (const key of keys) if (key?.startsWith(USER_KEY_PREFIX)) sessionStorage.removeItem(key);
  sessionStorage.removeItem(OWNER_KEY);
}

/**
 * Makes the tab that of this user.
 *
 * @returns whether it was another's, whose things are forgotten by this.
 */
export function claimTab(uid: string): boolean {
  const owner = getTabOwner();
  const ownedByOther = owner !== null && owner !== uid;
  if (ownedByOther) clearTab();
  sessionStorage.setItem(OWNER_KEY, uid);
  return ownedByOther;
}
