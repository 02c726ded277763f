import type { MatchState } from '@wakeline/contract/matches/matches';
import { Tag, type TagProps } from 'antd';
import { useTranslation } from 'react-i18next';

const COLORS: Readonly<Record<MatchState, NonNullable<TagProps['color']>>> = {
  draft: 'default',
  open: 'processing',
  running: 'success',
  finished: 'warning',
  archived: 'default',
};

export function MatchStateTag({ state }: { readonly state: MatchState }) {
  const { t } = useTranslation('liveManager');
  return <Tag color={COLORS[state]}>{t(`state.${state}`)}</Tag>;
}
