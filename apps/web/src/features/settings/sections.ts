/** Parts of the settings in the order in which they are listed; the name is what stands in the address (`?tab=`). */
export const SECTIONS = ['info', 'devices', 'display', 'menu', 'notifications', 'security'] as const;
/** What belongs to the account. */
const ACCOUNT_SECTIONS: readonly Section[] = ['info', 'devices'];
export type Section = (typeof SECTIONS)[number];

/**
 * The part that an address asks for, or the first one that there is.
 *
 * @param canEditBranding whether the user may change what belongs to the account
 */
export function sectionAt(tab: string | null, canEditBranding: boolean): Section {
  const available = sectionsOf(canEditBranding);
  return available.find((section) => section === tab) ?? available[0] ?? 'display';
}

export function sectionsOf(canEditBranding: boolean): readonly Section[] {
  return SECTIONS.filter((section) => canEditBranding || !ACCOUNT_SECTIONS.includes(section));
}
