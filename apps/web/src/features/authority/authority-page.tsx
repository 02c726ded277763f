import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../../service/session.ts';
import { Screen } from '../../ui/screen.tsx';
import { AuditTab } from './audit-tab.tsx';
import { SubUsersTab } from './sub-users-tab.tsx';

const TABS = ['users', 'audit'] as const;

/** Rights management: who else signs in to the account, and who did what in it. The tab is in the address. */
export function AuthorityPage() {
  const { t } = useTranslation('authority');
  const { abilities } = useSession();
  const [search, setSearch] = useSearchParams();
  const offered = TABS.filter((tab) => tab === 'users' || abilities.audit);
  const tab = offered.find((name) => name === search.get('tab')) ?? 'users';

  function choose(key: string): void {
    setSearch((last) => {
      const next = new URLSearchParams(last);
      next.set('tab', key);
      return next;
    });
  }

  return (
    <Screen title={t('title')}>
      {offered.length > 1 && (
        <Tabs
          activeKey={tab}
          onChange={choose}
          items={offered.map((key) => ({ key, label: t(`tab.${key}`) }))}
        />
      )}
      {tab === 'users' ? <SubUsersTab /> : <AuditTab />}
    </Screen>
  );
}
