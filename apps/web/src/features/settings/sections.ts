/** Sections of the settings in order; their names are used in the address (`?tab=`). */
export const SECTIONS = [
  'info',
  'devices',
  'display',
  'menu',
  'notifications',
  'delivery',
  'security',
] as const;
export type Section = (typeof SECTIONS)[number];

/** What the user may do; `brand`: change account settings. */
interface SectionRights {
  readonly brand: boolean;
  readonly delivery: boolean;
}

/** Sections that need a right. */
const RIGHTS: Readonly<Partial<Record<Section, keyof SectionRights>>> = {
  info: 'brand',
  devices: 'brand',
  delivery: 'delivery',
};

/** The section in the address, or the first available one. */
export function sectionAt(tab: string | null, rights: SectionRights): Section {
  const available = sectionsOf(rights);
  return available.find((section) => section === tab) ?? available[0] ?? 'display';
}

export function sectionsOf(rights: SectionRights): readonly Section[] {
  return SECTIONS.filter((section) => {
    const right = RIGHTS[section];
    return right === undefined || rights[right];
  });
}
