import type { ResultStatus } from '@wakeline/domain/races/participant-result';
import { Tag, type TagProps } from 'antd';
import { useTranslation } from 'react-i18next';

const COLORS: Readonly<Record<ResultStatus, NonNullable<TagProps['color']>>> = {
  'not-started': 'default',
  running: 'success',
  finished: 'processing',
  'missing-points': 'warning',
  'over-time': 'warning',
  'no-data': 'default',
  'did-not-start': 'default',
  'did-not-finish': 'error',
  disqualified: 'error',
  withdrawn: 'default',
};

export function StatusTag({ status }: { readonly status: ResultStatus }) {
  const { t } = useTranslation('matches');
  return <Tag color={COLORS[status]}>{t(`status.${status}`)}</Tag>;
}
