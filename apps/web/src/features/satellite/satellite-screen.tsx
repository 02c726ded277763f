import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Screen } from '../../ui/screen.tsx';
import styles from './satellite-screen.module.css';
import { SATELLITE_TABS, type SatelliteTab, useSatellitePage } from './use-satellite-page.ts';

interface SatelliteScreenProps {
  readonly tab: SatelliteTab;
  /** Main action, at the end of the title line. */
  readonly action?: ReactNode;
  /** Whether the content has the height of the window, and scrolls itself. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

/** Frame of the pages of satellite messages: the title of the function, and the tabs between the pages. */
export function SatelliteScreen({ tab, action, fill = false, children }: SatelliteScreenProps) {
  const { t } = useTranslation('satelliteMessages');
  const navigate = useNavigate();
  const { page, buildUrl } = useSatellitePage();
  return (
    <Screen title={t(`title.${page ?? 'all'}`)} action={action}>
      <div className={styles.frame} data-fill={fill}>
        <Tabs
          activeKey={tab}
          onChange={(key) => navigate(buildUrl(key as SatelliteTab))}
          items={SATELLITE_TABS.map((key) => ({ key, label: t(`tab.${key}`) }))}
        />
        <div className={styles.content}>{children}</div>
      </div>
    </Screen>
  );
}
