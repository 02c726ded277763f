import { type ChartModel, chartLength, positionText } from '@wakeline/charts/chart-model';
import { Pagination } from 'antd';
import { cloneElement, isValidElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './charts.module.css';

const PAGE_SIZE = 100;

/** The numbers of a chart. */
export function ChartTable({ model }: { readonly model: ChartModel }) {
  const { t } = useTranslation('app');
  const { t: tFormat } = useTranslation('format');
  const { formatDateTime } = useFormat();
  const [page, setPage] = useState(1);
  const total = chartLength(model);
  // The chart may have become shorter.
  const current = Math.min(page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  const first = (current - 1) * PAGE_SIZE;
  const indexes = Array.from({ length: Math.min(PAGE_SIZE, total - first) }, (_, index) => first + index);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={model.title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{model.axis.name}</th>
              {model.series.map(({ key, name }) => (
                <th key={key} scope="col" className={styles.number}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {indexes.map((index) => (
              <tr key={index}>
                <th scope="row">{positionText(model, index, formatDateTime)}</th>
                {model.series.map(({ key, unit, values }) => {
                  const value = values[index] ?? null;
                  return (
                    <td key={key} className={styles.number}>
                      {value === null ? tFormat('unknown') : unit.format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > PAGE_SIZE && (
        <Pagination
          className={styles.pages ?? ''}
          size="small"
          simple
          current={current}
          pageSize={PAGE_SIZE}
          total={total}
          showSizeChanger={false}
          onChange={setPage}
          itemRender={(_page, kind, element) =>
            (kind === 'prev' || kind === 'next') &&
            isValidElement<{ readonly 'aria-label'?: string }>(element)
              ? cloneElement(element, { 'aria-label': t(kind === 'prev' ? 'table.previous' : 'table.next') })
              : element
          }
        />
      )}
    </>
  );
}
