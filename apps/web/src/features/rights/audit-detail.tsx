import type { AuditEntry } from '@wakeline/contract/rights/audit';
import { Drawer } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './authority.module.css';
import { useAuditWords } from './use-audit-words.ts';

interface AuditDetailProps {
  /** Null: closed. */
  readonly entry: AuditEntry | null;
  readonly onClose: () => void;
}

/** One entry of the audit log: who, when, from where, and each field before and after. */
export function AuditDetail({ entry, onClose }: AuditDetailProps) {
  const { t } = useTranslation('audit');
  const { dateTime } = useFormat();
  const { entryName, fieldName, commandName } = useAuditWords();
  // While the drawer slides away it still shows what it was open for.
  const last = useRef<AuditEntry | null>(null);
  if (entry) last.current = entry;
  const shown = last.current;
  const { before, after } = shown ?? { before: null, after: null };
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const operator = shown?.action === 'operator';
  const said = (field: string, value: unknown) =>
    operator && field === 'command' && typeof value === 'string'
      ? commandName(value)
      : field.endsWith('Time') && typeof value === 'number'
        ? dateTime(value)
        : written(value);
  return (
    <Drawer open={entry !== null} onClose={onClose} size={520} title={shown === null ? '' : entryName(shown)}>
      {shown !== null && (
        <div className={styles.detail}>
          <dl className={styles.facts}>
            <dt>{t('time')}</dt>
            <dd>{dateTime(shown.time)}</dd>
            <dt>{t('account')}</dt>
            <dd>{shown.account}</dd>
            {shown.token !== null && (
              <>
                <dt>{t('token')}</dt>
                <dd>{shown.token}</dd>
              </>
            )}
            <dt>{t('target')}</dt>
            <dd>{shown.target || '–'}</dd>
            <dt>{t('address')}</dt>
            <dd>{shown.address || '–'}</dd>
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
                    <td>{said(field, before?.[field])}</td>
                    <td>{said(field, after?.[field])}</td>
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

/** A value as the log has it: text as it is, nothing as a dash, all else as JSON. */
function written(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
