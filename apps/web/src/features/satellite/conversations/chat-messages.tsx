import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { MESSAGE_ENDS } from '@wakeline/domain/satellite/message-types';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { serverNow } from '../../../live/live-store.ts';
import { ChatMessage } from './chat-message.tsx';
import styles from './conversations.module.css';

/** Characters of the date in `yyyy-MM-dd HH:mm:ss`. */
const DATE_LENGTH = 10;

interface ChatMessagesProps {
  /** The terminal of the conversation. */
  readonly bdUserId: number;
  /** Newest first, as they are loaded. */
  readonly messages: readonly SatelliteMessage[];
  /** Above the oldest one. */
  readonly older: ReactNode;
  readonly onDetails: (messageId: number) => void;
  readonly onShowPlace: (messageId: number) => void;
}

/** The messages of a conversation by day, the newest at the bottom, where the list stays when one arrives. */
export function ChatMessages({ bdUserId, messages, older, onDetails, onShowPlace }: ChatMessagesProps) {
  const { t } = useTranslation('satelliteMessages');
  const { formatDateTime } = useFormat();
  const dayOf = (time: number) => formatDateTime(time).slice(0, DATE_LENGTH);
  const today = dayOf(serverNow());
  const ordered = messages.toReversed();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
    <div className={styles.messages} tabIndex={0} role="log" aria-label={t('record.label')}>
      <div className={styles.column}>
        {older && <div className={styles.older}>{older}</div>}
        {ordered.length === 0 && <p className={styles.none}>{t('chats.noMessages')}</p>}
        {ordered.map((message, index) => {
          const day = dayOf(message.createTime);
          const isFirst = index === 0 || dayOf(ordered[index - 1]?.createTime ?? 0) !== day;
          return (
            <Fragment key={message.messageId}>
              {isFirst && <h3 className={styles.day}>{day === today ? t('chats.today') : day}</h3>}
              <ChatMessage
                message={message}
                isFromTerminal={isFromTerminal(message, bdUserId)}
                onDetails={onDetails}
                onShowPlace={onShowPlace}
              />
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}

/** Whether the terminal of a conversation wrote the message; one to another terminal belongs to its sender. */
function isFromTerminal({ type, bdUserId }: SatelliteMessage, terminal: number): boolean {
  return MESSAGE_ENDS[type].from === 'terminal' && bdUserId === terminal;
}
