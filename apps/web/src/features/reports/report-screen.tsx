import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Screen } from '../../ui/screen.tsx';
import {
  buildTabUrl,
  DATA_CENTER_PAGES,
  DATA_COUNT_PAGES,
  type ReportPage,
  SCHEDULES_PAGE,
} from './report-pages.ts';
import frame from './report-screen.module.css';
import styles from './reports.module.css';
import { SavedFilters } from './saved-filters/saved-filters.tsx';

const CENTER_TABS = [...DATA_CENTER_PAGES, SCHEDULES_PAGE] as const;
const COUNT_TABS = [...DATA_COUNT_PAGES, SCHEDULES_PAGE] as const;

interface ReportScreenProps {
  readonly page: ReportPage;
  /** At the end of the title line. */
  readonly action?: ReactNode;
  /** One line of filters, for pages without a `FilterBar`. */
  readonly filters?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of the pages of reports: the title of the section, and the tabs between its pages. */
export function ReportScreen({ page: { section, name }, action, filters, children }: ReportScreenProps) {
  const { t } = useTranslation('reports');
  const navigate = useNavigate();
  // Of the address: a tab may be chosen before a change of the filter is rendered.
  const openTab = (tab: string) =>
    navigate(buildTabUrl(section, tab, new URLSearchParams(window.location.search)));
  const items =
    section === 'dataCenter'
      ? CENTER_TABS.map((key) => ({ key, label: t(`page.dataCenter.${key}`) }))
      : COUNT_TABS.map((key) => ({ key, label: t(`page.dataCount.${key}`) }));
  return (
    <Screen
      title={t(`section.${section}`)}
      action={
        <span className={frame.actions}>
          {name !== SCHEDULES_PAGE && <SavedFilters />}
          {action}
        </span>
      }
    >
      <Tabs activeKey={name} items={items} onChange={openTab} />
      {filters !== undefined && <div className={styles.bar}>{filters}</div>}
      {children}
    </Screen>
  );
}
