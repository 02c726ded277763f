import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LegGrouping } from '@wakeline/contract/aviation/legs';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { App } from 'antd';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useTaskStarted } from '../../../parts/tasks/use-task-started.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { type LegConditions, type LegRequest, toLegFilter } from './leg-request.ts';

/** Refetched when a time of a leg is corrected. */
const LEG_QUERIES = [USER_QUERIES, 'legs'] as const;
/** Milliseconds: aircraft take off and land meanwhile. */
const REFRESH_MS = 30_000;

/** A page of the matching legs. */
export function useLegs({ index, size, ...conditions }: LegRequest, enabled: boolean) {
  const client = useClient();
  const filter = toLegFilter(conditions);
  return useQuery({
    queryKey: [...LEG_QUERIES, filter, index, size],
    queryFn: ({ signal }) =>
      client.call('queryLegsByPage', { ...filter, pageIndex: index, pageSize: size }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    enabled,
  });
}

/** The sums of the matching legs; `by` null: none are needed. */
export function useLegSums(conditions: LegConditions, by: LegGrouping | null) {
  const client = useClient();
  const filter = toLegFilter(conditions);
  return useQuery({
    queryKey: [...LEG_QUERIES, 'sums', filter, by],
    queryFn: ({ signal }) => client.call('sumLegs', { ...filter, by: by ?? 'plane' }, { signal }),
    refetchInterval: REFRESH_MS,
    enabled: by !== null,
  });
}

/** Corrects times of a leg, and reloads the legs. */
export function useCorrectLeg() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations['correctLeg']>) => client.call('correctLeg', payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: LEG_QUERIES }),
  });
}

/** Exports the track of a leg as an IGC file, as a batch task. */
export function useExportLegIgc() {
  const client = useClient();
  const language = useLanguage();
  const { message } = App.useApp();
  const onSuccess = useTaskStarted();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations['exportLegIgc']>) => client.call('exportLegIgc', payload),
    onSuccess,
    onError: (error) => void message.error(errorText(error, language)),
  });
}
