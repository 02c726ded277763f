import type { ForwardTarget } from '@wakeline/contract/delivery/forward-targets';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './delivery.module.css';

/** Whether a target works, and its counters. */
export function TargetState({ target }: { readonly target: ForwardTarget }) {
  const { t } = useTranslation('forwarding');
  const { t: tDelivery } = useTranslation('delivery');
  const { formatDateTime, formatCount } = useFormat();
  const { form, reason, detail, nextTime, sentTime, sent, dropped, waiting, waitingSince } = target;
  const isFailing = form.enabled && reason !== null;
  const state = !form.enabled
    ? t('state.off')
    : reason !== null
      ? t('state.fails', { reason: tDelivery(`messages.reason.${reason}`) })
      : sentTime === null
        ? t('state.idle')
        : t('state.works', { time: formatDateTime(sentTime) });
  const details = [
    state,
    ...(isFailing && detail !== '' ? [detail] : []),
    ...(isFailing && nextTime !== null ? [t('next', { time: formatDateTime(nextTime) })] : []),
  ];
  const number = (count: number) => ({ number: formatCount(count) });
  const counts = [
    ...(waiting === 0
      ? []
      : [
          waitingSince === null
            ? t('waiting', number(waiting))
            : t('waitingSince', { ...number(waiting), time: formatDateTime(waitingSince) }),
        ]),
    ...(sent === 0 ? [] : [t('sent', number(sent))]),
    ...(dropped === 0 ? [] : [t('dropped', number(dropped))]),
  ];
  return (
    <>
      <span className={isFailing ? styles.failed : undefined}>{details.join(' · ')}</span>
      {counts.length > 0 && <span className={styles.numbers}>{counts.join(' · ')}</span>}
    </>
  );
}
