import { IconMessageOff, IconShieldCog, IconTrash } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { COMMENT_KINDS, type HostComment } from '@wakeline/contract/live-events/comments';
import type { MuteKind } from '@wakeline/contract/live-events/moderation';
import { App, Button, Dropdown, Select, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { errorText } from '../../../service/error-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../live-events.module.css';
import { useLiveEventChange, useLiveEventQuery } from '../use-live-event.ts';
import { ModerationDrawer } from './moderation-drawer.tsx';

/** Milliseconds between two requests of the newest comments. */
const REFRESH_MS = 2_000;
const PAGE_SIZE = 20;
const FILTERS = ['all', ...COMMENT_KINDS, 'deleted'] as const;
type Filter = (typeof FILTERS)[number];

function toFilter(filter: Filter) {
  if (filter === 'all') return {};
  return filter === 'deleted' ? { deleted: true } : { kind: filter };
}

/** The comments of a live event as they arrive, with their moderation. */
export function CommentSection({ matchId }: { readonly matchId: number }) {
  const { t } = useTranslation('liveHolder');
  const [keywords, setKeywords] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [index, setIndex] = useState(1);
  const [size, setSize] = useState(PAGE_SIZE);
  const [isModerating, setModerating] = useState(false);
  const query = useLiveEventQuery(
    'queryCommentByPage',
    { matchId, keywords, ...toFilter(filter), pageIndex: index, pageSize: size },
    // Later pages would move under the hand of the host.
    index === 1 && REFRESH_MS,
  );
  const failure = useListFailure(query);
  const columns = useColumns();
  const { data } = query;
  const canModerate = data?.abilities.moderate === true;
  const isFiltered = keywords !== '' || filter !== 'all';
  return (
    <section className={styles.card} aria-label={t('comments.title')}>
      <header>
        <h2>{t('comments.title')}</h2>
        <Button icon={<IconShieldCog size={16} />} onClick={() => setModerating(true)}>
          {t('moderation.open')}
        </Button>
      </header>
      <FilterBar
        search={t('comments.search')}
        keywords={keywords}
        maxLength={LIMITS.name}
        onSearch={(text) => {
          setKeywords(text);
          setIndex(1);
        }}
        active={filter === 'all' ? 0 : 1}
        onClear={() => {
          setKeywords('');
          setFilter('all');
          setIndex(1);
        }}
      >
        <Select<Filter>
          aria-label={t('comments.shown')}
          value={filter}
          popupMatchSelectWidth={false}
          options={FILTERS.map((value) => ({ value, label: t(`comments.filter.${value}`) }))}
          onChange={(value) => {
            setFilter(value);
            setIndex(1);
          }}
        />
      </FilterBar>
      <RecordTable<HostComment>
        label={t('comments.title')}
        name="liveComments"
        rows={data?.list}
        rowKey={({ number }) => number}
        columns={columns}
        {...failure}
        empty={t(isFiltered ? 'comments.noneFound' : 'comments.none')}
        page={{
          index,
          size,
          total: data?.total ?? 0,
          onChange(nextIndex, nextSize) {
            setIndex(nextIndex);
            setSize(nextSize);
          },
        }}
        {...(canModerate && {
          actionsWidth: 100,
          actions: (comment: HostComment) => <CommentActions matchId={matchId} comment={comment} />,
        })}
      />
      <ModerationDrawer
        matchId={matchId}
        open={isModerating}
        canEdit={canModerate}
        onClose={() => setModerating(false)}
      />
    </section>
  );
}

function useColumns(): readonly RecordColumn<HostComment>[] {
  const { t } = useTranslation('liveHolder');
  const { formatTimeOfDay, formatDateTime } = useFormat();
  return [
    {
      key: 'time',
      title: t('comments.time'),
      width: 84,
      render: ({ time }) => (
        <span className={styles.number} title={formatDateTime(time)}>
          {formatTimeOfDay(time)}
        </span>
      ),
    },
    {
      key: 'text',
      title: t('comments.text'),
      render: (comment) => <CommentText comment={comment} />,
    },
    {
      key: 'likes',
      title: t('comments.likes'),
      width: 72,
      optional: true,
      render: ({ likes }) => <span className={styles.number}>{likes}</span>,
    },
  ];
}

function CommentText({ comment }: { readonly comment: HostComment }) {
  const { t } = useTranslation('liveHolder');
  const { kind, name, userName, text, deleteTime, deletedBy, muted } = comment;
  const isDeleted = deleteTime !== null;
  return (
    <span>
      <span className={styles.muted}>
        {kind === 'system' ? <Tag color="blue">{t('comments.announcement')}</Tag> : name}
        {kind === 'system' && userName}
        {muted && ` · ${t('comments.muted')}`}
        {isDeleted && ` · ${t('comments.deletedBy', { name: deletedBy ?? '' })}`}
      </span>
      <br />
      <span className={styles.comment} data-deleted={isDeleted}>
        {text}
      </span>
    </span>
  );
}

interface CommentActionsProps {
  readonly matchId: number;
  readonly comment: HostComment;
}

/** Deletes a comment, and mutes its author. Both can be seen at once and taken back or repeated, so nothing is confirmed. */
function CommentActions({ matchId, comment }: CommentActionsProps) {
  const { t } = useTranslation('liveHolder');
  const language = useLanguage();
  const { message } = App.useApp();
  const remove = useLiveEventChange('deleteComment');
  const mute = useLiveEventChange('muteViewer');
  const { number, kind, name, text, deleteTime, muted } = comment;
  const onError = (error: unknown) => void message.error(errorText(error, language));
  const label = { text: [...text].slice(0, 40).join('') };
  const muteBy = (by: MuteKind) =>
    mute.mutate(
      { matchId, number, kind: by },
      { onError, onSuccess: () => void message.success(t('comments.mutedNow', { name })) },
    );
  return (
    <RecordActions edit={false} remove={false}>
      {kind === 'viewer' && !muted && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'viewer', label: t('comments.muteViewer', { name }) },
              { key: 'address', label: t('comments.muteAddress') },
            ],
            onClick: ({ key }) => muteBy(key as MuteKind),
          }}
        >
          <IconButton
            label={t('comments.mute', { name })}
            icon={<IconMessageOff size={18} stroke={1.75} />}
          />
        </Dropdown>
      )}
      {deleteTime === null && (
        <IconButton
          danger
          label={t('comments.delete', label)}
          icon={<IconTrash size={18} stroke={1.75} />}
          loading={remove.isPending}
          onClick={() =>
            remove.mutate(
              { matchId, numbers: [number] },
              { onError, onSuccess: () => void message.success(t('comments.deletedNow')) },
            )
          }
        />
      )}
    </RecordActions>
  );
}
