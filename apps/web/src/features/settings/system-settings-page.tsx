import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import {
  SECTION_PARAMETER,
  SettingLayout,
  SettingSectionSelect,
  SettingSections,
} from '../../parts/settings/setting-sections.tsx';
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
  const [query] = useSearchParams();
  const current = sectionAt(query.get(SECTION_PARAMETER), abilities);
  const sections = {
    label: t('sections'),
    sections: sectionsOf(abilities),
    current,
    nameOf: (section: Section) => t(`section.${section}`),
  };

  return (
    <Screen title={t('title')} filters={phone && <SettingSectionSelect {...sections} />}>
      <SettingLayout nav={!phone && <SettingSections {...sections} />}>
        {current === 'info' && <InfoSection />}
        {current === 'devices' && <DevicesSection />}
        {current === 'display' && <DisplaySection />}
        {current === 'menu' && <MenuSection entries={entries} />}
        {current === 'notifications' && <NotificationsSection />}
        {current === 'delivery' && <DeliverySection />}
        {current === 'security' && <SecuritySection />}
      </SettingLayout>
    </Screen>
  );
}
