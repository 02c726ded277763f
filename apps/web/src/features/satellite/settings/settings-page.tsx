import { Select } from 'antd';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePhone } from '../../../ui/media.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import { SatelliteScreen } from '../satellite-screen.tsx';
import { ContactsSection } from './contacts-section.tsx';
import { ConventionSection } from './convention-section.tsx';
import { QuotaSection } from './quota-section.tsx';
import styles from './settings.module.css';
import { TemplatesSection } from './templates-section.tsx';

const SECTIONS = ['contacts', 'templates', 'convention', 'quota'] as const;
type Section = (typeof SECTIONS)[number];

const CONTENTS: Readonly<Record<Section, ComponentType>> = {
  contacts: ContactsSection,
  templates: TemplatesSection,
  convention: ConventionSection,
  quota: QuotaSection,
};

/** Settings of satellite messages. The address contains the section as `tab`, which the prompt about unsaved changes uses. */
export function SatelliteSettingsPage() {
  const { t } = useTranslation('satelliteSettings');
  const phone = usePhone();
  const [search, setSearch] = useSearchParams();
  const current = SECTIONS.find((section) => section === search.get('tab')) ?? 'contacts';
  const Content = CONTENTS[current];
  const searchOf = (section: Section) => {
    const next = new URLSearchParams(search);
    next.set('tab', section);
    return next;
  };
  return (
    <SatelliteScreen tab="settings">
      <div className={styles.page}>
        {phone ? (
          <Select<Section>
            aria-label={t('sections')}
            value={current}
            onChange={(section) => setSearch(searchOf(section))}
            options={SECTIONS.map((value) => ({ value, label: t(`section.${value}`) }))}
          />
        ) : (
          <nav className={styles.sections} aria-label={t('sections')}>
            {SECTIONS.map((section) => (
              <Link
                key={section}
                to={{ search: `?${searchOf(section)}` }}
                aria-current={section === current ? 'page' : undefined}
              >
                {t(`section.${section}`)}
              </Link>
            ))}
          </nav>
        )}
        <div className={styles.section}>
          <Content />
        </div>
      </div>
    </SatelliteScreen>
  );
}
