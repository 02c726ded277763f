import { Empty, Tabs } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { Screen } from '../../ui/screen.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import { MatchSelect } from './match-select.tsx';
import { useMatchChoices } from './use-matches.ts';

const TABS = ['liveSetting', 'video', 'liveHolder', 'giftManger', 'giftRecord'] as const;
type LiveTab = (typeof TABS)[number];

interface LiveScreenProps {
  readonly tab: LiveTab;
  /** Main action, at the end of the title line. */
  readonly action?: ReactNode;
  /** The match of the address; without one, the screen asks for it and this is not called. */
  readonly children: (matchId: number) => ReactNode;
}

/**
 * Frame of the pages of live management: the select of the match, which the address contains as `match`, and the tabs between the
 * pages. Without a match in the address it is the one with the latest start.
 */
export function LiveScreen({ tab, action, children }: LiveScreenProps) {
  const { t } = useTranslation('liveManager');
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const matchId = parseMatchId(search.get('match'));
  const { data } = useMatchChoices('');
  const first = data?.list[0]?.matchId;

  useEffect(() => {
    if (matchId === null && first !== undefined)
      setSearch((last) => withMatch(last, first), { replace: true });
  }, [matchId, first, setSearch]);

  const choose = (chosen: number) => setSearch((last) => withMatch(last, chosen));
  const open = (key: string) => navigate(`/liveManger/${key}${matchId === null ? '' : `?match=${matchId}`}`);

  return (
    <Screen title={t('title')} action={action} filters={<MatchSelect value={matchId} onChange={choose} />}>
      <Tabs activeKey={tab} onChange={open} items={TABS.map((key) => ({ key, label: t(`tab.${key}`) }))} />
      {matchId !== null && children(matchId)}
      {matchId === null && data !== undefined && first === undefined && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noMatches')}>
          <Link to="/matches">{t('openMatches')}</Link>
        </Empty>
      )}
    </Screen>
  );
}

/** The match of an address; null: none. */
function parseMatchId(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function withMatch(search: URLSearchParams, matchId: number): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set('match', String(matchId));
  return next;
}
