import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { toDisplayedStatus } from '../../../parts/instructions/displayed-status.ts';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import type { TimelineMarker } from '../core/dock/timeline.tsx';

export type TrackInstruction = ResultOf<Operations['getInstructionByTime']>['list'][number];

export interface TrackInstructions {
  readonly list: readonly TrackInstruction[];
  /** Whether there are more than the limit. */
  readonly more: boolean;
  readonly error: unknown;
}

const NONE: readonly TrackInstruction[] = [];

/** The instructions to a device between two times (epoch ms), oldest first; null disables the request. */
export function useTrackInstructions(
  request: { readonly trackerId: number; readonly start: number; readonly end: number } | null,
): TrackInstructions {
  const client = useClient();
  const { trackerId = 0, start = 0, end = 0 } = request ?? {};
  const { data, error } = useQuery({
    queryKey: [USER_QUERIES, 'instructions', 'track', trackerId, start, end],
    queryFn: ({ signal }) =>
      client.call('getInstructionByTime', { trackerId, startTime: start, endTime: end }, { signal }),
    enabled: request !== null,
    staleTime: 60_000,
    retry: false,
  });
  const list = request === null ? NONE : (data?.list ?? NONE);
  return { list, more: data?.isComplete === false, error };
}

/** Timeline ticks for instructions, at the time at which they were sent. */
export function useInstructionMarkers(list: readonly TrackInstruction[]): readonly TimelineMarker[] {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  const { formatTimeOfDay } = useFormat();
  return useMemo(
    () =>
      list.map(({ instructionId, instruction, state, login, createdTime, sentTime }) => {
        const time = sentTime ?? createdTime;
        const status = t(`status.${toDisplayedStatus(state)}`);
        return {
          key: `instruction ${instructionId}`,
          time,
          color: state === 'failed' ? 'var(--wl-danger)' : 'var(--wl-accent)',
          label: `${instructionOf(instruction).title[language]} ${formatTimeOfDay(time)} · ${status} · ${login}`,
        };
      }),
    [list, t, language, formatTimeOfDay],
  );
}
