/** Parts of the settings in the order in which they are listed; the name is what stands in the address (`?tab=`). */
export const SECTIONS = ['info', 'devices', 'display', 'menu', 'notifications', 'security'] as const;
/** What belongs to the account. */
const OF_ACCOUNT: readonly Section[] = ['info', 'devices'];
export type Section = (typeof SECTIONS)[number];

/**
 * The part that an address asks for, or the first one that there is.
 *
 * @param brand whether the user may change what belongs to the account
 */
export function sectionAt(tab: string | null, brand: boolean): Section {
  const there = sectionsOf(brand);
  return there.find((section) => section === tab) ?? there[0] ?? 'display';
}

export function sectionsOf(brand: boolean): readonly Section[] {
  return SECTIONS.filter((section) => brand || !OF_ACCOUNT.includes(section));
}
