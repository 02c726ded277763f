import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import {
  SECTION_PARAMETER,
  SettingLayout,
  SettingSectionSelect,
  SettingSections,
} from '../../../parts/settings/setting-sections.tsx';
import { usePhone } from '../../../ui/media.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import { SatelliteScreen } from '../satellite-screen.tsx';
import { ContactsSection } from './contacts-section.tsx';
import { ConventionSection } from './convention-section.tsx';
import { QuotaSection } from './quota-section.tsx';
import { TemplatesSection } from './templates-section.tsx';

const SECTIONS = ['contacts', 'templates', 'convention', 'quota'] as const;
type Section = (typeof SECTIONS)[number];

const CONTENTS: Readonly<Record<Section, ComponentType>> = {
  contacts: ContactsSection,
  templates: TemplatesSection,
  convention: ConventionSection,
  quota: QuotaSection,
};

/** Settings of satellite messages. The address contains the section. */
export function SatelliteSettingsPage() {
  const { t } = useTranslation('satelliteSettings');
  const phone = usePhone();
  const [search] = useSearchParams();
  const current = SECTIONS.find((section) => section === search.get(SECTION_PARAMETER)) ?? 'contacts';
  const Content = CONTENTS[current];
  const sections = {
    label: t('sections'),
    sections: SECTIONS,
    current,
    nameOf: (section: Section) => t(`section.${section}`),
  };
  return (
    <SatelliteScreen tab="settings">
      <SettingLayout
        wide
        nav={phone ? <SettingSectionSelect {...sections} /> : <SettingSections {...sections} />}
      >
        <Content />
      </SettingLayout>
    </SatelliteScreen>
  );
}
