import { IconCloudOff, IconLogout, IconSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import type { HelperEntry, HelperParticipant } from '@wakeline/contract/live-events/match-helpers';
import { Alert, App, Empty, Input, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { QueryContent } from '../../../parts/settings/query-content.tsx';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LanguageButton } from './language-button.tsx';
import styles from './match-helper.module.css';
import { matchesSearch } from './matches-search.ts';
import { ParticipantRow, type Place } from './participant-row.tsx';
import { type PendingEntry, withPending } from './pending-entries.ts';
import { useEntryQueue } from './use-entry-queue.ts';

/** Milliseconds between two requests. */
const REFRESH_MS = 5_000;
/** Rows that a phone draws at once; the search finds the others. */
const MAX_ROWS = 100;

interface HelperMatchProps {
  readonly token: string;
  readonly onSignedOut: () => void;
}

/** The participants of a helper's match, with buttons to record their start and finish. */
export function HelperMatch({ token, onSignedOut }: HelperMatchProps) {
  const { t } = useTranslation('matchHelper');
  const language = useLanguage();
  const { message } = App.useApp();
  const client = useClient();
  const queryClient = useQueryClient();
  const queryKey = ['matchHelper', token];
  const query = useQuery({
    queryKey,
    async queryFn({ signal }) {
      const match = await client.call('queryHelperMatch', { token }, { signal });
      return { ...match, clockOffset: match.serverTime - Date.now() };
    },
    refetchInterval: REFRESH_MS,
  });
  const { pending, add } = useEntryQueue({
    token,
    onStored: () => queryClient.refetchQueries({ queryKey }),
    onRefused: (error) => void message.error(errorText(error, language)),
    onGone: onSignedOut,
  });
  const isGone = query.error instanceof NamedError && query.error.errorName === 'helper-gone';
  useEffect(() => {
    if (isGone) onSignedOut();
  }, [isGone, onSignedOut]);

  function signOut(): void {
    // The sign-in ends on this phone in any case.
    client.call('matchLogout', { token }).catch(() => undefined);
    onSignedOut();
  }

  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          <h1>{query.data?.matchName ?? t('title')}</h1>
          <span>{query.data?.helperName}</span>
        </div>
        <LanguageButton />
        <IconButton label={t('signOut')} icon={<IconLogout size={20} />} onClick={signOut} />
      </header>
      {(pending.length > 0 || query.isRefetchError) && (
        <Alert
          banner
          type="warning"
          icon={<IconCloudOff size={18} />}
          title={pending.length > 0 ? t('waiting', { count: pending.length }) : t('offline')}
        />
      )}
      <QueryContent query={query}>
        {(match) => (
          <Participants
            places={match.points === 'any' ? ['start', 'finish'] : [match.points]}
            participants={match.participants}
            pending={pending}
            serverNow={() => Date.now() + match.clockOffset}
            onRecord={(participantId, entry) => add({ participantId, entry })}
          />
        )}
      </QueryContent>
    </main>
  );
}

const FILTERS = ['open', 'done', 'all'] as const;
type Filter = (typeof FILTERS)[number];

interface ParticipantsProps {
  /** Where the helper may record. */
  readonly places: readonly Place[];
  readonly participants: readonly HelperParticipant[];
  readonly pending: readonly PendingEntry[];
  /** Epoch milliseconds. */
  readonly serverNow: () => number;
  readonly onRecord: (participantId: number, entry: HelperEntry) => void;
}

function Participants({ places, participants, pending, serverNow, onRecord }: ParticipantsProps) {
  const { t } = useTranslation('matchHelper');
  const [chosen, setChosen] = useState<Place>('finish');
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('open');
  const place = places.includes(chosen) ? chosen : (places[0] ?? 'finish');
  const present = participants.map((one) => withPending(one, pending));
  const found = present.filter((one) => matchesSearch(one, search));
  const rows = found.filter((one) => filter === 'all' || isDone(one, place) === (filter === 'done'));
  return (
    <>
      <div className={styles.tools}>
        {places.length > 1 && (
          <Segmented<Place>
            block
            size="large"
            aria-label={t('place')}
            value={place}
            options={places.map((value) => ({ value, label: t(`places.${value}`) }))}
            onChange={setChosen}
          />
        )}
        <Input
          size="large"
          allowClear
          prefix={<IconSearch size={18} />}
          inputMode="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Segmented<Filter>
          block
          aria-label={t('show')}
          value={filter}
          options={FILTERS.map((value) => ({
            value,
            label: t(`shown.${value}`, { count: countOf(found, value, place) }),
          }))}
          onChange={setFilter}
        />
      </div>
      {rows.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={t(
            participants.length === 0 ? 'nobody' : search === '' ? `none.${filter}` : 'notFound',
          )}
        />
      )}
      <ul className={styles.list}>
        {rows.slice(0, MAX_ROWS).map((one) => (
          <ParticipantRow
            key={one.participantId}
            participant={one}
            place={place}
            isWaiting={pending.some(({ participantId }) => participantId === one.participantId)}
            serverNow={serverNow}
            onRecord={(entry) => onRecord(one.participantId, entry)}
          />
        ))}
      </ul>
      {rows.length > MAX_ROWS && (
        <p className={styles.more}>{t('more', { count: rows.length - MAX_ROWS })}</p>
      )}
    </>
  );
}

/** Whether nothing is left to record about a participant at a place. */
function isDone({ status, startSeen, finishTime }: HelperParticipant, place: Place): boolean {
  return status !== null || (place === 'start' ? startSeen : finishTime) !== null;
}

function countOf(participants: readonly HelperParticipant[], filter: Filter, place: Place): number {
  if (filter === 'all') return participants.length;
  return participants.filter((one) => isDone(one, place) === (filter === 'done')).length;
}
