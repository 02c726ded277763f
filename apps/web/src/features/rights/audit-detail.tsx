import type { AuditEntry } from '@wakeline/contract/rights/audit';
import { Drawer } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './authority.module.css';
import { useAuditTexts } from './use-audit-texts.ts';

interface AuditDetailProps {
  /** Null: closed. */
  readonly entry: AuditEntry | null;
  readonly onClose: () => void;
}

/** One entry of the audit log: user, time, address, and each field before and after. */
export function AuditDetail({ entry, onClose }: AuditDetailProps) {
  const { t } = useTranslation('audit');
  const { formatDateTime } = useFormat();
  const { entryName, fieldName, commandName } = useAuditTexts();
  // Keeps the last entry visible while the drawer closes.
  const last = useRef<AuditEntry | null>(null);
  if (entry) last.current = entry;
  const displayed = last.current;
  const { before, after } = displayed ?? { before: null, after: null };
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const isOperator = displayed?.action === 'operator';
  const formatField = (field: string, value: unknown) =>
    isOperator && field === 'command' && typeof value === 'string'
      ? commandName(value)
      : field.endsWith('Time') && typeof value === 'number'
        ? formatDateTime(value)
        : formatValue(value);
  return (
    <Drawer
      open={entry !== null}
      onClose={onClose}
      size={520}
      title={displayed === null ? '' : entryName(displayed)}
    >
      {displayed !== null && (
        <div className={styles.detail}>
          <dl className={styles.details}>
            <dt>{t('time')}</dt>
            <dd>{formatDateTime(displayed.time)}</dd>
            <dt>{t('account')}</dt>
            <dd>{displayed.account}</dd>
            {displayed.token !== null && (
              <>
                <dt>{t('token')}</dt>
                <dd>{displayed.token}</dd>
              </>
            )}
            <dt>{t('target')}</dt>
            <dd>{displayed.target || '–'}</dd>
            <dt>{t('address')}</dt>
            <dd>{displayed.address || '–'}</dd>
          </dl>
          {fields.length === 0 ? (
            <p>{t('noFields')}</p>
          ) : (
            <table className={styles.changes}>
              <thead>
                <tr>
                  <th scope="col">{t('field')}</th>
                  <th scope="col">{t('before')}</th>
                  <th scope="col">{t('after')}</th>
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <tr key={field}>
                    <td>{fieldName(field)}</td>
                    <td>{formatField(field, before?.[field])}</td>
                    <td>{formatField(field, after?.[field])}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </Drawer>
  );
}

/** A value of the log: text unchanged, empty values as a dash, everything else as JSON. */
function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
