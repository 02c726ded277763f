import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { MessagePlace } from '../messages/message-place.tsx';
import { MessageStateTag } from '../messages/message-state.tsx';
import { MessageText } from '../messages/message-text.tsx';
import { useMessageTexts } from '../messages/use-message-texts.ts';
import { useReasonText } from '../messages/use-reason-text.ts';
import styles from './record.module.css';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const RECORD_TABLE_WIDTH = 1_170;

/** The columns of the message record. */
export function useRecordColumns(): readonly RecordColumn<SatelliteMessage>[] {
  const { t } = useTranslation('satelliteMessages');
  const { t: tAccounts } = useTranslation('satellite');
  const texts = useMessageTexts();
  const { formatDateTime } = useFormat();
  const reasonText = useReasonText();
  const text = (value: string) => <span title={value}>{value}</span>;
  return [
    {
      key: 'time',
      title: t('column.time'),
      width: 176,
      render: ({ createTime }) => <span className={styles.number}>{formatDateTime(createTime)}</span>,
    },
    {
      key: 'terminal',
      title: t('column.terminal'),
      width: 150,
      render: ({ bdUserName, cardNumber }) => (
        <span className={styles.lines} title={`${bdUserName ?? t('record.deletedTerminal')} ${cardNumber}`}>
          <span>{bdUserName ?? t('record.deletedTerminal')}</span>
          <small>{cardNumber}</small>
        </span>
      ),
    },
    {
      key: 'type',
      title: t('column.type'),
      width: 170,
      render: ({ type }) => text(texts.types[type]),
    },
    {
      key: 'content',
      title: t('column.content'),
      render: (message) => (
        <span title={message.content}>
          {message.urgent && <Tag color="red">{t('details.urgent')}</Tag>}
          <MessageText message={message} />
        </span>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 210,
      render: (message) => (
        <span className={styles.lines}>
          <MessageStateTag state={message.state} />
          {message.reason !== null && <small title={reasonText(message) ?? ''}>{reasonText(message)}</small>}
        </span>
      ),
    },
    {
      key: 'sender',
      title: t('column.sender'),
      width: 140,
      optional: true,
      initiallyHidden: true,
      render: ({ sender }) => text(sender),
    },
    {
      key: 'receiver',
      title: t('column.receiver'),
      width: 150,
      optional: true,
      initiallyHidden: true,
      render: ({ receiver }) => text(receiver),
    },
    {
      key: 'position',
      title: t('column.position'),
      width: 180,
      optional: true,
      render: (message) => <MessagePlace message={message} />,
    },
    {
      key: 'network',
      title: t('column.network'),
      width: 100,
      optional: true,
      initiallyHidden: true,
      render: ({ network }) => tAccounts(`networkName.${network}`),
    },
    {
      key: 'parts',
      title: t('column.parts'),
      width: 110,
      optional: true,
      initiallyHidden: true,
      render: ({ parts }) => <span className={styles.number}>{parts}</span>,
    },
  ];
}
