import type { InstructionRecord } from '@wakeline/contract/instructions';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { RecordColumn } from '../records/record-table.tsx';
import { CallText } from './call-text.tsx';
import styles from './ledger.module.css';
import { StatusTag } from './status-tag.tsx';
import { useValueTexts } from './use-value-texts.ts';
import { summarizeValues } from './value-text.ts';

const COMPACT_COLUMNS: readonly string[] = ['device', 'instruction', 'status', 'receipt'];

/** The columns of the table of instructions: of all devices, of one device, or for narrow places. */
export function useLedgerColumns(
  scope: 'all' | 'device' | 'compact',
): readonly RecordColumn<InstructionRecord>[] {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  const texts = useValueTexts();
  const { formatDateTime } = useFormat();
  const columns: readonly RecordColumn<InstructionRecord>[] = [
    {
      key: 'device',
      title: t('column.device'),
      width: 190,
      render: ({ trackerName, imei }) => (
        <span className={styles.lines} title={`${trackerName} ${imei}`}>
          <span>{trackerName}</span>
          <small>{imei}</small>
        </span>
      ),
    },
    {
      key: 'instruction',
      title: t('column.instruction'),
      render: ({ instruction, parameters }) => (
        <CallText
          title={instructionOf(instruction).title[language]}
          values={summarizeValues(instruction, parameters, texts)}
        />
      ),
    },
    {
      key: 'status',
      title: t('column.status'),
      width: 200,
      render: ({ state, reason }) => (
        <span className={styles.lines}>
          <StatusTag state={state} />
          {reason !== null && <small title={t(`reason.${reason}`)}>{t(`reason.${reason}`)}</small>}
        </span>
      ),
    },
    {
      key: 'receipt',
      title: t('column.receipt'),
      width: 160,
      optional: true,
      render: ({ receiptText }) => receiptText && <span title={receiptText}>{receiptText}</span>,
    },
    {
      key: 'attempts',
      title: t('column.attempts'),
      width: 100,
      optional: true,
      render: ({ attempts }) => <span className={styles.number}>{attempts}</span>,
    },
    {
      key: 'login',
      title: t('column.login'),
      width: 120,
      optional: true,
      render: ({ login, origin }) => {
        const reason = origin === null ? '' : t(`origin.${origin.purpose}`, { task: origin.taskName });
        return (
          <span className={styles.lines} title={[login, reason].join(' ')}>
            <span>{login}</span>
            {reason !== '' && <small>{reason}</small>}
          </span>
        );
      },
    },
    {
      key: 'createdTime',
      title: t('column.createdTime'),
      width: 176,
      optional: true,
      render: ({ createdTime }) => <span className={styles.number}>{formatDateTime(createdTime)}</span>,
    },
    {
      key: 'channel',
      title: t('column.channel'),
      width: 110,
      optional: true,
      initiallyHidden: true,
      render: ({ channel }) => t(`channel.${channel}`),
    },
    {
      key: 'sentTime',
      title: t('column.sentTime'),
      width: 176,
      optional: true,
      initiallyHidden: true,
      render: ({ sentTime }) => sentTime !== null && formatDateTime(sentTime),
    },
    {
      key: 'finishedTime',
      title: t('column.finishedTime'),
      width: 176,
      optional: true,
      initiallyHidden: true,
      render: ({ finishedTime }) => finishedTime !== null && formatDateTime(finishedTime),
    },
  ];
  if (scope === 'compact') return columns.filter(({ key }) => COMPACT_COLUMNS.includes(key));
  return scope === 'device' ? columns.filter(({ key }) => key !== 'device') : columns;
}
