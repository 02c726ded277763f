import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { Screen } from '../../ui/screen.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import { RecordsTab } from './records-tab.tsx';
import { SendTab } from './send-tab.tsx';

const TABS = [
  { key: 'send', Content: SendTab },
  { key: 'records', Content: RecordsTab },
] as const;

/** Remote instructions: to send them, and their results. The address contains the tab. */
export function InstructionsPage() {
  const { t } = useTranslation('instructions');
  const [search, setSearch] = useSearchParams();
  const { key, Content } = TABS.find((tab) => tab.key === search.get('tab')) ?? TABS[0];
  return (
    <Screen title={t('title')}>
      <Tabs
        activeKey={key}
        onChange={(tab) => setSearch({ tab })}
        items={TABS.map((tab) => ({ key: tab.key, label: t(`tab.${tab.key}`) }))}
      />
      <Content />
    </Screen>
  );
}
