import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SHIFT_RANGES } from '@wakeline/domain/rules/rule';
import { App, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Value } from '../../../../format/value.tsx';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { useClient } from '../../../../service/client.ts';
import { errorText } from '../../../../service/error-text.ts';
import { USER_QUERIES } from '../../../../service/session.ts';

type Range = (typeof SHIFT_RANGES)[number];

/** Not a range. */
const CLOSED = 0;

/** Opens and closes the shift alarm of a device. */
export function ShiftAlarmSelect({ trackerId }: { readonly trackerId: number }) {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const { message } = App.useApp();
  const queryKey = [USER_QUERIES, 'rules', 'shift', trackerId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call('queryMoveFenceAlarm', { trackerId }, { signal }),
  });
  const change = useMutation({
    mutationFn: (range: Range | null) => client.call('switchMoveFenceAlarm', { trackerId, range }),
    onSuccess: (_, range) =>
      message.success(range === null ? t('shift.closedNow') : t('shift.opened', { metres: range })),
    onError: (error) => message.error(errorText(error, language)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (data === undefined) return <Value quantity={null} />;
  const textOf = (range: Range | null) =>
    range === null ? t('shift.closed') : t('shift.range', { metres: range });
  if (!data.abilities.edit) return textOf(data.range);
  return (
    <Select<Range | typeof CLOSED>
      size="small"
      aria-label={t('shift.label')}
      value={data.range ?? CLOSED}
      loading={change.isPending}
      popupMatchSelectWidth={false}
      options={[
        { value: CLOSED, label: textOf(null) },
        ...SHIFT_RANGES.map((range) => ({ value: range, label: textOf(range) })),
      ]}
      onChange={(value) => change.mutate(value === CLOSED ? null : value)}
    />
  );
}
