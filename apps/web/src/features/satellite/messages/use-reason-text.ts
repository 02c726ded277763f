import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useMessageTexts } from './use-message-texts.ts';

type Waiting = Pick<SatelliteMessage, 'reason' | 'earliestTime' | 'createTime'>;

/** Why a message waits, with the earliest time at which it is sent, or why it failed; null without a reason. */
export function useReasonText(): (message: Waiting) => string | null {
  const { t } = useTranslation('satelliteMessages');
  const texts = useMessageTexts();
  const { formatDateTime, formatTimeOfDay } = useFormat();
  const dayOf = (time: number) => formatDateTime(time).split(' ')[0];
  return ({ reason, earliestTime, createTime }) => {
    if (reason === null) return null;
    const text = texts.reasons[reason];
    if (earliestTime === null) return text;
    const format = dayOf(earliestTime) === dayOf(createTime) ? formatTimeOfDay : formatDateTime;
    return t('notBefore', { reason: text, time: format(earliestTime) });
  };
}
