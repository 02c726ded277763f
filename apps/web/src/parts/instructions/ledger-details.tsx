import type { InstructionRecord } from '@wakeline/contract/instructions';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { Drawer } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { InstructionPhotos } from '../photos/instruction-photos.tsx';
import styles from './ledger.module.css';
import { StatusTag } from './status-tag.tsx';
import { useValueTexts } from './use-value-texts.ts';
import { describeValues } from './value-text.ts';

interface LedgerDetailsProps {
  /** Null: closed. */
  readonly record: InstructionRecord | null;
  readonly onClose: () => void;
}

/** Everything about one instruction: its values, times, bytes and receipt. */
export function LedgerDetails({ record, onClose }: LedgerDetailsProps) {
  const language = useLanguage();
  // Keeps the last content visible while the drawer closes.
  const last = useRef<InstructionRecord | null>(null);
  if (record) last.current = record;
  const displayed = last.current;
  return (
    <Drawer
      open={record !== null}
      onClose={onClose}
      title={displayed && instructionOf(displayed.instruction).title[language]}
      size={520}
      destroyOnHidden
    >
      {displayed && <Details record={displayed} />}
    </Drawer>
  );
}

function Details({ record }: { readonly record: InstructionRecord }) {
  const { t } = useTranslation('instructions');
  const texts = useValueTexts();
  const { formatDateTime } = useFormat();
  const time = (value: number | null) => (value === null ? null : formatDateTime(value));
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('column.device'), `${record.trackerName} (${record.imei})`],
    ...describeValues(record.instruction, record.parameters, texts).map(
      ({ title, value }) => [title, value] as const,
    ),
    [t('column.text'), record.text],
    [t('column.status'), <StatusTag key="status" state={record.state} />],
    [t('column.reason'), record.reason === null ? null : t(`reason.${record.reason}`)],
    [t('column.receipt'), record.receiptText],
    [t('column.channel'), t(`channel.${record.channel}`)],
    [t('column.protocol'), record.protocol],
    [t('column.login'), record.login],
    [
      t('column.origin'),
      record.origin === null ? null : t(`origin.${record.origin.purpose}`, { task: record.origin.taskName }),
    ],
    [t('column.attempts'), record.attempts],
    [t('column.createdTime'), time(record.createdTime)],
    [t('column.sentTime'), time(record.sentTime)],
    [t('column.finishedTime'), time(record.finishedTime)],
    [t('column.expiresTime'), time(record.expiresTime)],
  ];
  return (
    <div className={styles.details}>
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
      {record.instruction === 'photo' && <InstructionPhotos record={record} />}
      <Bytes title={t('requestHex')} hex={record.requestHex} />
      <Bytes title={t('receiptHex')} hex={record.receiptHex} />
    </div>
  );
}

/** Bytes in pairs of digits. */
function Bytes({ title, hex }: { readonly title: string; readonly hex: string | null }) {
  if (hex === null || hex === '') return null;
  return (
    <section>
      <h3>{title}</h3>
      <code className={styles.bytes}>{hex.replace(/(..)(?=.)/g, '$1 ')}</code>
    </section>
  );
}
