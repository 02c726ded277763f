import { IconChevronDown, IconChevronUp, IconListDetails } from '@tabler/icons-react';
import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { Alert, Select, Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
import { errorText } from '../../../service/error-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { usePhone } from '../../../ui/media.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import { UnrestoredAlert } from '../tracking-mode/unrestored-alert.tsx';
import styles from './tracking.module.css';
import { TrackingMap } from './tracking-map.tsx';
import { chosenTasks, MAX_CHOSEN, withChosenTasks } from './tracking-request.ts';
import { useOpenTasks } from './use-task-tracking.ts';

const NO_TASKS: readonly WatchTask[] = [];

/** The open tasks on the map: what they watch, and their devices live. The address contains the chosen ones. */
export function TaskTrackingPage() {
  const { t } = useTranslation('taskTracking');
  const language = useLanguage();
  const phone = usePhone();
  const [search, setSearch] = useSearchParams();
  const query = useOpenTasks();
  const open = query.data?.list ?? NO_TASKS;
  const chosenText = search.get('tasks');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text contains all of the address that counts
  const chosen = useMemo(() => chosenTasks(search, open), [chosenText, open]);
  const [expanded, setExpanded] = useState(true);
  const collapse = useCallback(() => setExpanded(false), []);

  const choose = (taskIds: readonly number[]) =>
    setSearch((last) => withChosenTasks(last, taskIds), { replace: true });

  return (
    <div className={styles.page}>
      <TrackingMap tasks={chosen} expanded={expanded} onCollapse={collapse}>
        <header className={styles.head}>
          <h1>{t('title')}</h1>
          <Link to="/taskTracking/tasks" className={styles.all ?? ''}>
            <IconListDetails size={16} stroke={1.75} aria-hidden /> {t('allTasks')}
          </Link>
          {phone && (
            <IconButton
              label={t(expanded ? 'collapse' : 'expand')}
              placement="top"
              icon={expanded ? <IconChevronDown size={18} /> : <IconChevronUp size={18} />}
              onClick={() => setExpanded(!expanded)}
            />
          )}
        </header>
        {query.error !== null && <Alert type="error" showIcon title={errorText(query.error, language)} />}
        <div className={styles.unrestored}>
          <UnrestoredAlert />
        </div>
        {query.isPending && <Skeleton active className={styles.skeleton ?? ''} />}
        {query.isSuccess && open.length === 0 && (
          <div className={styles.none}>
            <p>{t('none')}</p>
            <Link to="/taskTracking/tasks">{t('openOne')}</Link>
          </div>
        )}
        {open.length > 0 && (
          <Select<number[]>
            mode="multiple"
            className={styles.choice ?? ''}
            aria-label={t('choose')}
            placeholder={t('choose')}
            value={chosen.map(({ taskId }) => taskId)}
            maxCount={MAX_CHOSEN}
            showSearch={{ optionFilterProp: 'label' }}
            options={open.map(({ taskId, taskName, flightNumber }) => ({
              value: taskId,
              label: [taskName, flightNumber].filter((text) => text !== '').join(' · '),
            }))}
            onChange={choose}
          />
        )}
        {query.isSuccess && open.length > 0 && chosen.length === 0 && (
          <p className={styles.none}>{t('noneChosen')}</p>
        )}
      </TrackingMap>
    </div>
  );
}
