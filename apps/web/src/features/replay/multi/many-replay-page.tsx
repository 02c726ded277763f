import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { AccountGround } from '../../../parts/map-kit/account-ground.tsx';
import { VIEW_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { useReplayStage } from '../core/use-replay-stage.ts';
import { useTracks } from '../core/use-tracks.ts';
import { ReplayActions } from '../files/replay-actions.tsx';
import { LiveSwitch } from '../live/live-switch.tsx';
import { useRealWatch } from '../live/use-real-watch.ts';
import type { ManyChoice } from './many-form.tsx';
import { ManyAsked } from './many-question.tsx';
import { ManyReplay } from './many-replay.tsx';
import { useManyQuestion } from './use-many-question.ts';

/** Replay of many devices of the user's own: what was asked stands in the address, the panel asks. */
export function ManyReplayPage() {
  const { t } = useTranslation('replayMulti');
  const question = useManyQuestion();
  const { shown, devices, request, round, again, show } = question;
  const base = useBaseLayer();
  const [asking, setAsking] = useState(false);
  const { view, setView, clock, area } = useReplayStage();

  const known = useMemo(
    () => (shown?.trackerIds ?? []).filter((id) => devices.has(id)),
    [shown?.trackerIds, devices],
  );
  const watch = useRealWatch({ trackerIds: known, clock, onLeft: show });
  const read = useTracks(watch.load === null ? request : null, round, area);
  const load = watch.load ?? read;

  function replay(choice: ManyChoice & { start: number; end: number }): void {
    setAsking(false);
    watch.leave();
    clock.change((before) => ({ ...before, playing: false, start: 0, end: 0 }));
    question.setQuery((before) => question.withChoice(before, choice));
    again();
  }

  return (
    <ManyReplay
      shown={shown}
      onShown={show}
      devices={devices}
      load={load}
      onRetry={again}
      clock={clock}
      base={base}
      view={view}
      onView={setView}
      ground={view && <AccountGround view={view} />}
      panels={VIEW_PANELS}
      title={t('title')}
      asking={asking || shown === null}
      driven={watch.state !== 'off'}
      beside={!shown?.offset && <LiveSwitch watch={watch} />}
      tools={(legend) => (
        <ReplayActions
          trackerIds={known}
          window={shown}
          correction={shown?.correction ?? 'none'}
          view={view}
          base={base}
          clock={clock}
          legend={legend}
          elapsed={shown?.offset ?? false}
          played={load.tracks.size > 0 && watch.state !== 'live'}
          onReload={again}
        />
      )}
    >
      <ManyAsked
        question={question}
        changing={asking}
        onChanging={setAsking}
        welcome={{ title: t('start.title'), text: t('start.text') }}
        loading={load.phase === 'loading'}
        onSearch={replay}
      />
    </ManyReplay>
  );
}
