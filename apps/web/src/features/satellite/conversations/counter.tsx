import { LIMITS } from '@wakeline/contract/limits';
import type { BdSendQuota } from '@wakeline/contract/satellite/send-limits';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useServerNow } from '../../../live/live-store.ts';
import styles from './composer.module.css';
import { type SendMeasure, unitsLeft } from './send-measure.ts';

interface CounterProps {
  readonly id: string;
  readonly measure: SendMeasure;
  /** Of the account; undefined while it is loaded. */
  readonly quota: BdSendQuota | undefined;
  /** Whether it goes to several terminals. */
  readonly several: boolean;
}

/** What the typed text takes in the units of the network and in cost units, and what is left of the monthly quota. */
export function Counter({ id, measure: sent, quota, several }: CounterProps) {
  const { t } = useTranslation('satelliteMessages');
  const { formatCount } = useFormat();
  const { measure, missing, terminal, costUnits } = sent;
  const { unit, used, limit, left, characters, hanziLeft, parts } = measure;
  const numbers = { used: formatCount(used), limit: formatCount(limit * Math.max(1, parts)) };
  const items = [
    unit !== 'characters' && t('send.characters', { count: characters }),
    t(unit === 'characters' ? 'send.units' : `send.${unit}`, numbers),
    hanziLeft === null ? t('send.left', { count: left }) : t('send.hanziLeft', { count: hanziLeft }),
    parts > 0 && t('send.parts', { count: parts }),
    several && t('send.forTerminal', { name: terminal.bdUserName }),
    several && costUnits > 0 && missing.length === 0 && t('send.cost', { count: costUnits }),
    quota !== undefined && quotaText(quota),
  ].filter((item) => item !== false);

  function quotaText(of: BdSendQuota): string {
    const left = unitsLeft(of);
    return left === null
      ? t('send.unitsUsed', { count: of.costUnits, number: formatCount(of.costUnits) })
      : t('send.unitsLeft', { left: formatCount(left), quota: formatCount(of.monthlyQuota ?? 0) });
  }

  return (
    <p id={id} className={styles.counter} data-over={parts > LIMITS.satelliteParts}>
      {items.map((item) => (
        <span key={item}>{item}</span>
      ))}
    </p>
  );
}

/** When the message can be sent, as far as the lane of its terminals is known. Null: when its gateway is connected again. */
export function EarliestTime({ time }: { readonly time: number | null }) {
  const { t } = useTranslation('satelliteMessages');
  const { formatSpan, formatTimeOfDay } = useFormat();
  const now = useServerNow(1_000);
  return <span className={styles.earliest}>{text()}</span>;

  function text(): string {
    if (time === null) return t('send.offline');
    const wait = time - now;
    return wait < 1_000
      ? t('send.now')
      : t('send.earliest', { time: formatTimeOfDay(time), span: formatSpan(wait) });
  }
}
