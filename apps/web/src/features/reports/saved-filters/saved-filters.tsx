import {
  IconAlertTriangle,
  IconBookmark,
  IconBookmarkPlus,
  IconPencil,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SavedFilter } from '@wakeline/contract/reports/saved-filters';
import { App, Button, Popover, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { toWallTime } from '../../../format/zone.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { serverNow } from '../../../live/live-store.ts';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { usePhone } from '../../../ui/media.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import { DAY_FORMAT } from '../report-period.ts';
import { SCHEDULES_KEY, useScheduleChange } from '../schedules/use-schedules.ts';
import { FilterNameDialog, type NameSubject } from './filter-name-dialog.tsx';
import { fromSavedQuery, toSavedQuery } from './filter-query.ts';
import styles from './saved-filters.module.css';

/** The saved filters of the present report page: choose, save, rename, replace and delete. */
export function SavedFilters() {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const client = useClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const phone = usePhone();
  const { message } = App.useApp();
  const { timeZone } = useFormat();
  const { pathname: page } = useLocation();
  const [search] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const [subject, setSubject] = useState<NameSubject | null>(null);
  const query = useQuery({
    queryKey: [...SCHEDULES_KEY, 'filters', page],
    queryFn: ({ signal }) => client.call('queryReportFilters', { page }, { signal }),
    enabled: isOpen,
  });
  const save = useScheduleChange('saveReportFilter');
  const remove = useScheduleChange('deleteReportFilter');
  const today = () => toWallTime(serverNow(), timeZone).format(DAY_FORMAT);

  function apply({ filterName: name, query: saved, missing }: SavedFilter): void {
    setOpen(false);
    navigate(`${page}?${fromSavedQuery(saved, today())}`);
    if (missing.groups + missing.devices > 0)
      message.warning(t('savedFilters.missing', { name, ...missing }), 8);
  }

  function replace({ filterId, filterName, isShared }: SavedFilter): void {
    save.mutate(
      { filterId, page, filterName, isShared, query: toSavedQuery(search, today()) },
      {
        onSuccess: () => void message.success(t('savedFilters.replaced', { name: filterName })),
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  function confirmRemoval({ filterId, filterName: name }: SavedFilter): void {
    confirm(
      {
        title: t('savedFilters.removeTitle', { name }),
        content: t('savedFilters.removeText'),
        okText: t('savedFilters.remove'),
        successText: t('savedFilters.removed', { name }),
      },
      () => remove.mutateAsync({ filterId }),
    );
  }

  const list = query.data?.list;
  return (
    <>
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        trigger="click"
        placement={phone ? 'bottom' : 'bottomRight'}
        content={
          <div className={styles.panel}>
            {query.error !== null && <p role="alert">{errorText(query.error, language)}</p>}
            {list?.length === 0 && <p className={styles.none}>{t('savedFilters.none')}</p>}
            <ul className={styles.list} aria-label={t('savedFilters.button')}>
              {list?.map((filter) => (
                <FilterRow
                  key={filter.filterId}
                  filter={filter}
                  onApply={() => apply(filter)}
                  onRename={() => setSubject({ kind: 'rename', filter })}
                  onReplace={() => replace(filter)}
                  onRemove={() => confirmRemoval(filter)}
                />
              ))}
            </ul>
            <Button
              block
              icon={<IconBookmarkPlus size={16} />}
              disabled={query.data === undefined}
              onClick={() => {
                setOpen(false);
                setSubject({ kind: 'add', query: toSavedQuery(search, today()) });
              }}
            >
              {t('savedFilters.save')}
            </Button>
          </div>
        }
      >
        <Button icon={<IconBookmark size={16} />}>{t('savedFilters.button')}</Button>
      </Popover>
      <FilterNameDialog
        subject={subject}
        page={page}
        canShare={query.data?.abilities.share === true}
        onClose={() => setSubject(null)}
      />
    </>
  );
}

interface FilterRowProps {
  readonly filter: SavedFilter;
  readonly onApply: () => void;
  readonly onRename: () => void;
  readonly onReplace: () => void;
  readonly onRemove: () => void;
}

function FilterRow({ filter, onApply, onRename, onReplace, onRemove }: FilterRowProps) {
  const { t } = useTranslation('reports');
  const { filterName: name, isShared, owner, missing, abilities } = filter;
  const hasMissing = missing.groups + missing.devices > 0;
  return (
    <li className={styles.row}>
      <button type="button" className={styles.name} onClick={onApply} title={name}>
        {name}
      </button>
      {hasMissing && (
        <IconAlertTriangle
          role="img"
          aria-label={t('savedFilters.missingTag')}
          className={styles.missing}
          size={16}
        />
      )}
      {isShared && <Tag title={t('savedFilters.owner', { owner })}>{t('savedFilters.sharedTag')}</Tag>}
      {abilities.change && (
        <span className={styles.actions}>
          <IconButton
            size="small"
            label={t('savedFilters.rename', { name })}
            icon={<IconPencil size={16} />}
            onClick={onRename}
          />
          <IconButton
            size="small"
            label={t('savedFilters.replace', { name })}
            icon={<IconReplace size={16} />}
            onClick={onReplace}
          />
          <IconButton
            size="small"
            danger
            label={t('savedFilters.removeOne', { name })}
            icon={<IconTrash size={16} />}
            onClick={onRemove}
          />
        </span>
      )}
    </li>
  );
}
