import { IconSearch, IconX } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { MESSAGE_ENDS } from '@wakeline/domain/satellite/message-types';
import { Button, Input, Skeleton, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { useServerNow } from '../../../live/live-store.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { MessageStateIcon } from '../messages/message-state.tsx';
import { MessageText } from '../messages/message-text.tsx';
import { useMessagePages } from '../messages/use-messages.ts';
import { useTerminals } from '../messages/use-terminals.ts';
import { useSatellitePage } from '../use-satellite-page.ts';
import styles from './conversations.module.css';
import { TerminalName } from './terminal-name.tsx';
import { useTerminalPlanes } from './use-terminal-planes.ts';

const PAGE_SIZE = 30;

interface ConversationListProps {
  readonly selected: number | null;
  readonly onSelect: (bdUserId: number) => void;
}

/** Terminals by their last message, newest first, and below them those without messages. */
export function ConversationList({ selected, onSelect }: ConversationListProps) {
  const { t } = useTranslation('satelliteMessages');
  const { t: tApp } = useTranslation('app');
  const { filter, page } = useSatellitePage();
  const [typed, setTyped] = useState('');
  const keywords = useDebounced(typed.trim());
  const query = useMessagePages(
    'queryEobBdMsgs',
    { keywords, ...filter },
    { pageSize: PAGE_SIZE, keepPrevious: true },
  );
  const { messages, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { failure, onRetry } = useListFailure(query);
  // Terminals without messages are at the end of the list.
  const { data: terminals } = useTerminals(keywords, messages !== undefined && !hasNextPage);
  const known = new Set(messages?.map(({ bdUserId }) => bdUserId));
  const others = hasNextPage ? [] : (terminals?.list.filter(({ bdUserId }) => !known.has(bdUserId)) ?? []);
  const planes = useTerminalPlanes(
    [...known, ...others.map(({ bdUserId }) => bdUserId)].filter((id) => id !== null && id !== undefined),
  );
  const searchText = t(page === 'plane' ? 'chats.searchPlanes' : 'chats.search');
  const isEmpty = messages?.length === 0 && others.length === 0 && terminals !== undefined;

  return (
    <nav className={styles.list} aria-label={t('chats.label')}>
      <Input
        type="search"
        className={styles.search ?? ''}
        prefix={<IconSearch size={16} aria-hidden />}
        allowClear={{ clearIcon: <IconX size={14} role="img" aria-label={tApp('filters.clearText')} /> }}
        aria-label={searchText}
        placeholder={searchText}
        maxLength={LIMITS.name}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {messages === undefined && failure === null && (
        <Skeleton className={styles.pad ?? ''} active title={false} paragraph={{ rows: 8 }} />
      )}
      {messages === undefined && failure !== null && (
        <div className={styles.pad} role="alert">
          <p>{failure}</p>
          {onRetry !== null && <Button onClick={onRetry}>{tApp('action.retry')}</Button>}
        </div>
      )}
      <ul>
        {messages?.map((message) => (
          <Row
            key={message.bdUserId}
            name={
              <TerminalName
                name={message.bdUserName ?? message.cardNumber}
                plane={planes.get(message.bdUserId ?? 0)}
              />
            }
            isSelected={message.bdUserId === selected}
            onSelect={() => message.bdUserId !== null && onSelect(message.bdUserId)}
            end={<Age time={message.createTime} />}
          >
            <LastMessage message={message} />
          </Row>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h2>{t('chats.others')}</h2>
          <ul>
            {others.map(({ bdUserId, bdUserName, cardNumber }) => (
              <Row
                key={bdUserId}
                name={<TerminalName name={bdUserName} plane={planes.get(bdUserId)} />}
                isSelected={bdUserId === selected}
                onSelect={() => onSelect(bdUserId)}
              >
                {cardNumber}
              </Row>
            ))}
          </ul>
        </>
      )}
      {isEmpty && <EmptyList isFiltered={keywords !== ''} canAdd={terminals.abilities.create} />}
      {hasNextPage && (
        <div className={styles.pad}>
          <Button block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('record.more')}
          </Button>
        </div>
      )}
    </nav>
  );
}

function EmptyList({ isFiltered, canAdd }: { readonly isFiltered: boolean; readonly canAdd: boolean }) {
  const { t } = useTranslation('satelliteMessages');
  const { buildUrl } = useSatellitePage();
  if (isFiltered) return <p className={styles.pad}>{t('chats.noneFound')}</p>;
  return (
    <div className={styles.pad}>
      <p>{t('chats.noAccounts')}</p>
      {canAdd && <Link to={buildUrl('phoneAccount')}>{t('chats.addAccount')}</Link>}
    </div>
  );
}

interface RowProps {
  readonly name: ReactNode;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

function Row({ name, isSelected, onSelect, end, children }: RowProps) {
  return (
    <li>
      <button type="button" className={styles.row} aria-current={isSelected} onClick={onSelect}>
        <strong>{name}</strong>
        {end}
        <span className={styles.last}>{children}</span>
      </button>
    </li>
  );
}

function Age({ time }: { readonly time: number }) {
  const { formatDateTime, formatRelativeTime } = useFormat();
  const now = useServerNow(10_000);
  return (
    <Tooltip title={formatDateTime(time)}>
      <time dateTime={new Date(time).toISOString()}>{formatRelativeTime(time, now)}</time>
    </Tooltip>
  );
}

/** The text of a message in one line, with its state if it went to the terminal. */
function LastMessage({ message }: { readonly message: SatelliteMessage }) {
  const { type, state } = message;
  const isFromTerminal = MESSAGE_ENDS[type].from === 'terminal';
  return (
    <>
      {!isFromTerminal && <MessageStateIcon state={state} />}
      <span>
        <MessageText message={message} />
      </span>
    </>
  );
}
