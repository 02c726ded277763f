import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './box-frame.module.css';
import { useBoxTitle } from './box-title.ts';
import { BOX_VIEWS } from './boxes/box.ts';
import { useScreenSource } from './screen-source.ts';
import { FIGURES_MAX_AGE_MS, STATES_MAX_AGE_MS } from './timing.ts';

/** A box: title, age and content. What is cut off from the server is grey, with its time. */
export function BoxFrame({ box }: { readonly box: ScreenBox }) {
  const { t } = useTranslation(['screens', 'app']);
  const { Content, isChart, isBare } = BOX_VIEWS[box.kind];
  const title = useBoxTitle(box);
  const { groups, isReady } = useScreenSource();
  const [isTable, setTable] = useState(false);
  const { asOf, isStale } = useAge(box);
  const isGroupGone =
    isReady && box.groupId !== null && !groups.some(({ groupId }) => groupId === box.groupId);
  return (
    <section
      className={styles.box}
      aria-label={title}
      data-kind={box.kind}
      data-bare={isBare}
      data-stale={isStale}
    >
      {!isBare && (
        <header className={styles.head}>
          <h2 title={title}>{title}</h2>
          <Age asOf={asOf} isStale={isStale} />
          {isChart && (
            <IconButton
              size="small"
              label={t(isTable ? 'app:chart.chart' : 'app:chart.table')}
              icon={isTable ? <IconChartBar size={16} /> : <IconTable size={16} />}
              onClick={() => setTable(!isTable)}
            />
          )}
        </header>
      )}
      <div className={styles.content}>
        {isGroupGone ? (
          <p className={styles.gone}>{t('screens:groupGone')}</p>
        ) : (
          <Content box={box} isTable={isTable} />
        )}
      </div>
      {isBare && isStale && (
        <div className={styles.over}>
          <Age asOf={asOf} isStale />
        </div>
      )}
    </section>
  );
}

/** How old a box is; null: it does not age, or nothing has arrived yet. */
function useAge({ boxId, kind }: ScreenBox): { readonly asOf: number | null; readonly isStale: boolean } {
  const { boxes, statesAt, figuresAt, now } = useScreenSource();
  useNow(5_000);
  const { basis } = BOX_VIEWS[kind];
  if (basis === 'none') return { asOf: null, isStale: false };
  const time = now();
  const statesAge = statesAt === null ? 0 : time - statesAt;
  const figuresAge = figuresAt === null ? 0 : time - figuresAt;
  const isStale =
    (basis !== 'figures' && statesAge > STATES_MAX_AGE_MS) ||
    (basis !== 'states' && figuresAge > FIGURES_MAX_AGE_MS);
  return { asOf: basis === 'states' ? statesAt : (boxes.get(boxId)?.asOf ?? null), isStale };
}

function Age({ asOf, isStale }: { readonly asOf: number | null; readonly isStale: boolean }) {
  const { t } = useTranslation('screens');
  const { formatTimeOfDay, formatRelativeTime, formatDateTime } = useFormat();
  const { now } = useScreenSource();
  if (asOf === null) return null;
  const isFresh = now() - asOf < STATES_MAX_AGE_MS;
  return (
    <time className={styles.age} title={formatDateTime(asOf)} data-stale={isStale}>
      {isStale
        ? t('cutOff', { time: formatTimeOfDay(asOf) })
        : isFresh
          ? t('live')
          : formatRelativeTime(asOf, now())}
    </time>
  );
}
