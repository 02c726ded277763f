import { IconChartBar, IconTable } from '@tabler/icons-react';
import {
  type ChartModel,
  chartLength,
  highestIndex,
  isEmptyChart,
  positionText,
} from '@wakeline/charts/chart-model';
import { Button, Empty, Segmented, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartTable } from './chart-table.tsx';
import styles from './charts.module.css';

interface ChartProps {
  /** Undefined during the first load. */
  readonly model: ChartModel | undefined;
  /** Error text if loading failed. */
  readonly failure: string | null;
  /** Null: retrying is useless. */
  readonly onRetry: (() => void) | null;
  /** What would be here, if no series has a value. */
  readonly empty: ReactNode;
  /** Choices beside the title, such as what is charted. */
  readonly tools?: ReactNode;
}

const HEIGHT = 260;
/** Pixels for each category of horizontal bars, and for the axis. */
const ROW_HEIGHT = 22;
const AXIS_HEIGHT = 48;

/** A chart with its title, and the same numbers as a table on request. */
export function Chart({ model, failure, onRetry, empty, tools }: ChartProps) {
  const { t } = useTranslation('app');
  const [isTable, setTable] = useState(false);
  const description = useDescription(model);
  if (model === undefined && failure !== null)
    return (
      <div className={styles.failure} role="alert">
        {failure}
        {onRetry !== null && <Button onClick={onRetry}>{t('action.retry')}</Button>}
      </div>
    );
  if (model === undefined)
    return (
      <div className={styles.waiting} style={{ height: HEIGHT }}>
        <Skeleton.Node active className={styles.skeleton ?? ''} />
      </div>
    );
  return (
    <section className={styles.chart} aria-label={model.title}>
      <div className={styles.head}>
        <h2>{model.title}</h2>
        {tools}
        <Segmented<boolean>
          size="small"
          className={styles.toggle ?? ''}
          aria-label={t('chart.display')}
          value={isTable}
          onChange={setTable}
          options={[
            {
              value: false,
              label: <ToggleLabel icon={<IconChartBar size={16} />} text={t('chart.chart')} />,
            },
            { value: true, label: <ToggleLabel icon={<IconTable size={16} />} text={t('chart.table')} /> },
          ]}
        />
      </div>
      {isEmptyChart(model) ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
      ) : isTable ? (
        <ChartTable model={model} />
      ) : (
        <ChartCanvas model={model} description={description} height={heightOf(model)} />
      )}
    </section>
  );
}

interface BareChartProps {
  readonly model: ChartModel;
  /** Pixels. */
  readonly height: number;
  readonly isTable: boolean;
}

/** A chart, or its numbers as a table, in a frame that has a title and the choice between both. */
export function BareChart({ model, height, isTable }: BareChartProps) {
  const description = useDescription(model);
  if (isTable) return <ChartTable model={model} />;
  return <ChartCanvas model={model} description={description} height={height} />;
}

function ToggleLabel({ icon, text }: { readonly icon: ReactNode; readonly text: string }) {
  return (
    <span className={styles.toggleLabel}>
      {icon}
      {text}
    </span>
  );
}

function heightOf(model: ChartModel): number {
  switch (model.kind) {
    case 'horizontalBar':
      return chartLength(model) * ROW_HEIGHT * Math.max(1, model.series.length / 2) + AXIS_HEIGHT;
    case 'heatmap':
      return Math.max(HEIGHT, model.series.length * ROW_HEIGHT + 2 * AXIS_HEIGHT);
    default:
      return HEIGHT;
  }
}

/** The title, and the highest value of each series. */
function useDescription(model: ChartModel | undefined): string {
  const { t } = useTranslation('app');
  const { formatDateTime } = useFormat();
  if (model === undefined) return '';
  const highest = model.series.flatMap((series) => {
    const index = highestIndex(series);
    const value = index === null ? null : (series.values[index] ?? null);
    if (index === null || value === null) return [];
    return t('chart.highest', {
      name: series.name,
      value: series.unit.format(value),
      at: positionText(model, index, formatDateTime),
    });
  });
  return [t('chart.description', { title: model.title, count: chartLength(model) }), ...highest].join(' ');
}
