import { IconArrowDownLeft, IconArrowUpRight, IconCopy } from '@tabler/icons-react';
import type { DeviceMessage } from '@wakeline/contract/trackers/messages';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { useCopy } from '../../../../ui/copy.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import styles from './messages.module.css';

/** One message: a line with its bytes, which opens to the complete bytes and the decoded values. */
export function MessageItem({ message }: { readonly message: DeviceMessage }) {
  const { t } = useTranslation('deviceMessages');
  const language = useLanguage();
  const { formatDateTime } = useFormat();
  const copy = useCopy();
  const { time, direction, kind, instruction, messageId, accepted } = message;
  const { hex, text, masked, bytes, details, fields, reports } = message;
  const Arrow = direction === 'received' ? IconArrowDownLeft : IconArrowUpRight;
  const kindText =
    instruction === null
      ? t(`kind.${kind}`)
      : t('instructionOf', { name: instructionOf(instruction).title[language] });
  const content = text ?? hex;
  const numbered = reports.map((report, index) => ({ ...report, number: index + 1 }));
  return (
    <details className={styles.message}>
      <summary>
        <span>{formatDateTime(time)}</span>
        <Arrow
          size={16}
          role="img"
          aria-label={t(`direction.${direction}`)}
          data-direction={direction}
          className={styles.arrow ?? ''}
        />
        <span className={styles.kind}>
          {kindText} {messageId !== null && <small>{messageId}</small>}
        </span>
        <code>{content}</code>
      </summary>
      <div className={styles.details}>
        <div className={styles.tags}>
          <span>{t('length', { count: bytes })}</span>
          {accepted !== null && (
            <Tag color={accepted ? 'success' : 'error'}>{t(accepted ? 'accepted' : 'rejected')}</Tag>
          )}
          {masked && <Tag>{t('masked')}</Tag>}
          <IconButton
            label={t('copy')}
            size="small"
            icon={<IconCopy size={16} stroke={1.75} />}
            onClick={() => copy(content, t('bytes'))}
          />
        </div>
        <pre>{text ?? hex.replaceAll(/../g, '$& ').trimEnd()}</pre>
        {details.length > 0 && (
          <ul className={styles.errors}>
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
        <Fields fields={fields} />
        {numbered.map((report) => (
          <section key={report.number}>
            <h3>
              {t('report', {
                number: report.number,
                time: report.time === null ? '' : formatDateTime(report.time),
              })}
            </h3>
            <Fields fields={report.fields} />
          </section>
        ))}
      </div>
    </details>
  );
}

/** Decoded values under the names that exports and the API use. */
function Fields({ fields }: { readonly fields: DeviceMessage['fields'] }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
