import { useInfiniteQuery } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { MESSAGE_ENDS } from '@wakeline/domain/satellite/message-types';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from './terminal-messages.module.css';
import type { TerminalSession } from './terminal-session.ts';

type Message = ResultOf<Operations['queryTerminalMessages']>['list'][number];
type Cursor = ResultOf<Operations['queryTerminalMessages']>['next'];

/** Milliseconds between two looks for new messages. */
const POLL_MS = 20_000;

interface TerminalMessagesProps {
  readonly session: TerminalSession;
  readonly onSignedOut: () => void;
}

/** The messages of a terminal, newest first. */
export function TerminalMessages({ session, onSignedOut }: TerminalMessagesProps) {
  const { t } = useTranslation('signIn');
  const language = useLanguage();
  const client = useClient();
  const { token } = session;
  const query = useInfiniteQuery({
    queryKey: ['terminal', token],
    queryFn: ({ pageParam, signal }) =>
      client.call('queryTerminalMessages', { token, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: null as Cursor,
    getNextPageParam: (page) => page.next,
    refetchInterval: POLL_MS,
    gcTime: 0,
  });
  const { error } = query;
  const isSignedOut = error instanceof NamedError && error.errorName === 'terminal-session-gone';
  useEffect(() => {
    if (isSignedOut) onSignedOut();
  }, [isSignedOut, onSignedOut]);
  const messages = query.data?.pages.flatMap(({ list }) => list);
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2>{session.bdUserName}</h2>
          <span>{session.cardNumber}</span>
        </div>
        <Button onClick={onSignedOut}>{t('terminal.signOut')}</Button>
      </div>
      {error !== null && !isSignedOut && <Alert type="error" showIcon title={errorText(error, language)} />}
      {query.isPending && <Skeleton active />}
      {messages?.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('terminal.none')} />
      )}
      <ol className={styles.list} aria-label={t('terminal.messages')}>
        {messages?.map((message) => (
          <MessageItem key={message.messageId} message={message} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button block loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('terminal.earlier')}
        </Button>
      )}
    </>
  );
}

function MessageItem({ message }: { readonly message: Message }) {
  const { t, i18n } = useTranslation('signIn');
  const { incoming: isIncoming } = message;

  function nameOfOther(): string {
    const { from, to } = MESSAGE_ENDS[message.type];
    const peer = isIncoming ? from : to;
    if (peer === 'system') return t('terminal.desk');
    if (peer === 'weather' || peer === 'weibo') return t(`terminal.${peer}`);
    return isIncoming ? message.sender : message.receiver;
  }

  const time = new Date(message.createTime).toLocaleString(i18n.language.replace('_', '-'), {
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (
    <li data-incoming={isIncoming}>
      <p className={styles.meta}>
        <b>
          {t(isIncoming ? 'terminal.from' : 'terminal.to', {
            name: nameOfOther(),
          })}
        </b>
        <time dateTime={new Date(message.createTime).toISOString()}>{time}</time>
      </p>
      <p className={styles.text}>{message.content === '' ? t('terminal.noText') : message.content}</p>
      <p className={styles.state}>{t(`terminal.state.${message.state}`)}</p>
    </li>
  );
}
