import { IconDots } from '@tabler/icons-react';
import { Button, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '../../service/session.ts';
import { Screen } from '../../ui/screen.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import { AuditTab } from './audit-tab.tsx';
import styles from './authority.module.css';
import { SubUsersTab } from './sub-users-tab.tsx';

const TABS = ['users', 'audit'] as const;

/** Rights management: sub-accounts and the audit log. The address contains the tab. */
export function AuthorityPage() {
  const { t } = useTranslation('rights');
  const { t: tApp } = useTranslation('app');
  const navigate = useNavigate();
  const { abilities } = useSession();
  const [search, setSearch] = useSearchParams();
  const availableTabs = TABS.filter((tab) => tab === 'users' || abilities.audit);
  const tab = availableTabs.find((name) => name === search.get('tab')) ?? 'users';

  function selectTab(key: string): void {
    setSearch((last) => {
      const next = new URLSearchParams(last);
      next.set('tab', key);
      return next;
    });
  }

  if (!abilities.subUsers) {
    return (
      <Screen title={t('title')}>
        <div className={styles.denied}>
          <strong>{tApp('page.refusedTitle')}</strong>
          <p>{t('refused')}</p>
          <Button onClick={() => navigate('/')}>{tApp('page.home')}</Button>
        </div>
      </Screen>
    );
  }
  return (
    <Screen title={t('title')}>
      {availableTabs.length > 1 && (
        <Tabs
          activeKey={tab}
          onChange={selectTab}
          more={{
            icon: (
              <>
                <IconDots size={18} stroke={1.75} aria-hidden />
                <span className="visually-hidden">{tApp('action.more')}</span>
              </>
            ),
          }}
          items={availableTabs.map((key) => ({ key, label: t(`tab.${key}`) }))}
        />
      )}
      {tab === 'users' ? <SubUsersTab /> : <AuditTab />}
    </Screen>
  );
}
