import { IconArrowBackUp, IconInfoCircle, IconMapPin, IconRefresh } from '@tabler/icons-react';
import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { MESSAGE_ENDS } from '@wakeline/domain/satellite/message-types';
import { Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MessageStateTag } from '../messages/message-state.tsx';
import { MessageText } from '../messages/message-text.tsx';
import { useMessageActions } from '../messages/use-message-actions.ts';
import styles from './conversations.module.css';

interface ChatMessageProps {
  readonly message: SatelliteMessage;
  readonly onDetails: (messageId: number) => void;
  readonly onShowPlace: (messageId: number) => void;
}

/** A message: from the terminal at the left, to it at the right. */
export function ChatMessage({ message, onDetails, onShowPlace }: ChatMessageProps) {
  const { t } = useTranslation('satelliteMessages');
  const { formatCoordinates, formatDateTime, formatTimeOfDay } = useFormat();
  const actions = useMessageActions();
  const { abilities, createTime, messageId, parts, place, reason, state, urgent } = message;
  const isFromTerminal = MESSAGE_ENDS[message.type].from === 'terminal';
  return (
    <article className={styles.message} data-way={isFromTerminal ? 'in' : 'out'}>
      <PeerName message={message} />
      <p className={styles.bubble}>
        {urgent && <Tag color="red">{t('details.urgent')}</Tag>}
        <MessageText message={message} />
      </p>
      <div className={styles.meta}>
        <Tooltip title={formatDateTime(createTime)}>
          <time dateTime={new Date(createTime).toISOString()}>{formatTimeOfDay(createTime)}</time>
        </Tooltip>
        {/* A message that ends here has no other state. */}
        {state !== 'received' && <MessageStateTag state={state} />}
        {reason !== null && <span>{t(`reason.${reason}`)}</span>}
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
function PeerName({ message: { type, sender, receiver } }: { readonly message: SatelliteMessage }) {
  const { t } = useTranslation('satelliteMessages');
  const { from, to } = MESSAGE_ENDS[type];
  if (type === 'terminal-to-system') return null;
  if (type === 'system-to-terminal') return <small className={styles.peer}>{sender}</small>;
  const [peer, address] = from === 'terminal' ? [to, receiver] : [from, sender];
  const hasAddress = peer !== 'weather' && peer !== 'weibo' && address !== peer;
  const name = hasAddress ? `${t(`peer.${peer}`)} ${address}` : t(`peer.${peer}`);
  return (
    <small className={styles.peer}>{t(from === 'terminal' ? 'chats.to' : 'chats.from', { name })}</small>
  );
}
