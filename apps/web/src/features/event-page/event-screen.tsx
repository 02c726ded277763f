import type { EventPage } from '@wakeline/contract/matches/event-page';
import { Segmented, Tabs } from 'antd';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { FormatContext } from '../../format/use-format.ts';
import { FloatingVideo } from '../../parts/event-video/floating-video.tsx';
import { getServicePrefix } from '../../service/client.ts';
import { About } from './about.tsx';
import { Carousel } from './carousel.tsx';
import { Entrances } from './entrances.tsx';
import styles from './event.module.css';
import { EventHeader } from './event-header.tsx';
import { EventMap } from './event-map.tsx';
import { racersOf, rankedClasses } from './event-model.ts';
import { EventStore } from './event-store.ts';
import { PassingList } from './passing-list.tsx';
import { pollEvent, viewerKey } from './poll-event.ts';
import { Ranking } from './ranking.tsx';
import { ReplayBar } from './replay/replay-bar.tsx';
import { useReplay } from './replay/use-replay.ts';
import { SplitTable } from './split-table.tsx';
import { Comments } from './talk/comments.tsx';
import { Gifts, useGiftShop } from './talk/gifts.tsx';
import { useTalk } from './talk/use-talk.ts';

interface EventScreenProps {
  readonly code: string;
  readonly page: EventPage;
  readonly reload: () => void;
  readonly onGone: () => void;
}

/** A public page: header, pictures and entrances, the map, and what happens in the race. */
export function EventScreen({ code, page, reload, onGone }: EventScreenProps) {
  const { t } = useTranslation('event');
  const address = `${getServicePrefix()}/live/event/${code}`;
  const [store] = useState(() => new EventStore(page.settings.tailSeconds));
  useEffect(() => pollEvent({ address, viewer: viewerKey(), store, onGone }), [address, store, onGone]);
  const live = useSyncExternalStore(store.subscribe, store.getState);
  const revision = live.meta?.revision ?? page.revision;
  const isStarted = !page.hidden || (live.meta?.time ?? 0) < page.startTime;
  useEffect(() => {
    if (revision !== page.revision || !isStarted) reload();
  }, [revision, page.revision, isStarted, reload]);

  const [entranceIndex, setEntranceIndex] = useState<number | null>(null);
  const entrance = entranceIndex === null ? null : (page.page.entrances[entranceIndex] ?? null);
  const [followed, setFollowed] = useState<number | null>(null);
  const follow = useCallback(
    (id: number | null) => setFollowed((current) => (current === id ? null : id)),
    [],
  );
  const racers = useMemo(() => racersOf(page), [page]);
  const [isReplay, setReplay] = useState(false);
  const replay = useReplay({ code, address, page, racers, standings: live.standings }, isReplay);
  const state = replay.state ?? live;
  const { meta, standings } = state;
  const classes = useMemo(
    () => rankedClasses(page, racers, standings, entrance),
    [page, racers, standings, entrance],
  );
  const { speedUnits, altitudeUnits, climbUnits, locationFormat } = page.looks;
  const { timeZone } = page;
  const format = useMemo(
    () => ({ timeZone, speedUnits, altitudeUnits, climbUnits, locationFormat }),
    [timeZone, speedUnits, altitudeUnits, climbUnits, locationFormat],
  );
  const { talk, refresh } = useTalk(address);
  const shop = useGiftShop(code);
  const hasGifts = (shop?.gifts.length ?? 0) > 0 || (talk?.gifts.length ?? 0) > 0;
  const isTalkOpen = page.state !== 'archived';
  const hasRanking = page.page.ranking;
  const items = [
    ...(hasRanking
      ? [
          {
            key: 'ranking',
            label: t('tabs.ranking'),
            children: (
              <Ranking
                page={page}
                classes={classes}
                followed={followed}
                replayTime={replay.state === null ? null : replay.time}
                onFollow={follow}
              />
            ),
          },
          {
            key: 'passings',
            label: t('tabs.passings'),
            children: (
              <PassingList
                page={page}
                racers={racers}
                passings={meta?.passings ?? []}
                entrance={entrance}
                onFollow={follow}
              />
            ),
          },
          {
            key: 'splits',
            label: t('tabs.splits'),
            children: <SplitTable address={address} page={page} classes={classes} />,
          },
        ]
      : []),
    ...(page.page.comments
      ? [
          {
            key: 'comments',
            label: t('tabs.comments'),
            children: <Comments code={code} talk={talk} refresh={refresh} isOpen={isTalkOpen} />,
          },
        ]
      : []),
    ...(hasGifts
      ? [
          {
            key: 'gifts',
            label: t('tabs.gifts'),
            children: (
              <Gifts
                code={code}
                shop={shop}
                talk={talk}
                racers={racers}
                refresh={refresh}
                isOpen={isTalkOpen}
              />
            ),
          },
        ]
      : []),
    { key: 'about', label: t('tabs.about'), children: <About page={page} /> },
  ];
  return (
    <FormatContext value={format}>
      <div className={styles.page}>
        <div className={styles.head}>
          <EventHeader page={page} state={live} />
          <Carousel pictures={page.page.carousel} />
          <Entrances entrances={page.page.entrances} selected={entranceIndex} onSelect={setEntranceIndex} />
        </div>
        <div className={styles.map}>
          <EventMap
            page={page}
            state={state}
            racers={racers}
            entrance={entrance}
            followed={followed}
            onFollow={follow}
          />
          {!page.hidden && (
            <Segmented
              className={styles.mode ?? ''}
              value={isReplay}
              onChange={setReplay}
              options={[
                { value: false, label: t('live') },
                { value: true, label: t('replay.title') },
              ]}
            />
          )}
          {isReplay && <ReplayBar replay={replay} />}
        </div>
        <div className={styles.panel}>
          <Tabs items={items} destroyOnHidden size="small" tabBarGutter={16} className={styles.tabs ?? ''} />
          <BottomPicture page={page} />
        </div>
      </div>
      <FloatingVideo video={live.meta?.video ?? null} />
    </FormatContext>
  );
}

function BottomPicture({ page }: { readonly page: EventPage }) {
  const { bottomPicture, bottomLink } = page.page;
  if (bottomPicture === '') return null;
  const picture = <img src={bottomPicture} alt="" width={1_080} height={280} />;
  return (
    <div className={styles.bottom}>
      {bottomLink === '' ? (
        picture
      ) : (
        <a href={bottomLink} target="_blank" rel="noreferrer noopener">
          {picture}
        </a>
      )}
    </div>
  );
}
