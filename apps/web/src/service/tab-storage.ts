/** Key of the user who owns this tab's stored values: a `uid`. */
const OWNER_KEY = 'owner';
/** Key prefix of all session storage values that belong to the user: the map views. */
const USER_KEY_PREFIX = 'map.';

/** `uid` of the user who owns this tab's stored values; null: none. */
export function getTabOwner(): string | null {
  return sessionStorage.getItem(OWNER_KEY);
}

/** Deletes this tab's values of its user. Values of the visit, such as the link code, stay. */
export function clearTab(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
  for (const key of keys) if (key?.startsWith(USER_KEY_PREFIX)) sessionStorage.removeItem(key);
  sessionStorage.removeItem(OWNER_KEY);
}

/**
 * Assigns the tab to this user.
 * @returns whether it belonged to another user, whose values were deleted
 */
export function claimTab(uid: string): boolean {
  const owner = getTabOwner();
  const ownedByOther = owner !== null && owner !== uid;
  if (ownedByOther) clearTab();
  sessionStorage.setItem(OWNER_KEY, uid);
  return ownedByOther;
}
