import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { Alert, Table, type TableColumnsType, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './sheet-import.module.css';
import type { SheetKind } from './sheet-kind.ts';

const ROW_COLUMN_WIDTH = 64;
/** 15 digits of an IMEI fit; columns with errors have room for the reason. */
const COLUMN_WIDTH = 160;
const ERROR_COLUMN_WIDTH = 220;
const TABLE_HEIGHT = 320;

type Preview = Omit<ResultOf<Operations[SheetKind['operation']]>, 'taskProgressId'>;
type PreviewRow = Preview['rows'][number];

interface PreviewTableProps {
  readonly preview: Preview;
}

/** What a sheet contains: counts, the first rows, and the first rows with errors. Cells with errors have the reason. */
export function PreviewTable({ preview }: PreviewTableProps) {
  const { t } = useTranslation('sheetImport');
  const { formatCount } = useFormat();
  const { total, failed, columns, unknownColumns, rows } = preview;
  const counts = {
    total: formatCount(total),
    valid: formatCount(total - failed),
    failed: formatCount(failed),
  };
  const invalid = new Set<string>(rows.flatMap(({ errors }) => errors.map((error) => error.field)));
  const widthOf = (field: string) => (invalid.has(field) ? ERROR_COLUMN_WIDTH : COLUMN_WIDTH);
  const tableColumns: TableColumnsType<PreviewRow> = [
    { key: 'row', title: t('row'), dataIndex: 'row', width: ROW_COLUMN_WIDTH, fixed: 'left' },
    ...columns.map(({ field, heading }, at) => ({
      key: field,
      title: heading,
      width: widthOf(field),
      ellipsis: true,
      render: (_: unknown, { cells, errors }: PreviewRow) => (
        <PreviewCell
          text={cells[at] ?? ''}
          messages={errors.filter((error) => error.field === field).map(({ message }) => message)}
        />
      ),
    })),
  ];
  return (
    <div className={styles.stack}>
      <Alert
        role="status"
        showIcon
        type={failed === 0 ? 'success' : 'warning'}
        title={t(failed === 0 ? 'allValid' : 'someFailed', counts)}
      />
      {unknownColumns.length > 0 && (
        <p className={styles.note}>{t('unknownColumns', { names: unknownColumns.join(', ') })}</p>
      )}
      <Table<PreviewRow>
        size="small"
        aria-label={t('preview')}
        rowKey={({ row }) => row}
        columns={tableColumns}
        dataSource={rows}
        pagination={false}
        virtual={false}
        scroll={{
          x: columns.reduce((sum, { field }) => sum + widthOf(field), ROW_COLUMN_WIDTH),
          y: TABLE_HEIGHT,
        }}
      />
      {rows.length < total && <p className={styles.note}>{t('firstRows')}</p>}
    </div>
  );
}

function PreviewCell({ text, messages }: { readonly text: string; readonly messages: readonly string[] }) {
  if (messages.length === 0) return text;
  const reason = messages.join(' ');
  return (
    <Tooltip title={reason}>
      <span className={styles.invalid}>
        {text === '' ? '—' : text}
        <small>{reason}</small>
      </span>
    </Tooltip>
  );
}
