import type { MatchState, MatchSummary } from '@wakeline/contract/matches/matches';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useMatchChange } from '../../parts/matches/use-matches.ts';
import { errorText } from '../../service/error-text.ts';

type ChangedMatch = Pick<MatchSummary, 'matchId' | 'matchName' | 'state'>;

/** Asks for confirmation and changes the state of a match to the next or the previous one. */
export function useChangeState(): (match: ChangedMatch, state: MatchState) => void {
  const { t } = useTranslation('matches');
  const { t: tLive } = useTranslation('liveManager');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message, modal } = App.useApp();
  const change = useMatchChange('editMatchStatus');
  return ({ matchId, matchName: name, state: from }, state) => {
    const action = actionOf(from, state);
    void modal.confirm({
      title: t(`${action}.title`, { name }),
      content: t(`${action}.text`),
      okText: t(`${action}.button`),
      okButtonProps: { danger: action === 'archive' },
      cancelText: tApp('action.cancel'),
      async onOk() {
        try {
          await change.mutateAsync({ matchId, state });
          message.success(t('stateChanged', { name, state: tLive(`state.${state}`) }));
        } catch (error) {
          message.error(errorText(error, language));
        }
      },
    });
  };
}

export type StateAction = 'announce' | 'start' | 'finish' | 'archive' | 'toDraft' | 'toOpen' | 'resume';

/** What a change between neighbouring states is called; each is a group of texts. */
export function actionOf(from: MatchState, to: MatchState): StateAction {
  if (to === 'archived') return 'archive';
  if (to === 'draft') return 'toDraft';
  if (to === 'finished') return 'finish';
  if (to === 'open') return from === 'draft' ? 'announce' : 'toOpen';
  return from === 'finished' ? 'resume' : 'start';
}
