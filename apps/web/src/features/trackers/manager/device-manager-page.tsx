import { IconDots } from '@tabler/icons-react';
import { Skeleton, Tabs } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useBadgeSources } from '../../../parts/menu-badges/menu-badges.ts';
import { useSession } from '../../../service/session.ts';
import { BadgeDot } from '../../../ui/badge-dot.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useSearchParams } from '../../../ui/search-params.ts';
import styles from './device-manager.module.css';
import { MANAGER_TABS } from './manager-tabs.ts';

/** Device management. The address contains the tab; each tab keeps its own filters in the address too. */
export function DeviceManagerPage() {
  const { t } = useTranslation('devices');
  const { t: tApp } = useTranslation('app');
  const badges = useBadgeSources('devices');
  const [search, setSearch] = useSearchParams();
  const { abilities } = useSession();
  const tabs = MANAGER_TABS.filter(({ ability }) => ability === null || abilities[ability]);
  const { key, Component } = tabs.find((tab) => tab.key === search.get('tab')) ?? MANAGER_TABS[0];

  return (
    <Screen title={t('title')}>
      <Tabs
        activeKey={key}
        // The parameters of a tab mean nothing to another one.
        onChange={(tab) => setSearch({ tab })}
        more={{
          icon: (
            <>
              <IconDots size={18} stroke={1.75} aria-hidden />
              <span className="visually-hidden">{tApp('action.more')}</span>
            </>
          ),
        }}
        items={tabs.map((tab) => ({
          key: tab.key,
          label: (
            <span className={styles.tab}>
              {t(tab.label)}
              {badges.includes(tab.key) && <BadgeDot text={t('badge')} />}
            </span>
          ),
        }))}
      />
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
        <Component />
      </Suspense>
    </Screen>
  );
}
