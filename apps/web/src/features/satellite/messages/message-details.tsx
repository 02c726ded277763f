import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { Button, Drawer, Skeleton, Tag } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { MessagePlace } from './message-place.tsx';
import { MessageStateTag } from './message-state.tsx';
import { MessageText } from './message-text.tsx';
import styles from './messages.module.css';
import { TransmissionList } from './transmission-list.tsx';
import { useMessageActions } from './use-message-actions.ts';
import { useMessageTexts } from './use-message-texts.ts';
import { useMessageSteps } from './use-messages.ts';
import { useReasonText } from './use-reason-text.ts';

interface MessageDetailsProps {
  /** Null: closed. */
  readonly messageId: number | null;
  readonly onClose: () => void;
}

/** Everything about one message: its transmissions, and what proves their states. */
export function MessageDetails({ messageId, onClose }: MessageDetailsProps) {
  const { t } = useTranslation('satelliteMessages');
  const { t: tApp } = useTranslation('app');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<number | null>(null);
  if (messageId !== null) last.current = messageId;
  const query = useMessageSteps(last.current);
  const { failure, onRetry } = useListFailure(query);
  return (
    <Drawer open={messageId !== null} onClose={onClose} title={t('details.title')} size={520} destroyOnHidden>
      {query.data !== undefined && (
        <div className={styles.details}>
          <Overview message={query.data.message} />
          <TransmissionList parts={query.data.parts} steps={query.data.steps} />
        </div>
      )}
      {query.data === undefined && failure === null && <Skeleton active paragraph={{ rows: 8 }} />}
      {query.data === undefined && failure !== null && (
        <div role="alert">
          <p>{failure}</p>
          {onRetry !== null && <Button onClick={onRetry}>{tApp('action.retry')}</Button>}
        </div>
      )}
    </Drawer>
  );
}

function Overview({ message }: { readonly message: SatelliteMessage }) {
  const { t } = useTranslation('satelliteMessages');
  const { t: tAccounts } = useTranslation('satellite');
  const { formatDateTime } = useFormat();
  const texts = useMessageTexts();
  const actions = useMessageActions();
  const reasonText = useReasonText();
  const { abilities, bdUserName, state } = message;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('column.state'), <MessageStateTag key="state" state={state} />],
    [t('column.reason'), reasonText(message)],
    [t('column.changed'), formatDateTime(message.changeTime)],
    [t('column.type'), texts.types[message.type]],
    [t('column.terminal'), bdUserName ?? t('record.deletedTerminal')],
    [t('column.cardNumber'), message.cardNumber],
    [t('column.network'), tAccounts(`networkName.${message.network}`)],
    [t('column.sender'), message.sender],
    [t('column.receiver'), message.receiver],
    [t('column.receivedBy'), message.receivedBy === null ? null : t(`gateway.${message.receivedBy}`)],
    [t('column.time'), formatDateTime(message.createTime)],
    [t('column.written'), message.writtenTime === null ? null : formatDateTime(message.writtenTime)],
    [t('column.position'), message.place === null ? null : <MessagePlace key="place" message={message} />],
    [
      t('column.estimate'),
      message.estimate === null ? null : <Estimate key="estimate" {...message.estimate} />,
    ],
    [t('column.expires'), state === 'waiting' ? formatDateTime(message.expireTime) : null],
  ];
  return (
    <>
      <p className={styles.text}>
        {message.urgent && <Tag color="red">{t('details.urgent')}</Tag>}
        <MessageText message={message} />
      </p>
      {(abilities.cancel || abilities.resend) && (
        <p className={styles.actions}>
          {abilities.cancel && <Button onClick={() => actions.cancel(message)}>{t('cancel.do')}</Button>}
          {abilities.resend && <Button onClick={() => actions.resend(message)}>{t('resend.do')}</Button>}
        </p>
      )}
      <dl>
        {rows
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

/** Where the network saw the terminal; never where it was. */
function Estimate({ latitude, longitude, radius }: NonNullable<SatelliteMessage['estimate']>) {
  const { t } = useTranslation('satelliteMessages');
  const { formatCoordinates } = useFormat();
  return t('details.estimate', {
    position: formatCoordinates(latitude, longitude),
    radius: Math.ceil(radius),
  });
}
