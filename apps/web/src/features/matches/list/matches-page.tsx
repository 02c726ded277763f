import { IconPlus } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { MATCH_STATES, type MatchState, type MatchSummary } from '@wakeline/contract/matches/matches';
import { Button, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { MatchStateTag } from '../../../parts/matches/match-state-tag.tsx';
import { useMatchChange, useMatches } from '../../../parts/matches/use-matches.ts';
import { FILTER_POPUP_WIDTH } from '../../../parts/records/choice-filter.tsx';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { Screen } from '../../../ui/screen.tsx';
import { useSearchParams } from '../../../ui/search-params.ts';
import styles from '../matches.module.css';
import { PublicLink } from '../public-link.tsx';
import { StateButtons } from '../state-buttons.tsx';
import { CreateMatch } from './create-match.tsx';
import { type MatchesRequest, parseMatchesRequest, toMatchesSearch } from './matches-request.ts';

/** The matches of the account, the latest start first. */
export function MatchesPage() {
  const { t } = useTranslation('matches');
  const { t: tLive } = useTranslation('liveManager');
  const [search, setSearch] = useSearchParams();
  const request = parseMatchesRequest(search);
  const query = useMatches(request);
  const { data } = query;
  const failure = useListFailure(query);
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns();
  const total = data?.total ?? 0;
  const isFiltered = request.keywords !== '' || request.state !== undefined;
  const isEmpty = data !== undefined && total === 0 && !isFiltered;

  const change = (next: Partial<MatchesRequest>) =>
    setSearch((last) => toMatchesSearch({ ...parseMatchesRequest(last), index: 1, ...next }), {
      replace: true,
    });
  // Matches of the last page may have been deleted, or an address may ask for a page that does not exist.
  const lastPage = Math.max(1, Math.ceil(total / request.size));
  const beyondEnd = data !== undefined && !query.isPlaceholderData && request.index > lastPage;
  useEffect(() => {
    if (!beyondEnd) return;
    setSearch((last) => toMatchesSearch({ ...parseMatchesRequest(last), index: lastPage }), {
      replace: true,
    });
  }, [beyondEnd, lastPage, setSearch]);

  const addButton = data?.abilities.create && (
    <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );

  return (
    <Screen title={t('title')} action={!isEmpty && addButton}>
      {!isEmpty && (
        <FilterBar
          search={t('search')}
          keywords={request.keywords}
          maxLength={LIMITS.name}
          onSearch={(keywords) => change({ keywords })}
          active={request.state === undefined ? 0 : 1}
          onClear={() => change({ keywords: '', state: undefined })}
        >
          <Select<MatchState>
            allowClear
            popupMatchSelectWidth={FILTER_POPUP_WIDTH}
            aria-label={t('state')}
            placeholder={t('state')}
            value={request.state ?? null}
            options={MATCH_STATES.map((value) => ({ value, label: tLive(`state.${value}`) }))}
            onChange={(state) => change({ state: state ?? undefined })}
          />
        </FilterBar>
      )}
      <RecordTable<MatchSummary>
        label={t('title')}
        name="matches"
        rows={data?.list}
        rowKey={({ matchId }) => matchId}
        columns={columns}
        minWidth={1_200}
        {...failure}
        empty={
          <span className={styles.empty}>
            {t(isEmpty ? 'noneYet' : 'noneFound')}
            {isEmpty && addButton}
          </span>
        }
        actionsWidth={190}
        actions={(match) => <MatchActions match={match} />}
        page={{
          index: request.index,
          size: request.size,
          total,
          onChange: (index, size) => change({ index, size }),
        }}
      />
      <CreateMatch open={isCreating} onClose={() => setIsCreating(false)} />
    </Screen>
  );
}

function useColumns(): readonly RecordColumn<MatchSummary>[] {
  const { t } = useTranslation('matches');
  const { formatDateTime, formatCount } = useFormat();
  const time = (value: number) => <span className={styles.number}>{formatDateTime(value).slice(0, 16)}</span>;
  return [
    {
      key: 'name',
      title: t('name'),
      width: 220,
      render: ({ matchId, matchName }) => (
        <Link className={styles.link ?? ''} to={`/matches/${matchId}`} title={matchName}>
          {matchName}
        </Link>
      ),
    },
    {
      key: 'place',
      title: t('place'),
      width: 150,
      optional: true,
      render: ({ place }) => (place === '' ? '—' : <span title={place}>{place}</span>),
    },
    { key: 'start', title: t('startTime'), width: 150, render: ({ startTime }) => time(startTime) },
    { key: 'end', title: t('endTime'), width: 150, optional: true, render: ({ endTime }) => time(endTime) },
    { key: 'state', title: t('state'), width: 100, render: ({ state }) => <MatchStateTag state={state} /> },
    {
      key: 'participants',
      title: t('participants'),
      width: 110,
      optional: true,
      render: ({ participants }) => <span className={styles.number}>{formatCount(participants)}</span>,
    },
    {
      key: 'courses',
      title: t('courses'),
      width: 90,
      optional: true,
      render: ({ courses }) => <span className={styles.number}>{formatCount(courses)}</span>,
    },
    {
      key: 'link',
      title: t('publicPage'),
      width: 140,
      optional: true,
      render: (match) => <PublicLink match={match} />,
    },
  ];
}

/** Buttons at the end of a row. */
function MatchActions({ match }: { readonly match: MatchSummary }) {
  const { t } = useTranslation('matches');
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useMatchChange('deleteMatch');
  const { matchId, matchName: name, abilities } = match;
  const confirmRemoval = () =>
    confirm(
      {
        title: t('deleteTitle', { name }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ matchId }),
    );
  return (
    <RecordActions
      edit={
        abilities.edit && { label: t('editOne', { name }), onClick: () => navigate(`/matches/${matchId}`) }
      }
      remove={abilities.remove && { label: t('deleteOne', { name }), onClick: confirmRemoval }}
    >
      <StateButtons match={match} small />
    </RecordActions>
  );
}
