import { IconArrowBackUp, IconInfoCircle, IconMapPin, IconRefresh } from '@tabler/icons-react';
import type { SatelliteContact } from '@wakeline/contract/satellite/contacts';
import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { MESSAGE_ENDS, type MessagePeer } from '@wakeline/domain/satellite/message-types';
import { Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MessageStateTag } from '../messages/message-state.tsx';
import { MessageText } from '../messages/message-text.tsx';
import { useMessageActions } from '../messages/use-message-actions.ts';
import { useReasonText } from '../messages/use-reason-text.ts';
import { useContacts } from '../settings/use-settings.ts';
import styles from './conversations.module.css';

interface ChatMessageProps {
  readonly message: SatelliteMessage;
  /** Whether the terminal of the conversation wrote it. */
  readonly isFromTerminal: boolean;
  readonly onDetails: (messageId: number) => void;
  readonly onShowPlace: (messageId: number) => void;
}

/** A message: from the terminal at the left, to it at the right. */
export function ChatMessage({ message, isFromTerminal, onDetails, onShowPlace }: ChatMessageProps) {
  const { t } = useTranslation('satelliteMessages');
  const { formatCoordinates, formatDateTime, formatTimeOfDay } = useFormat();
  const actions = useMessageActions();
  const reason = useReasonText()(message);
  const { abilities, createTime, messageId, parts, state, urgent } = message;
  // Of a message from another terminal, it is where that one was.
  const place = isFromTerminal ? message.place : null;
  return (
    <article className={styles.message} data-way={isFromTerminal ? 'in' : 'out'}>
      <PeerName message={message} isFromTerminal={isFromTerminal} />
      <p className={styles.bubble}>
        {urgent && <Tag color="red">{t('details.urgent')}</Tag>}
        <MessageText message={message} />
      </p>
      <div className={styles.meta}>
        <Tooltip title={formatDateTime(createTime)}>
          <time dateTime={new Date(createTime).toISOString()}>{formatTimeOfDay(createTime)}</time>
        </Tooltip>
        {/* A message that ends here has no other state. */}
        {(state !== 'received' || !isFromTerminal) && <MessageStateTag state={state} />}
        {reason !== null && <span>{reason}</span>}
        {parts > 1 && <span>{t('chats.parts', { count: parts })}</span>}
        {place !== null && (
          <button type="button" className={styles.place} onClick={() => onShowPlace(messageId)}>
            <IconMapPin size={14} aria-hidden />
            {formatCoordinates(place.latitude, place.longitude)}
          </button>
        )}
        <span className={styles.tools}>
          {abilities.cancel && (
            <IconButton
              size="small"
              label={t('cancel.do')}
              icon={<IconArrowBackUp size={16} stroke={1.75} />}
              onClick={() => actions.cancel(message)}
            />
          )}
          {abilities.resend && (
            <IconButton
              size="small"
              label={t('resend.do')}
              icon={<IconRefresh size={16} stroke={1.75} />}
              onClick={() => actions.resend(message)}
            />
          )}
          <IconButton
            size="small"
            label={t('chats.details')}
            icon={<IconInfoCircle size={16} stroke={1.75} />}
            onClick={() => onDetails(messageId)}
          />
        </span>
      </div>
    </article>
  );
}

/** The other side, unless it is the console itself: who wrote to the terminal, or to whom it wrote. */
function PeerName({ message, isFromTerminal }: Pick<ChatMessageProps, 'message' | 'isFromTerminal'>) {
  const { t } = useTranslation('satelliteMessages');
  const contacts = useContacts().data?.list;
  const { type, sender, receiver, bdUserName } = message;
  if (type === 'terminal-to-system') return null;
  if (type === 'system-to-terminal') return <small className={styles.peer}>{sender}</small>;
  const { from, to } = MESSAGE_ENDS[type];
  const [peer, address] = isFromTerminal ? [to, receiver] : [from, sender];
  const known = peer === 'terminal' ? !isFromTerminal && bdUserName : nameOf(contacts, peer, address);
  const hasAddress = peer !== 'weather' && peer !== 'weibo' && address !== peer;
  const name = known || (hasAddress ? `${t(`peer.${peer}`)} ${address}` : t(`peer.${peer}`));
  return (
    <small className={styles.peer} title={hasAddress ? address : undefined}>
      {t(isFromTerminal ? 'chats.to' : 'chats.from', { name })}
    </small>
  );
}

function nameOf(
  contacts: readonly SatelliteContact[] | undefined,
  peer: MessagePeer,
  address: string,
): string | undefined {
  return contacts?.find((contact) => contact.kind === peer && contact.address === address)?.contactName;
}
