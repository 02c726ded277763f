/** Sections of the settings in order; their names are used in the address (`?tab=`). */
export const SECTIONS = ['info', 'devices', 'display', 'menu', 'notifications', 'security'] as const;
/** Sections of the account. */
const ACCOUNT_SECTIONS: readonly Section[] = ['info', 'devices'];
export type Section = (typeof SECTIONS)[number];

/**
 * The section in the address, or the first available one.
 * @param canEditBranding whether the user may change account settings
 */
export function sectionAt(tab: string | null, canEditBranding: boolean): Section {
  const available = sectionsOf(canEditBranding);
  return available.find((section) => section === tab) ?? available[0] ?? 'display';
}

export function sectionsOf(canEditBranding: boolean): readonly Section[] {
  return SECTIONS.filter((section) => canEditBranding || !ACCOUNT_SECTIONS.includes(section));
}
