import { Select } from 'antd';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../service/session.ts';
import { usePhone } from '../../ui/media.ts';
import { Screen } from '../../ui/screen.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import { DevicesSection } from './devices-section.tsx';
import { DisplaySection } from './display-section.tsx';
import { InfoSection } from './info-section.tsx';
import { MenuSection, type OrderedEntry } from './menu-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { type Section, sectionAt, sectionsOf } from './sections.ts';
import styles from './system-settings-page.module.css';

interface SystemSettingsPageProps {
  /** Functions with an entry in the side menu. */
  readonly entries: readonly OrderedEntry[];
  /** The security section, provided by another feature. */
  readonly SecuritySection: ComponentType;
  /** The section of recipients outside the console, provided by another feature. */
  readonly DeliverySection: ComponentType;
}

/** Settings of the user and, with permission, of the account. */
export function SystemSettingsPage({ entries, SecuritySection, DeliverySection }: SystemSettingsPageProps) {
  const { t } = useTranslation('settings');
  const phone = usePhone();
  const { abilities } = useSession();
  const [query, setQuery] = useSearchParams();
  const current = sectionAt(query.get('tab'), abilities);
  const searchOf = (section: Section) => {
    const next = new URLSearchParams(query);
    next.set('tab', section);
    return next;
  };
  const sections = sectionsOf(abilities);

  return (
    <Screen
      title={t('title')}
      filters={
        phone && (
          <Select<Section>
            className={styles.choice ?? ''}
            aria-label={t('sections')}
            value={current}
            onChange={(section) => setQuery(searchOf(section))}
            options={sections.map((value) => ({ value, label: t(`section.${value}`) }))}
          />
        )
      }
    >
      <div className={styles.page}>
        {!phone && (
          <nav className={styles.sections} aria-label={t('sections')}>
            {sections.map((section) => (
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
          {current === 'info' && <InfoSection />}
          {current === 'devices' && <DevicesSection />}
          {current === 'display' && <DisplaySection />}
          {current === 'menu' && <MenuSection entries={entries} />}
          {current === 'notifications' && <NotificationsSection />}
          {current === 'delivery' && <DeliverySection />}
          {current === 'security' && <SecuritySection />}
        </div>
      </div>
    </Screen>
  );
}
